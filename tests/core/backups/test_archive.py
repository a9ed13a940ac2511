"""The encrypted file."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from pyrage.x25519 import Identity

from briefing.core.backups import archive
from briefing.core.backups.archive import Manifest, Unusable

KEY = Identity.generate()
MADE = Manifest("2026-11-23T02:40:00+00:00", "sqlite", ["news.0001_initial"], {"users": 1})
DUMP = [b"first\n", b"", b"second" * 40_000]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    archive.write(tmp_path / "made.age", MADE, DUMP, [str(KEY.to_public())])
    return tmp_path / "made.age"


def test_what_went_in_comes_out(path: Path):
    dump = BytesIO()
    assert archive.read(path, KEY, dump) == MADE
    assert dump.getvalue() == b"".join(DUMP)


def test_each_of_several_keys_opens_it(tmp_path: Path):
    other = Identity.generate()
    archive.write(tmp_path / "two.age", MADE, DUMP, [str(KEY.to_public()), str(other.to_public())])
    assert archive.read(tmp_path / "two.age", other, BytesIO()) == MADE


def test_a_long_dump_is_never_whole_in_memory(tmp_path: Path):
    taken: list[int] = []

    def pieces() -> Iterator[bytes]:
        for number in range(200):
            taken.append(number)
            # What was taken before is in the file already, but for what the library is working on.
            written = (tmp_path / "long.age").stat().st_size
            assert number * 65_536 - written < 2**20
            yield bytes(65_536)

    archive.write(tmp_path / "long.age", MADE, pieces(), [str(KEY.to_public())])
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
    with pytest.raises(Unusable, match=said):
        archive.read(path, KEY, BytesIO())


def test_another_key_is_said_so(path: Path):
    with pytest.raises(Unusable, match="made for another key"):
        archive.read(path, Identity.generate(), BytesIO())


@pytest.mark.parametrize("line", [b"", b"{}\n", b"[]\n", b"\0" * 3_000_000])
def test_another_age_file_is_no_backup(tmp_path: Path, line: bytes):
    class Other(Manifest):
        def line(self) -> bytes:
            return line

    archive.write(tmp_path / "other.age", Other("", "", [], {}), [], [str(KEY.to_public())])
    with pytest.raises(Unusable, match="not a backup of this service"):
        archive.read(tmp_path / "other.age", KEY, BytesIO())


def test_a_missing_file_is_said_so(tmp_path: Path):
    with pytest.raises(Unusable, match=r"none\.age: No such file"):
        archive.read(tmp_path / "none.age", KEY, BytesIO())


@pytest.mark.parametrize("text", ["# no key\n", "AGE-SECRET-KEY-1ABC\n", "age1abc\n", "Schlüssel\n"])
def test_a_file_without_a_private_key_is_said_so(tmp_path: Path, text: str):
    (tmp_path / "key").write_text(text)
    with pytest.raises(Unusable, match="holds no private key"):
        archive.identity(tmp_path / "key")


def test_a_private_key_is_no_recipient():
    assert str(archive.recipient(str(KEY.to_public()))) == str(KEY.to_public())
    with pytest.raises(ValueError, match="public half"):
        archive.recipient(str(KEY))
