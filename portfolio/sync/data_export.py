"""What an export says of the encrypted copy; the row itself goes with its reader."""

from typing import Any

from accounts.data import exports, stamp
from accounts.models import User
from portfolio.models import PortfolioSync
from portfolio.sync import encryption


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
