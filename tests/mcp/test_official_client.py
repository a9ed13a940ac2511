"""Twenty questions of an assistant, by the official client over a socket; the client checks every answer's schema."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import AccessToken
from tests.pages import edition
from tests.pages.feed_reader import log

mcp = pytest.importorskip("mcp", reason="the official client is in requirements-dev.txt")
httpx2 = pytest.importorskip("httpx2")
from mcp.client.streamable_http import streamable_http_client  # noqa: E402

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("transactional_db")]
MODES = ("auto", "legacy", "2026-07-28")


@pytest.fixture
def talk(live_server: Any, token: str) -> Callable[..., Any]:
    """talk(conversation, mode): runs `conversation(client)` with a client that speaks the mode's protocol."""

    def run(conversation: Callable[..., Any], mode: str = "auto", bearer: str = token) -> Any:
        async def go() -> Any:
            headers = {"Authorization": f"Bearer {bearer}"}
            async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
                transport = streamable_http_client(f"{live_server.url}/mcp", http_client=http)
                async with mcp.Client(transport, mode=mode) as client:
                    return await conversation(client)

        return asyncio.run(go())

    return run


def result(answer: Any) -> dict[str, Any]:
    assert not answer.is_error, answer.content[0].text
    return answer.structured_content["result"]


@pytest.mark.parametrize("mode", MODES)
def test_twenty_questions_of_an_assistant(talk, mode):
    edition.whole(12)
    log(0)
    since = edition.timezone.now() - edition.timedelta(days=10)

    async def conversation(client):
        async def ask(tool, **given):
            return result(await client.call_tool(tool, given))

        async def refused(tool, **given):
            answer = await client.call_tool(tool, given)
            assert answer.is_error
            return answer.content[0].text

        tools = (await client.list_tools()).tools
        assert (len(tools), all(tool.annotations.read_only_hint for tool in tools)) == (7, True)
        # 1 to 6: which figure is it, and what is it now?
        found = await ask("find_figures", words="inflation Italy")
        assert found["items"][0]["code"] == "CPII"
        assert (await ask("find_figures", words="US 10-year yield", limit=1))["items"][0]["code"] == "US10"
        assert (await ask("find_figures", words="disoccupazione", lang="it"))["items"][0]["label"].startswith(
            "Disocc"
        )
        assert {each["group"] for each in (await ask("find_figures", group="bonds", limit=20))["items"]} == {
            "bonds"
        }
        assert {each["region"] for each in (await ask("find_figures", region="UK"))["items"]} == {"UK"}
        assert (await ask("find_figures", words="xyzzy"))["items"] == []
        # 7 to 9: its series, and one that may not be redistributed.
        series = await ask("get_series", code="CPII", range="5y")
        assert series["observations"][-1]["value"] == series["figure"]["value"]
        assert (await ask("get_series", code="us10", range="all"))["left_out"] == 0
        assert "redistribution_refused" in await refused("get_series", code="SOFR")
        # 10 to 13: what do the texts say?
        assert (await ask("get_reads"))["items"][0]["paragraphs"]
        assert (await ask("get_reads", group="bonds", lang="it"))["items"][0]["language"] == "it"
        assert (await ask("get_log"))["items"][0]["title"] == "Log 0"
        assert "not_found" in await refused("get_reads", group="nothing")
        # 14 to 15: what comes when?
        assert (await ask("get_agenda"))["items"]
        assert all(
            "EU" in each["title"] or each["url"] for each in (await ask("get_agenda", region="EU"))["items"]
        )
        # 16 to 18: what was in the news?
        assert all("EU" in each["tags"] for each in (await ask("find_news", include=["EU"]))["items"])
        assert (await ask("find_news", q="chip makers", limit=1))["items"][0]["source"] == "BBC"
        assert {each["lang"] for each in (await ask("find_news", lang="it"))["items"]} == {"it"}
        # 19 to 20: what changed, and a question that cannot be asked.
        assert (await ask("what_changed", since=since.isoformat()))["news"]
        assert "not_known_then" in await refused("get_series", code="CPII", as_of="2020-01-01")
        return client.protocol_version

    assert talk(conversation, mode) == ("2025-11-25" if mode == "legacy" else "2026-07-28")


def test_a_revoked_token_ends_the_conversation(talk):
    async def conversation(client):
        await client.list_tools()
        await asyncio.to_thread(AccessToken.objects.all().delete)
        await client.call_tool("get_agenda", {})

    with pytest.raises(BaseException) as caught:
        talk(conversation)
    assert "authentication_required: Send a personal token" in text_of(caught.value)


def test_beyond_the_limit_the_client_gets_an_error(talk):
    async def conversation(client):
        for _ in range(70):
            await client.list_tools(cache_mode="bypass")

    with pytest.raises(BaseException) as caught:
        talk(conversation)
    assert "rate_limited: A reader's tokens may ask 60 times a minute." in text_of(caught.value)


def text_of(error: BaseException) -> str:
    inner = getattr(error, "exceptions", ())
    return " ".join([str(error), *map(text_of, inner)])
