"""`POST /mcp`: the Model Context Protocol for readers' assistants, stateless, over streamable HTTP.

Each request is answered with one JSON document. There is no session and nothing to stream, so that a thread of
gunicorn serves it like every other request; the SDK's server would need an additional ASGI server.
"""

from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import mcp_types as types
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from mcp_types import JSONRPCNotification, JSONRPCRequest, jsonrpc, methods
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import BaseModel, ValidationError

from accounts import access
from briefing.core import api, origin
from briefing.mcp import messages, tools
from briefing.mcp.messages import RpcError

Model = TypeVar("Model", bound=BaseModel)
SERVER = types.Implementation(
    name="market-briefing", title="Market Briefing", version=api.API_VERSION, description=tools.RIDER
)
CAPABILITIES = types.ServerCapabilities(tools=types.ToolsCapability())
PROBLEM = -32010  # in the range reserved for servers
HOUR_MS = 3_600_000  # the tools change with the build alone


@require_POST
@csrf_exempt  # a token is sent by no form
def mcp(request: HttpRequest) -> HttpResponse:
    """Answers one request as JSON, and one notification with 202."""
    try:
        _check_headers(request)
        access.admit_assistant(request)
        response = _answer(request)
    except api.Problem as problem:
        response = _problem(problem)
    response["Cache-Control"] = "no-store"
    return origin.marked(response)


def _check_headers(request: HttpRequest) -> None:
    """Raises Problem; a page of another site could get here by a name that leads to this machine."""
    own = urlsplit(settings.BASE_URL)
    if request.headers.get("Origin", f"{own.scheme}://{own.netloc}") != f"{own.scheme}://{own.netloc}":
        raise api.Problem(403, "origin_refused", "Pages of other sites may not ask here.")
    if request.content_type != "application/json":
        raise api.Problem(415, "unsupported_media_type", "Send application/json.")
    if not request.accepts("application/json"):
        raise api.Problem(406, "not_acceptable", "Accept application/json: nothing is streamed here.")


def _answer(request: HttpRequest) -> HttpResponse:
    message: dict[str, Any] = {}
    version = ""
    try:
        message = messages.read(request)
        version = messages.version(request, message)
        if "id" not in message:
            _parsed(JSONRPCNotification, message)
            return HttpResponse(status=202)
        call = _parsed(JSONRPCRequest, message)
        return JsonResponse({"jsonrpc": "2.0", "id": call.id, "result": _result(request, call, version)})
    except RpcError as refused:
        return _error(refused, message.get("id"), version)


def _problem(problem: api.Problem) -> HttpResponse:
    """Returns the problem as a JSON-RPC error, since clients show nothing of any other body."""
    error = {"code": PROBLEM, "message": f"{problem.code}: {problem.detail}"}
    response = JsonResponse({"jsonrpc": "2.0", "id": None, "error": error}, status=problem.status)
    if problem.status == 401:
        response["WWW-Authenticate"] = "Bearer"
    if problem.retry_after is not None:
        response["Retry-After"] = str(problem.retry_after)
    return response


def _parsed(model: type[Model], message: dict[str, Any]) -> Model:
    try:
        return model.model_validate(message)
    except ValidationError:
        raise RpcError(
            jsonrpc.INVALID_REQUEST, "The body is not a JSON-RPC 2.0 request or notification."
        ) from None


def _result(request: HttpRequest, call: JSONRPCRequest, version: str) -> dict[str, Any]:
    """The result in the shape of the protocol version; raises RpcError."""
    try:
        handle = HANDLERS[call.method]
        parsed = methods.parse_client_request(call.method, version, call.params)
    except KeyError:
        raise RpcError(jsonrpc.METHOD_NOT_FOUND, f"There is no method {call.method[:60]!r} here.") from None
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"]))
        raise RpcError(
            jsonrpc.INVALID_PARAMS, f"The parameters do not fit the method, at {where[:100]}."
        ) from None
    result = handle(request, parsed.params).model_dump(by_alias=True, mode="json", exclude_none=True)
    if version in MODERN_PROTOCOL_VERSIONS:
        result["_meta"] = {types.SERVER_INFO_META_KEY: SERVER.model_dump(by_alias=True, exclude_none=True)}
    return methods.serialize_server_result(call.method, version, result)


def _error(refused: RpcError, known: Any, version: str) -> HttpResponse:
    """The JSON-RPC error. Clients from before 2026-07-28 take 404 for the end of a session, so there it is 200."""
    error = {"code": refused.code, "message": refused.message}
    if refused.data is not None:
        error["data"] = refused.data
    if refused.code == jsonrpc.METHOD_NOT_FOUND:
        status = 404 if version in MODERN_PROTOCOL_VERSIONS else 200
    else:
        status = 200 if refused.code == jsonrpc.INVALID_PARAMS and version in messages.HANDSHAKE else 400
    told = known if isinstance(known, str | int) and not isinstance(known, bool) else None
    return JsonResponse({"jsonrpc": "2.0", "id": told, "error": error}, status=status)


def _initialize(_request: HttpRequest, params: types.InitializeRequestParams) -> types.Result:
    offered = params.protocol_version
    return types.InitializeResult(
        protocol_version=offered if offered in messages.HANDSHAKE else messages.HANDSHAKE[-1],
        capabilities=CAPABILITIES,
        server_info=SERVER,
        instructions=tools.INSTRUCTIONS,
    )


def _discover(_request: HttpRequest, _params: object) -> types.Result:
    return types.DiscoverResult(
        supported_versions=list(messages.SERVED), capabilities=CAPABILITIES, instructions=tools.INSTRUCTIONS
    )


def _ping(_request: HttpRequest, _params: object) -> types.Result:
    return types.EmptyResult()


def _list(_request: HttpRequest, _params: object) -> types.Result:
    return types.ListToolsResult(tools=tools.listed(), ttl_ms=HOUR_MS)


def _call(request: HttpRequest, params: types.CallToolRequestParams) -> types.Result:
    tool = tools.TOOLS.get(params.name)
    if tool is None:
        raise RpcError(
            jsonrpc.INVALID_PARAMS, f"There is no tool {params.name[:60]!r}: tools/list names them."
        )
    return tool.call(request, params.arguments or {})


HANDLERS: dict[str, Callable[[HttpRequest, Any], types.Result]] = {
    "initialize": _initialize,
    "server/discover": _discover,
    "ping": _ping,
    "tools/list": _list,
    "tools/call": _call,
}
