"""The outer encryption: its bytes, its errors, and parsing of the pepper."""

import base64
import hashlib
import hmac
import random

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from portfolio.sync.encryption import (
    Damaged,
    PepperError,
    decrypt,
    encrypt,
    fingerprint,
    parse_pepper,
    same,
    verifier,
)

PEPPER = bytes(range(32))
NONCE = bytes(range(100, 112))


def hkdf(secret: bytes, salt: bytes, info: bytes) -> bytes:
    """RFC 5869 for one block."""
    extracted = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(extracted, info + b"\x01", hashlib.sha256)


def test_fingerprint_is_the_head_of_a_mac():
    full = hmac.digest(PEPPER, b"portfolio-sync/fingerprint/v1", hashlib.sha256)
    assert fingerprint(PEPPER) == full[:8]


@pytest.mark.parametrize("user_id", [7, "7", "b6f0c0de", 12345678901234567890])
def test_wrap_writes_the_specified_bytes(user_id):
    key = hkdf(PEPPER, b"portfolio-sync/outer/v1", b"user:" + str(user_id).encode())
    associated = b"portfolio-sync/outer/v1\x00" + fingerprint(PEPPER) + str(user_id).encode()
    expected = b"\x01" + NONCE + AESGCM(key).encrypt(NONCE, b"inner", associated)
    assert encrypt(b"inner", user_id, PEPPER, NONCE) == expected


def test_wrap_known_answer():
    assert (
        encrypt(b"inner", 7, PEPPER, NONCE).hex()
        == "016465666768696a6b6c6d6e6fae9fbe131a717ccfa6e9831e7b765f2038bbcc07bc"
    )


def test_wrap_takes_a_new_nonce_each_time():
    first, second = encrypt(b"inner", 7, PEPPER), encrypt(b"inner", 7, PEPPER)
    assert first[1:13] != second[1:13]
    assert decrypt(first, 7, PEPPER) == decrypt(second, 7, PEPPER) == b"inner"


@pytest.mark.parametrize("size", [0, 1, 1080, 256 * 1024])
def test_unwrap_gives_back_what_was_wrapped(size):
    inner = random.Random(size).randbytes(size)
    assert decrypt(encrypt(inner, 7, PEPPER), 7, PEPPER) == inner


def test_unwrap_reads_what_a_database_driver_hands_over():
    assert decrypt(memoryview(encrypt(b"inner", 7, PEPPER)), 7, PEPPER) == b"inner"


def test_wrap_takes_the_pepper_as_text_too():
    assert decrypt(encrypt(b"inner", 7, PEPPER.hex()), 7, PEPPER) == b"inner"


@pytest.mark.parametrize("nonce", [b"", bytes(11), bytes(13)])
def test_wrap_refuses_a_nonce_of_another_length(nonce):
    with pytest.raises(ValueError, match="12 bytes"):
        encrypt(b"inner", 7, PEPPER, nonce)


def test_unwrap_notices_every_changed_byte():
    stored = encrypt(b"inner", 7, PEPPER, NONCE)
    for at in range(len(stored)):
        changed = bytearray(stored)
        changed[at] ^= 1
        with pytest.raises(Damaged):
            decrypt(bytes(changed), 7, PEPPER)


def test_unwrap_refuses_what_was_cut():
    stored = encrypt(b"inner", 7, PEPPER, NONCE)
    assert len(stored) == 34
    for cut in range(34):
        with pytest.raises(Damaged):
            decrypt(stored[:cut], 7, PEPPER)


def test_unwrap_refuses_another_readers_row():
    with pytest.raises(Damaged):
        decrypt(encrypt(b"inner", 7, PEPPER), 8, PEPPER)


def test_unwrap_refuses_another_pepper():
    with pytest.raises(Damaged):
        decrypt(encrypt(b"inner", 7, PEPPER), 7, PEPPER[::-1])


def test_damaged_tells_nothing_of_the_bytes():
    with pytest.raises(Damaged) as caught:
        decrypt(encrypt(b"secret words", 7, PEPPER)[:-1], 7, PEPPER)
    assert str(caught.value) == "The stored copy does not open."


@pytest.mark.parametrize(
    "text",
    [
        PEPPER.hex(),
        PEPPER.hex().upper(),
        f"  {PEPPER.hex()}\n",
        base64.b64encode(PEPPER).decode(),
        base64.b64encode(PEPPER).decode().rstrip("="),
        base64.urlsafe_b64encode(PEPPER).decode(),
    ],
)
def test_parse_pepper_reads_hex_and_base64(text):
    assert parse_pepper(text) == PEPPER


def test_parse_pepper_reads_the_url_alphabet():
    pepper = b"\xff\xfe\xfd" * 11
    assert parse_pepper(base64.urlsafe_b64encode(pepper).decode()) == pepper


@pytest.mark.parametrize(
    "text", ["", "a", "a" * 62, bytes(31).hex(), base64.b64encode(bytes(31)).decode(), "ab" * 22]
)
def test_parse_pepper_refuses_what_is_too_short(text):
    with pytest.raises(PepperError):
        parse_pepper(text)


@pytest.mark.parametrize(
    "text", ["pass phrase of quite some length, thirty-two", "é" * 40, "!" * 64, "A" * 45]
)
def test_parse_pepper_refuses_what_is_neither_and_never_repeats_it(text):
    with pytest.raises(PepperError) as caught:
        parse_pepper(text)
    assert str(caught.value) == "PORTFOLIO_SYNC_PEPPER is neither hex nor base64."


def test_a_short_pepper_is_refused_as_bytes_too():
    for use in (fingerprint, lambda pepper: encrypt(b"", 1, pepper), lambda pepper: decrypt(b"", 1, pepper)):
        with pytest.raises(PepperError):
            use(bytes(31))


def test_verifier_differs_by_reader_pepper_and_key():
    given = {
        verifier(b"k" * 32, 7, PEPPER),
        verifier(b"k" * 32, 8, PEPPER),
        verifier(b"k" * 32, 7, PEPPER[::-1]),
        verifier(b"l" * 32, 7, PEPPER),
    }
    assert len(given) == 4
    assert verifier(b"k" * 32, 7, PEPPER) == verifier(b"k" * 32, "7", PEPPER.hex())


def test_verifier_is_a_mac_under_a_key_of_its_own():
    key = hkdf(PEPPER, b"portfolio-sync/verifier/v1", b"user:7")
    assert verifier(b"k" * 32, 7, PEPPER) == hmac.digest(key, b"k" * 32, hashlib.sha256)


def test_same_compares_values():
    assert (same(b"ab", memoryview(b"ab")), same(b"ab", b"ac"), same(b"ab", b"a")) == (True, False, False)
