"""The encrypted backup file."""

import hmac
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pyrage
import pytest
from pyrage.x25519 import Identity

from briefing.core.operations.backups import archive
from briefing.core.operations.backups.archive import Manifest, UnusableBackup

KEY = Identity.generate()
SEAL = bytes(32)
MADE = Manifest("2026-11-23T02:40:00+00:00", "sqlite", ["news.0001_initial"], {"users": 1})
DUMP = [b"first\n", b"", b"second" * 40_000]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    archive.write(tmp_path / "made.age", MADE, DUMP, [str(KEY.to_public())], seal_key=SEAL)
    return tmp_path / "made.age"


def test_what_went_in_comes_out(path: Path):
    dump = BytesIO()
    assert archive.read(path, KEY, dump, seal_key=SEAL) == MADE
    assert dump.getvalue() == b"".join(DUMP)


def test_each_of_several_keys_opens_it(tmp_path: Path):
    other = Identity.generate()
    archive.write(
        tmp_path / "two.age", MADE, DUMP, [str(KEY.to_public()), str(other.to_public())], seal_key=SEAL
    )
    assert archive.read(tmp_path / "two.age", other, BytesIO(), seal_key=SEAL) == MADE


def test_a_long_dump_is_never_whole_in_memory(tmp_path: Path):
    taken: list[int] = []

    def pieces() -> Iterator[bytes]:
        for number in range(200):
            taken.append(number)
            # Everything before is already in the file, except what the library buffers.
            written = (tmp_path / "long.age").stat().st_size
            assert number * 65_536 - written < 2**20
            yield bytes(65_536)

    archive.write(tmp_path / "long.age", MADE, pieces(), [str(KEY.to_public())], seal_key=SEAL)
    assert len(taken) == 200


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda whole: whole[:-1], "cut off or damaged"),
        (lambda whole: whole[: len(whole) // 2], "cut off or damaged"),
        (lambda whole: whole[:-40] + bytes(40), "cut off or damaged"),
        (lambda whole: whole[:100], "beginning is damaged"),
        (lambda whole: b"", "beginning is damaged"),
        (lambda whole: b"PGDMP" + whole, "is not a backup"),
    ],
)
def test_a_damaged_file_is_said_so(path: Path, damage, said: str):
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(UnusableBackup, match=said):
        archive.read(path, KEY, BytesIO(), seal_key=SEAL)


def test_another_key_is_said_so(path: Path):
    with pytest.raises(UnusableBackup, match="made for another key"):
        archive.read(path, Identity.generate(), BytesIO(), seal_key=SEAL)


@pytest.mark.parametrize(
    "line", [b"\n", b"{}\n", b"[]\n", b"null\n", b"[" * 100_000 + b"\n", b"\0" * 3_000_000]
)
def test_another_age_file_is_no_backup(tmp_path: Path, line: bytes):
    class Other(Manifest):
        def line(self) -> bytes:
            return line

    archive.write(tmp_path / "other.age", Other("", "", [], {}), [], [str(KEY.to_public())], seal_key=SEAL)
    with pytest.raises(UnusableBackup, match="not a backup of this service"):
        archive.read(tmp_path / "other.age", KEY, BytesIO(), seal_key=SEAL)


def test_a_missing_file_is_said_so(tmp_path: Path):
    with pytest.raises(UnusableBackup, match=r"none\.age: No such file"):
        archive.read(tmp_path / "none.age", KEY, BytesIO(), seal_key=SEAL)


@pytest.mark.parametrize("text", ["# no key\n", "AGE-SECRET-KEY-1ABC\n", "age1abc\n", "Schlüssel\n"])
def test_a_file_without_a_private_key_is_said_so(tmp_path: Path, text: str):
    (tmp_path / "key").write_text(text)
    with pytest.raises(UnusableBackup, match="holds no private key"):
        archive.identity(tmp_path / "key")


def test_a_private_key_is_no_recipient():
    assert str(archive.recipient(str(KEY.to_public()))) == str(KEY.to_public())
    with pytest.raises(ValueError, match="public half"):
        archive.recipient(str(KEY))


def manifest_as(path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """Rewrites a sealed file with a changed manifest."""
    made = asdict(MADE)
    change(made)

    class Other(Manifest):
        def line(self) -> bytes:
            return json.dumps(made).encode() + b"\n"

    archive.write(path, Other(**asdict(MADE)), DUMP, [str(KEY.to_public())], seal_key=SEAL)
    return path


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda made: made.update(rows=None), "rows"),
        (lambda made: made["rows"].update(users=None), "rows.users"),
        (lambda made: made["rows"].update(users=-1), "rows.users"),
        (lambda made: made["rows"].update(users=True), "rows.users"),
        (lambda made: made["rows"].update(users="1"), "rows.users"),
        (lambda made: made["rows"].update({"users'; DROP TABLE users; --": 1}), "rows"),
        (lambda made: made.update(more=1), "more"),
        (lambda made: made.pop("at"), "at"),
        (lambda made: made.update(at="yesterday"), "at"),
        (lambda made: made.update(engine="oracle"), "engine"),
        (lambda made: made.update(migrations="news.0001"), "migrations"),
        (lambda made: made.update(migrations=[None]), "migrations.0"),
    ],
)
def test_a_manifest_that_is_wrong_is_said_so(tmp_path: Path, change, said: str):
    with pytest.raises(UnusableBackup, match=rf"manifest is wrong \({said}"):
        archive.read(manifest_as(tmp_path / "wrong.age", change), KEY, BytesIO(), seal_key=SEAL)


@pytest.mark.parametrize("made_as", [None, 3, "2", [2]])
def test_another_format_is_said_so(tmp_path: Path, made_as: object):
    path = manifest_as(tmp_path / "other.age", lambda made: made.update(format=made_as))
    with pytest.raises(UnusableBackup, match="this version reads 2"):
        archive.read(path, KEY, BytesIO(), seal_key=SEAL)


def unsealed(path: Path, plain: bytes) -> Path:
    """Writes what anyone with the public key can create."""
    path.write_bytes(pyrage.encrypt(plain, [KEY.to_public()]))
    return path


BEFORE_SEALS = replace(MADE, format=1).line() + b"".join(DUMP)


@pytest.mark.parametrize(
    "plain",
    [
        BEFORE_SEALS,
        MADE.line() + b"".join(DUMP),
        MADE.line() + b"".join(DUMP) + bytes(32),
        MADE.line() + b"".join(DUMP) + hmac.digest(b"another key", MADE.line() + b"".join(DUMP), "sha256"),
        MADE.line() + b"other" + hmac.digest(SEAL, MADE.line() + b"".join(DUMP), "sha256"),
        replace(MADE, rows={"users": 2}).line() + hmac.digest(SEAL, MADE.line(), "sha256"),
        b"",
        b"short",
    ],
    ids=[
        "before seals",
        "none",
        "zeros",
        "another key",
        "another dump",
        "another manifest",
        "empty",
        "short",
    ],
)
def test_a_forged_file_is_refused(tmp_path: Path, plain: bytes):
    with pytest.raises(UnusableBackup, match="no seal of this installation"):
        archive.read(unsealed(tmp_path / "forged.age", plain), KEY, BytesIO(), seal_key=SEAL)


def test_a_file_without_a_seal_is_read_on_request(tmp_path: Path):
    path, dump = unsealed(tmp_path / "old.age", BEFORE_SEALS), BytesIO()
    archive.read(path, KEY, dump, seal_key=SEAL, unsealed=True)
    assert dump.getvalue() == b"".join(DUMP)


def test_a_file_of_another_installation_is_read_on_request(path: Path):
    dump = BytesIO()
    assert archive.read(path, KEY, dump, seal_key=b"another", unsealed=True) == MADE
    assert dump.getvalue() == b"".join(DUMP)


def test_the_dump_is_found_without_this_program(path: Path):
    plain = pyrage.decrypt(path.read_bytes(), [KEY])
    assert plain.partition(b"\n")[2][:-32] == b"".join(DUMP)
