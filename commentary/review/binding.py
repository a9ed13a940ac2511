"""Whether a number that the figures do have belongs to what its sentence says: the right row, day and direction.

A name that is not recognised says nothing, so a finding needs certainty on both sides: the sentence names a known
subject, the number is a value of rows of known subjects alone, and none of these fits. Sums, gaps, ratios and
constants belong to no row and are never asked.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from commentary.review.claims import Claim
from commentary.review.dates import Calendar, Said, calendar, is_known

_PATH = Path(__file__).with_name("lexicon") / "subjects.toml"
_LABELS = ("key", "label", "label_en", "label_it", "name")
_CUT = re.compile(r"[,;:](?!\d)|\b(?:and|while|whereas|but|against|e|mentre|ma|contro)\b")
_IN_TURN = re.compile(r"\b(?:respectively|rispettivamente|in that order|nell'ordine)\b")
# A gap is told by what it lies between, in words that no label has to share.
_GAP = re.compile(r"\b(?:gap|difference|differential|distance|minus|differenza|divario|scarto|distanza)\b")
_NUMBER = re.compile(r"\d")
_NOW = re.compile(r"\b(?:now|currently|stands?|at present|ora|adesso|attualmente|oggi)\b")
_BEFORE = re.compile(
    r"\b(?:from|against|after|compared|before|previous\w*|earlier|than|dal|dall'|dallo|contro|rispetto|dopo|prima|precedent\w+)\b"
)
_TO = re.compile(r"\b(?:to|at|al|all'|allo|a|ai)\s*(?:[$€£]|usd )?$")
_UP = re.compile(
    r"\b(?:rose|risen|climbed|increased|advanced|jumped|widened|gained|è salit\w|sono salit\w|è aumentat\w|sono aumentat\w|è cresciut\w)\b"
)
_DOWN = re.compile(
    r"\b(?:fell|fallen|dropped|declined|decreased|slid|narrowed|slipped|eased|è sces\w|sono sces\w|è diminuit\w|sono diminuit\w|è calat\w)\b"
)


@dataclass(frozen=True)
class About:
    """What words speak of: subjects, and for each sort of qualifier those named."""

    subjects: frozenset[str]
    qualifiers: dict[str, frozenset[str]] = field(default_factory=dict)

    def fits(self, said: "About") -> bool:
        """Whether a row about this can be what a text speaks of: a common subject, and no other qualifier."""
        if not self.subjects & said.subjects:
            return False
        if said.qualifiers["measure"] - self.qualifiers["measure"]:
            return False
        pairs = [(said.qualifiers[name], self.qualifiers[name]) for name in said.qualifiers]
        return all(not said_of or not own or said_of & own for said_of, own in pairs)


@cache
def _words() -> tuple[dict[str, re.Pattern[str]], dict[str, dict[str, re.Pattern[str]]]]:
    found = tomllib.loads(_PATH.read_text(encoding="utf-8"))
    sorts = {
        sort: {name: re.compile(pattern) for name, pattern in each.items()}
        for sort, each in found["qualifiers"].items()
    }
    return {name: re.compile(pattern) for name, pattern in found["subjects"].items()}, sorts


def about(text: str) -> About:
    """What a text in lower case speaks of."""
    subjects, sorts = _words()
    return About(
        frozenset(name for name, pattern in subjects.items() if pattern.search(text)),
        {
            sort: frozenset(name for name, pattern in each.items() if pattern.search(text))
            for sort, each in sorts.items()
        },
    )


class Rows:
    """The rows of the facts, by what they are about and the dates that they have."""

    def __init__(self, facts: Mapping[str, Any], known: Sequence[Claim]) -> None:
        rows: Sequence[Mapping[str, Any]] = facts["rows"]
        self.about = [about(" ; ".join(str(row.get(key) or "") for key in _LABELS).lower()) for row in rows]
        today = calendar({"as_of": facts.get("as_of")}).days  # its month is no period of a monthly figure
        self.present = [_calendar(row, today, lambda key: not key.startswith("prev")) for row in rows]
        self.earlier = [_calendar(row, set(), lambda key: key.startswith("prev")) for row in rows]
        self.changes: dict[int, list[float]] = {}
        for claim in known:
            if claim.role == "change":
                self.changes.setdefault(claim.row, []).append(claim.value)

    def misplaced(self, fitting: Sequence[Claim], sentence: str, at: int, said: Sequence[Said]) -> str:
        """Why the number at a place of its sentence does not belong there; empty when it may.

        `fitting` are the claims that have its value, `said` the dates of the sentence.
        """
        rows = {claim.row for claim in fitting}
        if -1 in rows or _IN_TURN.search(sentence) or _GAP.search(sentence):
            return ""
        clause, start = _clause(sentence, at)
        named = about(clause)
        if not named.subjects:  # "4.4% in the one and 6.3% in the other"
            whole = about(sentence)
            named = About(
                whole.subjects, named.qualifiers if any(named.qualifiers.values()) else whole.qualifiers
            )
        if named.subjects and all(self.about[row].subjects for row in rows):
            fits = {row for row in rows if self.about[row].fits(named)}
            if not fits:
                return "this value belongs to another figure"
            rows = fits
        mine = [claim for claim in fitting if claim.row in rows]
        return self._late(mine, clause, at - start, said) or self._turned(mine, clause[: at - start])

    def _late(self, mine: Sequence[Claim], clause: str, at: int, said: Sequence[Said]) -> str:
        roles = {claim.role for claim in mine}
        earlier = roles == {"prev"}
        if earlier and _NOW.search(clause[:at]) and not _BEFORE.search(clause[:at]):
            return "this is the value of the observation before"
        if len(said) != 1 or not roles <= {"value", "prev"} or (earlier and _BEFORE.search(clause[:at])):
            return ""
        known = [
            self.earlier[claim.row] if claim.role == "prev" else self.present[claim.row] for claim in mine
        ]
        if all(each.years for each in known) and not any(is_known(said[0], each) for each in known):
            return "this value belongs to another date"
        return ""

    def _turned(self, mine: Sequence[Claim], before: str) -> str:
        """ "rose to" a value when all that is known of the row fell."""
        up, down = bool(_UP.search(before)), bool(_DOWN.search(before))
        if up == down or not _TO.search(before) or any(claim.role != "value" for claim in mine):
            return ""
        moves = [change for claim in mine for change in self.changes.get(claim.row, [0.0])]
        wrong = all(move < 0 for move in moves) if up else all(move > 0 for move in moves)
        return "the figure moved the other way" if wrong else ""


def _calendar(row: Mapping[str, Any], days: set[tuple[int, int, int]], of: Callable[[str], bool]) -> Calendar:
    found = calendar({key: text for key, text in row.items() if isinstance(text, str) and of(key)})
    found.days |= days
    return found


def _clause(sentence: str, at: int) -> tuple[str, int]:
    """The part of a sentence around a place: it is cut where a number comes before and something else after."""
    start = 0
    for cut in _CUT.finditer(sentence):
        if not _NUMBER.search(sentence, start, cut.start()):
            continue
        following = _CUT.search(sentence, cut.end())
        part = sentence[cut.end() : following.start() if following else len(sentence)]
        new = about(part)
        if not new.subjects and not any(new.qualifiers.values()):
            continue
        if cut.start() > at:
            return sentence[start : cut.start()], start
        start = cut.end()
    return sentence[start:], start
