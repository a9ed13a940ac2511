"""The envelope's header, with known answers and changed ones."""

import base64
import json
import struct
from pathlib import Path

import pytest

from portfolio.sync.payload import is_envelope, kdf

FILE = Path(__file__).resolve().parent.parent / "js/data/envelopes.json"
ANSWERS = json.loads(FILE.read_text(encoding="utf-8"))
GOOD = base64.b64decode(ANSWERS[0]["envelope"])


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer["what"])
def test_is_envelope_takes_what_the_browser_makes(answer):
    assert is_envelope(base64.b64decode(answer["envelope"]))


def changed(at: int, new: bytes) -> bytes:
    return GOOD[:at] + new + GOOD[at + len(new) :]


@pytest.mark.parametrize(
    "inner",
    [
        b"",
        GOOD[:-1],
        GOOD + b"\0",
        GOOD[:56],
        changed(0, b"PFS2"),
        changed(4, b"\x02"),
        changed(5, b"\x02"),
        changed(6, b"\0\x01"),
        changed(8, struct.pack(">I", 599_999)),
        changed(8, struct.pack(">I", 5_000_001)),
        GOOD + bytes(255 * 1024),
    ],
)
def test_is_envelope_refuses_other_forms(inner):
    assert not is_envelope(inner)


def test_is_envelope_takes_the_largest():
    assert is_envelope(GOOD + bytes(254 * 1024))


def test_kdf_is_ids_cost_and_salt():
    assert kdf(GOOD) == b"PFS1\x01\x01\0\0" + struct.pack(">I", 600_000) + base64.b64decode(
        ANSWERS[0]["salt"]
    )
