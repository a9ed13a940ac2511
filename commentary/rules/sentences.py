"""Sentences by rules on a figure: one form for each kind of event."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from commentary.facts.ranking import family_of, printed_move, revised_to
from commentary.facts.snapshot import RowFacts
from commentary.language.claims import claims_of
from commentary.language.draft import SlotSentence
from commentary.language.names import NOVICE, rank_of
from commentary.language.slot_table import SlotTable
from commentary.language.slots import SlotFigure
from commentary.rules.choice import context_of, form_of, is_gap, of_move
from commentary.rules.forms import agreed, filled, form, table, words_of

MOST_OFTEN, MOST_RUNS, MOST_SMALL = 1, 1, 2  # sentences per text with a multiple, a run or its end, no news
RELEASES = ("policy", "release", "data")  # ranks of what is published at a time of day
COMPARED = ("yield", "currency")  # readers contrast figures of these side by side
# Beginnings of the forms that end with another date.
OTHER_DATE = ("rate_", "growth", "yearly", "no_growth", "averaged", "over_days")
SMALL = ("small", "small_release", "released_unchanged", "averaged_unchanged")
BASES = {
    "year on year": ("year on year", "su base annua"),
    "on the quarter": ("on the quarter", "sul trimestre"),
}
WHEN = {"en": " on {on}", "it": " il {on}"}
LATEST = {
    "price": {"en": ", the latest price available", "it": ", ultimo prezzo disponibile"},
    "figure": {"en": ", the latest figure available", "it": ", ultimo dato disponibile"},
}
NOTHING = {"en": "", "it": ""}


@dataclass
class SentenceBuilder:
    """Builds sentences in sequence: first mentions get a gloss, repeated dates are omitted.

    `with_levels`: whether a sentence may say that a level was crossed or reached.
    """

    slots: SlotTable
    with_levels: bool = True
    used_ids: list[str] = field(default_factory=list)
    dated: str = ""  # the period stated in the last sentence on a figure
    forms: list[str] = field(default_factory=list)  # names of the forms used

    @property
    def novice(self) -> bool:
        return self.slots.tone == NOVICE

    def fact(self, id: str, *, other: str = "", short: bool = False, name: str = "") -> SlotSentence:
        """Returns a fact about a figure, in the form `name` or the one of its event.

        `other` is the preceding figure of its family, `short` uses its short name.
        """
        figure = self.slots.figures[id]
        name = name or self._form(figure, other)
        self.forms.append(name)
        texts = self._in_tense(
            id, filled(form("fact", name), id, self._extra(figure, short=short, name_of_form=name), figure)
        )
        self.used_ids.append(id)
        self.dated = "" if name.startswith(OTHER_DATE) else figure.row.period
        return SlotSentence("fact", (id,), texts)

    def _in_tense(self, id: str, texts: Mapping[str, str]) -> Mapping[str, str]:
        if not self.precedes_release(id):
            return texts
        return {language: in_tense(text, "earlier", language) for language, text in texts.items()}

    def precedes_release(self, id: str) -> bool:
        """Whether the text states a figure that was released after the day of this market's close."""
        row, figures = self.slots.figures[id].row, self.slots.figures
        if row.frequency != "D" or rank_of(row.key) in RELEASES:
            return False
        days = (
            self._released_after(figures[each].row)
            for each in self.used_ids
            if rank_of(figures[each].row.key) in RELEASES
        )
        return any(row.period <= day for day in days)

    def _released_after(self, row: RowFacts) -> str:
        """Returns the last day before a release: a bank's decision is dated, data came after the text before, or ""."""
        if row.decided:
            return (date.fromisoformat(row.decided) - timedelta(days=1)).isoformat()
        return min(self.slots.seen_on, self.slots.yesterday)

    def is_small(self, id: str) -> bool:
        """Whether a figure did not move, or by less than usual."""
        return form_of(self.slots.figures[id], novice=self.novice) in SMALL

    def has_room(self, id: str) -> bool:
        """Whether a text may still state the figure, given how many small moves it states; always if it is news."""
        is_news = self.slots.figures[id].row.newsworthiness > 0
        return is_news or not self.is_small(id) or sum(each in SMALL for each in self.forms) < MOST_SMALL

    def is_echo(self, id: str) -> bool:
        """Whether a yield, or a gap between two, moved like one of its family that the text states."""
        return any(self.echoes(each, id) for each in self.used_ids)

    def echoes(self, told: str, id: str) -> bool:
        """Whether a yield moved like another of its family, give or take its usual move, or two gaps the same way."""
        figures = self.slots.figures[told], self.slots.figures[id]
        one, two = (figure.row for figure in figures)
        if figures[0].voice != figures[1].voice or family_of(one) != family_of(two):
            return False
        moves = printed_move(one), printed_move(two)
        if all(is_gap(figure) for figure in figures):
            return moves[0] * moves[1] > 0
        is_close = abs(moves[0] - moves[1]) < (two.usual_move or 0.0)
        return figures[1].voice == "yield" and moves[0] * moves[1] > 0 and is_close

    def would_mislead(self, id: str) -> bool:
        """Whether a figure would be read as moving against one that moved on another day."""
        figure = self.slots.figures[id]
        told = [self.slots.figures[each] for each in self.used_ids if self.are_compared(each, id)]
        against = any(each.direction == -figure.direction != 0 for each in told)
        has_other_date = any(each.row.period != figure.row.period for each in told)
        return against and has_other_date and not self.is_small(id)

    def are_compared(self, one: str, other: str) -> bool:
        """Whether readers compare two figures: yields, or exchange rates."""
        voices = {self.slots.figures[id].voice for id in (one, other)}
        return len(voices) == 1 and voices <= set(COMPARED)

    def _form(self, figure: SlotFigure, other: str) -> str:
        """Returns the form of a figure, or a plainer one if the form was used often or the move matches `other`'s."""
        name = form_of(figure, novice=self.novice, with_levels=self.with_levels)
        if name.startswith("run") and sum(each.startswith("run") for each in self.forms) >= MOST_RUNS:
            name = of_move(figure, novice=self.novice)
        if other and name.startswith(("extreme", "record", "stored")) and self.forms[-1:] == [name]:
            name = of_move(figure, novice=self.novice)  # "the lowest since July" once
        also = f"{name.removesuffix('_often')}_also"
        is_free = not "".join(self.forms[-1:]).endswith("_also")  # of the sentence before
        if other and is_free and also in table()["fact"] and self._moved_alike(figure.row.id, other):
            return also
        is_used = sum(each.endswith("_often") for each in self.forms) >= MOST_OFTEN
        return name.removesuffix("_often") if is_used else name

    def _moved_alike(self, id: str, other: str) -> bool:
        figures = self.slots.figures
        return (
            figures[id].direction == figures[other].direction
            and figures[id].row.period == figures[other].row.period
        )

    def _extra(self, figure: SlotFigure, *, short: bool, name_of_form: str = "") -> dict[str, dict[str, str]]:
        id = figure.row.id
        is_first = self.novice and id not in self.used_ids
        name = ("short_glossed" if is_first else "short") if short else "glossed" if is_first else "name"
        when, latest = self._date_part(figure)
        basis = basis_of(figure)
        found: dict[str, dict[str, str]] = {
            "en": {
                "s": self._named(figure, name, "en"),
                "when": when["en"],
                "first": when["en"].lstrip(),
                "before_when": f"in {{{id}.before_on}}",
                "basis": basis[0],
                "of_when": f"for {{{id}.revised_on}}",
                "latest": latest["en"],
            },
            "it": {
                "s": self._named(figure, name, "it"),
                "when": when["it"],
                "first": when["it"].lstrip(),
                "by_when": when["it"].replace(" il ", " a "),
                "before_when": f"il {{{id}.before_on}}",
                "base": basis[1],
                "of_when": f"di {{{id}.revised_on}}",
                "latest": latest["it"],
            },
        }
        bank = table()["banks"].get(figure.row.key, {})
        for language, (who, rate) in bank.items():
            found[language] |= {"bank": who, "its_rate": rate}
        for words in found.values():  # followed by a comma within the sentence
            words["latest_then"] = words["latest"] and f"{words['latest']},"
        for language, path in filled(form("path", "late" if latest["en"] else "plain"), id, found).items():
            found[language]["path"] = path
        for language, words in found.items():
            words["decided"] = (
                WHEN[language].replace("{on}", f"{{{id}.decided_on}}") if figure.row.decided else ""
            )
        return of_revision(found, figure.row) if name_of_form == "revised" else found

    def _named(self, figure: SlotFigure, name: str, language: str) -> str:
        """Returns the slot of the name; of the euro's rates "the euro", after another one "against the yen it"."""
        id = figure.row.id
        if figure.voice != "currency":
            return f"{{{id}.{name}}}"
        if not self.used_ids or self.slots.figures[self.used_ids[-1]].voice != "currency":
            return f"{{{id}.short}}"
        pair = figure.names[language].pair
        if self.novice:  # after an explanation, "it" would be the rate
            return f"{pair} {{{id}.short}}"
        return f"{pair} it" if language == "en" else pair

    def _date_part(self, figure: SlotFigure) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Returns the date, omitted if just stated, and the remark that a late price is the latest available."""
        row, id = figure.row, figure.row.id
        if row.period == self.dated:
            return NOTHING, NOTHING
        is_late = "late" in claims_of(figure)
        is_price = figure.voice in ("price", "currency") and row.unit != "points"
        latest = LATEST["price" if is_price else "figure"] if is_late else NOTHING
        return {lang: WHEN[lang].replace("{on}", f"{{{id}.on}}") for lang in WHEN}, latest

    def contrast(self, id: str, other: str) -> SlotSentence:
        """Returns one sentence on two figures of a family that moved in opposite directions on one day."""
        figure, second = self.slots.figures[id], self.slots.figures[other]
        extra = self._extra(figure, short=False)
        for language, words in extra.items():
            own = words_of(second, language)
            words |= {
                "b": f"{{{other}.name}}",
                "b_move": f"{{{other}.move}}",
                "b_value": f"{{{other}.value}}",
            }
            words |= {f"b_{word}": agreed(own[word], second) for word in ("rose", "salito") if word in own}
        texts = self._in_tense(id, filled(form("fact", "opposite"), id, extra, figure))
        self.used_ids += [id, other]
        self.dated = figure.row.period
        return SlotSentence("fact", (id, other), texts)

    def can_contrast(self, id: str, other: str) -> bool:
        """Whether the two moved in opposite directions on one day, by moves worth stating."""
        one, two = self.slots.figures[id], self.slots.figures[other]
        both_moved = all(form_of(each, novice=self.novice) in ("moved", "moved_often") for each in (one, two))
        return both_moved and one.row.period == two.row.period and one.direction == -two.direction

    def context(self, id: str) -> SlotSentence | None:
        """Returns the position of the leading figure in its history or against a year ago, or None."""
        figure = self.slots.figures[id]
        name = context_of(figure, novice=self.novice)
        if name is None:
            return None
        return SlotSentence("fact", (id,), filled(form("context", name), id, {}, figure))

    def explanation(self, id: str) -> SlotSentence | None:
        """Returns a sentence explaining a term to novices, or None."""
        figure = self.slots.figures[id]
        texts = explanation_of(figure)
        return SlotSentence("explain", (), filled(texts, id, {}, figure)) if texts else None


def basis_of(figure: SlotFigure) -> tuple[str, str]:
    """Returns what a growth rate is measured against in both languages, or empty strings."""
    return BASES.get("year on year" if figure.voice == "yearly" else figure.row.basis_en, ("", ""))


def in_tense(text: str, tense: str, language: str) -> str:
    """Replaces verbs by those of a tense of `forms.toml`: "earlier" ("had also risen", "era salito") or "past"."""
    verbs = table()[tense][language]
    pattern = rf"\b(also )?({'|'.join(verbs)})\b"
    return re.sub(pattern, lambda found: _with_also(verbs[found[2]], found[1] or ""), text)


def _with_also(verb: str, also: str) -> str:
    first, _blank, rest = verb.partition(" ")
    return f"{first} {also}{rest}".rstrip()


def of_revision(words: dict[str, dict[str, str]], row: RowFacts) -> dict[str, dict[str, str]]:
    """Sets the direction of the revision, which may differ from that of the latest move."""
    is_down = row.revised_from is not None and revised_to(row) < row.revised_from
    for language, name in (("en", "up"), ("it", "al_rialzo")):
        words[language][name] = table()["words"][language][name][is_down]
    return words


def explanation_of(figure: SlotFigure) -> Mapping[str, str] | None:
    """Returns the explanation of the row or its voice; that of inflation only for inflation rates."""
    known = table()["explain"]
    if figure.row.key in known:
        texts: Mapping[str, str] = known[figure.row.key]
        return texts
    if figure.voice == "rate" and "inflation" not in figure.names["en"].name:
        return None
    found: Mapping[str, str] | None = known.get(figure.voice)
    return found
