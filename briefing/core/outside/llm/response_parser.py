"""Parses a model endpoint's response into text, with an error code for every unusable one."""

import json
import re
from collections.abc import Mapping
from typing import Any

from briefing.core.outside.llm.interface import ModelError, ModelReply
from briefing.core.outside.llm.usage import Usage, read_usage

MARK = re.compile(r"<(/?)think(?:ing)?\b[^<>\n]{0,80}>", re.IGNORECASE)
BLANK = "\ufeff\u200b\u200c\u200d\u2060"


def read_reply(body: bytes, *, name: str, with_cost: bool) -> ModelReply:
    """Returns the reply in the body of a 200; raises ModelError, with the billed usage if the body has it.

    `name` is the provider's, for the error's text; `with_cost` reads the cost that it reports.
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
    """Returns `text` trimmed and without reasoning blocks, which servers without a parser for them leave in.

    A lone closing tag ends a block that began in the prompt; a lone opening tag starts one that was cut off.
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
    """Builds the errors of one reply, with its provider's name and its usage."""

    def __init__(self, name: str, usage: Usage | None) -> None:
        self.name, self.usage = name, usage

    def __call__(self, code: str, text: str) -> ModelError:
        # Without usage in the reply, the worst case is charged.
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
    """Returns a string as is, or the joined text parts of a list; reasoning parts are dropped."""
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
    """Estimates missing completion tokens at three bytes each."""
    if usage is None:
        return Usage()
    if usage.completion_tokens or usage.reported_cost_usd is not None:
        return usage
    return Usage(usage.prompt_tokens, usage.cached_tokens, len(text.encode("utf-8", "replace")) // 3 + 1)


def _short(value: Any) -> str:
    return value[:128] if isinstance(value, str) else ""
