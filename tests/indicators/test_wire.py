import re
from collections import defaultdict
from datetime import date

import pytest

from indicators import groups, groups_file
from indicators.wire import ITALIAN_ARTICLE, KINDS, TERMS
from tests.indicators.conftest import row_text, wire_text

ROWS = [row for group in groups.load().configured for row in group.rows]
ENGLISH = '{ novice = "the yield", intermediate = "the yield", title = "Yield", short = "the yield" }'
ITALIAN = (
    '{ novice = "il tasso", intermediate = "il tasso", title = "Tasso", short = "il tasso", gender = "m" }'
)


def mistakes(path) -> list[tuple[int, str]]:
    _, found = groups_file.read(path, ["ECB", "FRED"])
    return [(mistake.number, mistake.sentence) for mistake in found]


def test_names_of_rows_are_printable():
    wrong = [
        (row.code, kind, name)
        for row in ROWS
        for names in (row.wire.en, row.wire.it)
        for kind in (*KINDS, "short")
        if re.search(r"\d", TERMS.sub("", name := getattr(names, kind)))
        or "'" in name
        or len(name) > (40 if kind == "title" else 90)
        or (names is row.wire.it and kind != "title" and not ITALIAN_ARTICLE.match(name))
    ]
    assert wrong == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_name_belongs_to_one_row_or_to_exchange_rates_of_different_units(language, kind):
    found = defaultdict(list)
    for row in ROWS:
        found[getattr(row.wire.names(language), kind)].append(row)
    for name, rows in found.items():
        if len(rows) > 1:
            assert {row.wire.voice for row in rows} == {"currency"}, name
            assert len({row.wire.unit or row.unit for row in rows}) == len(rows), name


def test_italian_names_write_abbreviations_in_one_way():
    for row in ROWS:
        for name in (getattr(row.wire.it, kind) for kind in (*KINDS, "short")):
            assert not re.search(r"\b(?:USA|UE|PIL|BCE|FED|BTP|OCSE|Bank of|Stati Uniti|borsa)\b", name), name


def test_a_policy_rate_has_its_own_class_and_voice():
    assert {row.code for row in ROWS if row.wire.rank == "policy"} == {
        row.code for row in ROWS if row.wire.voice == "policy"
    }


def test_averages_are_what_their_source_calls_so():
    averages = {row.code for row in ROWS if row.wire.average}
    said = {
        row.code for row in ROWS if "average of the month" in row.note.en or "monthly average" in row.basis.en
    }
    assert said <= averages <= said | {"FOOD", "SPRD"}


def test_a_floor_follows_what_the_row_measures():
    for row in ROWS:
        if row.wire.floor:
            assert (row.wire.floor == 0.03) == (row.measure == "points"), row.code
        elif row.wire.rank in "ABC":
            assert row.wire.voice in ("price", "index", "ratio"), row.code


def test_families_hold_one_story_each():
    families = defaultdict(set)
    for row in ROWS:
        families[row.wire.family].add(row.code)
    together = {name: codes for name, codes in families.items() if len(codes) > 1}
    assert together["oil"] == {"BRNT", "WTI"}
    assert together["ust"] == {"US10", "USCV", "USC3"}
    assert together["inflation_it"] == {"CPII", "CORI", "SERI"}
    for name, codes in families.items():
        assert len(codes) > 1 or name == next(iter(codes)).lower() or name == "real"


def test_a_name_follows_tone_and_language():
    wire = groups.load().row("US10").wire
    assert wire.names("it-it").title == "Treasury decennale, il rendimento"
    assert wire.names("en").novice == "the yield on 10-year US government bonds"


@pytest.mark.parametrize(
    ("changes", "number", "sentence"),
    [
        ({"class": '"E"'}, 3, "wire.class cannot be 'E'"),
        ({"class": ""}, 3, "wire.class is missing"),
        ({"voice": '"loud"'}, 3, "wire.voice cannot be 'loud'"),
        ({"family": '"Oil"'}, 3, "wire.family cannot be 'Oil'"),
        ({"unit": '"lire"'}, 3, "wire.unit cannot be 'lire'"),
        ({"per": '"bushel"'}, 3, "wire.per cannot be 'bushel'"),
        ({"floor": "-1.0"}, 3, "wire.floor cannot be -1.0"),
        ({"colour": '"red"'}, 2, "the key 'wire.colour' is unknown"),
        ({"it": ""}, 4, "wire has no Italian text"),
        ({"en": ENGLISH.replace('novice = "the yield", ', "")}, 3, "wire.en.novice is missing"),
        ({"en": ENGLISH.replace('"Yield"', '"The yield"')}, 3, "wire.en.title cannot be 'The yield'"),
        ({"en": ENGLISH.replace('"Yield"', '"yield"')}, 3, "wire.en.title cannot be 'yield'"),
        ({"en": ENGLISH.replace('"the yield"', '"the 3 yields"', 1)}, 3, "wire.en.novice cannot be 'the 3 yields'"),
        ({"en": ENGLISH.replace('"the yield"', '"Italy\'s"', 1)}, 3, "wire.en.novice cannot be \"Italy's\""),
        ({"en": ENGLISH.replace('"the yield"', '"the yield,"', 1)}, 3, "wire.en.novice cannot be 'the yield,'"),
        ({"it": ITALIAN.replace('"il tasso"', '"tasso"', 1)}, 3, "wire.it.novice cannot be 'tasso'"),
        ({"it": ITALIAN.replace(', gender = "m"', "")}, 3, "wire.it.gender is missing"),
        ({"gloss": '{ en = "what it is" }'}, 4, "wire.gloss has no Italian text"),
        ({"gloss": '{ en = ", what it is", it = "che cos’è" }'}, 3, "wire.gloss.en cannot be ', what it is'"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_by_its_place(registry_file, changes, number, sentence):
    found = mistakes(registry_file(row_text(wire=wire_text(**changes))))
    assert found == [(number, f"groups.toml, group bonds, row AAA: {sentence}.")]


def test_a_row_without_names_is_a_mistake(registry_file):
    assert mistakes(registry_file(row_text(wire=""))) == [
        (3, "groups.toml, group bonds, row AAA: wire is missing.")
    ]


def test_italian_names_are_of_one_gender(registry_file):
    path = registry_file(row_text(wire=wire_text(it=ITALIAN.replace("il tasso", "la quota", 1))))
    assert mistakes(path) == [(3, "groups.toml, group bonds, row AAA: wire.it.gender cannot be 'm'.")]


def test_a_name_used_by_two_rows_is_a_mistake(registry_file):
    path = registry_file(row_text("AAA"), row_text("BBB", wire=wire_text("BBB", en=ENGLISH)), row_text(
        "CCC", wire=wire_text("CCC", en=ENGLISH)))  # fmt: skip
    assert mistakes(path) == [
        (6, "groups.toml, rows BBB and CCC: the name 'the yield' is used 2 times."),
        (6, "groups.toml, rows BBB and CCC: the name 'Yield' is used 2 times."),
    ]


def test_exchange_rates_of_different_units_may_share_a_name(registry_file):
    def rate(code: str, unit: str) -> str:
        return row_text(code, wire=wire_text(code, voice='"currency"', unit=unit, en=ENGLISH, it=ITALIAN))

    assert mistakes(registry_file(rate("AAA", '"yen"'), rate("BBB", '"francs"'))) == []
    assert len(mistakes(registry_file(rate("AAA", '"yen"'), rate("BBB", '"yen"')))) == 4


@pytest.mark.parametrize(
    ("code", "highest", "since", "is_record"),
    [
        ("SPX", 2278.1, date(2011, 11, 28), True),
        ("SPX", 2278.0, date(2011, 11, 28), False),
        ("SPX", 9000.0, date(2016, 12, 31), True),
        ("SPX", 9000.0, date(2017, 1, 1), False),  # a high of 2016 would be missing
        ("US10", 9000.0, date(2011, 11, 28), False),
    ],
)
def test_a_record_is_above_what_was_before_the_history(code, highest, since, is_record):
    (row,) = (each for each in ROWS if each.code == code)
    assert row.wire.is_all_time_high(highest, since) is is_record
