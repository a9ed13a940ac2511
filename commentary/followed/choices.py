"""What a reader follows and how it is delivered: stored, limited, exported."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from accounts.data import exports, stamp
from accounts.models import User
from commentary.followed import times
from commentary.followed.models import (
    FIGURE_KINDS,
    Follow,
    FollowDelivery,
    FollowMail,
    Kind,
    PendingEvent,
)
from indicators.agenda import catalogue, decisions
from indicators.agenda.catalogue import CatalogueRelease
from indicators.groups import load

MOST = 20


class TooMany(Exception):
    """The reader follows the maximum number of figures already."""


def banks() -> list[CatalogueRelease]:
    """Returns the decisions of the agenda that can be followed."""
    return [entry for entry in catalogue.entries().values() if entry.bank in decisions.banks()]


def kinds_of(user: User, subject: str) -> set[str]:
    return set(Follow.objects.filter(user=user, subject=subject).values_list("kind", flat=True))


def follow_figure(user: User, code: str, kinds: Iterable[str], *, zone: str = "") -> None:
    """Stores the kinds chosen for a figure, none to stop. Raises NotConfigured for an unknown row, TooMany."""
    wanted = [kind for kind in FIGURE_KINDS if kind in set(kinds)]
    with _locked(user):
        own = Follow.objects.filter(user=user)
        if wanted:
            load().row(code)
            others = own.exclude(kind=Kind.DECISION).exclude(subject=code)
            if others.values("subject").distinct().count() >= MOST:
                raise TooMany
        _replace(user, code, wanted, zone)


def follow_banks(user: User, ids: Iterable[str], *, zone: str = "") -> None:
    """Stores the banks chosen, and stops the others."""
    chosen = set(ids)
    with _locked(user):
        for entry in banks():
            _replace(user, entry.id, [Kind.DECISION] if entry.id in chosen else [], zone)


@contextmanager
def _locked(user: User) -> Iterator[None]:
    """Locks the reader in a transaction, so that two requests at once cannot pass the limit together."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        yield


def _replace(user: User, subject: str, kinds: list[Kind], zone: str) -> None:
    """Adds and removes kinds; those that stay keep the moment since when they are asked for."""
    own = Follow.objects.filter(user=user, subject=subject)
    gone = own.exclude(kind__in=kinds)
    PendingEvent.objects.filter(
        user=user, mail=None, event__subject=subject, event__kind__in=gone.values("kind")
    ).delete()
    gone.delete()
    Follow.objects.bulk_create(
        [Follow(user=user, subject=subject, kind=kind) for kind in kinds], ignore_conflicts=True
    )
    if kinds:
        known = zone if zone in times.zones() else times.UNKNOWN
        FollowDelivery.objects.get_or_create(user=user, defaults={"zone": known})


def set_delivery(user: User, mail: str, zone: str) -> None:
    with _locked(user):
        FollowDelivery.objects.update_or_create(user=user, defaults={"mail": mail, "zone": zone})
        if mail == FollowDelivery.Mail.OFF:
            switch_off_mail(user.pk)


def switch_off_mail(user_id: int) -> None:
    """Ends the messages and keeps what is followed, for the feed. Idempotent; a deleted account is ignored."""
    with transaction.atomic():
        FollowDelivery.objects.filter(user=user_id).update(mail=FollowDelivery.Mail.OFF)
        PendingEvent.objects.filter(user=user_id, mail=None).delete()


@exports("followed")
def export(user: User) -> dict[str, Any]:
    """Returns what the reader follows, the delivery and the messages of the last 90 days, for the data export."""
    delivery = FollowDelivery.objects.filter(user=user).first()
    follows = Follow.objects.filter(user=user).order_by("subject", "kind")
    mails = FollowMail.objects.filter(user=user).order_by("created_at", "pk")
    return {
        "delivery": {"mail": delivery.mail, "zone": delivery.zone} if delivery else None,
        "figures": [
            {"subject": row.subject, "kind": row.kind, "since": stamp(row.created_at)} for row in follows
        ],
        "messages": [
            {"slot": row.slot, "state": row.state, "reason": row.reason, "created_at": stamp(row.created_at),
             "finished_at": stamp(row.finished_at)}
            for row in mails
        ],
    }  # fmt: skip
