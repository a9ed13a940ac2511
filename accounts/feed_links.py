"""The private link to a reader's feeds: shown again at any time, void as soon as a new one is made.

The token in a link is the row's random id, signed with the service's secret (`django.core.signing`). So the table
alone opens nothing, the link can be shown again without being stored, and a made-up token is refused without a query.
"""

from django.core.signing import BadSignature, Signer
from django.db import transaction

from accounts.models import FeedLink, User


def _signer() -> Signer:
    return Signer(salt="accounts.feed_link", sep=".")


def token_of(user: User) -> str:
    """What the reader's link carries; empty where there is none."""
    link = FeedLink.objects.filter(user=user).first()
    return _signer().sign(link.pk) if link else ""


def renew(user: User) -> None:
    """A new link; the one before answers nobody any more."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # of two presses at once the second waits
        switch_off(user)
        FeedLink.objects.create(user=user)


def switch_off(user: User) -> None:
    FeedLink.objects.filter(user=user).delete()


def holder(token: str) -> User | None:
    """The active reader whose link this is; the signature is compared in constant time, before any query."""
    try:
        pk = _signer().unsign(token)
    except BadSignature:
        return None
    link = FeedLink.objects.select_related("user").filter(pk=pk, user__is_active=True).first()
    return link.user if link else None
