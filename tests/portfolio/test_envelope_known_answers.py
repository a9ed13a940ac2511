"""The envelope computed in Python, against the known answers of the browser's tests (tests/js/data)."""

import base64
import hashlib
import json
import struct
import unicodedata
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

FILE = Path(__file__).resolve().parent.parent / "js/data/envelopes.json"
ANSWERS = json.loads(FILE.read_text(encoding="utf-8"))


def expand(root: bytes, purpose: str) -> bytes:
    return HKDF(hashes.SHA256(), 32, None, f"portfolio-sync/{purpose}/v1".encode()).derive(root)


def sealed(answer: dict) -> tuple[bytes, bytes]:
    """Envelope and auth_key, computed from the specification's layout only."""
    salt, nonce = base64.b64decode(answer["salt"]), base64.b64decode(answer["nonce"])
    pin = unicodedata.normalize("NFKC", answer["pin"]).encode()
    root = hashlib.pbkdf2_hmac("sha256", pin, salt, answer["iterations"], 32)
    head = b"PFS1" + struct.pack(">BBHI", 1, 1, 0, answer["iterations"]) + salt + nonce
    text = answer["text"].encode()
    content = struct.pack(">I", len(text)) + text
    padded = content + bytes(-len(content) % 1024)
    return head + AESGCM(expand(root, "enc")).encrypt(nonce, padded, head), expand(root, "auth")


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer["what"])
def test_envelope_known_answers(answer):
    envelope, auth_key = sealed(answer)
    assert (base64.b64encode(envelope).decode(), base64.b64encode(auth_key).decode()) == (
        answer["envelope"],
        answer["auth_key"],
    )


def test_envelope_sizes_are_blocks():
    sizes = [(len(base64.b64decode(answer["envelope"])) - 56) / 1024 for answer in ANSWERS]
    assert sizes == [1, 1, 1, 1, 1, 1, 2]
