import json

import pytest

from indicators.sources import reasons


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"error": [{"status": 400, "id": 150, "label": "Invalid value for dimension UNIT: I15_Q"}]}, "Invalid value for dimension UNIT: I15_Q"),
        ({"error_code": 400, "error_message": "Bad Request.  The series does not exist."}, "Bad Request. The series does not exist"),
        ({"type": "/x", "title": "Not Found", "status": 404, "detail": "No results found."}, "No results found"),
        ({"chart": {"result": None, "error": {"code": "Not Found", "description": "No data found"}}}, "No data found"),
        ({"error": "Invalid Query Param", "message": "Field 'x' does not exist"}, "Field 'x' does not exist"),
        ({"status": 400}, ""),
        ([], ""),
    ],
)  # fmt: skip
def test_the_reason_in_a_json_document(document, said):
    assert reasons.of(json.dumps(document).encode()) == said


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<S:Envelope><S:Fault><faultstring>EXTRACTION_TOO_BIG</faultstring></S:Fault></S:Envelope>", "EXTRACTION_TOO_BIG"),
        ('<m:Error xmlns:m="x"><c:Text xml:lang="en">No data for A&amp;B</c:Text></m:Error>', "No data for A&B"),
        ("<!DOCTYPE html><html><head><title>Access\n Denied</title></head></html>", "Access Denied"),
        ("Edge: Too Many Requests\n", "Edge: Too Many Requests"),
        ("", ""),
        ("{not json", ""),
        ("\x00\x01binary", ""),
    ],
)  # fmt: skip
def test_the_reason_in_other_bodies(body, said):
    assert reasons.of(body.encode()) == said


def test_a_reason_is_short_and_without_keys():
    said = reasons.of(("call ?api_key=SECRET&x=1 " + "word " * 200).encode())
    assert len(said) == reasons.LONGEST
    assert "SECRET" not in said


def test_a_document_that_is_too_deep_has_none():
    assert reasons.of(("[" * 100_000).encode()) == ""


def test_quoted_is_a_sentence_of_its_own():
    assert reasons.quoted(b'{"label": "Too big."}') == " It says: “Too big”."
    assert reasons.quoted(b"") == ""
