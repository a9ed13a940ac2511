"""Times sign-in codes while hostile feeds are ingested, on the production setup (needs PostgreSQL and Redis).

Runs every shape of `tests/news/hostile_feeds.py` at 5 MiB on up to thirty feeds, in at least fifty rounds; each
requests a code once the workers have requested the feeds, and ends when the feeds are done. Prints the seconds to
the code and to the end of the ingestion; exits 1 when a code took more than 10 s.
Arguments: parts of shape names, to run only those.
"""

import signal
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.news.hostile_feeds import SHAPES
from tests.shape import hostile_ingest
from tests.shape.on_servers import WORKERS, a_shape, running
from tests.shape.running import Service, wait_for

LIMIT_S = 10.0
ROUNDS = 50


def main(wanted: list[str]) -> int:
    names = [
        name for name in [*SHAPES, hostile_ingest.TRICKLE] if not wanted or any(w in name for w in wanted)
    ]
    rounds = list(islice(cycle(names), len(names) if wanted else max(ROUNDS, len(names))))
    with (
        tempfile.TemporaryDirectory(prefix="bench-hostile-") as folder,
        hostile_ingest.outside() as (publisher, mailbox),
        a_shape(Path(folder), **hostile_ingest.variables(publisher, mailbox)) as service,
    ):
        for command in (["migrate", "--verbosity", "0"], ["collectstatic", "--noinput", "--verbosity", "0"]):
            assert service.manage(*command).returncode == 0
        with running(service, ["web", "--bind", f"127.0.0.1:{service.port}"], *WORKERS):
            wait_for(
                lambda: service.status("/readyz") == 200, seconds=300, what="readiness", said=service.said
            )
            took = [one(service, publisher, mailbox, number, name) for number, name in enumerate(rounds)]
        sys.stderr.write(service.said()[-3000:])
    within = sum(seconds <= LIMIT_S for seconds in took)
    print(f"{within} of {len(took)} codes within {LIMIT_S:.0f} s; the slowest {max(took):.1f} s")
    return 0 if within == len(took) else 1


def one(
    service: Service, publisher: hostile_ingest.Publisher, mailbox: object, number: int, name: str
) -> float:
    """Runs a round and returns the seconds to the code."""
    done = hostile_ingest.ingest(service, publisher, name, hostile_ingest.FIVE_MIB)
    began = time.monotonic()
    took = hostile_ingest.seconds_to_a_code(service, mailbox, number, at_most=60)
    meanwhile = "" if done() else ", still ingesting"
    while not done() and time.monotonic() - began < 150:
        time.sleep(0.2)
    ended = f"{time.monotonic() - began:6.1f} s" if done() else "not at all"
    print(f"{name:45} code {took:5.1f} s{meanwhile}; feeds done {ended}", flush=True)
    return took


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that its child processes end too
    sys.exit(main(sys.argv[1:]))
