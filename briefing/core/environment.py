"""Reads environment variables for `settings.py`, collecting invalid values as problems instead of raising.

The system checks (`checks.py`) report the problems with the variable's name.
"""

import json
import os
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import environ

T = TypeVar("T")

TRUE_WORDS = {"1", "true", "yes", "on", "y", "t"}
FALSE_WORDS = {"0", "false", "no", "off", "n", "f", ""}


@dataclass
class Environment:
    """Typed look-ups in the environment.

    `problems` collects (variable, what to do); `read` holds the names looked up.
    """

    problems: list[tuple[str, str]] = field(default_factory=list)
    read: set[str] = field(default_factory=set)
    in_file: set[str] = field(default_factory=set)

    def problem(self, name: str, text: str) -> None:
        self.problems.append((name, text))

    def read_file(self, path: Path) -> None:
        """Loads `NAME=value` lines of a `.env` file; variables that the process already has take precedence."""
        if not path.is_file():
            return
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            self.problem(".env", f"{path.name} cannot be read ({error}); save it as UTF-8 text")
            return
        for number, line in enumerate(lines, 1):
            text = line.strip().removeprefix("export ")
            name, equals, _ = text.partition("=")
            if not text or text.startswith("#"):
                continue
            self.in_file.add(name.strip())
            if not (equals and name.strip().isidentifier()):
                self.problem(".env", f"line {number} of {path.name} is not NAME=value")
        if not self.problems:  # django-environ would log the same errors again, with the line itself
            environ.Env.read_env(path)

    def text(self, name: str, default: str = "") -> str:
        self.read.add(name)
        return os.environ.get(name, "").strip() or default

    def misspelt(self) -> Iterator[tuple[str, str]]:
        """Yields names in the file that no setting has, with the setting each resembles; others are ignored."""
        for name in sorted(self.in_file - self.read):
            if meant := get_close_matches(name, self.read, n=1, cutoff=0.8):
                yield name, meant[0]

    def _parsed(self, name: str, default: T, parse: Callable[[str], T], expected: str) -> T:
        raw = self.text(name)
        if not raw:
            return default
        try:
            return parse(raw)
        except (ValueError, TypeError):
            self.problem(name, f"is not {expected}")
            return default

    def flag(self, name: str, default: bool = False) -> bool:
        def parse(raw: str) -> bool:
            if raw.lower() in TRUE_WORDS:
                return True
            if raw.lower() in FALSE_WORDS:
                return False
            raise ValueError(raw)

        return self._parsed(name, default, parse, "true or false")

    def number(self, name: str, default: float, *, least: float = 0) -> float:
        def parse(raw: str) -> float:
            value = float(raw)
            if not least <= value < 1e9:
                raise ValueError(raw)
            return value

        return self._parsed(name, default, parse, f"a number of at least {least:g}")

    def integer(self, name: str, default: int, *, least: int = 0) -> int:
        def parse(raw: str) -> int:
            value = int(raw)
            if value < least:
                raise ValueError(raw)
            return value

        return self._parsed(name, default, parse, f"a whole number of at least {least}")

    def listing(self, name: str, default: list[str] | None = None) -> list[str]:
        raw = self.text(name)
        return [part.strip() for part in raw.split(",") if part.strip()] if raw else list(default or [])

    def choices(self, name: str, default: list[str], allowed: set[str]) -> list[str]:
        values = self.listing(name, default)
        if unknown := [value for value in values if value not in allowed]:
            self.problem(name, f"has {', '.join(unknown)}; allowed are {', '.join(sorted(allowed))}")
            return default
        return values

    def url(self, name: str, default: str, schemes: tuple[str, ...] = ("http", "https")) -> str:
        raw = self.text(name, default)
        if raw and not is_url(raw, schemes):
            self.problem(name, f"is not a URL that starts with {' or '.join(s + '://' for s in schemes)}")
            return default
        return raw.rstrip("/")

    def matching(self, start: str, end: str) -> dict[str, str]:
        """Returns the variables whose names start and end so, by the part of the name between."""
        found = {match[1]: self.text(match[0]) for name in os.environ
                 if (match := re.fullmatch(f"{start}(.+){end}", name))}  # fmt: skip
        return {name: raw for name, raw in found.items() if raw}

    def networks(self, name: str) -> list[IPv4Network | IPv6Network]:
        def parse(raw: str) -> list[IPv4Network | IPv6Network]:
            return [ip_network(part.strip(), strict=False) for part in raw.split(",") if part.strip()]

        return self._parsed(name, [], parse, "a comma list of addresses or networks")

    def json(self, name: str, default: Any) -> Any:
        return self._parsed(name, default, json.loads, "JSON")

    def stored_secret(self, path: Path) -> str:
        """Wraps the function of the same name; an unusable folder is a problem, and the secret is temporary."""
        try:
            return stored_secret(path)
        except OSError as error:
            text = f"{path.parent} cannot be used ({error.strerror or error}): make it writable, or name another folder"
            if ("DATA_DIR", text) not in self.problems:
                self.problem("DATA_DIR", text)
            return secrets.token_urlsafe(64)


def is_url(raw: str, schemes: tuple[str, ...] = ("http", "https")) -> bool:
    try:
        parts = urlsplit(raw)
        return parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def with_password(url: str, password: str) -> str:
    """Returns the URL with the password added, quoted, unless it has one."""
    parts = urlsplit(url)
    if not url or not password or parts.password:
        return url
    host = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=f"{parts.username or ''}:{quote(password, safe='')}@{host}").geturl()


def stored_address(path: Path | None) -> str:
    """Returns the address that the last start stored; "" if there is none."""
    try:
        address = path.read_text(encoding="ascii").strip() if path else ""
    except (OSError, UnicodeDecodeError):
        return ""
    return address if is_url(address) else ""


def stored_secret(path: Path) -> str:
    """Returns the embedded deployment's secret, created on first use with mode 0600 in the data folder."""
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        try:
            partial.touch(mode=0o600)
            partial.write_text(secrets.token_urlsafe(64), encoding="ascii")
            os.link(partial, path)  # fails if another process was first; both then read the same secret
        except FileExistsError:
            pass
        finally:
            partial.unlink(missing_ok=True)
        return path.read_text(encoding="ascii").strip()
