"""Builds the request body for an endpoint: the common form, vendor parameters, minus rejected parameters."""

import json
import re
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from briefing.core.outside.llm.interface import Request

GATEWAY_HOSTS = ("openrouter.ai",)
GATEWAY_HEADERS = {"X-OR-Allow-Training": "false"}
# Excludes hosts that train on prompts and hosts that would silently drop a parameter.
GATEWAY_ROUTING = {"data_collection": "deny", "require_parameters": True}
# Models that reason by default: a pattern for host and model, and the parameter that turns it off.
THINKING_OFF: tuple[tuple[re.Pattern[str], dict[str, Any]], ...] = (
    (re.compile(r"deepseek", re.IGNORECASE), {"thinking": {"type": "disabled"}}),
    (re.compile(r"^\S+ (gpt-5|o\d)"), {"reasoning_effort": "none"}),
    (re.compile(r"^\S+:11434 "), {"reasoning_effort": "none"}),  # Ollama's port
)
# Parameters that an endpoint may reject and a call can omit, in the order in which they are suspected.
OPTIONAL = ("response_format", "reasoning_effort", "thinking", "reasoning", "temperature", "max_tokens")
TOO_LONG = re.compile(
    r"context.?(length|window|size)|maximum context|prompt (is )?too long|too many (input )?tokens",
    re.IGNORECASE,
)
NOT_KNOWN = re.compile(
    r"support|unknown|unrecogni[sz]ed|unexpected|extra|not permitted|not allowed|unavailable|not available|invalid",
    re.IGNORECASE,
)
# A server on FastAPI that lets its validation of the request fail, as llama-cpp-python's does, answers 500.
NOT_VALID = re.compile(r"validation error|input should be", re.IGNORECASE)
IN_WORDS = (
    "\n\nAnswer with a single JSON object and nothing else: no text around it, no code fence. "
    "It follows this JSON schema:\n"
)


def is_gateway(name: str, base_url: str) -> bool:
    """Whether the provider is a gateway, by its role or by its address if it is configured as the direct one."""
    host = urlsplit(base_url).hostname or ""
    return name == "gateway" or host.endswith(GATEWAY_HOSTS)


def body(
    request: Request, *, model: str, base_url: str, gateway: bool, refused: Collection[str]
) -> dict[str, Any]:
    """Returns the JSON body of the call, constant parts first for prompt caches."""
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
    """Returns the system prompt, with the schema in words if the endpoint rejects `response_format`."""
    if request.schema is None or "response_format" not in refused:
        return request.system
    return request.system + IN_WORDS + json.dumps(request.schema, ensure_ascii=False)


def _sendable(text: str) -> str:
    """Replaces lone surrogates, which broken feeds contain and UTF-8 cannot encode."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _thinking_off(model: str, base_url: str, *, gateway: bool) -> dict[str, Any]:
    address = urlsplit(base_url).netloc
    for pattern, off in THINKING_OFF:
        if pattern.search(f"{address} {model.rsplit('/', 1)[-1] if gateway else model}"):
            return {"reasoning": {"enabled": False}} if gateway else off
    return {}


def refusal(status: int, text: str, sent: Collection[str]) -> str | None:
    """Returns what an error rejects: "context_length", a parameter's name, or None.

    `text` is the error's body. `response_format` is suspected as soon as it is named; others only if the
    endpoint also calls them unknown or unsupported.
    """
    if status == 500 and NOT_VALID.search(text):
        status = 422
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
    if status == 404:  # a gateway without a host that supports the request
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
