"""The process that parses (`python -m news.feeds.parsing_child`): documents on stdin, answers on stdout, nothing else.

It has no database, no settings and no environment, and may use so much of the processor for one document and
so much memory. What it says is a line of JSON each; `parsers.py` starts it, asks it and kills it.
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
    os.nice(10)  # pages and codes come first
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except Exception:  # out of memory in the middle of an answer, above all
        os._exit(TIMED_OUT)


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Until the asking side closes: a line of JSON, then as many bytes as it says."""
    while line := requests.readline():
        head = json.loads(line)
        body = requests.read(head["size"])
        _grant(CPU_S)
        answers.write(json.dumps(_answer(body, head["url"], head["content_type"])).encode() + b"\n")
        answers.flush()


def _grant(seconds: int) -> None:
    """So much more of the processor; the kernel ends the process that takes more (SIGXCPU)."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + seconds, hard))


def _answer(body: bytes, url: str, content_type: str) -> dict[str, Any]:
    try:
        return packed(parse(body, url=url, content_type=content_type))
    except Unreadable as error:
        return {"code": error.code, "error": str(error)}


def packed(document: Document) -> dict[str, Any]:
    """The document as JSON can hold it."""
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
    """The document again; raises the Unreadable that was answered."""
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
