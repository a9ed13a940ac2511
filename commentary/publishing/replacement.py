"""Staff actions on a text: withdraw it, or replace it by the rules' text of the same figures."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from briefing.core.web import cache_versions, outage_copies
from commentary.facts.log_material import LogMaterial
from commentary.facts.snapshot import Facts
from commentary.models import IndicatorSummary, StrategicLog, Text, Withdrawal, WrittenText
from commentary.publishing.cycle import DueText, publish
from commentary.publishing.logs import Log
from commentary.publishing.reads import Read
from commentary.writing.composition import TextRefused, by_rules_alone

# The new row directly follows the one it replaces, before any later one.
AFTER = timedelta(microseconds=1)


def withdraw(text: Text, reason: str, *, now: datetime) -> bool:
    """Withdraws a text, so that readers see the previous one; False if it was not accepted."""
    if not _mark_withdrawn(text, reason, _shown_instead(text), now):
        return False
    outage_copies.invalidate_before(timezone.now())
    return True


def publish_rules_text(text: Text, reason: str, *, now: datetime) -> bool:
    """Withdraws the text and publishes the rules' text of its figures.

    Returns False without any change if rules wrote it or the rules' text fails the review.
    """
    if _author(text) == WrittenText.WrittenBy.RULES:
        return False
    try:
        with transaction.atomic():
            _mark_withdrawn(text, reason, Withdrawal.Instead.RULES, now)
            due = _due(text)
            publish(due, by_rules_alone(due.assignment, due.by_rules), cycle=_place(text), now=now)
    except TextRefused as refused:
        refused.record()
        return False
    outage_copies.invalidate_before(timezone.now())
    return True


def _mark_withdrawn(text: Text, reason: str, instead: str, now: datetime) -> bool:
    """Withdraws and lists a text in one transaction; a concurrent second call changes nothing."""
    with transaction.atomic():
        rows = type(text)._default_manager.filter(pk=text.pk, state=WrittenText.State.ACCEPTED)
        if not rows.update(state=WrittenText.State.WITHDRAWN):
            return False
        Withdrawal.objects.create(
            kind=Withdrawal.Kind.LOG if isinstance(text, StrategicLog) else Withdrawal.Kind.READ,
            group="" if isinstance(text, StrategicLog) else text.group,
            tone=text.tone,
            languages=",".join([text.language, *text.translations.values_list("language", flat=True)]),
            written_by=_author(text),
            published_at=text.published_at or text.cycle,
            withdrawn_at=now,
            reason=reason,
            instead=instead,
        )
        cache_versions.invalidate("log" if isinstance(text, StrategicLog) else "reads", "corrections")
    return True


def _author(text: Text) -> str:
    """Returns who wrote a text for the public list: a model, if it wrote one of the languages."""
    models = text.translations.filter(written_by=WrittenText.WrittenBy.AI)
    return WrittenText.WrittenBy.AI.value if models.exists() else text.written_by


def _shown_instead(text: Text) -> str:
    others = _same_series(text).filter(state=WrittenText.State.ACCEPTED).exclude(pk=text.pk)
    newest = others.order_by("-cycle", "-pk").first()
    if newest is None:
        return Withdrawal.Instead.NOTHING
    return Withdrawal.Instead.LATER if newest.cycle > text.cycle else Withdrawal.Instead.EARLIER


def _due(text: Text) -> DueText:
    """The text as it was due, with its stored facts."""
    if isinstance(text, StrategicLog):
        return Log(LogMaterial.of_log(text))
    return Read(Facts.from_json(text.facts), text.tone, text.style)


def _place(text: Text) -> datetime:
    """Returns the first free time after the text's cycle, which may have been replaced before."""
    rows = _same_series(text)
    place = text.cycle + AFTER
    while rows.filter(cycle=place).exists():
        place += AFTER
    return place


def _same_series(text: Text) -> QuerySet[Any]:
    same: dict[str, object] = {"tone": text.tone, "style": text.style}
    if isinstance(text, IndicatorSummary):
        same["group"] = text.group
    return type(text)._default_manager.filter(**same)
