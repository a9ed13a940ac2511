"""What staff do about a text: take it back, or put the rules' text of the same figures in its place."""

from datetime import datetime, timedelta

from django.db import transaction

from commentary import desk, log_desk, log_rules
from commentary.audit import Trail
from commentary.composing import SOURCE_LANGUAGE, TARGET_LANGUAGE, Piece
from commentary.desk import Read
from commentary.drafts import Assignment, Draft
from commentary.facts import Facts
from commentary.log_material import Material
from commentary.models import IndicatorSummary, StrategicLog, WrittenText

# The new row comes right after the one that it replaces, and before whatever was written later.
AFTER = timedelta(microseconds=1)


def withdraw(text: WrittenText) -> bool:
    """Readers then see the accepted text before it; False when it was not shown."""
    rows = type(text)._default_manager.filter(pk=text.pk, state=WrittenText.State.ACCEPTED)
    return bool(rows.update(state=WrittenText.State.WITHDRAWN))


def publish_rules_text(text: IndicatorSummary | StrategicLog, *, now: datetime) -> bool:
    """Withdraws the text and publishes what the rules write of its own figures; False where rules wrote it."""
    if text.written_by == WrittenText.WrittenBy.RULES:
        return False
    with transaction.atomic():
        withdraw(text)
        if isinstance(text, StrategicLog):
            _replace_log(text, now)
        else:
            _replace_read(text, now)
    return True


def _replace_read(text: IndicatorSummary, now: datetime) -> None:
    read = Read(Facts.from_json(text.facts), text.tone, text.style)
    desk.publish(
        _piece(read.by_rules(), read.assignment), read.facts, now=now, cycle=_place(text), group=text.group,
        tone=text.tone, style=text.style,
    )  # fmt: skip


def _replace_log(text: StrategicLog, now: datetime) -> None:
    material = Material.of_log(text)
    log_desk.publish(
        _piece(log_rules.write(material), material.assignment), text.facts, facts_hash=text.facts_hash, now=now,
        cycle=_place(text), tone=text.tone, style=text.style,
    )  # fmt: skip


def _piece(drafts: dict[str, Draft], assignment: Assignment) -> Piece:
    return Piece(drafts[SOURCE_LANGUAGE], drafts[TARGET_LANGUAGE], Trail(assignment))


def _place(text: IndicatorSummary | StrategicLog) -> datetime:
    """The first free moment after the text's cycle: its own may have been replaced before."""
    same: dict[str, object] = {"tone": text.tone, "style": text.style}
    if isinstance(text, IndicatorSummary):
        same["group"] = text.group
    rows = type(text)._default_manager.filter(**same)
    place = text.cycle + AFTER
    while rows.filter(cycle=place).exists():
        place += AFTER
    return place
