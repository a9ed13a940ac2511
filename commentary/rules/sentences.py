"""Sentences by rules on a figure: one form for each kind of event."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from commentary.facts.moves import LEAST_RUN
from commentary.facts.ranking import UNUSUAL
from commentary.facts.snapshot import RowFacts
from commentary.language import amounts
from commentary.language.claims import claims_of, is_below_floor
from commentary.language.draft import SlotSentence
from commentary.language.figure_slots import revised_to
from commentary.language.names import NOVICE, wire_of
from commentary.language.slot_table import SlotTable
from commentary.language.slots import SlotFigure
from commentary.rules.forms import agreed, filled, form, table, words_of

OFTEN = UNUSUAL  # usual moves: from here on the multiple is stated
MOST_OFTEN, MOST_RUNS, MOST_SMALL = 1, 1, 2  # sentences per text with a multiple, a run or its end, no news
SMALL = ("small", "small_release", "released_unchanged", "averaged_unchanged")
LEVELS = frozenset({"reached", "crossed_above", "crossed_below"})
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
        texts = filled(form("fact", name), id, self._extra(figure, short=short, name_of_form=name), figure)
        self.used_ids.append(id)
        self.dated = "" if name.startswith("rate_") else figure.row.period
        return SlotSentence("fact", (id,), texts)

    def is_small(self, id: str) -> bool:
        """Whether a figure did not move, or by less than usual."""
        return form_of(self.slots.figures[id], novice=self.novice) in SMALL

    def has_room(self, id: str) -> bool:
        """Whether a text may still state the figure, given how many small moves it states."""
        return not self.is_small(id) or sum(each in SMALL for each in self.forms) < MOST_SMALL

    def _form(self, figure: SlotFigure, other: str) -> str:
        """Returns the form of a figure, or a plainer one if the form was used often or the move matches `other`'s."""
        name = form_of(figure, novice=self.novice, with_levels=self.with_levels)
        if name.startswith("run") and sum(each.startswith("run") for each in self.forms) >= MOST_RUNS:
            name = of_move(figure, novice=self.novice)
        also = f"{name.removesuffix('_often')}_also"
        if other and self._moved_alike(figure.row.key.lower(), other) and also in table()["fact"]:
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
        id = figure.row.key.lower()
        is_first = self.novice and id not in self.used_ids
        name = ("short_glossed" if is_first else "short") if short else "glossed" if is_first else "name"
        when, latest = self._date_part(figure)
        basis = BASES.get(figure.row.basis_en, ("", ""))
        found: dict[str, dict[str, str]] = {
            "en": {
                "s": self._exchange(figure, "en") or f"{{{id}.{name}}}",
                "when": when["en"],
                "first": when["en"].lstrip(),
                "before_when": f"in {{{id}.before_on}}",
                "basis": basis[0],
                "of_when": f"for {{{id}.revised_on}}",
                "latest": latest["en"],
            },
            "it": {
                "s": self._exchange(figure, "it") or f"{{{id}.{name}}}",
                "when": when["it"],
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
        for language, words in found.items():
            words["decided"] = (
                WHEN[language].replace("{on}", f"{{{id}.decided_on}}") if figure.row.decided else ""
            )
        return of_revision(found, figure.row) if name_of_form == "revised" else found

    def _exchange(self, figure: SlotFigure, language: str) -> str:
        """Returns the exchange rate's name, "the euro" or then "against the yen it"; "" for other figures."""
        name, id = figure.names[language], figure.row.key.lower()
        used_ids = [each for each in self.used_ids if self.slots.figures[each].voice == "currency"]
        if figure.voice != "currency" or (used_ids and used_ids[-1] != self.used_ids[-1]):
            return ""
        if not used_ids:
            return f"{{{id}.short}}"
        return f"{name.pair} it" if language == "en" else name.pair

    def _date_part(self, figure: SlotFigure) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Returns the date, omitted if just stated, and the remark that a late price is the latest available."""
        row, id = figure.row, figure.row.key.lower()
        if row.period == self.dated:
            return NOTHING, NOTHING
        is_late = "late" in claims_of(figure)
        latest = (
            LATEST["price" if figure.voice in ("price", "currency") else "figure"] if is_late else NOTHING
        )
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
        texts = filled(form("fact", "opposite"), id, extra, figure)
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
        name = _context_of(figure, novice=self.novice)
        if name is None:
            return None
        return SlotSentence("fact", (id,), filled(form("context", name), id, {}, figure))

    def explanation(self, id: str) -> SlotSentence | None:
        """Returns a sentence explaining a term to novices, or None."""
        texts = explanation_of(self.slots.figures[id])
        figure = self.slots.figures[id]
        return SlotSentence("explain", (), filled(texts, id, {}, figure)) if texts else None


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


def form_of(figure: SlotFigure, *, novice: bool, with_levels: bool = True) -> str:
    """Returns the name of the form for a figure, rarest event first."""
    row, claims = figure.row, claims_of(figure) - (frozenset() if with_levels else LEVELS)
    if not row.new and row.revised_from is not None:
        return "revised"
    if figure.voice == "policy" and row.prev is not None:
        return "rate_moved" if figure.direction else "rate_held"
    if row.prev is None:
        return "level"
    if row.stale:
        return "old"
    if figure.voice in ("growth", "yearly"):
        return _of_growth(figure)
    if not figure.direction:
        return "averaged_unchanged" if _is_average(row) else "released_unchanged"
    return _of_event(figure, claims, novice=novice) or of_move(figure, novice=novice)


def _of_growth(figure: SlotFigure) -> str:
    if not round(figure.row.value, figure.row.decimals):
        return "released" if figure.direction else "released_unchanged"
    return figure.voice if figure.direction else f"{figure.voice}_unchanged"


def _is_average(row: RowFacts) -> bool:
    wire = wire_of(row.key)
    return bool(wire and wire.average)


def _of_event(figure: SlotFigure, claims: frozenset[str], *, novice: bool) -> str:
    """Returns the form for a crossed level, an extreme or a run; "" if none, or for a small move."""
    row = figure.row
    if is_small(figure):
        return ""
    if "reached" in claims:
        return "reached"
    if claims & {"crossed_above", "crossed_below"}:
        return "crossed_zero" if figure.slots["level"].value == 0 else "crossed"
    if claims & {"highest_since", "lowest_since"}:
        return "extreme"
    if claims & {"record_high", "record_low"}:
        return "record"
    if _is_average(row) or figure.voice == "spread":
        return ""
    if states_move_size(figure, novice=novice) and abs(row.run) >= LEAST_RUN:
        return "run"
    return "run_ended" if row.run_ended and states_move_size(figure, novice=novice) else ""


def states_move_size(figure: SlotFigure, *, novice: bool) -> bool:
    """Whether to state the size of a move: always for prices and currencies, for rates only in basis points."""
    if figure.row.measure == "percent":
        return figure.voice in ("price", "currency", "index")
    return not novice and figure.voice in ("yield", "spread")


def of_move(figure: SlotFigure, *, novice: bool) -> str:
    if _is_average(figure.row):
        return "averaged"
    if is_small(figure):
        is_market = figure.voice in ("price", "currency", "yield", "spread") or figure.row.frequency == "D"
        return "small" if is_market and not (novice and figure.voice == "yield") else "small_release"
    if not states_move_size(figure, novice=novice):
        return (
            "gap"
            if figure.voice == "spread" and figure.names["en"].name.startswith("the gap ")
            else "released"
        )
    often = "_often" if ratio(figure) >= OFTEN and "times" in figure.slots and not novice else ""
    return f"{'spread' if figure.voice == 'spread' else 'moved'}{often}"


def is_small(figure: SlotFigure) -> bool:
    """Whether a move is below its usual size or the row's newsworthiness floor."""
    return bool(figure.direction) and ("less_than_usual" in claims_of(figure) or is_below_floor(figure))


def ratio(figure: SlotFigure) -> float:
    """Returns the latest move as a multiple of the usual one; 0 if unknown."""
    move, usual = amounts.move_of(figure.row), figure.row.usual_move
    return abs(move) / usual if move and usual else 0.0


def _context_of(figure: SlotFigure, *, novice: bool) -> str | None:
    """NOVICE texts get context only for data; other tones get the rank of a rare level."""
    row, percent = figure.row, figure.row.percentile
    has_moved = figure.direction and not is_small(figure)
    if not novice and percent is not None and has_moved and not row.extreme:
        if percent >= 90 and "share" in figure.slots:
            return "share"
        if percent <= 10 and "below" in figure.slots:
            return "below"
    if row.year_ago is None or figure.voice != "rate":
        return None
    if "same_as_year_ago" in claims_of(figure):
        return "as_year_ago"
    was_same = row.prev is not None and round(row.prev, row.decimals) == round(row.year_ago, row.decimals)
    return "also_year_ago" if was_same else "year_ago"
