"""Sending mail, over a real loopback SMTP server."""

import email
import email.policy
import threading

import pytest
from django.core import mail as outbox
from django.core.mail import get_connection
from django.template import engines

from briefing.core.models import EmailSend
from briefing.core.outside import mail
from tests.smtp import SmtpServer, use

TEMPLATES = {
    "mail/hello.subject.txt": "{% load i18n %}{% translate 'Settings' %}\n for {{ name }}",
    "mail/hello.txt": "Hello {{ name }}",
    "mail/hello.html": "<p>Hello {{ name }}</p>",
}


@pytest.fixture(autouse=True)
def templates(settings):
    loader = ("django.template.loaders.locmem.Loader", TEMPLATES)
    django = settings.TEMPLATES[0] | {"APP_DIRS": False, "OPTIONS": {"loaders": [loader]}}
    settings.TEMPLATES = [django]
    yield
    engines._engines = {}  # the next test compiles the project's templates again


def send(name: str = "Ada", **kwargs: object) -> EmailSend:
    return mail.send("hello", "ada@example.org", language="en", kind="code", context={"name": name}, **kwargs)


@pytest.mark.django_db
def test_send_has_two_parts_and_is_recorded():
    row = send()
    message = outbox.outbox[0]
    assert (message.subject, message.body) == ("Settings for Ada", "Hello Ada")
    assert message.alternatives == [("<p>Hello Ada</p>", "text/html")]
    assert message.extra_headers["Content-Language"] == "en"
    assert (row.kind, EmailSend.objects.count()) == ("code", 1)


@pytest.mark.django_db
def test_send_escapes_html_and_folds_the_subject():
    send("<b>\r\nBcc: x@example.org")
    message = outbox.outbox[0]
    assert message.subject == "Settings for &lt;b&gt; Bcc: x@example.org"
    assert "&lt;b&gt;" in message.alternatives[0][0]


@pytest.mark.django_db
@pytest.mark.parametrize(("code", "permanent"), [(550, True), (450, False)])
def test_refused_recipient_is_an_error_without_the_address(settings, code, permanent):
    with SmtpServer(recipient_reply=code) as server:
        use(settings, server.port)
        with pytest.raises(mail.MailError) as caught:
            send()
    assert (caught.value.permanent, "ada" in str(caught.value)) == (permanent, False)
    assert EmailSend.objects.count() == 0


@pytest.mark.django_db
def test_server_that_is_away_is_worth_another_try(settings):
    use(settings, 1)
    with pytest.raises(mail.MailError) as caught:
        send()
    assert caught.value.permanent is False
    assert get_connection() is not None


class Stop(Exception):
    """Raised by the recording function at the last moment."""


@pytest.mark.django_db
def test_who_records_can_stop_the_message_once_it_is_whole():
    def stop() -> EmailSend:
        raise Stop

    with pytest.raises(Stop):
        send(record=stop)
    with pytest.raises(mail.MailError):  # an invalid header: the recording function was not called
        send(record=stop, headers={"X-Note": "one\ntwo"})
    assert (outbox.outbox, EmailSend.objects.count()) == ([], 0)


@pytest.mark.django_db
def test_what_was_recorded_by_the_caller_stays_when_the_server_refuses(settings):
    with SmtpServer(recipient_reply=450) as server:
        use(settings, server.port)
        with pytest.raises(mail.MailError) as caught:
            send(record=lambda: EmailSend.objects.create(kind="digest"))
    assert (caught.value.may_have_left, EmailSend.objects.get().kind) == (False, "digest")


@pytest.mark.django_db
def test_a_connection_that_breaks_over_the_message_leaves_it_open(settings):
    with SmtpServer(breaks_after_data=True) as server:
        use(settings, server.port)
        with pytest.raises(mail.MailError) as caught:
            send()
    assert (caught.value.may_have_left, caught.value.permanent) == (True, False)


@pytest.mark.django_db
def test_message_reaches_a_real_server(settings):
    with SmtpServer() as server:
        use(settings, server.port)
        send()
    assert len(server.messages) == 1
    assert "Hello Ada" in server.messages[0]


@pytest.mark.django_db
def test_lines_and_headers_keep_to_what_mail_servers_take(settings):
    """RFC 5322, 2.1.1: no line over 998 octets, folded headers; RFC 2047: headers in ASCII."""
    name = "Perché già " * 300
    with SmtpServer() as server:
        use(settings, server.port)
        send(name)
    raw = server.messages[0].encode()
    assert max(len(line) for line in raw.split(b"\r\n")) <= 998
    head = raw.partition(b"\r\n\r\n")[0]
    assert head.isascii()
    assert max(len(line) for line in head.split(b"\r\n")) <= 78
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert message["Subject"].strip() == f"Settings for {name.strip()}"
    assert message.get_body(("plain",)).get_content().strip() == f"Hello {name}".strip()


@pytest.mark.django_db
def test_server_that_greets_for_ever_is_given_up(settings):
    settings.EMAIL_DEADLINE_S = 0.5
    with SmtpServer(drips=True) as server:
        use(settings, server.port)
        with pytest.raises(mail.MailError) as caught:
            send()
    assert (str(caught.value), caught.value.permanent) == ("the mail server refused: TimeoutError", False)
    assert (caught.value.may_have_left, EmailSend.objects.count()) == (False, 0)


@pytest.mark.django_db
def test_deadline_ends_with_the_message(settings):
    others = set(threading.enumerate())  # the test's time limit is such a thread too
    with SmtpServer() as server:
        use(settings, server.port)
        connection = get_connection()
        with connection:
            (timer,) = [
                one for one in set(threading.enumerate()) - others if isinstance(one, threading.Timer)
            ]
        timer.join(60)
        assert not timer.is_alive()


@pytest.mark.django_db
def test_terminal_shows_recipient_subject_and_text_alone(settings, capsys):
    settings.EMAIL_BACKEND = "briefing.core.outside.mail_terminal.TerminalBackend"
    send()
    lines = [line for line in capsys.readouterr().out.splitlines() if line]
    assert lines[1:-1] == ["E-mail to ada@example.org", "Subject: Settings for Ada", "Hello Ada"]
