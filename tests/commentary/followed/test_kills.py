"""A process that is killed at a step, on a real database; another goes on."""

import contextlib
import os
import signal
from collections.abc import Callable

import pytest
from django.db import connections

from briefing.core.models import EmailSend
from commentary.followed import events, mails
from commentary.followed.models import FigureEvent, FollowMail, PendingEvent
from commentary.mailing import sending
from tests.commentary.followed.cases import NOON, arrives, at, follower, send, yesterday
from tests.smtp import SmtpServer, use

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]


def kill_self(*_args: object, **_more: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def after(real: Callable[..., object]) -> Callable[..., object]:
    def step(*args: object, **more: object) -> None:
        real(*args, **more)
        kill_self()

    return step


STEPS = {
    "within a row's transaction": lambda: setattr(events, "_store", after(events._store)),
    "between two rows": lambda: setattr(events, "advance", after(events.advance)),
    "before the messages": lambda: setattr(mails, "open_mails", kill_self),
    "between messages and jobs": lambda: setattr(sending, "enqueue", kill_self),
    "before it is recorded": lambda: setattr(sending, "record", kill_self),
    "before the end of the record": lambda: setattr(EmailSend.objects, "create", kill_self),
    "after it left": lambda: setattr(sending, "_finish", kill_self),
}


def killed_at(step: str) -> None:
    """Runs scan, opening and sending in a child that dies at the step."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):  # nothing of the parent's runs in the child
            STEPS[step]()
            events.scan(NOON)
            mails.open_mails(NOON)
            for pk in FollowMail.objects.values_list("pk", flat=True):
                mails.deliver(pk, NOON)
        os._exit(1)  # it did not die
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL


@pytest.mark.parametrize("step", STEPS)
def test_a_process_killed_at_a_step_neither_loses_nor_doubles(step, settings):
    with at(NOON), SmtpServer() as server:
        use(settings, server.port)
        follower("US10", "EA10", kinds=("out",))
        yesterday("US10")
        yesterday("EA10")
        arrives("US10", value=4.02)
        arrives("EA10", value=4.02)
        killed_at(step)
        for _ in range(2):
            send(NOON)
        assert len(server.messages) == 1
        assert "US government" in server.messages[0]
        assert FigureEvent.objects.count() == PendingEvent.objects.exclude(mail=None).count() == 2
