"""Figures, dates and names as they are read aloud, in both languages."""

import random
import re
from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from commentary.language import number_words
from commentary.language.amounts import Amount
from commentary.language.figure_slots import figure_of
from commentary.language.periods import PeriodText
from commentary.language.publishers import _file as publishers
from commentary.language.spoken import spoken
from indicators import groups, wording
from tests.commentary.figures import AS_OF, PERIODS, figure
from tests.commentary.language import number_reader

LANGUAGES = ("en", "it")
UNSPOKEN = re.compile(r"[\d%€$£+−×&/=#@*<>~^|\\_º°ª]")
ROWS = groups.load().active_rows()
NUMBER = {"en": re.compile(r"\d[\d,]*(?:\.\d+)?"), "it": re.compile(r"\d[\d.]*(?:,\d+)?")}


def printed_value(text: str, language: str) -> Decimal:
    found = NUMBER[language].search(text)
    number = found[0].replace(",", "") if language == "en" else found[0].replace(".", "").replace(",", ".")
    before = text[: found.start()].rstrip("$€£ \N{NO-BREAK SPACE}")
    return -Decimal(number) if before.endswith(("−", "minus")) else Decimal(number)


def assert_reads_back(text: str, language: str) -> None:
    words = spoken(text, language)
    scale = 1
    if re.search(r"\d\s(?:billion|miliardi)|bn\b|\bmld\b", text):
        scale = 10**9
    told = number_reader.value(words, language)
    assert not UNSPOKEN.search(words), (text, words)
    assert told in (printed_value(text, language), printed_value(text, language) * scale), (text, words)


def amount_forms(row, chance: random.Random) -> set[tuple[str, str]]:
    """Every amount that the slots of a row print in some of its states, with its language."""
    low, high = row.plausible
    found = set()
    for tone in ("NOVICE", "INTERMEDIATE", "PRO"):
        for _state in range(4):
            value, prev, ago, lowest, highest = (
                round(chance.uniform(low, high), row.decimals) for _ in range(5)
            )
            period, before, day = PERIODS.get(row.frequency, PERIODS["M"])
            facts = figure(
                row.code, unit=row.unit, decimals=row.decimals, frequency=row.frequency, measure=row.measure,
                value=value, prev=prev, period=period, prev_period=before, date=day, year_ago=ago,
                year_ago_period="2025-10", lowest=lowest, lowest_on="2008-12-16", highest=highest,
                highest_on="2011-06-01", percentile=chance.uniform(1, 99), usual_move=chance.uniform(0.001, 5),
                move_rarity=chance.uniform(51, 99),
                crossed=[{"kind": "round", "level": round(value), "way": 1}],
            )  # fmt: skip
            slots = figure_of(facts, AS_OF, tone).slots.values()
            amounts = [slot.content for slot in slots if isinstance(slot.content, Amount)]
            found |= {(each.text(lang), lang) for each in amounts for lang in LANGUAGES}
    return found


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_every_amount_of_a_row_reads_back_as_it_was(row):
    forms = amount_forms(row, random.Random(row.code))
    assert len(forms) > 20
    for text, language in forms:
        assert_reads_back(text, language)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_values_and_changes_of_the_tables_read_back_too(row):
    chance, (low, high) = random.Random(row.code), row.plausible
    for language in LANGUAGES:
        with translation.override(language):
            for _ in range(8):
                new, old = chance.uniform(low, high), chance.uniform(low, high)
                assert_reads_back(wording.figure(new, row.unit, row.decimals), language)
                assert_reads_back(
                    wording.change(new, old, unit=row.unit, decimals=row.decimals).text, language
                )


@given(st.integers(0, number_words.MOST - 1))
@settings(max_examples=400)
def test_whole_numbers_read_back(number):
    for language in LANGUAGES:
        words = number_words.cardinal(number, language)
        assert number_reader.value(words, language) == number, words


@given(st.integers(0, 10**7), st.from_regex(r"[0-9]{0,5}[1-9]", fullmatch=True))
def test_decimals_read_back(whole, rest):
    for language in LANGUAGES:
        words = number_words.decimal(whole, rest, language)
        assert number_reader.value(words, language) == Decimal(f"{whole}.{rest}"), words


ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth"
    " twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
)


@pytest.mark.parametrize("year", [2026, 1999, 2008])
def test_every_day_reads_as_its_ordinal_and_month(year):
    for number in range(365):
        day = date(year, 1, 1) + timedelta(days=number)
        period = PeriodText(day.isoformat(), 2026)
        english, italian = spoken(period.at("en"), "en"), spoken(period.at("it"), "it")
        tail = {2026: "", 1999: " nineteen ninety-nine", 2008: " two thousand and eight"}[year]
        assert english == f"on the {ORDINALS.split()[day.day - 1]} of {day:%B}{tail}"
        read = {"primo": Decimal(1)}.get(italian.split()[1]) or number_reader.value(italian, "it")
        assert (read, bool(UNSPOKEN.search(italian))) == (day.day, False), italian
        assert spoken(wording_day(day, "en"), "en").startswith(
            f"the {ORDINALS.split()[day.day - 1]} of {day:%B}"
        )
        assert not UNSPOKEN.search(spoken(wording_day(day, "it"), "it"))


def wording_day(day: date, language: str) -> str:
    with translation.override(language):
        return wording.day_text(day)


@pytest.mark.parametrize(
    "label", ["2026-10", "2024-10", "2026-Q3", "2025-Q1", "2025-S1", "2025", "1987", "2026-W46"]
)
def test_periods_have_no_digit_left(label):
    for language in LANGUAGES:
        forms = [PeriodText(label, 2026).at(language), PeriodText(label, 2026).bare(language)]
        with translation.override(language):
            forms.append(wording.period_text(label))
        for form in forms:
            assert not UNSPOKEN.search(spoken(form, language)), form


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "+0.20 pp", "up zero point two percentage points"),
        ("en", "minus 0.5%", "minus zero point five per cent"),
        ("en", "$4,100 billion, $80 a barrel, £1.25, 1 €", "four thousand one hundred billion dollars, eighty dollars a barrel, one point two five pounds, one euro"),
        ("en", "an 8% rise, the 10-year BTP and the 2-10 spread", "an eight per cent rise, the ten-year B T P and the two to ten spread"),
        ("en", "The S&P 500, the ECB’s rate and the Fed", "The S and P five hundred, the E C B’s rate and the Fed"),
        ("en", "US GDP in Q3 2026, a 12th fall since 2011", "U S G D P in the third quarter of twenty twenty-six, a twelfth fall since twenty eleven"),
        ("en", "November 20: 3.75%-4.00% in the 1990s at 14:30", "November the twentieth: three point seven five per cent to four per cent in the nineteen nineties at fourteen thirty"),
        ("en", "G7, M3 and 5G", "G seven, M three and five G"),
        ("it", "+0,20 p.p.", "in aumento di zero virgola due punti percentuali"),
        ("it", "+8%", "in aumento dell’otto per cento"),
        ("it", "−0,5%", "meno zero virgola cinque per cento"),
        ("it", "dall’8,5% allo 0,9% il 1º novembre, dopo l’8", "dall’otto virgola cinque per cento allo zero virgola nove per cento il primo novembre, dopo l’otto"),
        ("it", "a 3.882 dollari l’oncia, 4.100 miliardi di dollari", "a tremilaottocentottantadue dollari l’oncia, quattromilacento miliardi di dollari"),
        ("it", "L’S&P 500, il Btp e la Bce: 118 punti base", "L’esse e pi cinquecento, il B T P e la B C E: centodiciotto punti base"),
        ("it", "12ª volta dal 2011, 3° trim. 2026, alle 14:30", "dodicesima volta dal duemilaundici, terzo trimestre del duemilaventisei, alle quattordici e trenta"),
        ("it", "1,5 mld €; ECB cuts to 3.5%", "uno virgola cinque miliardi di euro; E C B cuts to tre virgola cinque per cento"),
    ],
)  # fmt: skip
def test_sentences(language, text, words):
    assert spoken(text, language) == words


@given(st.text(max_size=80))
def test_any_text_ends_without_digits_and_signs(text):
    for language in LANGUAGES:
        assert not UNSPOKEN.search(spoken(text, language))


ABBREVIATION = re.compile(r"€?\b[A-Z][A-Z&]+s?\b")


def configured_names(language: str) -> set[str]:
    """What texts call figures and publishers."""
    found = set()
    for row in ROWS:
        wire = row.wire
        names = wire.it if language == "it" else wire.en
        found |= {
            str(each)
            for each in (names.novice, names.intermediate, names.short, names.title, names.novice_title)
            if each
        }
        found.add(row.label(language))
    for part in ("papers", "official"):
        found |= {str(entry[language]) for entry in publishers()[part].values()}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_abbreviation_of_names_is_in_the_table(language):
    """It is read by letters or as a word, never left to the voice."""
    names = configured_names(language)
    found = {abbreviation for name in names for abbreviation in ABBREVIATION.findall(name)}
    assert len(found) >= 6
    assert {each for each in found if spoken(each, language) == each} == set()
    assert {name for name in names if UNSPOKEN.search(spoken(name, language))} == set()
