"""The file of a backup: age (age-encryption.org/v1) around one line of JSON, the manifest, and the dump behind it.

The server holds the public half of the key only, so who takes the server cannot read what was saved earlier. Any age
program opens the file: `age -d -i KEY FILE | tail -n +2` is the dump.
"""

import io
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

import pyrage

FORMAT = 1
# A manifest has some kilobytes; what is longer is none.
LONGEST_MANIFEST = 2**20


class Unusable(Exception):
    """A backup that cannot be made or restored; the text says why and what to do."""


@dataclass(frozen=True)
class Manifest:
    """What the dump is: when and of which engine it was made, its migrations (app.name) and rows by table."""

    at: str
    engine: str
    migrations: list[str]
    rows: dict[str, int]
    format: int = FORMAT

    def line(self) -> bytes:
        return json.dumps(asdict(self), sort_keys=True).encode() + b"\n"

    @classmethod
    def parse(cls, line: bytes) -> "Manifest":
        """Unusable for another format than this version writes."""
        try:
            found = json.loads(line)
            made_as = found["format"]
        except (ValueError, KeyError, TypeError):
            raise Unusable("The file was decrypted, but it is not a backup of this service.") from None
        if made_as != FORMAT:
            raise Unusable(
                f"The backup has format {made_as}, this version reads {FORMAT}: restore with the version that made it."
            )
        return cls(**found)


class _Stream(io.RawIOBase):
    """Pieces of bytes, read like a file."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces, self._rest = iter(pieces), b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._rest:
            if (piece := next(self._pieces, None)) is None:
                return 0
            self._rest = piece
        taken = self._rest[: len(buffer)]
        buffer[: len(taken)] = taken
        self._rest = self._rest[len(taken) :]
        return len(taken)


class _Split:
    """Takes what is decrypted: the first line is kept, the rest goes into the file."""

    def __init__(self, dump: IO[bytes]) -> None:
        self.line, self._whole, self._dump = b"", False, dump

    def write(self, data: bytes) -> int:
        rest = data
        if not self._whole:
            head, newline, rest = data.partition(b"\n")
            self.line += head
            self._whole = bool(newline) or len(self.line) > LONGEST_MANIFEST
        self._dump.write(rest)
        return len(data)

    def flush(self) -> None:
        self._dump.flush()


def recipient(text: str) -> pyrage.x25519.Recipient:
    """The public half of a key (age1…). ValueError for anything else, a private key above all."""
    try:
        return pyrage.x25519.Recipient.from_str(text)
    except pyrage.RecipientError:
        raise ValueError("not the public half of an age key (age1…)") from None


def identity(path: Path) -> pyrage.x25519.Identity:
    """The private half, from a file as `age-keygen` and `manage.py backup --new-key` write it."""
    try:
        lines = path.read_text(encoding="ascii").splitlines()
        key = next(line.strip() for line in lines if line.startswith("AGE-SECRET-KEY-"))
        return pyrage.x25519.Identity.from_str(key)
    except OSError as error:
        raise Unusable(f"The key {path} cannot be read: {error.strerror}.") from None
    except (StopIteration, ValueError, pyrage.IdentityError):
        raise Unusable(f"{path} holds no private key: a line that starts with AGE-SECRET-KEY-1.") from None


def write(path: Path, manifest: Manifest, dump: Iterable[bytes], recipients: list[str]) -> int:
    """Writes the encrypted file for its owner alone and returns its bytes; a few 64 KiB are in memory at a time."""

    def plain() -> Iterator[bytes]:
        yield manifest.line()
        yield from dump

    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        pyrage.encrypt_io(_Stream(plain()), file, [recipient(each) for each in recipients])
        file.flush()
        os.fsync(file.fileno())
        return file.tell()


def read(path: Path, key: pyrage.x25519.Identity, dump: IO[bytes]) -> Manifest:
    """Decrypts the whole file before anything is done with it: a cut or changed one is Unusable."""
    split = _Split(dump)
    try:
        with path.open("rb") as file:
            pyrage.decrypt_io(file, split, [key])
    except pyrage.DecryptError as error:
        if "No matching keys" in str(error):
            raise Unusable("The backup was made for another key than this one.") from None
        raise Unusable(f"{path.name} is not a backup, or its beginning is damaged ({error}).") from None
    except OSError as error:
        if error.errno:
            raise Unusable(f"{path.name}: {error.strerror}.") from None
        raise Unusable(f"{path.name} is cut off or damaged; take another backup.") from None
    return Manifest.parse(split.line)
