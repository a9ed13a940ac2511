"""How texts name a publisher: each row of the table, in both languages."""

import tomllib
from pathlib import Path

import pytest

from commentary.language import publishers
from tests.commentary.tables import table, text

ENTRIES = tomllib.loads(Path(publishers.__file__).with_name("publishers.toml").read_text(encoding="utf-8"))
ITALIAN = [
    ("ANSA", "secondo l’Ansa", "sull’Ansa"), ("Reuters", "secondo Reuters", "su Reuters"),
    ("Bloomberg", "secondo Bloomberg", "di Bloomberg"), ("Corriere della Sera", "secondo il Corriere della Sera", "del Corriere"),
    ("Il Sole 24 Ore", "secondo Il Sole 24 Ore", "sul Sole 24 Ore"), ("La Stampa", "secondo La Stampa", "della Stampa"),
    ("Financial Times", "secondo il Financial Times", "del Financial Times"), ("The Economist", "secondo l’Economist", "dell’Economist"),
    ("BBC", "secondo la Bbc", "della Bbc"), ("Istat", "secondo l’Istat", "dell’Istat"), ("Eurostat", "secondo Eurostat", "di Eurostat"),
    ("Gazzetta di Prova", "secondo Gazzetta di Prova", "di Gazzetta di Prova"),
]  # fmt: skip
ENGLISH = [
    ("Financial Times", "the Financial Times"),
    ("The Economist", "The Economist"),
    ("BBC", "the BBC"),
    ("CNBC", "CNBC"),
    ("ONS", "the UK’s Office for National Statistics"),
    ("Gazzetta di Prova", "Gazzetta di Prova"),
]


@pytest.mark.parametrize(("name", "according", "other"), ITALIAN)
def test_italian_prepositions_before_a_publisher(name, according, other):
    slots = table(stories=({"title": "A headline", "publisher": name},))
    preposition = {"su": "su", "sul": "su", "sull": "su"}.get(other.split("’")[0].split()[0], "di")
    assert text(
        f"Un testo secondo {{s1.publisher}} e {preposition} {{s1.publisher}}", "it", slots
    ).startswith(f"Un testo {according} e {other}")


@pytest.mark.parametrize(("name", "printed"), ENGLISH)
def test_an_english_publisher_keeps_its_own_the(name, printed):
    slots = table(stories=({"title": "A headline", "publisher": name},))
    assert text("A text, according to {s1.publisher}.", "en", slots) == f"A text, according to {printed}."


def test_each_publisher_has_a_name_in_both_languages():
    for name in [name for part in ENTRIES.values() for name in part]:
        found = publishers.publisher(name)
        assert all((found.en, found.it, found.it_after, found.opening, found.opening_it)), name


def test_a_publisher_without_entry_is_printed_as_it_is():
    assert publishers.publisher("Gazzetta di Prova") == publishers.Publisher(
        "Gazzetta di Prova", "Gazzetta di Prova", "Gazzetta di Prova"
    )


def test_statistics_offices_are_no_papers():
    assert publishers.publisher("Eurostat").is_official and not publishers.publisher("Reuters").is_official
