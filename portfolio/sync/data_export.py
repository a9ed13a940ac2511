"""Exports the metadata of the encrypted copy, and closes its staff notice when the copy is deleted."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from accounts.data import exports, stamp
from accounts.models import User
from briefing.core.operations import notices
from portfolio.models import PortfolioSync
from portfolio.sync import encryption
from portfolio.sync.backups import NOTICE


@receiver(pre_delete, sender=PortfolioSync)
def close_notice(instance: PortfolioSync, **kwargs: Any) -> None:
    """Resolves the notice about a damaged copy once the copy is deleted."""
    notices.resolve(NOTICE, str(instance.user_id))


@exports("portfolio_copy")
def export(user: User) -> dict[str, Any]:
    """Whether there is a copy, its time and size. Only the reader's browser can decrypt the content."""
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
