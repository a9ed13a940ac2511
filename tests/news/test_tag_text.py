"""The command that tags lines of text."""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command


def run(monkeypatch: pytest.MonkeyPatch, text: bytes) -> list[dict[str, object]]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    out = io.StringIO()
    call_command("tag_text", "--jsonl", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_tag_text_keeps_ids_and_order(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        {"id": "b", "lang": "it", "title": "Bce, tassi invariati", "summary": ""},
        {"id": 7, "lang": "en", "title": "A quiet day", "summary": None},
    ]
    text = "\n\n".join(json.dumps(row) for row in rows).encode()
    assert run(monkeypatch, text) == [{"id": "b", "tags": ["EU", "Central Banks"]}, {"id": 7, "tags": []}]


def test_tag_text_reads_a_line_without_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    line = b'{"id": 1, "lang": "en", "title": "Bitcoin slides"}'
    assert run(monkeypatch, line) == [{"id": 1, "tags": ["Crypto"]}]


def test_tag_text_of_nothing_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, b"") == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{oops", "Line 2 is not JSON"),
        (b"\xff", "Line 2 is not JSON"),
        (b"[1]", "Line 2 must be an object"),
        (b'{"lang": "en", "title": "x"}', "Line 2 must be an object"),
        (b'{"id": 2, "lang": "de", "title": "x"}', 'Line 2: "lang" must be "en" or "it"'),
        (b'{"id": 2, "lang": "en"}', 'Line 2: "title" must be text'),
        (b'{"id": 2, "lang": "en", "title": "x", "summary": 3}', 'Line 2: "summary" must be text'),
    ],
)
def test_tag_text_names_the_bad_line(monkeypatch: pytest.MonkeyPatch, line: bytes, message: str) -> None:
    good = b'{"id": 1, "lang": "en", "title": "x", "summary": ""}\n'
    with pytest.raises(CommandError) as failure:
        run(monkeypatch, good + line)
    assert str(failure.value).startswith(message)


def test_tag_text_ends_with_its_figures_and_keeps_them_off_the_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(
        monkeypatch,
        b'{"id": 1, "lang": "en", "title": "Bitcoin slides"}\n{"id": 2, "lang": "en", "title": "x"}',
    )
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("2 headlines tagged, 1 without a tag (")
