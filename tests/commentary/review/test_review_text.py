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


def test_blank_lines_are_passed_over(monkeypatch):
    assert run(monkeypatch, b"", b"   ") == ([], "")
