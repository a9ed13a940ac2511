"""One writer for each text at a time: the claim is a row that is made before the first call."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.utils import timezone

from commentary.models import WritingClaim

# Longer than three attempts with two calls each and a translation can take, at a minute a call.
LEASE = timedelta(minutes=20)


@contextmanager
def claimed(key: str) -> Iterator[bool]:
    """True inside for the one that got the claim; a claim whose holder died can be taken after its lease."""
    got = _take(key)
    try:
        yield got
    finally:
        if got:
            WritingClaim.objects.filter(key=key).delete()


def _take(key: str) -> bool:
    now = timezone.now()
    _row, created = WritingClaim.objects.get_or_create(key=key, defaults={"lease_until": now + LEASE})
    if created:
        return True
    late = WritingClaim.objects.filter(key=key, lease_until__lt=now)
    return bool(late.update(lease_until=now + LEASE))
