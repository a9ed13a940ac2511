"""The backup file: age encryption (age-encryption.org/v1) around a JSON manifest line, the dump and a seal.

The server holds only the public key, so an intruder cannot read earlier backups. Anyone can encrypt to that
key, so an HMAC over everything before it, the seal, authenticates the file; its key derives from
SERVICE_HASH_KEY, which is in no backup. Any age program opens the file: `age -d -i KEY FILE | tail -n +2 |
head -c -32` gives the dump.
"""

import hmac
import io
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Annotated, Any, ClassVar, Literal

import pyrage
from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError

FORMAT, UNSEALED = 2, 1
SEAL_BYTES = sha256().digest_size
# Manifests are a few kilobytes.
LONGEST_MANIFEST = 2**20


class UnusableBackup(Exception):
    """Raised if a backup cannot be made or restored; the message says what to do."""


def _moment(text: str) -> str:
    datetime.fromisoformat(text)
    return text


Name = Annotated[str, Field(pattern=r"^\w+$", max_length=63)]
Migration = Annotated[str, Field(pattern=r"^\w+\.\w+$", max_length=300)]


@dataclass(frozen=True)
class Manifest:
    """Describes a dump: its time and engine, the applied migrations (app.name) and the row count of each table."""

    at: Annotated[str, AfterValidator(_moment)]
    engine: Literal["sqlite", "postgresql"]
    migrations: list[Migration]
    rows: dict[Name, Annotated[int, Field(ge=0)]]
    format: int = FORMAT
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True)

    def line(self) -> bytes:
        return json.dumps(asdict(self), sort_keys=True).encode() + b"\n"

    @classmethod
    def parse(cls, line: bytes) -> "Manifest":
        """Parses a manifest line; raises UnusableBackup for an unsupported format or invalid content."""
        try:
            made_as = json.loads(line)["format"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise UnusableBackup("The file was decrypted, but it is not a backup of this service.") from None
        if made_as not in (FORMAT, UNSEALED):
            raise UnusableBackup(
                f"The backup has format {made_as}, this version reads {FORMAT}: restore with the version that made it."
            )
        try:
            return TypeAdapter(cls).validate_json(line)
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            where = ".".join(map(str, first["loc"])) or "all of it"
            raise UnusableBackup(
                f"The backup's manifest is wrong ({where}: {first['msg']}): do not use it."
            ) from None


class _Stream(io.RawIOBase):
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


class _DecryptedSink:
    """Receives decrypted bytes: stores the manifest line and the seal, and writes the dump between them."""

    def __init__(self, dump: IO[bytes], seal_key: bytes) -> None:
        self.line, self._whole, self._dump = b"", False, dump
        self.seal = b""  # the last bytes received so far
        self._sum = hmac.new(seal_key, digestmod=sha256)

    def write(self, data: bytes) -> int:
        rest = data
        if not self._whole:
            head, newline, rest = data.partition(b"\n")
            self.line += head
            self._whole = bool(newline) or len(self.line) > LONGEST_MANIFEST
            if self._whole:
                self._sum.update(self.line + newline)
        held = self.seal + rest
        self._put(held[:-SEAL_BYTES])
        self.seal = held[-SEAL_BYTES:]
        return len(data)

    def _put(self, data: bytes) -> None:
        self._sum.update(data)
        self._dump.write(data)

    def is_sealed(self) -> bool:
        return hmac.compare_digest(self._sum.digest(), self.seal)

    def treat_seal_as_dump(self) -> None:
        """Writes the last bytes to the dump: files made before format 2 have no seal."""
        self._put(self.seal)

    def flush(self) -> None:
        self._dump.flush()


def recipient(text: str) -> pyrage.x25519.Recipient:
    """Parses an age public key (age1…); raises ValueError for anything else, a private key included."""
    try:
        return pyrage.x25519.Recipient.from_str(text)
    except pyrage.RecipientError:
        raise ValueError("not the public half of an age key (age1…)") from None


def identity(path: Path) -> pyrage.x25519.Identity:
    """Reads the private key from a file written by `age-keygen` or `manage.py backup --new-key`."""
    try:
        lines = path.read_text(encoding="ascii").splitlines()
        key = next(line.strip() for line in lines if line.startswith("AGE-SECRET-KEY-"))
        return pyrage.x25519.Identity.from_str(key)
    except OSError as error:
        raise UnusableBackup(f"The key {path} cannot be read: {error.strerror}.") from None
    except (StopIteration, ValueError, pyrage.IdentityError):
        raise UnusableBackup(
            f"{path} holds no private key: a line that starts with AGE-SECRET-KEY-1."
        ) from None


def write(
    path: Path, manifest: Manifest, dump: Iterable[bytes], recipients: list[str], *, seal_key: bytes
) -> int:
    """Writes the encrypted file with mode 0600 and returns its size; streams the dump in pieces of 64 KiB."""

    def plain() -> Iterator[bytes]:
        seal = hmac.new(seal_key, manifest.line(), sha256)
        yield manifest.line()
        for piece in dump:
            seal.update(piece)
            yield piece
        yield seal.digest()

    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        pyrage.encrypt_io(_Stream(plain()), file, [recipient(each) for each in recipients])
        file.flush()
        os.fsync(file.fileno())
        return file.tell()


def read(
    path: Path, key: pyrage.x25519.Identity, dump: IO[bytes], *, seal_key: bytes, unsealed: bool = False
) -> Manifest:
    """Decrypts and checks the whole file; raises UnusableBackup if it is cut off, changed or forged.

    `unsealed` also accepts a file without a valid seal, whose content is not authenticated.
    """
    opened = _DecryptedSink(dump, seal_key)
    _decrypt(path, key, opened)
    if not opened.is_sealed():
        if not unsealed:
            raise UnusableBackup(
                f"{path.name} has no seal of this installation: it was made by another installation, before backups"
                " were sealed, or under another SERVICE_HASH_KEY. Set the key of that time, or take it as it is with"
                " --unsealed."
            )
        if Manifest.parse(opened.line).format == UNSEALED:
            opened.treat_seal_as_dump()
    return Manifest.parse(opened.line)


def _decrypt(path: Path, key: pyrage.x25519.Identity, opened: _DecryptedSink) -> None:
    try:
        with path.open("rb") as file:
            pyrage.decrypt_io(file, opened, [key])
    except pyrage.DecryptError as error:
        if "No matching keys" in str(error):
            raise UnusableBackup("The backup was made for another key than this one.") from None
        raise UnusableBackup(f"{path.name} is not a backup, or its beginning is damaged ({error}).") from None
    except OSError as error:
        if error.errno:
            raise UnusableBackup(f"{path.name}: {error.strerror}.") from None
        raise UnusableBackup(f"{path.name} is cut off or damaged; take another backup.") from None
