"""Hostile feeds in a running service, and how long a sign-in code takes meanwhile."""

import contextlib
import http.server
import re
import secrets
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator

from tests.news.hostile_feeds import SHAPES
from tests.shape.on_servers import ask
from tests.shape.running import Service, wait_for
from tests.smtp import SmtpServer

FIVE_MIB = 5 * 2**20 - 200
TRICKLE = "slow trickle"
# So many feeds of a shape that the code is asked for while they are ingested; fewer of what takes 20 s each.
COPIES = 30
COPIES_OF = {TRICKLE: 16, "malformed: names in cdata": 4}
# Three seconds of silence, a byte, and so on: each wait is short, the whole has no end.
TRICKLE_EVERY_S = 3.0

PLANT = """
from django.utils import timezone
from news.models import Feed, Run
from briefing.core.models import Job
now = timezone.now()
for url in {urls!r}:
    Feed.objects.update_or_create(url=url, defaults=dict(
        title=url[-60:], publisher=url[-60:], enabled=True, gone=False, failures=0, next_check_at=now,
        etag="", last_modified="", body_digest=""))
Run.objects.create(key={key!r}, started_at=now)
Job.objects.create(kind="news.ingest", key={key!r})
"""


class Publisher:
    """Serves `/<shape>/<size>/<anything>`; `asked` counts the requests for a shape."""

    def __init__(self) -> None:
        self.asked: dict[str, int] = {}
        self.closing = threading.Event()
        publisher = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                shape, size = urllib.parse.unquote(self.path).strip("/").split("/")[:2]
                publisher.asked[shape] = publisher.asked.get(shape, 0) + 1
                with contextlib.suppress(OSError):
                    publisher.answer(self, shape, int(size))

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, handler: http.server.BaseHTTPRequestHandler, shape: str, size: int) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "application/xml")
        handler.end_headers()
        if shape != TRICKLE:
            handler.wfile.write(SHAPES[shape](size))
            return
        handler.wfile.write(b"<rss version='2.0'><channel>")
        while not self.closing.wait(TRICKLE_EVERY_S):
            handler.wfile.write(b" ")
            handler.wfile.flush()

    def close(self) -> None:
        self.closing.set()
        self.server.shutdown()
        self.server.server_close()


@contextlib.contextmanager
def outside() -> Iterator[tuple[Publisher, SmtpServer]]:
    """A publisher of hostile documents and a mail server that takes what it is given, both on loopback."""
    publisher = Publisher()
    try:
        with SmtpServer() as mailbox:
            yield publisher, mailbox
    finally:
        publisher.close()


def variables(publisher: Publisher, mailbox: SmtpServer) -> dict[str, str]:
    """What the service's environment says of them."""
    return {
        "OUTBOUND_ALLOWED_HOSTS": f"127.0.0.1:{publisher.port}",
        "EMAIL_URL": f"smtp://127.0.0.1:{mailbox.port}",
        "FEEDS_PER_HOST": str(COPIES),
        "TRUSTED_PROXIES": "127.0.0.1",  # so that each reader comes from an address of its own
    }


def ingest(service: Service, publisher: Publisher, shape: str, size: int) -> Callable[[], bool]:
    """Lets the workers ingest feeds of the shape; returns, once they are asked for, whether they are done."""
    key = f"hostile {secrets.token_hex(4)}"
    before = publisher.asked.get(shape, 0)
    quoted = urllib.parse.quote(shape)
    urls = [
        f"http://127.0.0.1:{publisher.port}/{quoted}/{size}/{copy}"
        for copy in range(COPIES_OF.get(shape, COPIES))
    ]
    done = service.manage("shell", "-v0", "-c", PLANT.format(urls=urls, key=key))
    assert done.returncode == 0, done.stderr
    wait_for(
        lambda: publisher.asked.get(shape, 0) > before,
        seconds=60, what=f"a request for {shape}", said=service.said,
    )  # fmt: skip
    return lambda: (
        ask(service, "SELECT state FROM briefing_job WHERE key = %s", key) not in ("new", "running")
    )


def seconds_to_a_code(service: Service, mailbox: SmtpServer, number: int, *, at_most: float) -> float:
    """Asks for a code as a reader would, and waits for its message."""
    address = f"reader{number}.{secrets.token_hex(3)}@example.org"
    base = f"http://127.0.0.1:{service.port}"
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    browser.addheaders = [
        ("Origin", base),
        ("X-Forwarded-For", f"198.18.{number // 250}.{number % 250 + 1}"),
    ]
    began = time.monotonic()
    page = browser.open(f"{base}/login", timeout=60).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None
    fields = {"csrfmiddlewaretoken": token[1], "email": address, "ack": "on", "ack_version": "1"}
    browser.open(f"{base}/login", urllib.parse.urlencode(fields).encode(), timeout=60)
    while not any(address in message for message in mailbox.messages):
        if time.monotonic() - began > at_most:
            return float("inf")
        time.sleep(0.05)
    return time.monotonic() - began
