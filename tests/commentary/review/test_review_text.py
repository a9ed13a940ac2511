"""`manage.py review_text --jsonl`: a verdict for every line, in order, whatever the line holds."""

import io
import json
import re
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command


def run(monkeypatch: pytest.MonkeyPatch, *lines: object) -> tuple[list[dict[str, object]], str]:
    """What the command wrote for these lines, parsed, and what it complained of; it ends with its figures."""
    raw = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(raw)))
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("review_text", "--jsonl", stdout=out, stderr=err)
        complaint = ""
    except CommandError as error:
        complaint = str(error)
    *complaints, figures = err.getvalue().splitlines()
    assert re.fullmatch(
        rf"{len(out.getvalue().splitlines())} texts reviewed, \d+ refused \(\d+\.\d s\)", figures
    )
    return [json.loads(line) for line in out.getvalue().splitlines()], "\n".join(complaints) + complaint


def text(known: object, body: object, **more: object) -> dict[str, object]:
    return {"id": known, "lang": "en", "kind": "read", "tone": "NOVICE", "style": "DRY", "text": body} | more


def test_verdicts_come_in_order_with_their_findings(monkeypatch):
    answers, complaint = run(
        monkeypatch, text("a", "Yields fell on Friday."), text("b", "The price target is 40.")
    )
    assert [(answer["id"], answer["verdict"]) for answer in answers] == [("a", "pass"), ("b", "fail")]
    assert answers[0]["findings"] == []
    assert answers[1]["findings"] == [
        {"rule": "C06.en.target_level", "excerpt": "price target is 40."},
    ]
    assert complaint == ""


def test_facts_are_used_when_they_are_there(monkeypatch):
    facts = {
        "as_of": "2026-11-20",
        "rows": [{"key": "A", "label": "A", "value": 4.1, "unit": "%", "date": "2026-11-20"}],
    }
    answers, _ = run(
        monkeypatch, text(1, "The rate was 4.1%.", facts=facts), text(2, "The rate was 4.4%.", facts=facts)
    )
    assert [answer["verdict"] for answer in answers] == ["pass", "fail"]
    assert answers[1]["findings"] == [{"rule": "grounding.number", "excerpt": "4.4%"}]


@pytest.mark.parametrize(
    "line",
    [
        {"id": "x"},
        text("x", None),
        text("x", ["Yields fell."]),
        text("x", ""),
        text("x", "Yields fell.", lang="fr"),
        text("x", "Yields fell.", kind={}),
        text("x", "Yields fell.", style=3),
        text("x", "Yields fell.", facts=[]),
        text("x", "Yields fell.", facts={"rows": {}}),
        text("x", "Yields \ud800 fell.", facts={"as_of": 3, "rows": [None]}),
    ],
)
def test_a_bad_line_with_an_id_gets_a_failing_verdict(monkeypatch, line):
    answers, complaint = run(monkeypatch, line, text("y", "Yields fell."))
    assert [(answer["id"], answer["verdict"]) for answer in answers] == [("x", "fail"), ("y", "pass")]
    assert complaint == ""


@pytest.mark.parametrize("line", [b"nonsense", b"[1]", b"{}", b'{"id": null}', b"\xff\xfe", b"[" * 20_000])
def test_a_bad_line_without_an_id_is_named_and_the_rest_goes_on(monkeypatch, line):
    answers, complaint = run(monkeypatch, text("a", "Yields fell."), line, text("b", "Yields fell."))
    assert [answer["id"] for answer in answers] == ["a", "b"]
    assert "line 2: " in complaint
    assert complaint.endswith("not reviewed: line 2")


def test_blank_lines_are_passed_over(monkeypatch):
    assert run(monkeypatch, b"", b"   ") == ([], "")
