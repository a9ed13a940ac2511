"""Credit granted by the operator: a period of paid access (specification 3, decision 4.5)."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User


def grant(user_id: int, *, days: int) -> datetime:
    """Extends the reader's credit by `days` from the later of now and its end; returns the new end.

    Locks the row, so two concurrent grants add up. ValueError for fewer than 1 or more than 3,660 days.
    """
    if not 1 <= days <= 3660:
        raise ValueError("the number of days must be between 1 and 3660")
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user_id)
        now = timezone.now()
        user.credit_until = max(now, user.credit_until or now) + timedelta(days=days)
        user.save(update_fields=["credit_until"])
    return user.credit_until


def revoke(user_id: int) -> bool:
    """Removes the credit; False when there was none."""
    return bool(User.objects.filter(pk=user_id).exclude(credit_until=None).update(credit_until=None))
