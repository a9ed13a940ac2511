"""The parser process (`python -m news.feeds.parsing_child`): documents on stdin, JSON lines on stdout.

It has no database, settings or environment, and limited CPU time and memory per document. `parsers` starts, uses
and kills it.
"""

import json
import os
import resource
import sys
from datetime import datetime, timedelta
from typing import IO, Any

from news.feeds.entries import Document, FeedEntry
from news.feeds.parse import Unreadable, parse

CPU_S = 10
MEMORY = 640 * 2**20
TIMED_OUT = 70


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(10)  # lower priority than web requests and e-mailed codes
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except Exception:  # mostly out of memory while a response is written
        os._exit(TIMED_OUT)


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Serves requests until stdin closes: a JSON line with the size, then that many bytes."""
    while line := requests.readline():
        head = json.loads(line)
        body = requests.read(head["size"])
        _grant(CPU_S)
        answers.write(json.dumps(_answer(body, head["url"], head["content_type"])).encode() + b"\n")
        answers.flush()


def _grant(seconds: int) -> None:
    """Raises the CPU limit by `seconds`; the kernel kills the process beyond it (SIGXCPU)."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + seconds, hard))


def _answer(body: bytes, url: str, content_type: str) -> dict[str, Any]:
    try:
        return packed(parse(body, url=url, content_type=content_type))
    except Unreadable as error:
        return {"code": error.code, "error": str(error)}


def packed(document: Document) -> dict[str, Any]:
    return {
        "entries": [
            [
                one.guid,
                one.url,
                one.title,
                one.summary,
                one.published_at and one.published_at.isoformat(),
                one.identities,
            ]
            for one in document.entries
        ],
        "ttl_minutes": document.ttl_minutes,
        "period_s": document.period and document.period.total_seconds(),
        "repairs": document.repairs,
    }


def unpacked(answer: dict[str, Any]) -> Document:
    """Returns the document of a response; raises Unreadable if the response is an error."""
    if "code" in answer:
        raise Unreadable(answer["code"], answer["error"])
    entries = [
        FeedEntry(
            guid, url, title, summary, datetime.fromisoformat(moment) if moment else None, tuple(identities)
        )
        for guid, url, title, summary, moment, identities in answer["entries"]
    ]
    period = answer["period_s"]
    ttl = timedelta(seconds=period) if period else None
    return Document(entries, answer["ttl_minutes"], ttl, answer["repairs"])


if __name__ == "__main__":
    main()
