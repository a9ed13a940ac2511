"""The sentence forms of `forms.toml`, filled with the slots and words of a figure."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from commentary.language.draft import LANGUAGES
from commentary.language.slots import SlotFigure

_FIELD = re.compile(r"\{(\w+)\}")
_ENDING = "§"


@cache
def table() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("forms.toml").read_text(encoding="utf-8"))


def form(kind: str, name: str) -> Mapping[str, str]:
    """Returns the templates of a form by language; `kind` is a table of `forms.toml`."""
    found: Mapping[str, str] = table()[kind][name]
    return found


def filled(
    templates: Mapping[str, str],
    id: str,
    extra: Mapping[str, Mapping[str, str]],
    figure: SlotFigure | None = None,
) -> dict[str, str]:
    """Fills each template with words of `extra`, words by direction, otherwise slots of `id`."""
    return {
        language: _fill(templates[language], language, id, extra.get(language, {}), figure)
        for language in LANGUAGES
    }


def _fill(template: str, language: str, id: str, extra: Mapping[str, str], figure: SlotFigure | None) -> str:
    words = words_of(figure, language) if figure else {}

    def field(found: re.Match[str]) -> str:
        name = found[1]
        return extra[name] if name in extra else words.get(name) or f"{{{id}.{name}}}"

    return agreed(_FIELD.sub(field, template), figure)


def agreed(text: str, figure: SlotFigure | None) -> str:
    """Adds the Italian endings of the figure's gender."""
    return text.replace(_ENDING, "a" if figure and figure.feminine else "o")


def words_of(figure: SlotFigure, language: str) -> dict[str, str]:
    """Returns the words that depend on the direction of the move or the sign of a growth rate."""
    words = table()["words"][language]
    found = {name: pair[figure.direction < 0] for name, pair in words.items()}
    signed = {name: words[name][figure.row.value < 0] for name in SIGNED[language]}
    if figure.row.group == LIQUIDITY and "larger" in signed:
        signed["larger"] = "smaller" if figure.row.value < 0 else "larger"
    if figure.voice not in _PRICED and language == "en":
        found |= {name: found[name].replace("gain", "rise") for name in ("gain", "ended_gains")}
    is_measured = figure.voice in _MEASURED and figure.row.key != "VIX"
    return found | signed | {"mosso": "variat§" if is_measured else "moss§"}


LIQUIDITY = "liquidity"  # the group of amounts of money, which are larger rather than higher
SIGNED = {"en": ("grew", "grows", "larger"), "it": ("cresciuto", "aumentato", "cresce", "aumenta")}
_PRICED = ("price", "currency")  # "gains"; a yield's gain could be read as its price's
_MEASURED = ("rate", "index", "ratio", "spread", "amount")  # "poco variato": without a price
