"""Reads an assistant's JSON-RPC message within size limits, and its protocol version."""

import json
from typing import Any

from django.http import HttpRequest
from mcp_types import CLIENT_CAPABILITIES_META_KEY, PROTOCOL_VERSION_META_KEY, jsonrpc
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from briefing.core import api

# By `initialize`, and without it: since 2026-07-28 every request names its version.
HANDSHAKE = ("2025-06-18", "2025-11-25")
SERVED = (*HANDSHAKE, *MODERN_PROTOCOL_VERSIONS)
MOST_BYTES, MOST_DEPTH = 64 * 1024, 12


class RpcError(Exception):
    """A message that is answered with a JSON-RPC error."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


def read(request: HttpRequest) -> dict[str, Any]:
    """The body as one JSON object; raises RpcError, and Problem 413 when it is too long."""
    raw = request.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise api.Problem(413, "too_large", f"The body is longer than {MOST_BYTES // 1024} KiB.")
    try:
        message = json.loads(raw.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise RpcError(jsonrpc.PARSE_ERROR, "The body is not JSON in UTF-8.") from None
    if isinstance(message, list):
        raise RpcError(jsonrpc.INVALID_REQUEST, "Batches are not supported: send one message a request.")
    if not isinstance(message, dict):
        raise RpcError(jsonrpc.INVALID_REQUEST, "The body must be one JSON-RPC message.")
    if not api.is_storable(message, MOST_DEPTH):
        raise RpcError(
            jsonrpc.INVALID_REQUEST,
            f"The body is nested deeper than {MOST_DEPTH}, or holds a NUL or half of a surrogate pair.",
        )
    return message


def version(request: HttpRequest, message: dict[str, Any]) -> str:
    """The protocol version of a message; raises RpcError for one not served, and for headers that contradict the body.

    Without the header it is `initialize`, or a client that goes on without it: what both get is the same.
    """
    header = request.headers.get("MCP-Protocol-Version", HANDSHAKE[-1])
    if header not in SERVED:
        raise RpcError(
            jsonrpc.UNSUPPORTED_PROTOCOL_VERSION,
            "Unsupported protocol version",
            {"supported": list(SERVED), "requested": header[:40]},
        )
    if header in MODERN_PROTOCOL_VERSIONS and "id" in message:
        _check_envelope(request, message)
    return header


def _check_envelope(request: HttpRequest, message: dict[str, Any]) -> None:
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    for key in (PROTOCOL_VERSION_META_KEY, CLIENT_CAPABILITIES_META_KEY):
        if not isinstance(meta, dict) or key not in meta:
            raise RpcError(jsonrpc.INVALID_PARAMS, f"params._meta needs {key}.")
    assert isinstance(params, dict) and isinstance(meta, dict)
    repeated: dict[str, object] = {
        "MCP-Protocol-Version": meta[PROTOCOL_VERSION_META_KEY],
        "Mcp-Method": message.get("method"),
    }
    if message.get("method") == "tools/call":
        repeated["Mcp-Name"] = params.get("name")
    for name, value in repeated.items():
        if request.headers.get(name) != value:
            raise RpcError(jsonrpc.HEADER_MISMATCH, f"The header {name} does not match the body.")


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
