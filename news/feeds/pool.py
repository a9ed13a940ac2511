"""Fetches many feeds concurrently, with a bounded thread pool and a limit of requests per host."""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from urllib.parse import urlsplit

from news.feeds import fetch
from news.feeds.parsers import Parsers

WORKERS = 16


def fetch_all(requests: Sequence[fetch.FeedRequest], *, per_host: int) -> Iterator[list[fetch.FeedResponse]]:
    """Yields the responses of all feeds in batches as they complete. Threads fetch, subprocesses parse.

    If the caller stops early, running requests are awaited and running parsers are terminated.
    """
    waiting = deque(requests)
    busy: Counter[str] = Counter()
    running: dict[Future[fetch.FeedResponse], str] = {}
    pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="feed")
    parsers = Parsers()

    def refill() -> None:
        while len(running) < 2 * WORKERS and (one := _next_free(waiting, busy, per_host)):
            busy[_host(one)] += 1
            running[pool.submit(fetch.fetch, one, parsers.parse)] = _host(one)

    try:
        refill()
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                busy[running.pop(future)] -= 1
            refill()  # before the caller processes the responses, so that the threads stay busy
            yield [future.result() for future in done]
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        parsers.close()
        pool.shutdown()


def _next_free(
    waiting: deque[fetch.FeedRequest], busy: Counter[str], per_host: int
) -> fetch.FeedRequest | None:
    for index, one in enumerate(waiting):
        if busy[_host(one)] < per_host:
            del waiting[index]
            return one
    return None


def _host(request: fetch.FeedRequest) -> str:
    return (urlsplit(request.url).hostname or "").removeprefix("www.")
