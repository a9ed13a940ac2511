"""Values and sizes of moves as displayed in texts, by unit and tone, in both languages. Pure.

NOVICE texts state changes of rates in percentage points, other tones in basis points. Sizes follow from the
displayed values where a reader would subtract them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from briefing.core.numbers import MINUS, NBSP, is_not_zero, number
from commentary.facts.moves import move
from commentary.facts.snapshot import RowFacts
from commentary.language.draft import LANGUAGES
from commentary.language.names import NOVICE, voice_of, wire_of
from commentary.language.notation import basis_points, points

ALL = 0.999
ROUGH = 0.05  # rounding error allowed in a usual move
WHOLE_FROM = 1000  # dollars: no cents from here on
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
MONEY = {"USD": "dollari", "EUR": "euro", "GBP": "sterline"}
IN_WORDS = {  # unit of the row or in the wire names: English, Italian
    "yen": ("yen", "yen"),
    "yuan": ("yuan", "yuan"),
    "francs": ("Swiss francs", "franchi svizzeri"),
    "pence": ("pence", "sterline"),
    "points": ("points", "punti"),
}
PER = {
    "barrel": (" a barrel", " al barile"),
    "ounce": (" an ounce", " l’oncia"),
    "tonne": (" a tonne", " la tonnellata"),
    "mmbtu": (" per million Btu", " per milione di Btu"),
}


@dataclass(frozen=True)
class AmountText:
    """An amount in one language: number and unit words ("" if the number has a sign)."""

    number: str
    unit: str = ""

    @property
    def whole(self) -> str:
        return f"{self.number}{NBSP}{self.unit}" if self.unit else self.number


@dataclass(frozen=True)
class Amount:
    """An amount by language; `per` follows the first mention, `is_share` takes an Italian article."""

    written: Mapping[str, AmountText]
    is_share: bool = False
    per: str = ""

    def text(self, language: str) -> str:
        return self.written[language].whole

    def suffix(self, language: str) -> str:
        """Returns e.g. " a barrel", or ""."""
        return PER[self.per][language == "it"] if self.per else ""

    @property
    def is_zero(self) -> bool:
        return not is_not_zero(self.written["en"].number)


def as_printed(row: RowFacts, tone: str) -> RowFacts:
    """Returns the row with the decimals displayed in the tone; NOVICE shows at most two of an index."""
    if tone == NOVICE and row.unit in ("index", "ratio") and row.decimals > 2:
        return replace(row, decimals=2)
    return row


def is_coarse(printed: RowFacts, row: RowFacts) -> bool:
    """Whether the latest move is off by more than half if derived from the printed decimals."""
    full, seen = move_of(row), move_of(printed)
    return full is not None and seen is not None and abs(seen - full) > abs(full) / 2


def value(amount: float, row: RowFacts, tone: str) -> Amount:
    row = as_printed(row, tone)
    amount = round(amount, row.decimals)  # first, since basis points and pence derive from displayed figures
    if "%" in row.unit:
        return _share(amount, row.decimals)
    if row.unit == "pp":
        return _points(amount, row, tone)
    wire = wire_of(row.key)
    return _in_own_unit(amount, row.decimals, row, per=(wire.per or "") if wire else "")


def per_cent(share: float) -> Amount:
    """Returns a share of a history, as it stands in the facts."""
    text = AmountText(f"{share:g}%")
    return Amount(dict.fromkeys(LANGUAGES, text), is_share=True)


def size(amount: float, row: RowFacts, tone: str, *, rough: float = ALL) -> Amount:
    """Returns the unsigned size of a move, given in the row's measure.

    Adds one or two decimals if rounding would change it by more than the share `rough`, or display zero.
    """
    amount = abs(amount)
    if row.measure == "percent":
        return _share(amount, _decimals(amount, 1, rough))
    if _in_basis_points(row, tone):
        return _basis_points(amount, _decimals(amount * 100, 0, rough))
    if "%" in row.unit or row.unit == "pp":
        return _percentage_points(amount, _decimals(amount, row.decimals, rough))
    return _in_own_unit(amount, _decimals(amount, row.decimals, rough), row)


def move_of(row: RowFacts) -> float | None:
    """Returns the latest move in the row's measure; None without a previous observation."""
    return None if row.prev is None else move_between(row.value, row.prev, row)


def move_between(value: float, before: float, row: RowFacts) -> float | None:
    """Returns the move between two displayed values in the row's measure; None if a ratio is undefined."""
    found = move(round(value, row.decimals), round(before, row.decimals), row.measure)
    return found if found is None or row.measure == "percent" else round(found, row.decimals)


def ratio(row: RowFacts) -> float:
    """Returns the latest move as a multiple of the usual one; 0 if unknown."""
    latest = move_of(row)
    return abs(latest) / row.usual_move if latest and row.usual_move else 0.0


def gap(high: RowFacts, low: RowFacts, tone: str) -> Amount:
    """Returns the difference of two rows of one unit, from the displayed values."""
    difference = round(high.value, high.decimals) - round(low.value, low.decimals)
    if "%" in high.unit or high.unit == "pp":
        return _points(difference, high if high.decimals >= low.decimals else low, tone)
    return _in_own_unit(difference, max(high.decimals, low.decimals), high)


def _decimals(amount: float, decimals: int, rough: float) -> int:
    for more in (0, 1):
        if abs(round(amount, decimals + more) - amount) <= rough * amount:
            return decimals + more
    return decimals + (1 if round(amount, decimals + 1) else 2)


def _in_basis_points(row: RowFacts, tone: str) -> bool:
    """Whether changes are in basis points: yields, policy rates and spreads, except for NOVICE."""
    return row.decimals == 2 and tone != NOVICE and voice_of(row.key) in ("yield", "policy", "spread")


def _numbers(amount: float, decimals: int) -> dict[str, str]:
    """Formats by language; English prose writes "minus" before a negative number."""
    found = {language: number(amount, decimals, language) for language in LANGUAGES}
    return found | {"en": found["en"].replace(MINUS, "minus ")}


def _share(amount: float, decimals: int) -> Amount:
    return Amount(
        {lang: AmountText(f"{text}%") for lang, text in _numbers(amount, decimals).items()}, is_share=True
    )


def _points(amount: float, row: RowFacts, tone: str) -> Amount:
    if _in_basis_points(row, tone):
        return _basis_points(amount, 0)
    return _percentage_points(amount, row.decimals)


def _percentage_points(amount: float, decimals: int) -> Amount:
    texts = _numbers(amount, decimals)
    return Amount({lang: AmountText(text, points(text, lang)) for lang, text in texts.items()})


def _basis_points(amount: float, decimals: int) -> Amount:
    texts = _numbers(amount * 100, decimals)
    return Amount({lang: AmountText(text, basis_points(text, lang)) for lang, text in texts.items()})


def _unit_in_words(row: RowFacts) -> str:
    """Returns the unit of `IN_WORDS` that follows the row's numbers, or ""."""
    wire = wire_of(row.key)
    return (wire and wire.unit) or (row.unit if row.unit in IN_WORDS else "")


def _in_words(amount: float, decimals: int, unit: str) -> Amount:
    """Formats a unit that stands behind its number; pence in English are pounds in Italian."""
    english, italian = IN_WORDS[unit]
    found = _numbers(amount, decimals)
    if unit == "pence":
        found["en"] = _numbers(amount * 100, 2)["en"]
    return Amount({"en": AmountText(found["en"], english), "it": AmountText(found["it"], italian)})


def _money(amount: float, decimals: int, currency: str, *, is_billion: bool, per: str) -> Amount:
    decimals = 0 if abs(amount) >= WHOLE_FROM and not is_billion else decimals
    sign = "minus " if amount < 0 else ""
    english = f"{sign}{SIGNS[currency]}{number(abs(amount), decimals, 'en')}"
    italian = number(amount, decimals, "it")
    words = f"miliardi di {MONEY[currency]}" if is_billion else MONEY[currency]
    return Amount(
        {"en": AmountText(english, "billion" if is_billion else ""), "it": AmountText(italian, words)},
        per=per,
    )


def _in_own_unit(amount: float, decimals: int, row: RowFacts, *, per: str = "") -> Amount:
    if unit := _unit_in_words(row):
        return _in_words(amount, decimals, unit)
    currency, _space, scale = row.unit.partition(" ")
    if currency in SIGNS:
        return _money(amount, decimals, currency, is_billion=scale == "bn", per=per)
    return Amount({lang: AmountText(text) for lang, text in _numbers(amount, decimals).items()})
