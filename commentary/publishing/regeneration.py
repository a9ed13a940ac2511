"""When to retry a model for a rules' text with unchanged figures, and alerts when models stay silent."""

from datetime import timedelta
from typing import Any

from django.db.models import Max, Min, Q, QuerySet
from django.utils import timezone

from briefing.core.operations import notices
from briefing.core.outside import llm
from commentary.models import ReviewerVerdict, Text, WrittenText
from commentary.writing.composition import ATTEMPTS
from commentary.writing.drafts import SOURCE_LANGUAGE

# After a refusal of every attempt, retry after this time, since the model may have changed.
REFUSED_FOR = timedelta(days=1)
# Failures that would recur with this material: truncated, overlong or malformed.
NO_ANSWERS = ("writer.length", "writer.cut_early", "writer.over_long", "writer.unusable")
SILENT_FOR = timedelta(days=1)
SILENT = "rules_write"
KINDS = {"reads": ("read", "aggregate"), "logs": ("log",)}


def should_retry_model(text: Text, series: QuerySet[Any]) -> bool:
    """Whether to retry a model for the figures of an accepted rules' text; `series` are texts of its kind.

    False if a model's attempts were refused lately, or staff withdrew a text of these figures.
    """
    if text.written_by != WrittenText.WrittenBy.RULES or not llm.available():
        return False
    withdrawn = series.filter(state=WrittenText.State.WITHDRAWN, facts_hash=text.facts_hash)
    return not was_refused_lately(text) and not withdrawn.exists()


def was_refused_lately(text: Text) -> bool:
    """Whether a model's last attempt within a day was refused by the review or unusable."""
    by_review = Q(attempt=ATTEMPTS) & ~Q(stage=ReviewerVerdict.Stage.WRITER)
    recent = text.verdicts.filter(lang=SOURCE_LANGUAGE, created_at__gt=timezone.now() - REFUSED_FOR)
    failed = recent.filter(verdict__in=(ReviewerVerdict.Verdict.FAIL, ReviewerVerdict.Verdict.ERROR))
    return failed.filter(by_review | Q(rule__in=NO_ANSWERS)).exists()


def alert_if_models_silent(what: str) -> None:
    """Notifies staff once if models were called for a day and rules wrote everything; resolved by a model's text.

    `what` is "reads" or "logs".
    """
    attempts = ReviewerVerdict.objects.filter(kind__in=KINDS[what], attempt__gt=0)
    relation = "summary" if what == "reads" else "log"
    by = {who: attempts.filter(**{f"{relation}__written_by": who}) for who in WrittenText.WrittenBy.values}
    last = by["ai"].aggregate(Max("created_at"))["created_at__max"]
    since = by["rules"].filter(created_at__gt=last) if last else by["rules"]
    first, newest = since.aggregate(Min("created_at"), Max("created_at")).values()
    if first is None or not llm.configured_providers():
        notices.resolve(SILENT, what)
    elif newest - first >= SILENT_FOR:
        text = f"The rules have written all {what} since {first:%Y-%m-%d %H:%M} UTC though a model is configured."
        notices.notify(SILENT, what, f"{text} See the verdicts and the model calls.")
