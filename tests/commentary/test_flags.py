import pytest

from commentary.flags import flags
from tests.commentary.figures import AS_OF, figure

NEW = {"new": True, "usual_move": 0.03}


def told(language="en", **changes):
    return list(flags(figure(**changes), AS_OF, language))


def test_a_figure_without_news_has_no_flags():
    assert told() == []


def test_a_new_rate_tells_its_move_in_basis_points():
    assert told(**NEW) == ["new", "+4\xa0bp, usually 3\xa0bp"]
    assert told("it", **NEW) == ["nuovo", "+4\xa0pb, di solito 3\xa0pb"]


def test_a_new_price_tells_its_move_in_per_cent():
    price = {"unit": "USD", "measure": "percent", "value": 98.0, "prev": 100.0, "usual_move": 1.25}
    assert told(new=True, **price) == ["new", "\u22122.0%, usually 1.2%"]


def test_a_rate_with_one_decimal_moves_in_percentage_points():
    assert told(new=True, decimals=1, value=2.2, prev=2.1, usual_move=0.1) == [
        "new", "+0.1\xa0percentage point, usually 0.1\xa0percentage point",
    ]  # fmt: skip


def test_what_stood_still_and_what_has_no_usual_move_say_so():
    assert told(new=True, prev=4.12) == ["new", "unchanged"]
    assert told(new=True, usual_move=None) == ["new", "+4\xa0bp"]
    assert told(new=True, prev=None) == ["new"]


@pytest.mark.parametrize(
    ("changes", "english", "italian"),
    [
        ({"extreme": "highest", "extreme_since": "2023-03"}, "highest since March 2023", "massimo da marzo 2023"),
        ({"extreme": "lowest", "extreme_since": "2024-03-08"}, "lowest since 8 March 2024", "minimo dall’8 marzo 2024"),
        ({"extreme": "lowest", "extreme_since": "2024-03-01"}, "lowest since 1 March 2024", "minimo dal 1º marzo 2024"),
        ({"extreme": "highest", "extreme_since": "2021-Q2"}, "highest since the second quarter of 2021",
         "massimo dal secondo trimestre del 2021"),
        ({"extreme": "highest"}, "highest of its history, since 1990", "massimo della sua storia, dal 1990"),
        ({"near_record": "lowest"}, "near its lowest since 1990", "vicino al minimo dal 1990"),
        ({"run": -5}, "5 falls in a row", "5 cali di fila"),
        ({"run_ended": 6}, "first fall after 6 rises", "primo calo dopo 6 rialzi"),
        ({"crossed": ({"kind": "zero", "level": 0.0, "way": -1},)}, "fell through zero", "discesa sotto zero"),
        ({"crossed": ({"kind": "round", "level": 4.0, "way": 1},)}, "rose through 4.00%", "salita sopra 4,00%"),
        ({"crossed": ({"kind": "target", "level": 2.0, "way": 1, "name_en": "the ECB’s 2% target",
                       "name_it": "l’obiettivo del 2% della BCE"},)},
         "rose through the ECB’s 2% target", "salita sopra l’obiettivo del 2% della BCE"),
        ({"revised_period": "2026-10", "revised_from": 4.0}, "October revised, was 4.00%",
         "dato rivisto (ottobre), era 4,00%"),
    ],
)  # fmt: skip
def test_each_kind_of_news_has_its_words(changes, english, italian):
    assert (told(**changes), told("it", **changes)) == ([english], [italian])


@pytest.mark.parametrize("changes", [{"run": 3}, {"run": -3}])
def test_short_runs_are_left_out(changes):
    assert told(**changes) == []
