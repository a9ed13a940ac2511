"""Export and deletion of a reader's data.

Other apps register exporters, which return JSON-serialisable data, and erasers, which run before the row is
deleted and raise `DeletionRefused` when the account cannot be deleted yet.
"""

from collections.abc import Callable
from typing import Any

import structlog
from django.db import transaction
from django.utils import timezone

from accounts.access import Identity, paid_status
from accounts.models import FeedLink, SignInChallenge, User
from briefing.core.dates import rfc3339
from briefing.core.models import EmailSend

Exporter = Callable[[User], Any]
Eraser = Callable[[User], None]
EXPORTERS: dict[str, Exporter] = {}
ERASERS: list[Eraser] = []
log = structlog.get_logger(__name__)


class DeletionRefused(Exception):
    """The account cannot be deleted yet; the text gives the reason and the remedy, in the reader's language."""


def exports(name: str) -> Callable[[Exporter], Exporter]:
    """Registers an app's exporter under a key of the export."""

    def register(exporter: Exporter) -> Exporter:
        EXPORTERS[name] = exporter
        return exporter

    return register


def erases(eraser: Eraser) -> Eraser:
    """Registers what an app does before an account is deleted, such as cancelling a subscription."""
    ERASERS.append(eraser)
    return eraser


def stamp(moment: Any) -> str | None:
    """Formats a time as RFC 3339 in UTC with Z."""
    return rfc3339(moment) if moment else None


def export(user: User) -> dict[str, Any]:
    """Returns everything that the service stores about the reader."""
    status = paid_status(Identity(user=user))
    link = FeedLink.objects.filter(user=user).first()
    own = {
        "exported_at": stamp(timezone.now()),
        "account": {
            "email": user.email, "tier": user.tier, "language": user.lang, "settings": user.settings_json,
            "digest": user.digest_opt_in, "digest_tone": user.digest_tone, "joined_at": stamp(user.date_joined),
            "last_seen_on": str(user.last_seen_on) if user.last_seen_on else None,
            "referral_code": user.referral_code, "browser_key": user.browser_key,
            "credit_until": stamp(user.credit_until),
            "billing_customer_id": user.billing_customer_id,
            "billing_subscription_id": user.billing_subscription_id,
            "billing_trial_end_at": stamp(user.billing_trial_end_at),
            "billing2_customer_id": user.billing2_customer_id,
            "billing2_subscription_id": user.billing2_subscription_id,
        },
        "paid_status": {"active": status.active, "source": status.source, "expires_at": stamp(status.expires_at)},
        "acknowledgements": [
            {"version": row.version, "language": row.lang, "accepted_at": stamp(row.accepted_at)}
            for row in user.acknowledgements.order_by("version")
        ],
        "invitations": [
            {"joined_at": stamp(row.created_at), "converted_at": stamp(row.converted_at),
             "credited_at": stamp(row.credited_at), "lapsed_at": stamp(row.lapsed_at),
             "lapse_reason": row.lapse_reason}
            for row in user.referrals_made.order_by("created_at")
        ],
        "came_by_invitation": user.referred_by_user_id is not None,
        "emails": [{"kind": row.kind, "sent_at": stamp(row.sent_at)}
                   for row in EmailSend.objects.filter(user=user).order_by("sent_at")],
        "asks_for_passkey": user.second_step,
        "passkeys": [
            {"name": key.name, "added_at": stamp(key.created_at), "last_used_at": stamp(key.last_used_at),
             "synced": key.backed_up, "opens_admin": key.opens_admin, "refused_at": stamp(key.refused_at)}
            for key in user.passkeys.order_by("created_at", "pk")
        ],
        "access_tokens": [
            {"name": token.name, "made_at": stamp(token.created_at),
             "last_used_on": str(token.last_used_on) if token.last_used_on else None}
            for token in user.access_tokens.order_by("created_at", "pk")
        ],
        # Only that a link exists: the file may be shared, and the link gives access.
        "feed_link": {"made_at": stamp(link.created_at)} if link else None,
    }  # fmt: skip
    return own | {name: exporter(user) for name, exporter in sorted(EXPORTERS.items())}


def delete(user: User) -> None:
    """Deletes the account and its data; DeletionRefused, with nothing changed, when an app refuses.

    Erasers call payment processors, so they run before the transaction.
    """
    for eraser in ERASERS:
        eraser(user)
    with transaction.atomic():
        # Concurrent writers of the reader's rows lock the reader too, and find no reader afterwards.
        list(User.objects.select_for_update().filter(pk=user.pk))
        SignInChallenge.objects.filter(normalised_email=user.normalised_email).delete()
        log.info("account_deleted", user_id=user.pk)
        user.delete()
