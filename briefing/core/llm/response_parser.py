"""Reads what a model's endpoint answered: from bytes to text, with a reason for everything that is no answer."""

import json
import re
from collections.abc import Mapping
from typing import Any

from briefing.core.llm.interface import ModelError, ModelReply
from briefing.core.llm.usage import Usage, read_usage

MARK = re.compile(r"<(/?)think(?:ing)?\b[^<>\n]{0,80}>", re.IGNORECASE)
BLANK = "\ufeff\u200b\u200c\u200d\u2060"


def read_reply(body: bytes, *, name: str, with_cost: bool) -> ModelReply:
    """The reply in the body of a 200; raises ModelError with what was billed, where the body says so.

    `name` is the provider's, for the error's sentence; `with_cost` takes the price that it reports.
    """
    envelope = _envelope(body, name)
    usage = read_usage(envelope.get("usage"), with_cost=with_cost)
    problem = _Problem(name, usage)
    choice = _choice(envelope, problem)
    message = choice["message"]
    finish = choice.get("finish_reason")
    text = without_thoughts(_text(message.get("content"), problem))
    if finish == "content_filter":
        raise problem("filtered", "withheld its answer")
    if isinstance(message.get("refusal"), str) and message["refusal"].strip():
        raise problem("refusal", "refused to answer")
    if finish not in ("stop", "length"):
        raise problem("unfinished", "did not finish its answer")
    if not text and finish == "length":
        raise problem("length", "used up its tokens before it said anything")
    if not text:
        raise problem("blank", "gave an empty answer")
    return ModelReply(
        text, _completed_usage(usage, text), cut=finish == "length", model=_short(envelope.get("model"))
    )


def without_thoughts(text: str) -> str:
    """`text` without reasoning, which a server without a parser for it leaves in, and without blanks around.

    A lone closing tag ends a block whose beginning was part of the prompt; a lone opening one was cut off.
    """
    parts: list[str] = []
    at, thinking = 0, False
    for mark in MARK.finditer(text):
        if mark.group(1):
            parts = parts if thinking else []
            at, thinking = mark.end(), False
        elif not thinking:
            parts.append(text[at : mark.start()])
            thinking = True
    if not thinking:
        parts.append(text[at:])
    return "".join(parts).strip(BLANK + " \t\r\n\f\v\u00a0").strip()


class _Problem:
    """Makes the errors of one reply: its provider's name, and what the reply says was used."""

    def __init__(self, name: str, usage: Usage | None) -> None:
        self.name, self.usage = name, usage

    def __call__(self, code: str, text: str) -> ModelError:
        # What the call used is known from here on, or stays unknown: then the worst case is paid.
        return ModelError(f"{self.name}: the model {text}", code=code, usage=self.usage)


def _envelope(body: bytes, name: str) -> Mapping[str, Any]:
    try:
        found = json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, Mapping):
        raise ModelError(f"{name}: the answer is no JSON object", code="bad_reply")
    return found


def _choice(envelope: Mapping[str, Any], problem: _Problem) -> Mapping[str, Any]:
    if envelope.get("error"):
        raise problem("bad_reply", "reported an error inside its answer")
    choices = envelope.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(first, Mapping) or not isinstance(first.get("message"), Mapping):
        raise problem("bad_reply", "gave no choice in its answer")
    if first.get("error"):
        raise problem("bad_reply", "reported an error inside its answer")
    return first


def _text(content: Any, problem: _Problem) -> str:
    """Text as it is, or the text parts of a list of parts; reasoning parts are left out."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise problem("bad_reply", "gave content of an unknown kind")
    parts = [part if isinstance(part, str) else _part(part) for part in content]
    return "".join(parts)


def _part(part: Any) -> str:
    if not isinstance(part, Mapping) or part.get("type", "text") not in ("text", "output_text"):
        return ""
    text = part.get("text")
    return text if isinstance(text, str) else ""


def _completed_usage(usage: Usage | None, text: str) -> Usage:
    """A usage that counts a prompt and no completion is completed by an estimate: three bytes a token."""
    if usage is None:
        return Usage()
    if usage.completion_tokens or usage.reported_cost_usd is not None:
        return usage
    return Usage(usage.prompt_tokens, usage.cached_tokens, len(text.encode("utf-8", "replace")) // 3 + 1)


def _short(value: Any) -> str:
    return value[:128] if isinstance(value, str) else ""
