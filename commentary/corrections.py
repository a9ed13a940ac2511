"""The public list of texts that were taken back, newest first: never what they said."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from commentary.models import Withdrawal

PAGE = 20


@dataclass(frozen=True)
class Corrections:
    """A page of the list; `older` is where the next page begins, None on the last."""

    rows: list[Withdrawal]
    older: int | None


def page(before: int | None = None) -> Corrections:
    """Twenty rows, after the one with the id `before` where it is given. One query."""
    found = Withdrawal.objects.filter(pk__lt=before) if before else Withdrawal.objects.all()
    rows = list(found.order_by("-pk")[: PAGE + 1])
    return Corrections(rows[:PAGE], rows[PAGE - 1].pk if len(rows) > PAGE else None)


def last_log_withdrawal() -> datetime | None:
    """When a log was last taken back."""
    return _last(Withdrawal.objects.filter(kind=Withdrawal.Kind.LOG))


def last_read_withdrawal(group: str) -> datetime | None:
    """When a read of the group was last taken back."""
    return _last(Withdrawal.objects.filter(kind=Withdrawal.Kind.READ, group=group))


def _last(rows: QuerySet[Withdrawal]) -> datetime | None:
    return rows.order_by("-withdrawn_at").values_list("withdrawn_at", flat=True).first()
