"""Sends a stored message at most once: takes its row, records it in `email_sends`, and stores the outcome."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import islice
from typing import Any, TypeVar

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from briefing.core import origin
from briefing.core.models import EmailSend, Job
from briefing.core.outside import mail
from commentary.mailing.models import ReaderMail, State

# Four a second, half the rate of the job queue, so that sign-in codes are not delayed.
PACE = timedelta(milliseconds=250)
BATCH = 500
KEEP_FOR = timedelta(days=90)
NOTHING = "nothing to send"
REFUSED = "refused"  # a reason of every kind of message
Item = TypeVar("Item")


class Stopped(Exception):
    """The message is not sent; `reason` is "" if another worker took it or the account is deleted."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason


def batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    left = iter(items)
    while batch := list(islice(left, BATCH)):
        yield batch


def enqueue(job: str, ids: Sequence[int]) -> int:
    """Creates the missing jobs of these rows, spread over time, and returns the number of rows.

    The key is the row's id, so that the queue holds no personal data; a row whose job has failed keeps that job.
    """
    start = timezone.now()
    for batch in batches(enumerate(ids)):
        Job.objects.bulk_create(
            [Job(kind=job, key=str(pk), not_before=start + place * PACE) for place, pk in batch],
            ignore_conflicts=True,
        )
    return len(ids)


def send(
    row: ReaderMail,
    user: User,
    template: str,
    *,
    kind: str,
    context: Mapping[str, Any],
    headers: Mapping[str, str],
    confirm: Callable[[User], object],
    release: Callable[[], object] = lambda: None,
) -> str:
    """Sends `mail/<template>` in the reader's language and returns the outcome. Raises MailError for a retry.

    `confirm` gets the account as it is just before sending, locked, and raises Stopped or MailError to prevent
    it. `release` undoes in the database what `confirm` did, if the message is to be sent later.
    """
    try:
        mail.send(
            template,
            user.email,
            language=user.lang,
            kind=kind,
            context=context,
            headers=headers,
            record=lambda: record(row, user.pk, kind, confirm),
        )
    except Stopped as stopped:
        return skip(row, stopped.reason) if stopped.reason else NOTHING
    except mail.MailError as error:
        return _not_sent(row, error, release)
    _finish(row, State.RECORDED, State.SENT)
    return "sent"


def record(row: ReaderMail, user_id: int, kind: str, confirm: Callable[[User], object]) -> EmailSend:
    """Takes the row and records the sending in one transaction that locks the user. Raises Stopped."""
    with transaction.atomic():
        origin.claim()
        user = User.objects.select_for_update().filter(pk=user_id).first()
        if user is None:
            raise Stopped
        sent = EmailSend.objects.create(user=user, kind=kind)
        if not _update(row, State.WAITING, state=State.RECORDED, email_send=sent, finished_at=sent.sent_at):
            raise Stopped  # rolls back the row created above
        confirm(user)
    return sent


def _not_sent(row: ReaderMail, error: mail.MailError, release: Callable[[], object]) -> str:
    """Handles a failed sending: no retry if the message may have left, otherwise a retry or a final failure."""
    if error.may_have_left:
        return "the connection broke: it may have left, and is not repeated"
    with transaction.atomic():
        rows = type(row)._default_manager.filter(pk=row.pk)
        EmailSend.objects.filter(pk__in=rows.values("email_send")).delete()
        if error.permanent:
            _finish(row, State.RECORDED, State.FAILED, REFUSED)
        else:
            release()
            _update(row, State.RECORDED, state=State.WAITING, finished_at=None)
    raise error


def skip(row: ReaderMail, reason: str) -> str:
    """Stores why the message is not sent, and returns the outcome."""
    _finish(row, State.WAITING, State.SKIPPED, reason)
    return f"skipped: {reason}"


def _finish(row: ReaderMail, old: State, new: State, reason: str = "") -> None:
    _update(row, old, state=new, reason=reason, finished_at=timezone.now())


def _update(row: ReaderMail, old: State, **columns: Any) -> int:
    """Changes the row if its state is still `old`; returns the number of rows changed."""
    return type(row)._default_manager.filter(pk=row.pk, state=old).update(**columns)


def context_of(settings_anchor: str, unsubscribe_url: str) -> dict[str, Any]:
    """Returns the template context that every message has, with the place in the settings that switches it off."""
    return {
        "base_url": settings.BASE_URL,
        "settings_url": f"{settings.BASE_URL}{reverse('accounts:settings')}#{settings_anchor}",
        "unsubscribe_url": unsubscribe_url,
        "operator": settings.OPERATOR,
        "sample_data": origin.is_sample(),
    }
