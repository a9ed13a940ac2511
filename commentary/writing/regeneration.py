"""When a text by rules makes way for a model's although no figure moved, and when staff hear that none comes."""

from datetime import timedelta
from typing import Any

from django.db.models import Max, Min, Q, QuerySet
from django.utils import timezone

from briefing.core import llm, notices
from commentary.models import IndicatorSummary, ReviewerVerdict, StrategicLog, WrittenText
from commentary.writing.composition import ATTEMPTS
from commentary.writing.drafts import SOURCE_LANGUAGE

Text = IndicatorSummary | StrategicLog
# A text whose every attempt was refused is tried again after so long: the model may be another by then.
REFUSED_FOR = timedelta(days=1)
# What a model answers to this material, and would again: cut, without end, or not in the form.
NO_ANSWERS = ("writer.length", "writer.over_long", "writer.unusable")
SILENT_FOR = timedelta(days=1)
SILENT = "rules_write"
KINDS = {"reads": ("read", "aggregate"), "logs": ("log",)}


def should_retry_model(text: Text, series: QuerySet[Any]) -> bool:
    """Whether a model is to be asked anew for the figures of an accepted text by rules; `series` are its like.

    Not where the review refused a model's attempts at it, nor where staff took a text of these figures back.
    """
    if text.written_by != WrittenText.WrittenBy.RULES or not llm.available():
        return False
    withdrawn = series.filter(state=WrittenText.State.WITHDRAWN, facts_hash=text.facts_hash)
    return not was_refused_lately(text) and not withdrawn.exists()


def was_refused_lately(text: Text) -> bool:
    """Whether a model's last attempt at it within a day was refused: by the review, or for what the answer was."""
    by_review = Q(attempt=ATTEMPTS) & ~Q(stage=ReviewerVerdict.Stage.WRITER)
    recent = text.verdicts.filter(lang=SOURCE_LANGUAGE, created_at__gt=timezone.now() - REFUSED_FOR)
    said = recent.filter(verdict__in=(ReviewerVerdict.Verdict.FAIL, ReviewerVerdict.Verdict.ERROR))
    return said.filter(by_review | Q(rule__in=NO_ANSWERS)).exists()


def alert_if_models_silent(what: str) -> None:
    """Tells staff, once, that models were asked for a day and the rules wrote everything; closes it when one wrote.

    `what` is "reads" or "logs".
    """
    attempts = ReviewerVerdict.objects.filter(kind__in=KINDS[what], attempt__gt=0)
    text = "summary" if what == "reads" else "log"
    by = {who: attempts.filter(**{f"{text}__written_by": who}) for who in WrittenText.WrittenBy.values}
    last = by["ai"].aggregate(Max("created_at"))["created_at__max"]
    since = by["rules"].filter(created_at__gt=last) if last else by["rules"]
    first, newest = since.aggregate(Min("created_at"), Max("created_at")).values()
    if first is None or not llm.configured_providers():
        notices.resolve(SILENT, what)
    elif newest - first >= SILENT_FOR:
        said = f"The rules have written all {what} since {first:%Y-%m-%d %H:%M} UTC though a model is configured."
        notices.notify(SILENT, what, f"{said} See the verdicts and the model calls.")
