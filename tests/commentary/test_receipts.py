"""Each number of a text with what it rests on, and the place where it stands."""

from dataclasses import replace

import pytest
from django.utils import translation

from commentary.facts.snapshot import Facts, RowFacts
from commentary.log_queries import LogEntry
from commentary.receipts import number_spans, receipts
from commentary.templatetags.commentary import paragraphs
from indicators.groups import load
from tests.commentary.conftest import NOW


def row(key: str, **fields) -> RowFacts:
    given = {
        "decimals": 2,
        "unit": "%",
        "frequency": "D",
        "period": "2026-11-20",
        "date": "2026-11-20",
    } | fields
    return RowFacts(key=key, group="bonds", label_en=key, label_it=key, **given)


US10 = row(
    "US10",
    unit="%",
    decimals=2,
    value=4.12,
    prev=4.05,
    period="2026-11-20",
    prev_period="2026-11-19",
    date="2026-11-20",
)
IT10 = row("IT10", unit="%", decimals=2, value=3.39, period="2026-10", date="2026-10-31")
FACTS = Facts(group="bonds", as_of="2026-11-21", rows=(US10, IT10))


def figure(code: str, field: str, value: float | None, period: str = "2026-11-20") -> dict:
    return {"code": code, "field": field, "value": value, "period": period}


def sentence(text: str, *figures: dict, **more) -> dict:
    return {"text": text, "kind": "fact", "figures": list(figures), **more}


ROSE = sentence(
    "The yield rose to 4.12% on 20 November from 4.05%.",
    figure("US10", "value", 4.12), figure("US10", "on", None), figure("US10", "before", 4.05, "2026-11-19"),
)  # fmt: skip


def spans(text: str, *sentences: dict, tone: str = "INTERMEDIATE") -> list[list[tuple[str, str]]]:
    parts = text.split("\n\n")
    found = number_spans(parts, sentences, FACTS, tone, "en")
    return [
        [(part[span.start : span.end], span.code) for span in known]
        for part, known in zip(parts, found, strict=True)
    ]


def test_a_sentence_knows_value_date_source_and_formula_of_each_number():
    (found,) = receipts([ROSE], FACTS, "INTERMEDIATE")
    (us10,) = found.figures
    configured = load().row("US10")
    assert [(each.value, each.dated, each.what) for each in us10.numbers] == [
        ("4.12%", "20 November", "the observation"),
        ("4.05%", "19 November", "the observation before"),
    ]
    assert (us10.code, us10.source_name, us10.source_url) == (
        "US10",
        configured.source_name,
        configured.source_url,
    )
    assert configured.symbols[0] in us10.how


def test_receipts_are_in_the_active_language():
    with translation.override("it"):
        (found,) = receipts([ROSE], FACTS, "INTERMEDIATE")
    numbers = found.figures[0].numbers
    assert next((each.value, each.dated, each.what) for each in numbers) == (
        "4,12%",
        "20 novembre",
        "il valore osservato",
    )


@pytest.mark.parametrize(
    ("measure", "value", "prev", "move", "arithmetic"),
    [
        ("points", 4.12, 4.05, 0.07, "4.12% − 4.05%"),
        ("points", -0.05, 0.02, -0.07, "minus 0.05% − 0.02%"),
        ("percent", 71.2, 73.55, -3.2, "($71.20 ÷ $73.55 − 1) × 100"),
    ],
)
def test_a_change_gives_its_arithmetic(measure, value, prev, move, arithmetic):
    unit = "USD" if measure == "percent" else "%"
    changed = replace(US10, measure=measure, unit=unit, value=value, prev=prev)
    text = sentence("It moved.", figure("US10", "move", move))
    [found] = receipts([text], replace(FACTS, rows=(changed,)), "INTERMEDIATE")
    assert found.figures[0].numbers[0].arithmetic == arithmetic


def test_a_difference_gives_the_values_of_both_rows():
    (found,) = receipts(
        [sentence("The gap is 73 basis points.", figure("US10-IT10", "gap", 0.73))], FACTS, "INTERMEDIATE"
    )
    assert [(each.code, [n.value for n in each.numbers]) for each in found.figures] == [
        ("US10", ["4.12%"]), ("IT10", ["3.39%"]),
    ]  # fmt: skip


def test_a_change_is_written_as_its_tone_writes_it():
    moved = sentence("Up.", figure("US10", "move", 0.07))
    for tone, text in (("NOVICE", "0.07\xa0percentage point"), ("INTERMEDIATE", "7\xa0basis points")):
        assert receipts([moved], FACTS, tone)[0].figures[0].numbers[0].value == text


def test_a_row_that_is_not_configured_any_more_has_its_value_alone():
    facts = Facts(group="bonds", as_of="2026-11-21", rows=(row("GONE", unit="%", decimals=1, value=2.0),))
    (found,) = receipts([sentence("At 2.0%.", figure("GONE", "value", 2.0))], facts, "NOVICE")
    (gone,) = found.figures
    assert (gone.code, gone.source_name, gone.how, gone.numbers[0].value) == ("", "", "", "2.0%")


def test_a_row_that_is_not_among_the_facts_is_left_out():
    assert receipts([sentence("At 1%.", figure("DE10", "value", 1.0))], FACTS, "NOVICE")[0].figures == []


@pytest.mark.parametrize(
    ("text", "sentences", "expected"),
    [
        (ROSE["text"], [ROSE], [[("4.12%", "US10")]]),
        # The same number twice: each figure's own.
        (
            "A at 4.12%. B at 4.12%.",
            [
                sentence("A at 4.12%.", figure("US10", "value", 4.12)),
                sentence("B at 4.12%.", figure("IT10", "value", 4.12)),
            ],
            [[("4.12%", "US10"), ("4.12%", "IT10")]],
        ),
        # Once, at its first mention, in whichever paragraph.
        (
            f"Nothing.\n\n{ROSE['text']} Still 4.12%.",
            [sentence("Nothing."), ROSE, sentence("Still 4.12%.", figure("US10", "value", 4.12))],
            [[], [("4.12%", "US10")]],
        ),
        # A value comes before another number of the figure, which is marked where there is no value.
        (
            "Up 7\xa0basis points to 4.12%.",
            [
                sentence(
                    "Up 7\xa0basis points to 4.12%.",
                    figure("US10", "move", 0.07),
                    figure("US10", "value", 4.12),
                )
            ],
            [[("4.12%", "US10")]],
        ),
        (
            "Up 7\xa0basis points.",
            [sentence("Up 7\xa0basis points.", figure("US10", "move", 0.07))],
            [[("7\xa0basis points", "US10")]],
        ),
        # Never inside a longer number; a sentence that the text does not have marks nothing.
        ("From 14.12% on.", [sentence("From 14.12% on.", figure("US10", "value", 4.12))], [[]]),
        ("Else.", [ROSE], [[]]),
    ],
)
def test_numbers_are_found_where_their_sentence_stands(text, sentences, expected):
    assert spans(text, *sentences) == expected


def entry(text: str, *sentences: dict) -> LogEntry:
    return LogEntry(
        id=7, tone="NOVICE", style="DRY", title="Title", paragraphs=[text], language="en", written_by="ai",
        written_at=NOW, cycle=NOW, basis=[("US10", "Yield", "4.05%", "today")], headlines=[],
        sentences=tuple(sentences), facts=FACTS,
    )  # fmt: skip


def test_prose_links_by_sentences_and_the_old_way_without_them():
    html = paragraphs(entry(ROSE["text"], ROSE), "NOVICE", "row")
    assert '<a class="figure" href="#row-US10">4.12%</a>' in html
    assert html.count('class="figure"') == 1
    assert '<a class="figure" href="#row-US10">4.05%</a>' in paragraphs(entry(ROSE["text"]), "NOVICE", "row")
