"""What an export says of the encrypted copy; the row itself goes with its reader, and so does what staff were told."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from accounts.data import exports, stamp
from accounts.models import User
from briefing.core import notices
from portfolio.models import PortfolioSync
from portfolio.sync import encryption
from portfolio.sync.backups import NOTICE


@receiver(pre_delete, sender=PortfolioSync)
def close_notice(instance: PortfolioSync, **kwargs: Any) -> None:
    """A damaged copy that is gone concerns nobody, whether its reader removed it or left."""
    notices.resolve(NOTICE, str(instance.user_id))


@exports("portfolio_copy")
def export(user: User) -> dict[str, Any]:
    """Whether there is a copy, since when and how large. What it holds only the reader's browser can read."""
    row = PortfolioSync.objects.filter(user=user).first()
    if row is None:
        return {"exists": False}
    return {
        "exists": True,
        "saved_at": stamp(row.updated_at),
        "bytes": max(0, len(bytes(row.blob)) - encryption.OVERHEAD),
        "version": row.version,
        "encrypted": "in your browser, with a PIN that the service does not know",
    }
