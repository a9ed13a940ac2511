"""The protocol at `POST /mcp`: who gets in, what is a message, and how each mistake is answered."""

import json

import pytest
import time_machine
from django.test import Client

from accounts.models import AccessToken, Acknowledgement
from tests.accounts.readers import signed_in
from tests.pages.edition import NOW

pytestmark = pytest.mark.django_db
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
HELLO = {"capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


def modern(post, method="tools/list", params=None, *, meta=META, **headers):
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": meta, **(params or {})}}
    return post(body, **{"mcp_protocol_version": "2026-07-28", "mcp_method": method} | headers)


def code(response):
    return response.status_code, response.json()["error"]["code"]


# --- who gets in ---


@pytest.mark.parametrize("sent", [None, "Bearer wrong", "Bearer mb_" + "A" * 43, "Basic eDp5"])
def test_without_a_token_it_is_401_and_says_how(post, sent):
    response = post(PING, authorization=sent)
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")
    assert "/settings#tokens" in response.json()["error"]["message"]


def test_a_revoked_token_opens_nothing_from_the_next_request_on(post):
    assert post(PING).status_code == 200
    AccessToken.objects.all().delete()
    assert post(PING).status_code == 401


def test_a_closed_account_opens_nothing(post, ada):
    ada.is_active = False
    ada.save()
    assert post(PING).status_code == 401


def test_a_session_and_the_operators_token_are_nobody_here(post, settings):
    settings.SERVICE_TOKEN = "s" * 40
    assert post(PING, authorization="Bearer " + "s" * 40).status_code == 401
    client = signed_in(email="bob@example.org")
    assert client.post("/mcp", json.dumps(PING), content_type="application/json").status_code == 401


def test_statements_that_changed_are_accepted_first(post, ada):
    Acknowledgement.objects.all().delete()
    response = post(PING)
    assert response.status_code == 403
    assert response.json()["error"]["message"].startswith("acknowledgement_required: ")


def test_the_limit_is_that_of_the_api_and_shared_with_it(post, token):
    with time_machine.travel(NOW, tick=False):
        for _ in range(59):
            assert post(PING).status_code == 200
        assert Client().get("/api/reads", headers={"authorization": f"Bearer {token}"}).status_code == 200
        response = post(PING)
    assert (response.status_code, response["Retry-After"]) == (429, "60")


def test_a_tool_that_reads_five_routes_counts_once(post, rpc, token):
    with time_machine.travel(NOW, tick=False):
        rpc("tools/call", {"name": "what_changed", "arguments": {"since": "2026-11-20T00:00:00Z"}})
        assert [post(PING).status_code for _ in range(60)] == [200] * 59 + [429]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://testserver.evil.example", ""])
def test_pages_of_other_sites_may_not_ask(post, origin):
    assert post(PING, origin=origin).status_code == 403


def test_a_page_of_this_service_may(post, settings):
    assert post(PING, origin=settings.BASE_URL).status_code == 200


def test_plain_http_is_refused_where_the_service_has_tls(post, settings):
    settings.SECURE_SSL_REDIRECT = True
    response = post(PING)
    assert (response.status_code, response.json()["code"]) == (403, "https_required")


# --- what is a request ---


@pytest.mark.parametrize("method", ["get", "delete", "put"])
def test_other_methods_are_405(method, token):
    response = getattr(Client(), method)("/mcp", headers={"authorization": f"Bearer {token}"})
    assert (response.status_code, response["Allow"]) == (405, "POST")


def test_media_types_are_checked(post):
    assert post(PING, content_type="text/plain").status_code == 415
    assert post(PING, accept="text/event-stream").status_code == 406
    assert [post(PING, accept=each).status_code for each in ("application/json", "*/*", None)] == [200] * 3


def test_a_long_body_is_413(post):
    assert post(b'{"x": "' + b"x" * 70_000 + b'"}').status_code == 413


@pytest.mark.parametrize("body", [b" ", b"{", b"\xff\xfe", b'{"id": NaN}', b"[" * 5000, b'{"a":' * 9000])
def test_what_is_not_json_is_a_parse_error(post, body):
    response = post(body)
    assert code(response) == (400, -32700)
    assert response.json()["id"] is None


@pytest.mark.parametrize("body", [
    [PING], [], "ping", 1, None, {"id": 1}, {"jsonrpc": "1.0", "id": 1, "method": "ping"}, PING | {"id": None},
    PING | {"id": 1.5}, PING | {"id": {}}, PING | {"method": 3}, PING | {"params": [1]},
    {"jsonrpc": "2.0", "id": 1, "result": {}}, {"jsonrpc": "2.0", "method": None},
    PING | {"params": {"x": "\0"}}, PING | {"params": {"x": "\ud800"}},
    PING | {"params": json.loads('{"a":' * 20 + "1" + "}" * 20)},
])  # fmt: skip
def test_what_is_no_single_message_is_an_invalid_request(post, body):
    assert code(post(body)) == (400, -32600)


def test_a_notification_is_202_without_a_body(post):
    for method in ("notifications/initialized", "notifications/cancelled", "notifications/unheard-of"):
        response = post({"jsonrpc": "2.0", "method": method})
        assert (response.status_code, response.content) == (202, b"")


# --- before 2026-07-28 ---


@pytest.mark.parametrize(("offered", "agreed"), [
    ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25"), ("1999-01-01", "2025-11-25"),
])  # fmt: skip
def test_a_version_is_agreed_on(rpc, offered, agreed):
    result = rpc("initialize", HELLO | {"protocolVersion": offered})["result"]
    assert (result["protocolVersion"], result["capabilities"]) == (agreed, {"tools": {}})
    assert "Educational, not advice" in result["instructions"]
    assert "as_of" in result["instructions"]


@pytest.mark.parametrize("version", ["2025-03-26", "1999-01-01", "x" * 500, "2025-06-18, 2025-06-18"])
def test_a_version_that_is_not_served_is_refused_with_those_that_are(post, version):
    response = post(PING, mcp_protocol_version=version)
    assert code(response) == (400, -32022)
    assert response.json()["error"]["data"]["supported"] == ["2025-06-18", "2025-11-25", "2026-07-28"]


def test_ping_is_answered_empty_and_the_id_comes_back(post):
    assert post(PING | {"id": "seven"}).json() == {"jsonrpc": "2.0", "id": "seven", "result": {}}
    assert post(PING, mcp_protocol_version="2025-06-18").json()["result"] == {}


@pytest.mark.parametrize("method", ["resources/list", "tools/delete", "server/discover", "", "x" * 9000])
def test_an_unknown_method_is_named_as_such(post, method):
    response = post(PING | {"method": method})
    assert code(response) == (200, -32601)
    assert len(response.content) < 300


@pytest.mark.parametrize(("method", "params"), [
    ("initialize", {}), ("tools/call", {}), ("tools/call", {"name": 3}), ("tools/call", {"name": "drop_tables"}),
    ("tools/call", {"name": "find_news", "arguments": [1]}), ("tools/call", None), ("tools/list", {"cursor": 4}),
])  # fmt: skip
def test_parameters_that_do_not_fit_are_invalid(rpc, method, params):
    assert rpc(method, params)["error"]["code"] == -32602


# --- 2026-07-28 ---


def test_a_request_that_names_its_version_needs_no_handshake(post):
    result = modern(post).json()["result"]
    assert (result["resultType"], result["cacheScope"], len(result["tools"])) == ("complete", "private", 7)
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "market-briefing"


def test_discover_tells_what_is_served(post):
    result = modern(post, "server/discover").json()["result"]
    assert result["supportedVersions"] == ["2025-06-18", "2025-11-25", "2026-07-28"]


def test_handshake_and_ping_are_gone(post):
    assert code(modern(post, "ping")) == (404, -32601)
    assert code(modern(post, "initialize", HELLO | {"protocolVersion": "2026-07-28"})) == (404, -32601)


@pytest.mark.parametrize("missing", list(META))
def test_a_request_without_its_envelope_is_refused(post, missing):
    assert code(modern(post, meta={key: value for key, value in META.items() if key != missing})) == (
        400,
        -32602,
    )
    assert code(modern(post, meta=None)) == (400, -32602)


@pytest.mark.parametrize(
    "headers", [{"mcp_method": "tools/call"}, {"mcp_method": None}, {"mcp_method": "tools/list, tools/list"}]
)
def test_headers_that_contradict_the_body_are_refused(post, headers):
    assert code(modern(post, **headers)) == (400, -32020)


def test_the_tool_is_named_in_the_header_too(post):
    asked = {"name": "find_figures", "arguments": {}}
    assert code(modern(post, "tools/call", asked)) == (400, -32020)
    assert code(modern(post, "tools/call", asked, mcp_name="find_news")) == (400, -32020)
    assert modern(post, "tools/call", asked, mcp_name="find_figures").status_code == 200


def test_another_version_in_the_body_is_refused(post):
    meta = META | {"io.modelcontextprotocol/protocolVersion": "2025-06-18"}
    assert code(modern(post, meta=meta)) == (400, -32020)


# --- the answer ---


def test_answers_are_never_stored_and_say_when_they_are_made_up(post, settings):
    settings.SAMPLE_DATA = True
    response = post(PING)
    assert (response["Cache-Control"], response["Sample-Data"]) == ("no-store", "true")
    assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize(
    ("lang", "sentence"), [("en", "An assistant that supports MCP"), ("it", "Un assistente che supporta MCP")]
)
def test_the_settings_say_where_an_assistant_connects(settings, lang, sentence):
    page = signed_in(email="bob@example.org").get(f"/settings?lang={lang}").content.decode()
    assert sentence in page
    assert f"<code>{settings.BASE_URL}/mcp</code>" in page
