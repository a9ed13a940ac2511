"""The first start with public sources: what it says, and the address that it asks for."""

from pathlib import Path

import pytest

from briefing.local.first_live import introduce


@pytest.fixture
def live(settings, tmp_path):
    settings.SAMPLE_DATA = settings.FRED_KEYLESS = settings.CBOE_ENABLED = settings.YAHOO_ENABLED = False
    settings.FRED_API_KEY = ""
    settings.OUTBOUND_CONTACT = settings.BASE_URL
    return tmp_path / ".env"


def said(live, *answers: str) -> str:
    lines: list[str] = []
    left = list(answers)
    introduce(lines.append, live, lambda _question: left.pop(0))
    return "\n".join(lines)


def test_it_says_how_many_rows_a_free_key_adds(live, settings):
    text = said(live, "")
    assert "A free FRED key" in text and "Money growth, US" in text
    assert "Inflation, US" not in text
    assert "US 10-year yield" not in text  # another source has it
    settings.FRED_API_KEY = "k"
    assert "FRED" not in said(live, "")


def test_the_contact_is_stored_for_every_process(live, settings):
    live.write_text("SAMPLE_DATA=false")
    assert "Noted in .env." in said(live, "me@example.org")
    assert live.read_text() == "SAMPLE_DATA=false\nOUTBOUND_CONTACT=me@example.org\n"
    assert settings.OUTBOUND_CONTACT == "me@example.org"
    assert "403" not in said(live)


@pytest.mark.parametrize("answer", ["nobody", "a b@c.d", "x@y.z # note", "javascript:alert(1)"])
def test_an_invalid_contact_is_requested_again(live, answer):
    assert "neither an e-mail address" in said(live, answer, "https://example.org/about")
    assert "OUTBOUND_CONTACT=https://example.org/about" in live.read_text()


def test_an_empty_answer_leaves_it_for_another_time(live, settings):
    said(live, "")
    assert not live.exists() and settings.OUTBOUND_CONTACT == settings.BASE_URL


def test_where_nobody_can_answer_it_is_said(live, monkeypatch):
    lines: list[str] = []
    with Path("/dev/null").open() as nobody:
        monkeypatch.setattr("sys.stdin", nobody)
        introduce(lines.append, live)
    assert "Set OUTBOUND_CONTACT in .env" in lines[-1]
