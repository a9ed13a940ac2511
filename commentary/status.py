"""Status lines of texts for staff: authorship and results of the review."""

from collections import Counter
from datetime import datetime, timedelta

from django.db.models import Count
from django.urls import reverse

from briefing.core.operations.status import Level, Report, StatusLine, StatusMeasure, reports
from briefing.core.outside import llm
from commentary.models import IndicatorSummary, StrategicLog, WrittenText
from commentary.pass_rates import ENOUGH, PASSED, checks

DAY, WEEK = timedelta(days=1), timedelta(days=7)
FEW_TEXTS = 3  # of fewer no share is reported
BY_RULES = WrittenText.WrittenBy.RULES


@reports("Texts")
def texts(now: datetime) -> Report:
    yield from _written(now)
    yield from _reviewed(now)


def _written(now: datetime) -> Report:
    counts: Counter[str] = Counter()
    for model in (IndicatorSummary, StrategicLog):
        recent = model._default_manager.filter(published_at__gte=now - DAY).order_by()
        counts.update(dict(recent.values_list("written_by").annotate(Count("pk"))))
    for writer in WrittenText.WrittenBy.values:
        yield StatusMeasure(
            "texts_day", "Texts published within a day.", counts[writer], {"written_by": writer}
        )
    total, rules = counts.total(), counts[BY_RULES]
    configured = bool(llm.configured_providers())
    yield StatusMeasure("model_configured", "1 where a model is to write.", configured)
    text = f"{total} texts within a day, {rules} of them by rules."
    slipping = configured and total >= FEW_TEXTS and 2 * rules > total
    todo = "A model is configured: look at the verdicts, the model calls and the cap." if slipping else ""
    path = reverse("admin:commentary_reviewerverdict_changelist")
    yield StatusLine("texts:rules", Level.WARNING if slipping else Level.OK, text, todo, path)


def _reviewed(now: datetime) -> Report:
    by_stage = checks(now - WEEK).values_list("stage")
    found = by_stage.annotate(count=Count("pk"), good=Count("pk", filter=PASSED))
    for stage, count, good in found:
        labels = {"stage": stage}
        yield StatusMeasure("review_checks_week", "Checks of models' texts within a week.", count, labels)
        yield StatusMeasure("review_passed_week", "Those that passed.", good, labels)
        low = count >= ENOUGH and 2 * good < count
        text = f"Review, {stage}: {good} of {count} checks passed within a week."
        todo = "Read the refused texts; another model or prompt may be needed." if low else ""
        yield StatusLine(
            f"review:{stage}", Level.WARNING if low else Level.OK, text, todo,
            reverse("admin:commentary_reviewerverdict_changelist"),
        )  # fmt: skip
