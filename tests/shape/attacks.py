"""What a stranger tried with success in the audit, tried again on the running service. Run by `.ci/run`; prints figures.

Not named test_*: it needs PostgreSQL and Redis, and says so by failing when they are away.
"""

import email
import email.policy
import http.client
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from tests.shape.on_servers import WORKERS, a_shape, count, running
from tests.shape.running import Service, wait_for
from tests.smtp import SmtpServer

OWNER = "victim@invest.example.org"
LOOK_ALIKE = "victim@ınvest.example.org"  # a dotless i, which PostgreSQL's UPPER() takes for an I
ITS_MAILBOX = "victim@xn--nvest-m4a.example.org"
HOSTS = 50


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, SmtpServer]]:
    folder: Path = tmp_path_factory.mktemp("attacked")
    with (
        SmtpServer() as mailbox,
        a_shape(folder, EMAIL_URL=f"smtp://127.0.0.1:{mailbox.port}", TRUSTED_PROXIES="127.0.0.1") as service,
    ):
        assert service.manage("migrate", "--verbosity", "0").returncode == 0
        assert service.manage("collectstatic", "--noinput", "--verbosity", "0").returncode == 0
        web = ["web", "--bind", f"127.0.0.1:{service.port}", "--access-log"]
        with running(service, web, *WORKERS):
            wait_for(
                lambda: service.status("/readyz") == 200, seconds=300, what="readiness", said=service.said
            )
            yield service, mailbox


class Stranger:
    """A browser at a client address of its own choosing."""

    def __init__(self, service: Service, client: str) -> None:
        self.base = f"http://127.0.0.1:{service.port}"
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        self.opener.addheaders = [("Origin", self.base), ("X-Forwarded-For", client)]

    def send(self, path: str, **fields: str) -> tuple[int, str]:
        """Status and page of a form that is sent as a browser would."""
        try:
            page = self.opener.open(self.base + path, timeout=60).read().decode()
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
            form = urllib.parse.urlencode(
                fields | {"csrfmiddlewaretoken": token[1] if token else ""}
            ).encode()
            with self.opener.open(self.base + path, form, timeout=60) as answer:
                return int(answer.status), answer.read().decode()
        except urllib.error.HTTPError as error:
            return int(error.code), error.read().decode()

    def page(self, path: str) -> str:
        with self.opener.open(self.base + path, timeout=60) as answer:
            return str(answer.read().decode())

    def ask(self, address: str) -> tuple[int, str]:
        return self.send("/login", email=address, ack="on", lang="en", ack_version="1")


def mails_to(mailbox: SmtpServer, address: str) -> list[str]:
    """The texts of the messages to the address, oldest first."""
    found = [_parsed(raw) for raw in mailbox.messages]
    return [text for to, text in found if address in to]


@lru_cache(maxsize=4096)  # whoever waits for a message looks again and again, among hundreds in a soak
def _parsed(raw: str) -> tuple[str, str]:
    message = email.message_from_string(raw, policy=email.policy.default)
    return str(message["To"]), message.get_body(("plain",)).get_content()


def code_for(service: Service, mailbox: SmtpServer, browser: Stranger, typed: str, *, arrives_at: str) -> str:
    before = len(mails_to(mailbox, arrives_at))
    browser.ask(typed)
    wait_for(
        lambda: len(mails_to(mailbox, arrives_at)) > before,
        seconds=60, what=f"a code at {arrives_at}", said=service.said,
    )  # fmt: skip
    return re.search(r"\b\d{3} ?\d{3}\b", mails_to(mailbox, arrives_at)[-1])[0]


def test_look_alike_opens_an_account_of_its_own(attacked):
    service, mailbox = attacked
    owner, stranger = Stranger(service, "198.18.1.1"), Stranger(service, "198.18.1.2")
    owner.send("/verify", code=code_for(service, mailbox, owner, OWNER, arrives_at=OWNER))
    received = len(mails_to(mailbox, OWNER))
    code = code_for(service, mailbox, stranger, LOOK_ALIKE, arrives_at=ITS_MAILBOX)
    stranger.send("/verify", code=code)
    settings = stranger.page("/settings")
    print(f"\ntakeover: the look-alike's code went to {ITS_MAILBOX} alone and opened that account")
    assert (OWNER in settings, ITS_MAILBOX in settings, len(mails_to(mailbox, OWNER))) == (
        False,
        True,
        received,
    )


def test_flood_from_many_networks_leaves_the_owner_a_code(attacked):
    service, mailbox = attacked
    before = len(mailbox.messages)
    # One /48 first, then a flood from everywhere: more than the 180 codes of an hour that are for everybody.
    for number in range(80):
        Stranger(service, f"2001:db8:1:{number:x}::1").ask(f"a{number}@flood.example")
    wait_for(lambda: waiting(service) == 0, seconds=120, what="the codes of one /48", said=service.said)
    of_one_48 = len(mailbox.messages) - before
    for number in range(200):
        Stranger(service, f"198.18.{10 + number // 200}.{number % 200 + 1}").ask(f"b{number}@flood.example")
    wait_for(lambda: waiting(service) == 0, seconds=240, what="the codes of the flood", said=service.said)
    in_all = len(mailbox.messages) - before
    owner = Stranger(service, "198.18.2.1")
    status, _page = owner.send("/verify", code=code_for(service, mailbox, owner, OWNER, arrives_at=OWNER))
    told = count(service, "SELECT count(*) FROM briefing_staffnotice WHERE kind = 'sign_in_codes'")
    print(
        f"\nflood: {of_one_48} of 80 codes to one /48, {in_all} of 280 in all; then the owner's came; {told} notices"
    )
    assert of_one_48 <= 60
    assert in_all <= 180
    assert (status, told > 0) == (200, True)


def waiting(service: Service) -> int:
    return count(
        service,
        "SELECT count(*) FROM briefing_job WHERE kind = 'accounts.send_code' AND state IN ('new', 'running')",
    )


def test_enormous_host_is_refused_in_a_line(attacked):
    service, _mailbox = attacked
    service.forget_log()
    began = time.monotonic()
    for number in range(HOSTS):
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
        connection.putrequest("GET", "/", skip_host=True)
        connection.putheader("Host", f"{number}" + "a.b-" * 1_970)
        connection.endheaders()
        assert connection.getresponse().status == 400
        connection.close()
    print(f"\nheader: {HOSTS} Host headers of 7.9 kB in {time.monotonic() - began:.2f} s")
    said = service.said()
    assert "a.b-a.b-" not in said
    assert "Traceback" not in said
