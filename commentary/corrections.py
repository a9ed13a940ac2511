"""The public list of withdrawn texts, newest first, without their content."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from commentary.models import Withdrawal

PAGE = 20


@dataclass(frozen=True)
class Corrections:
    """A page of withdrawals; `older` is the cursor of the next page, None on the last."""

    rows: list[Withdrawal]
    older: int | None


def page(before: int | None = None) -> Corrections:
    """Returns up to twenty withdrawals, those before the id `before` if given, with one query."""
    found = Withdrawal.objects.filter(pk__lt=before) if before else Withdrawal.objects.all()
    rows = list(found.order_by("-pk")[: PAGE + 1])
    return Corrections(rows[:PAGE], rows[PAGE - 1].pk if len(rows) > PAGE else None)


def last_log_withdrawal() -> datetime | None:
    return _last(Withdrawal.objects.filter(kind=Withdrawal.Kind.LOG))


def last_read_withdrawal(group: str) -> datetime | None:
    return _last(Withdrawal.objects.filter(kind=Withdrawal.Kind.READ, group=group))


def _last(rows: QuerySet[Withdrawal]) -> datetime | None:
    return rows.order_by("-withdrawn_at").values_list("withdrawn_at", flat=True).first()
