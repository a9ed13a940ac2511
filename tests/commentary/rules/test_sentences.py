"""One form for each kind of fact, with an example in each language (the examples of the form books)."""

from dataclasses import replace

import pytest

from commentary.language.draft import SlotDraft
from commentary.language.rendering import render
from commentary.rules.sentences import SentenceBuilder
from tests.commentary.figures import figure
from tests.commentary.tables import one, table

MONTHLY = {"frequency": "M", "decimals": 1, "new": True, "basis_en": "year on year"}
OIL = {"unit": "USD", "measure": "percent", "lowest": 12.0, "highest": 140.0, "new": True}
UK = figure("CPIU", value=4.1, prev=4.0, usual_move=0.1, **MONTHLY)
BRENT = figure("BRNT", value=71.2, prev=73.55, usual_move=0.7, **OIL)
US10 = figure("US10", value=4.9, prev=4.96, usual_move=0.05, new=True)
GDP = figure("GDPE", value=-0.1, prev=-0.1, frequency="Q", decimals=1, new=True, basis_en="year on year")
HYS = figure("HYS", value=2.92, prev=2.86, unit="pp", usual_move=0.05, new=True)
INDP = figure("INDP", value=1.2, prev=1.4, usual_move=0.5, year_ago=1.0, **MONTHLY)
CASES = {
    "released": (UK, {}, "UK inflation rose to 4.1% in October from 4.0%.", "L’inflazione britannica è salita al 4,1% a ottobre dal 4,0%."),
    "unchanged": (UK, {"prev": 4.1}, "UK inflation was unchanged at 4.1% in October.", "L’inflazione britannica è rimasta al 4,1% a ottobre."),
    "moved": (US10, {}, "The US 10-year yield fell 6 basis points to 4.90% on 20 November.", "Il rendimento del Treasury decennale è sceso di 6 punti base al 4,90% il 20 novembre."),
    "moved often": (BRENT, {}, "Brent fell 3.2% to $71.20 a barrel on 20 November, more than four times its usual daily move.", "Il Brent è sceso del 3,2% a 71,20 dollari al barile il 20 novembre, oltre quattro volte la variazione abituale."),
    "small": (BRENT, {"prev": 71.1}, "Brent was little changed at $71.20 a barrel on 20 November.", "Il Brent è rimasto poco mosso a 71,20 dollari al barile il 20 novembre."),
    "extreme": (UK, {"extreme": "highest", "extreme_since": "2015-03"}, "UK inflation rose from 4.0% to 4.1% in October, the highest since March 2015.", "L’inflazione britannica è salita dal 4,0% al 4,1% a ottobre, il livello più alto da marzo 2015."),
    "extreme of a price": (BRENT, {"extreme": "lowest", "extreme_since": "2021-03-01"}, "Brent fell 3.2% to $71.20 a barrel on 20 November, the lowest since March 2021.", "Il Brent è sceso del 3,2% a 71,20 dollari al barile il 20 novembre, il livello più basso da marzo 2021."),
    "record": (UK, {"extreme": "highest", "all_time": ("highest",)}, "UK inflation rose from 4.0% to a record 4.1% in October.", "L’inflazione britannica è salita dal 4,0% al 4,1% a ottobre, nuovo massimo storico."),
    "record of a price": (BRENT, {"extreme": "highest", "prev": 69.0, "all_time": ("highest",)}, "Brent rose 3.2% to a record $71.20 a barrel on 20 November.", "Il Brent è salito del 3,2% a 71,20 dollari al barile il 20 novembre, nuovo massimo storico."),
    "end of the stored history": (UK, {"extreme": "highest"}, "UK inflation rose from 4.0% to 4.1% in October, the highest since at least 1990.", "L’inflazione britannica è salita dal 4,0% al 4,1% a ottobre, il livello più alto almeno dal 1990."),
    "end of the stored history of a price": (BRENT, {"extreme": "lowest"}, "Brent fell 3.2% to $71.20 a barrel on 20 November, the lowest since at least 1990.", "Il Brent è sceso del 3,2% a 71,20 dollari al barile il 20 novembre, il livello più basso almeno dal 1990."),
    "run": (BRENT, {"value": 74.22, "prev": 73.28, "usual_move": 1.0, "run": 5}, "Brent rose 1.3% to $74.22 a barrel on 20 November, its fifth straight gain.", "Il Brent è salito dell’1,3% a 74,22 dollari al barile il 20 novembre, quinto rialzo consecutivo."),
    "run ended": (BRENT, {"usual_move": 3.0, "run_ended": 4}, "Brent fell 3.2% to $71.20 a barrel on 20 November after four straight gains.", "Il Brent è sceso del 3,2% a 71,20 dollari al barile il 20 novembre dopo quattro rialzi consecutivi."),
    "reached": (US10, {"value": 5.0, "prev": 4.95}, "The US 10-year yield reached 5% on 20 November, up from 4.95%.", "Il rendimento del Treasury decennale ha raggiunto il 5% il 20 novembre, dal 4,95%."),
    "crossed": (US10, {"value": 4.94, "prev": 5.0}, "On 20 November the US 10-year yield fell below 5%, to 4.94% from 5.00%.", "Il 20 novembre il rendimento del Treasury decennale è sceso sotto il 5%, al 4,94% dal 5,00%."),
    "growth unchanged": (GDP, {}, "The euro-area economy shrank 0.1% year on year in the third quarter, the same as in the second quarter.", "Il Pil dell’area euro è calato dello 0,1% su base annua nel terzo trimestre, come nel secondo trimestre."),
    "yearly": (INDP, {}, "In October euro-area industrial output was 1.2% higher than a year earlier, compared with 1.4% in September.", "La produzione industriale dell’area euro è aumentata dell’1,2% su base annua a ottobre, contro l’1,4% di settembre."),
    "no growth in a year": (INDP, {"value": 0.0, "prev": -0.1}, "Euro-area industrial output was flat year on year, at 0.0% in October, compared with minus 0.1% in September.", "La produzione industriale dell’area euro è stata stazionaria su base annua, allo 0,0% a ottobre, contro il −0,1% di settembre."),
    "no growth in a quarter": (GDP, {"value": 0.0, "prev": 0.2, "basis_en": "on the quarter"}, "The euro-area economy was flat on the quarter, at 0.0% in the third quarter, compared with 0.2% in the second quarter.", "Il Pil dell’area euro è stato stazionario sul trimestre, allo 0,0% nel terzo trimestre, contro lo 0,2% del secondo trimestre."),
    "rate held": (figure("FEDU", value=4.5, prev=4.5, decided="2026-11-19", new=True), {}, "The Fed left its policy rate at 4.50% on 19 November.", "La Fed ha lasciato il tasso al 4,50% il 19 novembre."),
    "rate cut": (figure("ECBD", value=2.0, prev=2.25, decided="2026-11-20", new=True), {}, "The ECB cut its deposit rate to 2.00% on 20 November from 2.25%.", "La Bce ha tagliato il tasso sui depositi al 2,00% il 20 novembre dal 2,25%."),
    "revised": (UK, {"new": False, "revised_from": 4.0, "revised_period": "2026-10"}, "UK inflation for October was revised up to 4.1% from 4.0%.", "L’inflazione britannica di ottobre è stata rivista al rialzo al 4,1% dal 4,0%."),
    "revised against the move": (UK, {"new": False, "revised_from": 4.2, "revised_period": "2026-10"}, "UK inflation for October was revised down to 4.1% from 4.2%.", "L’inflazione britannica di ottobre è stata rivista al ribasso al 4,1% dal 4,2%."),
    "level": (UK, {"prev": None, "prev_period": ""}, "UK inflation was 4.1% in October.", "L’inflazione britannica era al 4,1% a ottobre."),
    "old": (UK, {"stale": True}, "UK inflation was 4.1% in October, the latest figure available.", "L’inflazione britannica era al 4,1% a ottobre, ultimo dato disponibile."),
}  # fmt: skip


def told(slots, id):
    draft = SlotDraft(None, (SentenceBuilder(slots).fact(id),))
    return tuple(
        render(draft, slots, language).body.replace("\N{NO-BREAK SPACE}", " ") for language in ("en", "it")
    )


@pytest.mark.parametrize(("row", "changes", "english", "italian"), CASES.values(), ids=CASES)
def test_a_fact_has_the_form_of_its_kind(row, changes, english, italian):
    assert told(one(row, **changes), row.id) == (english, italian)


def test_the_latest_figure_is_the_new_one_not_the_one_before():
    row = figure("CISS", value=0.052, prev=0.049, usual_move=0.001, decimals=3, unit="", new=True, age=3)
    english, italian = told(one(row), "ciss")
    assert english.endswith("from 0.049 to 0.052 on 20 November, the latest figure available.")
    assert italian.endswith("da 0,049 a 0,052 il 20 novembre, ultimo dato disponibile.")


@pytest.mark.parametrize(("value", "prev"), [(0.054, 0.056), (0.052, 0.054), (0.066, 0.064)])
def test_newcomers_read_no_move_that_two_decimals_distort(value, prev):
    row = figure("CISS", value=value, prev=prev, usual_move=0.001, decimals=3, unit="index", new=True)
    english, italian = told(one(row, tone="NOVICE"), "ciss")
    assert "was little changed at 0.0" in english and "è rimasto poco variato a 0,0" in italian
    assert "little changed" not in told(one(row), "ciss")[0]


def test_newcomers_read_a_move_that_two_decimals_show():
    row = figure("CISS", value=0.279, prev=0.251, usual_move=0.001, decimals=3, unit="index", new=True)
    assert "rose to 0.28 on 20 November from 0.25" in told(one(row, tone="NOVICE"), "ciss")[0]


def test_a_figure_without_date_never_follows_another_day():
    slots = table(replace(INDP, key="FEDB"), US10, stories=())
    builder = SentenceBuilder(slots)
    draft = SlotDraft(None, (builder.fact("fedb"), builder.fact("us10")))
    assert render(draft, slots, "en").sentences[1].text.endswith("on 20 November.")


def test_the_falls_of_a_yield_are_ended_by_rises_not_gains():
    assert "straight rise" in told(one(US10, value=4.96, prev=4.9, run=5), "us10")[0]
    assert "straight gain" in told(one(BRENT, value=71.2, prev=70.0, run=5), "brnt")[0]


def test_two_falls_over_a_year_have_no_sign():
    english, italian = told(one(INDP, value=-1.2, prev=-1.4), "indp")
    assert english.endswith("was 1.2% lower than a year earlier, compared with 1.4% in September.")
    assert italian.endswith("è diminuita dell’1,2% su base annua a ottobre, contro l’1,4% di settembre.")


def test_a_rise_over_a_year_after_a_fall_shows_the_sign_of_the_fall():
    english, italian = told(one(INDP, value=1.2, prev=-1.4), "indp")
    assert english.endswith("was 1.2% higher than a year earlier, compared with minus 1.4% in September.")
    assert italian.endswith("è aumentata dell’1,2% su base annua a ottobre, contro il −1,4% di settembre.")


def test_a_spread_widens():
    assert told(one(HYS), "hys") == (
        "The US high-yield spread widened 6 basis points to 292 on 20 November.",
        "Lo spread high yield Usa si è allargato di 6 punti base a 292 il 20 novembre.",
    )


def test_for_newcomers_a_gap_widens_and_an_extra_yield_rises():
    gap = figure("USCV", value=1.09, prev=0.99, unit="pp", usual_move=0.1, new=True)
    assert "two-year US yields widened to 1.09" in told(one(gap, "NOVICE"), "uscv")[0]
    assert "over government bonds rose to 2.92" in told(one(HYS, "NOVICE"), "hys")[0]


def test_how_many_usual_moves_a_move_is_stands_once_in_a_text():
    rows = [figure(key, value=4.3, prev=4.1, usual_move=0.05, new=True) for key in ("US10", "DE10", "GB10")]
    builder = SentenceBuilder(table(*rows, stories=()))
    texts = [builder.fact(row.id).texts["en"] for row in rows]
    assert ["times" in text for text in texts] == [True, False, False]


def test_a_decision_beside_another_rate_is_dated_by_its_own_day():
    rate = figure("FEDU", value=4.5, prev=4.5, decided="2026-11-19", new=True)
    slots = table(rate, US10, stories=())
    builder = SentenceBuilder(slots)
    draft = SlotDraft(None, (builder.fact("fedu"), builder.fact("us10")))
    text = render(draft, slots, "en").body.replace("\N{NO-BREAK SPACE}", " ")
    assert text.startswith("The Fed left its policy rate at 4.50% on 19 November. The US 10-year yield")
    assert text.endswith("on 20 November.")


def test_newcomers_read_which_way_a_price_went():
    for row, text in (
        (US10, "falls when its price rises"),
        (replace(US10, prev=4.8), "rises when its price falls"),
    ):
        slots = one(row, "NOVICE")
        draft = SlotDraft(None, (SentenceBuilder(slots).explanation("us10"),))
        assert text in render(draft, slots, "en").body


def test_the_other_figure_of_a_spread_widens_without_also():
    rows = [replace(HYS, key=key) for key in ("US10", "USCV")]
    builder = SentenceBuilder(table(*rows, tone="NOVICE", stories=()))
    builder.fact("us10")
    assert "also" not in builder.fact("uscv", other="us10").texts["en"]


def test_one_sentence_of_a_text_tells_a_run():
    rows = [figure(key, value=4.3, prev=4.1, usual_move=0.15, run=5, new=True) for key in ("US10", "DE10")]
    builder = SentenceBuilder(table(*rows, stories=()))
    texts = [builder.fact(row.id).texts["en"] for row in rows]
    assert [".run}" in text for text in texts] == [True, False]


def test_of_two_sentences_in_a_row_one_says_also():
    rows = [figure(key, value=4.3, prev=4.1, usual_move=0.05, new=True) for key in ("DE10", "EA10", "IT10")]
    builder = SentenceBuilder(table(*rows, stories=()))
    texts = [builder.fact("de10"), *(builder.fact(id, other="de10") for id in ("ea10", "it10"))]
    assert [" also " in text.texts["en"] for text in texts] == [False, True, False]


def test_core_inflation_also_edged_up():
    core = replace(UK, key="CORU", usual_move=0.3)
    builder = SentenceBuilder(table(replace(UK, usual_move=0.3), core, stories=()))
    builder.fact("cpiu")
    assert " also edged up, to " in builder.fact("coru", other="cpiu").texts["en"]


def test_the_other_figure_of_a_family_also_rose():
    rows = [figure(key, value=4.3, prev=4.1, usual_move=0.05, new=True) for key in ("DE10", "EA10")]
    builder = SentenceBuilder(table(*rows, stories=()))
    builder.fact("de10")
    assert " also rose, by " in builder.fact("ea10", other="de10").texts["en"]


def test_a_value_as_a_year_ago_is_said_so():
    slots = one(figure("CPIU", value=4.1, prev=4.0, usual_move=0.1, year_ago=4.1, **MONTHLY))
    draft = SlotDraft(None, (SentenceBuilder(slots).context("cpiu"),))
    assert render(draft, slots, "en").body == "It is the same as a year earlier."
    assert render(draft, slots, "it").body == "È lo stesso valore di un anno prima."


def test_a_level_that_did_not_move_is_not_ranked():
    assert SentenceBuilder(one(US10, prev=4.9, percentile=96.0)).context("us10") is None


def test_the_other_price_of_a_family_is_not_the_lowest_once_more():
    rows = [replace(BRENT, key=key, extreme="lowest", extreme_since="2025-07-01") for key in ("BRNT", "WTI")]
    slots = table(*rows, stories=())
    builder = SentenceBuilder(slots)
    draft = SlotDraft(None, (builder.fact("brnt"), builder.fact("wti", other="brnt")))
    assert render(draft, slots, "en").sentences[1].text == "US crude (WTI) also fell, by 3.2% to $71.20."


@pytest.mark.parametrize(
    ("percentile", "prev", "english", "italian"),
    [
        (96.0, 4.8, "Since 1990 the yield has been lower in 96% of readings.", "Dal 1990 è stato più basso di così nel 96% delle rilevazioni."),
        (2.0, 5.0, "Since 1990 the yield has been higher in 98% of readings.", "Dal 1990 è stato più alto di così nel 98% delle rilevazioni."),
    ],
)  # fmt: skip
def test_a_rank_says_which_readings_are_lower_or_higher(percentile, prev, english, italian):
    slots = one(US10, percentile=percentile, prev=prev)
    draft = SlotDraft(None, (SentenceBuilder(slots).context("us10"),))
    assert tuple(render(draft, slots, language).body for language in ("en", "it")) == (english, italian)


def test_a_move_away_from_the_end_of_a_history_has_no_rank():
    assert SentenceBuilder(one(US10, percentile=96.0, prev=5.0)).context("us10") is None


def test_a_change_has_no_rank_since_its_name_is_what_changes():
    fed = figure("FEDB", value=-1.2, prev=-1.3, percentile=95.0, usual_move=0.3)
    assert SentenceBuilder(one(fed)).context("fedb") is None


def test_two_of_a_family_that_went_different_ways_share_a_sentence():
    other = figure("WTI", value=63.2, prev=61.6, usual_move=1.5, **OIL)
    slots = table(replace(BRENT, usual_move=2.5), other, stories=())
    builder = SentenceBuilder(slots)
    assert builder.can_contrast("brnt", "wti")
    text = render(SlotDraft(None, (builder.contrast("brnt", "wti"),)), slots, "en").body
    assert (
        text.replace("\N{NO-BREAK SPACE}", " ")
        == "Brent fell 3.2% to $71.20 a barrel on 20 November, while US crude (WTI) rose 2.6% to $63.20."
    )


def test_different_days_are_never_opposed():
    other = replace(
        figure("WTI", value=63.2, prev=61.6, usual_move=1.5, **OIL), period="2026-11-19", date="2026-11-19"
    )
    assert not SentenceBuilder(table(replace(BRENT, usual_move=2.5), other, stories=())).can_contrast(
        "brnt", "wti"
    )


def test_the_next_fact_of_one_day_has_no_date():
    slots = table(US10, BRENT, stories=())
    builder = SentenceBuilder(slots)
    draft = SlotDraft(None, (builder.fact("us10"), builder.fact("brnt")))
    assert (
        render(draft, slots, "en").body.count("20\N{NO-BREAK SPACE}November")
        + render(draft, slots, "en").body.count("20 November")
        == 1
    )


def test_a_newcomer_reads_percentage_points():
    text, _italian = told(
        one(figure("SPRD", value=1.09, prev=0.99, unit="pp", usual_move=0.1, new=True), "NOVICE"), "sprd"
    )
    assert "basis point" not in text and "1.09 percentage points" in text


def test_a_multiple_of_the_smallest_usual_move_is_not_stated():
    assert "times" in told(one(HYS, usual_move=0.02), "hys")[0]
    assert "times" not in told(one(HYS, usual_move=0.01), "hys")[0]


def test_newcomers_read_what_any_exchange_rate_means():
    for prev, word in ((180.0, "stronger"), (190.0, "weaker")):
        slots = one(figure("EURJ", value=185.0, prev=prev, unit="JPY", measure="percent", new=True), "NOVICE")
        draft = SlotDraft(None, (SentenceBuilder(slots).explanation("eurj"),))
        assert render(draft, slots, "en").body.endswith(f"figure means a {word} euro.")
