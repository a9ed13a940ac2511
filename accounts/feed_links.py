"""The private link to a reader's feeds: shown again at any time, invalid once a new one is made.

The token is the row's random id, signed with the service's secret (`django.core.signing`). So the table alone
gives no access, the link can be shown again without being stored, and a forged token is refused without a query.
"""

from django.core.signing import BadSignature, Signer
from django.db import transaction

from accounts.models import FeedLink, User


def _signer() -> Signer:
    return Signer(salt="accounts.feed_link", sep=".")


def token_of(user: User) -> str:
    """The token of the reader's link; "" without a link."""
    link = FeedLink.objects.filter(user=user).first()
    return _signer().sign(link.pk) if link else ""


def renew(user: User) -> None:
    """Creates a link and invalidates the previous one."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # serialises concurrent requests of the reader
        switch_off(user)
        FeedLink.objects.create(user=user)


def switch_off(user: User) -> None:
    FeedLink.objects.filter(user=user).delete()


def holder(token: str) -> User | None:
    """The active reader of this link; the signature is compared in constant time, before any query."""
    try:
        pk = _signer().unsign(token)
    except BadSignature:
        return None
    link = FeedLink.objects.select_related("user").filter(pk=pk, user__is_active=True).first()
    return link.user if link else None
