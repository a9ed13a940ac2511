"""Tags headlines with a language model, 25 per call.

The same call asks which earlier headlines, proposed by the rules (`stories.proposals`), report the same story.
"""

import json
import logging
import re
import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from django.utils import timezone

from briefing.core.outside.llm import ModelError, Request, Share, charged_to, complete
from news.models import Headline
from news.prompt_injection import has_instructions
from news.stories.proposals import Near
from news.tagging.reply import parse_rows
from news.tagging.vocabulary import TAGS, VOCABULARY

BATCH = 25
MAX_TOKENS = 4000
PROMPT = Path(__file__).parent.parent / "prompts/tagging.txt"
LEAST_COVERED = 0.8
SUMMARY = 240
NEAR_TITLE = 160
FIRST_NEAR = 101  # numbers of nearby headlines: never an id of a batch, even if the model miscounts
# Errors that are unrelated to the headlines, which stay untagged until a later attempt.
NO_ANSWER = re.compile(
    r"connect|deadline|disconnect|too_large|bad_reply|unfinished|circuit_open|misconfigured|redirect"
    r"|status_(3\d\d|401|402|403|404|408|409|429|5\d\d)|budget_in_flight|parameter_refused"
)
log = logging.getLogger(__name__)


class ModelUnavailable(Exception):
    """No model replied. The headlines stay untagged, and no attempt is counted."""


class CapReached(Exception):
    """The monthly cost cap, or the share of it for tags, is reached."""


class TagReply(NamedTuple):
    """A model's reply for a headline: its tags, and the ids of nearby headlines of the same story."""

    tags: list[str]
    same: list[int]


def by_model(headlines: Sequence[Headline], near: Near | None = None) -> Mapping[int, TagReply]:
    """Returns replies by headline id, for rows that the reply contains completely; takes up to `BATCH` headlines.

    Only headlines proposed by `near` can be marked as the same story. Raises ModelUnavailable if no model replied,
    and CapReached at the cost cap.
    """
    try:
        with charged_to(Share.TAGGING):
            answer = complete(request(headlines, near))
    except ModelError as error:
        if error.code == "budget":
            raise CapReached from None
        if error.code == "context_length" and len(headlines) > 1:
            half = len(headlines) // 2
            return {**by_model(headlines[:half], near), **by_model(headlines[half:], near)}
        if NO_ANSWER.fullmatch(error.code):
            log.warning("headlines stay untagged for now: %s", error)
            raise ModelUnavailable from None
        log.warning("a batch of headlines got no usable answer: %s", error)
        return {}
    found = parse_rows(answer.text, _ids(headlines), TAGS)
    if len(found) < LEAST_COVERED * len(headlines):
        log.warning("a tagging reply covers %d of %d headlines", len(found), len(headlines))
    offered = _offered(headlines, near)
    return {
        headlines[number - 1].pk: TagReply(
            row.tags, [pk for n, (pk, _) in offered[number].items() if n in row.same]
        )
        for number, row in found.items()
    }


def request(headlines: Sequence[Headline], near: Near | None = None) -> Request:
    """Builds the request for a batch. Ids are positions from 1: short, and without database ids."""
    ids, offered = _ids(headlines), _offered(headlines, near)
    mark = secrets.token_hex(8)
    lines = [_line(number, row, offered[number]) for number, row in zip(ids, headlines, strict=True)]
    user = "\n".join([f"BEGIN {mark}", *lines, f"END {mark}", f"It is {timezone.now():%Y-%m-%d %H:%M} UTC."])
    return Request(
        purpose="tagging",
        system=system(),
        user=user,
        max_tokens=MAX_TOKENS,
        schema=schema(ids, [number for each in offered.values() for number in each]),
        temperature=0.0,
        thinking=False,
        accept_cut=True,
        usable=lambda text: bool(parse_rows(text, ids, TAGS)),
    )


@lru_cache(maxsize=1)
def system() -> str:
    """Returns the system prompt, identical for every batch so that providers can cache it."""
    meanings = "\n".join(f"- {tag.word}: {tag.meaning}" for tag in VOCABULARY)
    return PROMPT.read_text(encoding="utf-8").format(tags=meanings)


def schema(ids: Sequence[int], near: Sequence[int] = ()) -> dict[str, Any]:
    """Returns the strict JSON schema: ids of this batch, tags of the vocabulary, numbers of nearby headlines."""
    row: dict[str, Any] = {
        "type": "object",
        "properties": {
            "id": {"type": "integer", "enum": list(ids)},
            "tags": {"type": "array", "items": {"type": "string", "enum": list(TAGS)}},
        },
        "required": ["id", "tags"],
        "additionalProperties": False,
    }
    if near:
        row["properties"]["same"] = {"type": "array", "items": {"type": "integer", "enum": list(near)}}
        row["required"].append("same")
    return {
        "type": "object",
        "properties": {"items": {"type": "array", "items": row}},
        "required": ["items"],
        "additionalProperties": False,
    }


def _ids(headlines: Sequence[Headline]) -> list[int]:
    return list(range(1, len(headlines) + 1))


def _offered(headlines: Sequence[Headline], near: Near | None) -> dict[int, dict[int, tuple[int, str]]]:
    """Returns nearby headlines (id, title) by number for each position, without instructions to models."""
    numbers = count(FIRST_NEAR)
    return {
        place: {
            next(numbers): (pk, item.title[:NEAR_TITLE])
            for pk, item in (near or {}).get(headline.pk, {}).items()
            if not has_instructions(item)
        }
        for place, headline in enumerate(headlines, 1)
    }


def _line(number: int, headline: Headline, near: Mapping[int, tuple[int, str]]) -> str:
    line: dict[str, Any] = {
        "id": number,
        "lang": headline.lang,
        "title": headline.title,
        "summary": headline.summary[:SUMMARY],
    }
    if near:
        line["near"] = [{"number": n, "title": title} for n, (_, title) in near.items()]
    return json.dumps(line, ensure_ascii=False)
