"""What a reader's own data has of the digests; the rows themselves go with the account."""

from typing import Any

from accounts.data import exports, stamp
from accounts.models import User
from commentary.digests.models import Digest


@exports("digests")
def export(user: User) -> list[dict[str, Any]]:
    """Each digest of the last 90 days and what became of it."""
    return [
        {"kind": row.kind, "period": row.period, "state": row.state, "reason": row.reason,
         "created_at": stamp(row.created_at), "finished_at": stamp(row.finished_at)}
        for row in Digest.objects.filter(user=user).order_by("created_at", "pk")
    ]  # fmt: skip
