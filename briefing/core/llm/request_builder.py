"""How a request is put to an endpoint: the common form, what some servers want besides, what they refused."""

import json
import re
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from briefing.core.llm.interface import Request

GATEWAY_HOSTS = ("openrouter.ai",)
GATEWAY_HEADERS = {"X-OR-Allow-Training": "false"}
# No host that trains on prompts, and none that would drop a parameter silently.
GATEWAY_ROUTING = {"data_collection": "deny", "require_parameters": True}
# Models that reason unless told not to: host or model, and what switches it off there.
THINKING_OFF: tuple[tuple[re.Pattern[str], dict[str, Any]], ...] = (
    (re.compile(r"deepseek", re.IGNORECASE), {"thinking": {"type": "disabled"}}),
    (re.compile(r"^\S+ (gpt-5|o\d)"), {"reasoning_effort": "none"}),
    (re.compile(r"^\S+:11434 "), {"reasoning_effort": "none"}),  # Ollama's port
)
# Parameters that an endpoint may refuse and a call can do without, in the order in which they are suspected.
OPTIONAL = ("response_format", "reasoning_effort", "thinking", "reasoning", "temperature", "max_tokens")
TOO_LONG = re.compile(
    r"context.?(length|window|size)|maximum context|prompt (is )?too long|too many (input )?tokens",
    re.IGNORECASE,
)
NOT_KNOWN = re.compile(
    r"support|unknown|unrecogni[sz]ed|unexpected|extra|not permitted|not allowed|unavailable|not available|invalid",
    re.IGNORECASE,
)
IN_WORDS = (
    "\n\nAnswer with a single JSON object and nothing else: no text around it, no code fence. "
    "It follows this JSON schema:\n"
)


def is_gateway(name: str, base_url: str) -> bool:
    """By its role, or by its address where a gateway is configured in the direct place."""
    host = urlsplit(base_url).hostname or ""
    return name == "gateway" or host.endswith(GATEWAY_HOSTS)


def body(
    request: Request, *, model: str, base_url: str, gateway: bool, refused: Collection[str]
) -> dict[str, Any]:
    """The JSON body of the call: what is constant first, so that prompt caches hold."""
    sent: dict[str, Any] = {
        "model": model,
        "messages": [
            {"role": "system", "content": _sendable(system_text(request, refused))},
            {"role": "user", "content": _sendable(request.user)},
        ],
        "temperature": request.temperature,
        "max_tokens": request.max_tokens,
        "stream": False,
    }
    if request.schema is not None:
        sent["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": request.purpose, "strict": True, "schema": request.schema},
        }
    if not request.thinking:
        sent |= _thinking_off(model, base_url, gateway=gateway)
    if gateway:
        sent["provider"] = GATEWAY_ROUTING
    if "max_tokens" in refused:
        sent["max_completion_tokens"] = sent["max_tokens"]
    return {name: value for name, value in sent.items() if name not in refused}


def system_text(request: Request, refused: Collection[str]) -> str:
    """The system prompt; the schema in words where the endpoint takes none."""
    if request.schema is None or "response_format" not in refused:
        return request.system
    return request.system + IN_WORDS + json.dumps(request.schema, ensure_ascii=False)


def _sendable(text: str) -> str:
    """Half a surrogate pair, which a careless feed may hold, has no UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _thinking_off(model: str, base_url: str, *, gateway: bool) -> dict[str, Any]:
    address = urlsplit(base_url).netloc
    for pattern, off in THINKING_OFF:
        if pattern.search(f"{address} {model.rsplit('/', 1)[-1] if gateway else model}"):
            return {"reasoning": {"enabled": False}} if gateway else off
    return {}


def refusal(status: int, text: str, sent: Collection[str]) -> str | None:
    """What a 4xx is about: "context_length", a parameter that the endpoint does not take, or None.

    `text` is the body of the error. A schema's format is suspected as soon as it is named; anything else only
    where the endpoint also says that it does not know it.
    """
    if status not in (400, 404, 422):
        return None
    if status != 404 and TOO_LONG.search(text):
        return "context_length"
    named = [name for name in OPTIONAL if name in sent and re.search(rf"\b{name}\b", text)]
    if (
        not named
        and status != 422
        and "response_format" in sent
        and re.search(r"json_schema|structured.?output", text)
    ):
        named = ["response_format"]
    if status == 404:  # a gateway that finds no host for what the request needs
        wanting = "parameter" in text.lower()
        named = named or [name for name in OPTIONAL[:4] if name in sent]
        return named[0] if wanting and named else None
    if not named:
        return None
    first = _param(text) if _param(text) in named else named[0]
    return first if first == "response_format" or NOT_KNOWN.search(text) else None


def _param(text: str) -> str:
    found = re.search(r'"param"\s*:\s*"(\w+)"', text)
    return found.group(1) if found else ""
