"""An operator's one-time links: for staff's first passkey, and for recovery when a passkey is lost.

A link replaces only the second step: the e-mailed code is still needed.
"""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.passkeys import messages
from accounts.passkeys.models import Passkey, PasskeyLink
from briefing.core.work.retention import purges

log = structlog.get_logger(__name__)


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()  # 256 random bits cannot be guessed, so the hash needs no key


def make(user: User, *, hours: int) -> str:
    """Creates a link for the reader and invalidates unused earlier ones."""
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        PasskeyLink.objects.filter(user=user, used_at=None).delete()
        PasskeyLink.objects.create(
            token_hash=_hash(token), user=user, expires_at=timezone.now() + timedelta(hours=hours)
        )
    log.info("passkey_link_made", user_id=user.pk)
    return f"{settings.BASE_URL}{reverse('accounts:passkey_link')}?token={token}"


def use(user: User, token: str) -> bool:
    """Uses the link up; returns False if it is another reader's, used, replaced or expired."""
    now = timezone.now()
    mine = PasskeyLink.objects.filter(token_hash=_hash(token), user=user, used_at=None, expires_at__gt=now)
    if not mine.update(used_at=now):
        log.warning("passkey_link_refused", user_id=user.pk)
        return False
    log.info("passkey_link_used", user_id=user.pk)
    messages.queue(user, "link")
    return True


def forget_passkeys(user: User) -> int:
    """Removes all of a reader's passkeys, tokens and links and ends every session, in case they were stolen."""
    with transaction.atomic():
        count = int(Passkey.objects.filter(user=user).delete()[0])
        User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
        user.revoke_keys()
    log.info("passkeys_forgotten", count=count, user_id=user.pk)
    return count


@purges("passkey links")
def purge(now: datetime) -> int:
    return int(PasskeyLink.objects.filter(expires_at__lt=now - timedelta(days=30)).delete()[0])
