"""The file of a backup: age (age-encryption.org/v1) around one line of JSON, the manifest, the dump, and a seal.

The server holds the public half of the key only, so who takes the server cannot read what was saved earlier. Anybody
can encrypt for that half, so the seal, an HMAC over all before it, tells our files from others: its key is made from
SERVICE_HASH_KEY, which no folder of backups holds. Any age program opens the file:
`age -d -i KEY FILE | tail -n +2 | head -c -32` is the dump.
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
# A manifest has some kilobytes; what is longer is none.
LONGEST_MANIFEST = 2**20


class UnusableBackup(Exception):
    """A backup that cannot be made or restored; the text says why and what to do."""


def _moment(text: str) -> str:
    datetime.fromisoformat(text)
    return text


Name = Annotated[str, Field(pattern=r"^\w+$", max_length=63)]
Migration = Annotated[str, Field(pattern=r"^\w+\.\w+$", max_length=300)]


@dataclass(frozen=True)
class Manifest:
    """What the dump is: when and of which engine it was made, its migrations (app.name) and rows by table."""

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
        """UnusableBackup for another format than this version reads, and for anything that is not as it should be."""
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


class _DecryptedSink:
    """Takes what is decrypted: the first line and the seal are kept, what is between them goes into the file."""

    def __init__(self, dump: IO[bytes], seal_key: bytes) -> None:
        self.line, self._whole, self._dump = b"", False, dump
        self.seal = b""  # the last bytes so far
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
        """For a file that was made before there were seals."""
        self._put(self.seal)

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
        raise UnusableBackup(f"The key {path} cannot be read: {error.strerror}.") from None
    except (StopIteration, ValueError, pyrage.IdentityError):
        raise UnusableBackup(
            f"{path} holds no private key: a line that starts with AGE-SECRET-KEY-1."
        ) from None


def write(
    path: Path, manifest: Manifest, dump: Iterable[bytes], recipients: list[str], *, seal_key: bytes
) -> int:
    """Writes the encrypted file for its owner alone and returns its bytes; a few 64 KiB are in memory at a time."""

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
    """Decrypts the whole file before anything is done with it: a cut, changed or forged one is UnusableBackup.

    `unsealed` takes one without our seal: what it holds is whatever its maker wanted.
    """
    opened = _DecryptedSink(dump, seal_key)
    _decrypt(path, key, opened)
    if not opened.is_sealed():
        if not unsealed:
            raise UnusableBackup(
                f"{path.name} has no seal of this installation: it was made by somebody else, before there were seals,"
                " or under another SERVICE_HASH_KEY. Set the key of that time, or take it as it is with --unsealed."
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
