"""Titles by rules: subject, verb and value, in the present tense unless the title has a date."""

from commentary.facts.ranking import QUIET
from commentary.language.claims import is_less_than_usual
from commentary.language.draft import LANGUAGES
from commentary.language.slot_table import SlotTable
from commentary.language.slots import SlotFigure
from commentary.rules.choice import form_of
from commentary.rules.forms import filled, form, table
from commentary.rules.sentences import WHEN, basis_of, in_tense, of_revision

_BY_FORM = {
    "released_unchanged": "unchanged", "moved_often": "moved", "spread_often": "spread", "gap": "spread",
    "averaged_unchanged": "averaged", "run": "moved", "run_ended": "moved",
    "growth_unchanged": "growth", "yearly_unchanged": "yearly", "yearly_turned": "yearly", "old": "level",
    "small_release": "released",
}  # fmt: skip


def title_of(table_of: SlotTable, id: str) -> dict[str, str]:
    figure = table_of.figures[id]
    name = form_of(figure, novice=table_of.tone == "NOVICE")
    name = _BY_FORM.get(name, name)
    bank = table()["banks"].get(figure.row.key, {})
    is_late = _is_late(figure)
    is_dated = is_late or name.startswith("averaged")
    extra = {
        language: {"when": WHEN[language].replace("{on}", f"{{{id}.on}}") if is_dated else ""}
        | dict.fromkeys(("basis", "base"), basis_of(figure)[language == "it"])
        | ({"bank": bank[language][0].removeprefix("The ")} if bank else {})
        for language in LANGUAGES
    }
    if name == "revised":
        extra = of_revision(extra, figure.row)
    title = filled(form("title", name), id, extra, figure)
    # With its day, "Brent fell 3.4% on 26 May"; Italian titles have nouns.
    return title | ({"en": in_tense(title["en"], "past", "en")} if is_late else {})


def _is_late(figure: SlotFigure) -> bool:
    """Whether headlines of later days may have another value."""
    return figure.row.frequency == "D" and figure.row.age > 1


def is_news(figure: SlotFigure) -> bool:
    """Whether a figure may be the second of a title: news of the day, of a move of at least its usual size."""
    is_large = bool(figure.direction) and not is_less_than_usual(figure)
    return is_large and not _is_late(figure) and figure.row.newsworthiness >= QUIET
