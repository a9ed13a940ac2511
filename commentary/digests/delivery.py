"""Delivery of digests: one row and one job for each reader and period, at most one message per row."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, cast

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts import access
from accounts.data import exports, stamp
from accounts.models import User
from briefing.core import jobs, mail, origin
from briefing.core.models import EmailSend
from commentary import marks
from commentary.digests import contents, unsubscribing
from commentary.digests.contents import DigestContents
from commentary.digests.models import Digest
from commentary.digests.periods import DigestPeriod, Kind, named

JOB = "commentary.send_digest"
# Four a second, half the rate of the job queue, so that sign-in codes are not delayed.
PACE = timedelta(milliseconds=250)
BATCH = 500
KEEP_FOR = timedelta(days=90)
State, Reason = Digest.State, Digest.Reason


class Stopped(Exception):
    """The digest is not sent; `reason` is None if another worker claimed it or the account is deleted."""

    def __init__(self, reason: Digest.Reason | None) -> None:
        super().__init__(reason)
        self.reason = reason


def readers(kind: Kind) -> QuerySet[User]:
    """Returns active accounts subscribed to this digest; `objection` checks the rest when sending."""
    return User.objects.filter(is_active=True, digest_opt_in=kind)


def open_period(period: DigestPeriod, now: datetime) -> int:
    """Creates the rows and jobs of a period and returns how many wait, 0 after its end. Idempotent."""
    if period.is_over(now):
        return 0
    waiting = make_rows(period)
    for place, pk in enumerate(waiting):
        jobs.enqueue(JOB, str(pk), not_before=timezone.now() + place * PACE)
    return len(waiting)


def make_rows(period: DigestPeriod) -> list[int]:
    """Creates missing rows for the readers of a period and returns the ids of those waiting."""
    for batch in _batches(readers(period.kind).order_by("pk").values_list("pk", flat=True)):
        rows = [Digest(user_id=pk, kind=period.kind, period=period.key) for pk in batch]
        Digest.objects.bulk_create(rows, ignore_conflicts=True)
    waiting = Digest.objects.waiting().of_period(period.kind, period.key)
    return list(waiting.order_by("pk").values_list("pk", flat=True))


def _batches(ids: QuerySet[User, int]) -> Iterator[list[int]]:
    batch: list[int] = []
    for pk in ids.iterator(chunk_size=BATCH):
        batch.append(pk)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def deliver(pk: int, now: datetime) -> str:
    """Sends one digest and returns the outcome; idempotent.

    Checks the account again, since it may have changed since the row was made. Raises MailError if a retry may
    succeed.
    """
    digest = Digest.objects.waiting().select_related("user").filter(pk=pk).first()
    if digest is None:
        return "nothing to send"
    period = named(cast(Kind, digest.kind), digest.period)
    if reason := Reason.TOO_LATE if period.is_over(now) else objection(digest.user, digest.kind):
        return _skip(digest, reason)
    edition = contents_for(digest.user, period, now)
    if edition.is_empty:
        return _skip(digest, Reason.NOTHING_NEW)
    url = unsubscribing.link(unsubscribing.token_of(digest.user_id), edition.language)
    try:
        mail.send(
            "digest",
            digest.user.email,
            language=edition.language,
            kind=email_kind(digest.kind),
            context=context_of(edition, unsubscribe_url=url),
            headers=headers_of(edition, url),
            record=lambda: _record(digest),
        )
    except Stopped as stopped:
        return _skip(digest, stopped.reason) if stopped.reason else "nothing to send"
    except mail.MailError as error:
        return _not_sent(digest, error)
    _finish(digest, State.RECORDED, State.SENT)
    return "sent"


def objection(user: User, kind: str) -> Digest.Reason | None:
    """Returns why the reader must not get the digest, or None; it does not depend on a subscription."""
    if not user.is_active:
        return Reason.INACTIVE
    if user.digest_opt_in != kind:
        return Reason.NOT_WANTED
    return None if access.acknowledged(user) else Reason.NOT_ACCEPTED


def email_kind(kind: str) -> str:
    """Returns the kind as stored in `email_sends`."""
    return f"digest_{kind}"


def _record(digest: Digest) -> EmailSend:
    """Claims the row and records the sending in one transaction that locks the user. Raises Stopped."""
    with transaction.atomic():
        origin.claim()
        user = User.objects.select_for_update().filter(pk=digest.user_id).first()
        if user is None:
            raise Stopped(None)
        if reason := objection(user, digest.kind):
            raise Stopped(reason)
        if (user.email, user.rules_only) != (digest.user.email, digest.user.rules_only):
            raise mail.MailError("the reader changed address or texts meanwhile", permanent=False)
        row = EmailSend.objects.create(user=user, kind=email_kind(digest.kind))
        if (
            not Digest.objects.waiting()
            .filter(pk=digest.pk)
            .update(state=State.RECORDED, email_send=row, finished_at=row.sent_at)
        ):
            raise Stopped(None)  # rolls back the row created above
    return row


def _not_sent(digest: Digest, error: mail.MailError) -> str:
    """Handles a failed sending: no retry if the message may have left, otherwise a retry or a final failure."""
    if error.may_have_left:
        return "the connection broke: it may have left, and is not repeated"
    with transaction.atomic():
        EmailSend.objects.filter(pk__in=Digest.objects.filter(pk=digest.pk).values("email_send")).delete()
        if error.permanent:
            _finish(digest, State.RECORDED, State.FAILED, Reason.REFUSED)
        else:
            Digest.objects.filter(pk=digest.pk, state=State.RECORDED).update(
                state=State.WAITING, finished_at=None
            )
    raise error


def _skip(digest: Digest, reason: Digest.Reason) -> str:
    _finish(digest, State.WAITING, State.SKIPPED, reason)
    return f"skipped: {reason.value}"


def _finish(digest: Digest, old: Digest.State, new: Digest.State, reason: str = "") -> None:
    Digest.objects.filter(pk=digest.pk, state=old).update(
        state=new, reason=reason, finished_at=timezone.now()
    )


def contents_for(user: User, period: DigestPeriod, now: datetime) -> DigestContents:
    """Collects the contents in the reader's language and digest tone, or the first tone generated."""
    tones = settings.GENERATION_TONES
    tone = user.digest_tone if user.digest_tone in tones else tones[0]
    return contents.collect(period, language=user.lang, tone=tone, now=now, rules_only=user.rules_only)


def context_of(edition: DigestContents, *, unsubscribe_url: str) -> dict[str, Any]:
    """Returns the template context of `mail/digest`."""
    return {
        "edition": edition,
        "base_url": settings.BASE_URL,
        "log_url": f"{settings.BASE_URL}{reverse('commentary:entry', args=[edition.log.id])}" if edition.log else "",
        "news_url": f"{settings.BASE_URL}{reverse('news:page')}",
        "authorship_url": marks.about_url(),
        "settings_url": f"{settings.BASE_URL}{reverse('accounts:settings')}#id_digest_opt_in",
        "unsubscribe_url": unsubscribe_url,
        "operator": settings.OPERATOR,
        "sample_data": origin.is_sample(),
    }  # fmt: skip


def headers_of(edition: DigestContents, unsubscribe_url: str) -> dict[str, str]:
    """Returns the message's headers: how to unsubscribe, and the mark of its text."""
    return unsubscribing.headers(unsubscribe_url) | marks.headers([edition.log.mark] if edition.log else [])


def purge(now: datetime) -> int:
    """Deletes rows older than 90 days, when their periods are long over, and returns their number."""
    return int(Digest.objects.filter(created_at__lt=now - KEEP_FOR).delete()[0])


@exports("digests")
def export(user: User) -> list[dict[str, Any]]:
    """Returns the digests of the last 90 days with their outcome, for the data export."""
    return [
        {"kind": row.kind, "period": row.period, "state": row.state, "reason": row.reason,
         "created_at": stamp(row.created_at), "finished_at": stamp(row.finished_at)}
        for row in Digest.objects.filter(user=user).order_by("created_at", "pk")
    ]  # fmt: skip
