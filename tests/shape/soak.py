"""`make soak`: ingestion, texts, sign-ins, webhooks, digests and pages at once on the production shape, for 15 minutes.

Must hold: no request answered with an error, each code within 5 s, every delivery taken, and no process that grows
after the first third. SOAK_SECONDS makes it shorter. Prints figures; exit code 1 where one of them does not hold.
"""

import json
import os
import re
import tempfile
import threading
import time
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median

from tests import fake_model
from tests.billing import fake_stripe, signing
from tests.shape.faults.servers import family
from tests.shape.faults.site import Answer, Site

SECONDS = float(os.environ.get("SOAK_SECONDS", "900"))
CODE_WITHIN_S = 5.0
# What a process may take more in the last third than in the first: what is between two garbage collections.
GROWTH, GROWTH_MIB = 1.10, 8.0
READERS = 40
ROUND_S = 45.0
ERROR = re.compile(r"\[(?:error|critical) *\] (.{0,80})")
PAGES = ("/", "/log", "/news", "/settings", "/indicators/US10", "/api/news", "/methods")

ROUND = """
import secrets
from django.conf import settings
from django.utils import timezone
from accounts.models import Acknowledgement, User
from briefing.core.work.jobs import enqueue
from briefing.core.work.schedule import slot_key
from indicators.models import Quote
from news.models import Feed, Run
now = timezone.now()
users = User.objects.bulk_create([
    User(email=f"digest.{{secrets.token_hex(5)}}@example.org", digest_opt_in="daily") for _ in range({readers})])
Acknowledgement.objects.bulk_create([
    Acknowledgement(user=user, version=settings.ACKNOWLEDGEMENT_VERSION, lang="en") for user in users])
# As if hours had passed: every feed and every text is due again.
Feed.objects.update(next_check_at=now, etag="", last_modified="", body_digest="")
key = f"{{slot_key(now)}} soak {number}"
Run.objects.create(key=key, started_at=now)
enqueue("news.ingest", key)
for kind in ("indicators.refresh", "commentary.generate", "commentary.log", "portfolio.quotes", "commentary.digest_daily"):
    enqueue(kind, slot_key(now - timezone.timedelta(minutes={number})))
"""


class Soak:
    """What is asked of the site all the time, and what came of it."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.began = time.monotonic()
        self.ending = threading.Event()
        self.answers: Counter[tuple[str, int]] = Counter()
        self.slowest = 0.0
        self.codes: list[float] = []
        self.failures: list[str] = []
        self.memory: dict[str, list[tuple[float, float]]] = defaultdict(list)

    def run(self) -> None:
        work = [self.ask_pages, self.ask_pages, self.sign_in, self.deliver, self.do_a_round, self.weigh]
        threads = [threading.Thread(target=self._again, args=(each,), name=each.__name__) for each in work]
        for thread in threads:
            thread.start()
        time.sleep(SECONDS)
        self.ending.set()
        for thread in threads:
            thread.join(120)

    def _again(self, work: Callable[[int], float]) -> None:
        number = 0
        while not self.ending.is_set():
            try:
                pause = work(number)
            except Exception as error:
                self.failures.append(f"{work.__name__}: {type(error).__name__} {str(error)[:200]}")
                pause = 1.0
            number += 1
            self.ending.wait(pause)

    def _count(self, path: str, answer: Answer) -> None:
        self.answers[path, answer.status] += 1
        self.slowest = max(self.slowest, answer.seconds)

    def ask_pages(self, number: int) -> float:
        path = PAGES[number % len(PAGES)]
        self._count(path, self.site.get(path, reader=True))
        return 0.05

    def sign_in(self, number: int) -> float:
        self.codes.append(self.site.sign_in())
        return 5.0  # 150 in all: of those for everybody there are 180 an hour (accounts/code_limits.py)

    def deliver(self, number: int) -> float:
        """A subscription that changes, as the processor tells it; every third delivery comes twice."""
        state = ("active", "past_due", "canceled")[number % 3]
        found = signing.subscription(state, id=f"sub_{number % 50}", customer=f"cus_{number % 50}")
        body = json.dumps(signing.event("customer.subscription.updated", found)).encode()
        for _ in range(2 if number % 3 == 0 else 1):
            request = urllib.request.Request(
                f"http://127.0.0.1:{self.site.service.port}/api/billing/webhook", body,
                {"Content-Type": "application/json", "Stripe-Signature": signing.stripe_header(body)},
            )  # fmt: skip
            began = time.monotonic()
            with urllib.request.urlopen(request, timeout=60) as response:
                self._count("webhook", Answer(response.status, time.monotonic() - began, ""))
        return 0.5

    def do_a_round(self, number: int) -> float:
        """Everything is due again: feeds, figures, texts by the model, and a digest for more readers."""
        done = self.site.service.manage("shell", "-v0", "-c", ROUND.format(readers=READERS, number=number))
        if done.returncode:
            raise RuntimeError(done.stderr.strip().splitlines()[-1])
        return ROUND_S

    def weigh(self, number: int) -> float:
        moment = time.monotonic() - self.began
        with self.site.lock:
            heads = {name: process.pid for name, process in self.site.running.items()}
        for name, pid in heads.items():
            members = family(pid)
            for role, pids in ((name, members[:1]), (f"{name}'s children", members[1:])):
                sizes = [size for size in map(proportional, pids) if size]
                if sizes:
                    self.memory[role].append((moment, max(sizes)))
        return 2.0


def proportional(pid: int) -> float:
    """MiB that the process holds, with its share of what it has in common with others: added up, nothing counts twice."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0.0
    found = re.search(r"^Pss:\s+(\d+) kB", text, flags=re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0


def report(soak: Soak, site: Site) -> bool:
    """Prints what came of it; whether all of it held."""
    bad = {f"{path} {status}": count for (path, status), count in soak.answers.items() if status != 200}
    late = [took for took in soak.codes if took > CODE_WITHIN_S]
    print(f"requests: {sum(soak.answers.values()):,}, not 200: {bad or 'none'}, slowest {soak.slowest:.1f} s")
    print(
        f"codes: {len(soak.codes)}, half within {median(soak.codes or [0]):.1f} s, slowest {max(soak.codes, default=0):.1f} s, "
        f"{len(late)} after more than {CODE_WITHIN_S:.0f} s"
    )
    for kind, state, count in site.sql(
        "SELECT kind, state, count(*) FROM briefing_job GROUP BY 1, 2 ORDER BY 1, 2"
    ):
        print(f"  {kind} {state}: {count}")
    print(f"headlines {site.count('SELECT count(*) FROM headlines')}, texts {site.count('SELECT count(*) FROM indicator_summaries')}, "
          f"messages {len(site.mailbox.messages)}")  # fmt: skip
    dead = site.count("SELECT count(*) FROM briefing_job WHERE state = 'dead'")
    grown = [role for role, sizes in sorted(soak.memory.items()) if _grew(role, sizes)]
    for failure in soak.failures[:10]:
        print("  FAILED", failure)
    site.nothing_doubled()
    return not (bad or late or dead or grown or soak.failures)


def _grew(role: str, sizes: list[tuple[float, float]]) -> bool:
    first = max((size for moment, size in sizes if moment <= SECONDS / 3), default=0.0)
    last = max((size for moment, size in sizes if moment > 2 * SECONDS / 3), default=0.0)
    grew = last > max(first * GROWTH, first + GROWTH_MIB)
    print(
        f"memory of {role}: {first:.0f} MiB in the first third, {last:.0f} in the last{' GREW' if grew else ''}"
    )
    return grew


def main() -> int:
    with (
        tempfile.TemporaryDirectory(prefix="soak-") as name,
        fake_model.FakeModel() as model,
    ):
        folder = Path(name)
        folder.chmod(0o711)
        model.otherwise = fake_model.says("Yields were little changed. Inflation stood where it was.")
        stripe = next(server := fake_stripe.serve(fake_stripe.FakeStripe()))
        with Site(folder / "site") as site:
            site.service.env |= variables(model, stripe)
            migrated = site.service.manage("migrate", "--verbosity", "0")
            assert migrated.returncode == 0, migrated.stderr
            site.redis.start()
            site.start()
            site.healthy(seconds=300)
            site.sign_in()
            soak = Soak(site)
            soak.run()
            held = report(soak, site)
            print(f"the model was asked {len(model.seen)} times")
            errors = ERROR.findall(site.service.said())
            print(f"log, errors: {Counter(errors).most_common(5) or 'none'}")
        server.close()
    print("held" if held else "DID NOT HOLD")
    return 0 if held else 1


def variables(model: fake_model.FakeModel, stripe: fake_stripe.FakeStripe) -> dict[str, str]:
    return {
        "LLM_API_KEY": fake_model.KEY, "LLM_MODEL": "small", "LLM_BASE_URL": model.base_url,
        "OUTBOUND_ALLOWED_HOSTS": ",".join(url.split("/")[2] for url in (model.base_url, stripe.url)),
        "BILLING_API_KEY": "sk_test_fake", "BILLING_WEBHOOK_SECRET": signing.PRIMARY_SECRET,
        "BILLING_PRICE_MONTHLY": "price_month", "BILLING_PRICE_ANNUAL": "price_year", "BILLING_API_BASE": stripe.url,
        "SUBSCRIPTIONS_ENABLED": "true",
    }  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
