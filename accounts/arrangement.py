"""How a reader arranged the front page, as codes of groups and rows, which this layer does not resolve."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

KEY = "page"  # in `User.settings_json`
CODE = re.compile(r"[A-Za-z0-9_]{1,32}")
MOST = 100  # codes in each list: keeps the cookie below the browsers' limit of 4 KB


@dataclass(frozen=True)
class Arrangement:
    """Codes of groups in the chosen order, folded and hidden groups, and rows that come first."""

    order: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    pinned: tuple[str, ...] = ()

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "Arrangement":
        """The arrangement in an account's settings; invalid codes are dropped."""
        found = stored.get(KEY)
        lists = found if isinstance(found, dict) else {}
        return cls(**{name: _codes(lists.get(name)) for name in ("order", "folded", "hidden", "pinned")})

    @property
    def as_json(self) -> dict[str, list[str]]:
        return {name: list(codes) for name, codes in asdict(self).items()}

    @property
    def as_cookie(self) -> str:
        """The four lists in the format that the front page script parses; "" for the default arrangement."""
        if self == Arrangement():
            return ""
        return "|".join(".".join(codes) for codes in asdict(self).values())


def _codes(found: object) -> tuple[str, ...]:
    codes = found if isinstance(found, list) else []
    return tuple(code for code in codes if isinstance(code, str) and CODE.fullmatch(code))[:MOST]
