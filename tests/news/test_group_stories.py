"""The command that groups JSON lines into stories."""

import io
import json
import sys
from typing import Any

import pytest
from django.core.management import CommandError, call_command


def run(monkeypatch: pytest.MonkeyPatch, text: str) -> list[dict[str, Any]]:
    class Input:
        buffer = io.BytesIO(text.encode())

    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", Input())
    call_command("group_stories", "--jsonl", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def line(number: str | int, title: str, **more: Any) -> str:
    row = {"id": number, "lang": "en", "title": title, "summary": "", "publisher": f"P{number}", **more}
    return json.dumps({"published_at": "2026-11-18T12:00:00Z"} | row)


def test_group_stories_writes_a_line_for_each_in_the_order_of_the_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [
        line("b", "Orvella bought by Tessaly for $3bn", published_at="2026-11-18T14:00:00+00:00"),
        "",
        line(7, "Harlan Foods names Keller as chief executive"),
        line("a", "Tessaly buys Orvella for $3 billion"),
    ]
    expected = [{"id": "b", "story": "a"}, {"id": 7, "story": 7}, {"id": "a", "story": "a"}]
    assert run(monkeypatch, "\n".join(lines)) == expected


def test_group_stories_takes_missing_fields_and_dates(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = '{"id": 1}\n{"id": 2, "title": null, "published_at": null, "lang": "xx"}\n'
    assert run(monkeypatch, rows) == [{"id": 1, "story": 1}, {"id": 2, "story": 2}]


@pytest.mark.parametrize(
    "bad",
    [
        "{",
        "[1]",
        '{"title": "x"}',
        '{"id": 1.5}',
        '{"id": 1, "published_at": "soon"}',
        '{"id": 1, "title": 5}',
        '{"id": ' + "9" * 5_000 + "}",
        '{"id": "\\ud800"}',
    ],
)
def test_group_stories_names_the_bad_line(monkeypatch: pytest.MonkeyPatch, bad: str) -> None:
    with pytest.raises(CommandError, match=r"^line 2: "):
        run(monkeypatch, line(1, "Harlan Foods names Keller") + "\n" + bad)


def test_group_stories_ends_with_its_figures_and_keeps_them_off_the_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(
        monkeypatch,
        line(1, "Tessaly buys Orvella for $3 billion") + "\n" + line(2, "Harlan Foods names Keller"),
    )
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("2 headlines in 2 stories (")
