"""The words themselves, on figures of our own making."""

import pytest

from commentary.rules.writer import compose, write
from tests.commentary.figures import facts, figure

YIELD = figure("US10", value=4.12, prev=4.08, percentile=86.4, usual_move=0.02)
CURVE = figure("USCV", unit="pp", value=0.53, prev=0.55, percentile=41.0, usual_move=0.04)
SPREAD = figure(
    "SPRD",
    unit="pp",
    frequency="M",
    value=0.84,
    prev=0.89,
    percentile=7.2,
    since="2008-01-31",
    usual_move=0.1,
)
RATE = figure("ECBD", value=2.0, prev=2.0, percentile=55.0, usual_move=0.005)
BONDS = facts(YIELD, CURVE, SPREAD, RATE)

INFLATION = figure(
    "CPIE", group="economy", frequency="M", decimals=1, value=2.1, prev=2.2, percentile=62.0, usual_move=0.2
)
OLD = figure(
    "DEBI", group="economy", decimals=1, value=137.1, prev=136.0, period="2026-Q1", prev_period="2025-Q4",
    date="2026-03-31", percentile=99.0, highest=150.0, stale=True,
)  # fmt: skip


def said(tone: str, language: str, *rows, group: str = "bonds") -> list[str]:
    return list(write(facts(*rows, group=group), tone=tone, language=language).sentences)


def test_novice_english_tells_place_note_and_move():
    assert said("NOVICE", "en", *BONDS.rows) == [
        "One of four bond-market figures is in the top fifth of its own history and one in the bottom fifth.",
        "At 4.12% on 20 November, the US 10-year yield was above 86% of its readings since 1990.",
        "It shows what it costs to borrow for long.",
        "It also moved most among the daily figures by its own standards, up 0.04\xa0percentage points on the reading before.",
    ]


def test_novice_italian_tells_the_same():
    assert said("NOVICE", "it", *BONDS.rows) == [
        "Su quattro indicatori obbligazionari, uno è nel quinto più alto della propria storia e uno in quello più basso.",
        "Al 4,12% il 20 novembre, il rendimento decennale USA superava l’86% delle rilevazioni dal 1990.",
        "Il dato indica quanto costa un prestito lungo.",
        "È anche l’indicatore giornaliero che si è mosso di più rispetto al solito, in rialzo di 0,04\xa0punti percentuali "
        "sulla rilevazione precedente.",
    ]


def test_novice_tells_the_other_end_where_there_is_room():
    rows = [figure("US10", percentile=86.4, usual_move=None), SPREAD, RATE]
    assert said("NOVICE", "en", *rows)[-1] == (
        "At the other end, the BTP-Bund spread stood at 0.84\xa0percentage points in October 2026, "
        "above only 7% of its readings since 2008."
    )
    assert said("NOVICE", "it", *rows)[-1] == (
        "All’estremo opposto, lo spread BTP-Bund era a 0,84\xa0punti percentuali a ottobre 2026, "
        "sopra appena il 7% delle rilevazioni dal 2008."
    )


def test_intermediate_english_is_denser_with_percentiles_and_basis_points():
    assert said("INTERMEDIATE", "en", *BONDS.rows) == [
        "One of four bond-market figures is in the top fifth of its own history and one in the bottom fifth.",
        "Highest against its own past is the US 10-year yield at 4.12% on 20 November (86th percentile since 1990); "
        "lowest is the BTP-Bund spread at 0.84\xa0percentage points in October 2026 (7th since 2008).",
        "The US 10-year yield also moved most among the daily figures relative to its average step, up 4\xa0bp on the "
        "reading before.",
    ]


def test_intermediate_italian_is_denser_too():
    assert said("INTERMEDIATE", "it", *BONDS.rows)[1:] == [
        "Il più alto rispetto alla propria storia è il rendimento decennale USA al 4,12% il 20 novembre "
        "(86º percentile dal 1990); il più basso è lo spread BTP-Bund a 0,84\xa0punti percentuali a ottobre 2026 "
        "(7º dal 2008).",
        "Il rendimento decennale USA è anche l’indicatore giornaliero che si è mosso di più rispetto alla propria media, "
        "in rialzo di 4\xa0punti base sulla rilevazione precedente.",
    ]


def test_stale_figures_are_named_and_left_aside():
    english = said("NOVICE", "en", INFLATION, OLD, group="economy")
    assert (
        english[-1]
        == "One figure is more than 90 days old and left aside: Italy’s public debt (the first quarter)."
    )
    italian = said("NOVICE", "it", INFLATION, OLD, group="economy")
    assert italian[-1] == (
        "Un dato ha più di 90 giorni e resta fuori dal confronto: il debito pubblico italiano (primo trimestre)."
    )


def test_where_most_figures_are_stale_the_first_of_them_is_told_with_its_date():
    older = figure("DEBU", group="economy", stale=True)
    assert said("NOVICE", "en", INFLATION, OLD, older, group="economy")[-2:] == [
        "Two figures are more than 90 days old and left aside.",
        "Among them, Italy’s public debt stood at 137.1% in the first quarter, above 99% of its readings since 1990.",
    ]
    assert said("NOVICE", "it", INFLATION, OLD, older, group="economy")[-1] == (
        "Fra questi, il debito pubblico italiano era al 137,1% nel primo trimestre, sopra il 99% delle rilevazioni "
        "dal 1990."
    )


def test_only_stale_figures_are_said_to_be_so():
    assert said("NOVICE", "en", OLD, group="economy") == [
        "The only figure here is more than 90 days old.",
        "The newest describes the first quarter of 2026: Italy’s public debt then stood at 137.1%.",
    ]
    assert said("NOVICE", "it", OLD, group="economy") == [
        "L’unico dato disponibile ha più di 90 giorni.",
        "Il più recente risale al primo trimestre del 2026: il debito pubblico italiano era al 137,1%.",
    ]


def test_no_figures_are_said_plainly():
    texts = compose(facts(group="economy"), tone="NOVICE")
    assert (
        texts["en"].body
        == "There are no figures for this group yet. The text appears with the first of them."
    )
    assert texts["it"].body == "Per questo gruppo non ci sono ancora dati. Il testo arriva con il primo."
    assert compose(facts(group="all"), tone="NOVICE")["en"].title == "No figures yet"


def test_too_short_a_history_makes_no_claim_of_high_or_low():
    english = said("NOVICE", "en", figure("US10", percentile=None), figure("GB10", percentile=None))
    assert english[0] == "Their history here is still too short to tell which of them are high or low."


def test_a_single_ranked_figure_is_told_wherever_it_stands():
    assert said("NOVICE", "en", INFLATION, group="economy")[0] == (
        "Inflation in the euro area stood at 2.1% in October 2026, above 62% of its readings since 1990."
    )


def test_the_highest_reading_is_called_so():
    top = figure("US10", value=9.5, highest=9.5, percentile=99.9)
    assert said("NOVICE", "en", top)[0].endswith(
        "stood at 9.50% on 20 November, the highest of its readings since 1990."
    )
    assert said("NOVICE", "it", top)[0].endswith("era al 9,50% il 20 novembre, il livello più alto dal 1990.")


def test_a_history_that_never_moved_is_at_no_extreme():
    flat = figure("ECBD", value=2.0, prev=2.0, lowest=2.0, highest=2.0, percentile=50.0, usual_move=0.0)
    assert "above 50% of its readings" in said("NOVICE", "en", flat)[0]


@pytest.mark.parametrize(
    ("places", "english", "italian"),
    [
        (
            (90, 95, 88),
            "All three bond-market figures are in the top fifth of their own history.",
            "Tutti e tre gli indicatori obbligazionari sono nel quinto più alto della propria storia.",
        ),
        (
            (90, 95, 50),
            "Most bond-market figures are high by their own past standards: two of three are in the top fifth of their "
            "history and none in the bottom fifth.",
            "Gli indicatori obbligazionari sono in maggioranza alti rispetto alla propria storia: due su tre sono nel "
            "quinto più alto e nessuno in quello più basso.",
        ),
        (
            (40, 60, 50),
            "None of three bond-market figures is in the top or the bottom fifth of its own history.",
            "Su tre indicatori obbligazionari nessuno è nel quinto più alto o più basso della propria storia.",
        ),
        (
            (5, 95, 50),
            "One of three bond-market figures is in the top fifth of its own history and one in the bottom fifth.",
            "Su tre indicatori obbligazionari, uno è nel quinto più alto della propria storia e uno in quello più basso.",
        ),
        (
            (5, 50, 50),
            "One of three bond-market figures is in the bottom fifth of its own history and none in the top fifth; "
            "most lie in between.",
            "Su tre indicatori obbligazionari, uno è nel quinto più basso della propria storia e nessuno in quello più "
            "alto; i più stanno in mezzo.",
        ),
    ],
)
def test_the_lead_varies_with_where_most_figures_are(places, english, italian):
    rows = [figure(key, percentile=float(p)) for key, p in zip(("US10", "GB10", "JP10"), places, strict=True)]
    assert said("NOVICE", "en", *rows)[0] == english
    assert said("NOVICE", "it", *rows)[0] == italian


def test_figures_equally_near_an_end_are_not_called_the_nearest():
    rows = [figure(key, percentile=90.0, usual_move=None) for key in ("US10", "GB10", "JP10")]
    assert said("INTERMEDIATE", "en", *rows)[1].startswith(
        "Among the highest against their own past are the US 10-year"
    )


def test_moves_within_the_usual_are_said_to_be_so():
    rows = [figure("US10", usual_move=0.5), figure("GB10", usual_move=0.4)]
    assert (
        "None of the daily figures moved by more than its average step from one reading to the next."
        in said("NOVICE", "en", *rows)
    )


def test_a_row_without_a_name_is_called_by_its_label():
    row = figure("QXA", percentile=91.0)
    assert said("NOVICE", "it", row)[0] == (
        "Al 4,12% il 20 novembre, il dato «Riga QXA» superava il 91% delle rilevazioni dal 1990."
    )


def test_the_title_names_what_is_high_and_what_moved_as_far_as_both_languages_have_room():
    rows = [
        figure("RY10", group="valuation", percentile=93.0), figure("UNEI", group="economy", percentile=4.0),
        figure("BRNT", group="fx_commodities", unit="USD", value=63.4, prev=61.0), figure("WTI", unit="USD", usual_move=9.0),
    ]  # fmt: skip
    texts = compose(facts(*rows, group="all"), tone="NOVICE")
    assert texts["en"].title == "Real US yield high, Brent oil up"
    assert texts["it"].title == "Rendimento reale USA alto, petrolio Brent in rialzo"


def test_a_title_without_room_for_names_counts():
    rows = [
        figure(key, label_en=" ".join(["long"] * 9), label_it="lungo " * 9, percentile=9.0)
        for key in ("QXA", "QXB")
    ]
    texts = compose(facts(*rows, group="all"), tone="NOVICE")
    assert texts["en"].title == "Two figures low in their own history"
    assert texts["it"].title == "Due dati bassi nella propria storia"


def test_most_groups_are_forty_to_ninety_words():
    rows = [
        figure(key, percentile=float(place), value=4.0 + place / 100)
        for key, place in zip(
            ("US10", "GB10", "JP10", "EA10", "IT10", "ECBD"), (3, 30, 60, 85, 96, 50), strict=True
        )
    ]
    lengths = [
        len(write(facts(*rows), tone=tone, language=language).body.split())
        for tone in ("NOVICE", "INTERMEDIATE")
        for language in ("en", "it")
    ]
    assert (min(lengths) >= 40, max(lengths) <= 90) == (True, True)


def test_names_of_old_figures_give_way_where_there_is_no_room():
    rows = [
        figure(key, label_en=f"{key} " * 8, label_it=f"{key} " * 9, percentile=p, stale=old)
        for key, p, old in (("QXA", 90.0, False), ("QXB", 9.0, False), ("QXC", 50.0, True))
    ]
    assert said("INTERMEDIATE", "en", *rows)[-1] == "One figure is more than 90 days old and left aside."
