"""Delivery of digests: one row and one job for each reader and period, at most one message per row."""

from datetime import datetime
from typing import Any, cast

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from accounts import access
from accounts.data import exports, stamp
from accounts.models import User
from briefing.core.outside import mail
from commentary import marks
from commentary.digests import contents
from commentary.digests.contents import DigestContents
from commentary.digests.models import Digest
from commentary.digests.periods import DigestPeriod, Kind, named
from commentary.mailing import sending, unsubscribing

JOB = "commentary.send_digest"
Reason = Digest.Reason


def readers(kind: Kind) -> QuerySet[User]:
    """Returns active accounts subscribed to this digest; `objection` checks the rest when sending."""
    return User.objects.filter(is_active=True, digest_opt_in=kind)


def open_period(period: DigestPeriod, now: datetime) -> int:
    """Creates the rows and jobs of a period and returns how many wait, 0 after its end. Idempotent."""
    if period.is_over(now):
        return 0
    return sending.enqueue(JOB, make_rows(period))


def make_rows(period: DigestPeriod) -> list[int]:
    """Creates missing rows for the readers of a period and returns the ids of those waiting."""
    wanted = readers(period.kind).order_by("pk").values_list("pk", flat=True)
    for batch in sending.batches(wanted.iterator(chunk_size=sending.BATCH)):
        rows = [Digest(user_id=pk, kind=period.kind, period=period.key) for pk in batch]
        Digest.objects.bulk_create(rows, ignore_conflicts=True)
    waiting = Digest.objects.waiting().of_period(period.kind, period.key)
    return list(waiting.order_by("pk").values_list("pk", flat=True))


def deliver(pk: int, now: datetime) -> str:
    """Sends one digest and returns the outcome; idempotent.

    Checks the account again, since it may have changed since the row was made. Raises MailError if a retry may
    succeed.
    """
    digest = Digest.objects.waiting().select_related("user").filter(pk=pk).first()
    if digest is None:
        return sending.NOTHING
    period = named(cast(Kind, digest.kind), digest.period)
    if reason := Reason.TOO_LATE if period.is_over(now) else objection(digest.user, digest.kind):
        return sending.skip(digest, reason)
    edition = contents_for(digest.user, period, now)
    if edition.is_empty:
        return sending.skip(digest, Reason.NOTHING_NEW)
    url = unsubscribing.link(unsubscribing.token_of(digest.user_id), edition.language)
    return sending.send(
        digest,
        digest.user,
        "digest",
        kind=f"digest_{digest.kind}",
        context=context_of(edition, unsubscribe_url=url),
        headers=headers_of(edition, url),
        confirm=lambda user: confirm(digest, user),
    )


def objection(user: User, kind: str) -> Digest.Reason | None:
    """Returns why the reader must not get the digest, or None; it does not depend on a subscription."""
    if not user.is_active:
        return Reason.INACTIVE
    if user.digest_opt_in != kind:
        return Reason.NOT_WANTED
    return None if access.acknowledged(user) else Reason.NOT_ACCEPTED


def confirm(digest: Digest, user: User) -> None:
    """Checks the account just before sending. Raises Stopped, or MailError where the message must be rendered again."""
    if reason := objection(user, digest.kind):
        raise sending.Stopped(reason)
    if (user.email, user.rules_only) != (digest.user.email, digest.user.rules_only):
        raise mail.MailError("the reader changed address or texts meanwhile", permanent=False)


def contents_for(user: User, period: DigestPeriod, now: datetime) -> DigestContents:
    """Collects the contents in the reader's language and digest tone, or the first tone generated."""
    tones = settings.GENERATION_TONES
    tone = user.digest_tone if user.digest_tone in tones else tones[0]
    return contents.collect(period, language=user.lang, tone=tone, now=now, rules_only=user.rules_only)


def context_of(edition: DigestContents, *, unsubscribe_url: str) -> dict[str, Any]:
    """Returns the template context of `mail/digest`."""
    return sending.context_of("id_digest_opt_in", unsubscribe_url) | {
        "edition": edition,
        "mark": edition.log.mark if edition.log else None,
        "log_url": f"{settings.BASE_URL}{reverse('commentary:entry', args=[edition.log.id])}" if edition.log else "",
        "news_url": f"{settings.BASE_URL}{reverse('news:page')}",
        "authorship_url": marks.about_url(),
    }  # fmt: skip


def headers_of(edition: DigestContents, unsubscribe_url: str) -> dict[str, str]:
    """Returns the message's headers: how to unsubscribe, and the mark of its text."""
    return unsubscribing.headers(unsubscribe_url) | marks.headers([edition.log.mark] if edition.log else [])


def purge(now: datetime) -> int:
    """Deletes rows older than 90 days, when their periods are long over, and returns their number."""
    return int(Digest.objects.filter(created_at__lt=now - sending.KEEP_FOR).delete()[0])


@exports("digests")
def export(user: User) -> list[dict[str, Any]]:
    """Returns the digests of the last 90 days with their outcome, for the data export."""
    return [
        {"kind": row.kind, "period": row.period, "state": row.state, "reason": row.reason,
         "created_at": stamp(row.created_at), "finished_at": stamp(row.finished_at)}
        for row in Digest.objects.filter(user=user).order_by("created_at", "pk")
    ]  # fmt: skip
