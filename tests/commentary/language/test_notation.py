"""Counts, ordinals and units of rates in both languages."""

import pytest

from commentary.language.notation import basis_points, count, ordinal, points


@pytest.mark.parametrize(
    ("amount", "english", "italian"),
    [
        (1, "one", "uno"),
        (4, "four", "quattro"),
        (9, "nine", "nove"),
        (10, "10", "10"),
        (1200, "1,200", "1.200"),
    ],
)
def test_counts_are_words_up_to_nine(amount, english, italian):
    assert (count(amount, "en"), count(amount, "it")) == (english, italian)


@pytest.mark.parametrize(
    ("place", "english", "masculine", "feminine"),
    [(1, "first", "primo", "prima"), (4, "fourth", "quarto", "quarta"), (5, "fifth", "quinto", "quinta"), (9, "ninth", "nono", "nona"),
     (10, "10th", "10º", "10ª"), (11, "11th", "11º", "11ª"), (12, "12th", "12º", "12ª"), (13, "13th", "13º", "13ª"),
     (21, "21st", "21º", "21ª"), (22, "22nd", "22º", "22ª"), (23, "23rd", "23º", "23ª"), (111, "111th", "111º", "111ª")],
)  # fmt: skip
def test_ordinals(place, english, masculine, feminine):
    assert (ordinal(place, "en"), ordinal(place, "it"), ordinal(place, "it", feminine=True)) == (
        english,
        masculine,
        feminine,
    )


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("0.1", "percentage point"),
        ("1", "percentage point"),
        ("1.0", "percentage point"),
        ("1.5", "percentage points"),
        ("2", "percentage points"),
        ("−0.3", "percentage point"),
    ],
)
def test_english_percentage_points_are_plural_above_one(text, word):
    assert points(text, "en") == word


@pytest.mark.parametrize(
    ("text", "word"), [("1", "punto percentuale"), ("0,1", "punti percentuali"), ("1,5", "punti percentuali")]
)
def test_italian_percentage_points_are_singular_for_one_alone(text, word):
    assert points(text, "it") == word


@pytest.mark.parametrize(
    ("text", "english", "italian"),
    [
        ("1", "basis point", "punto base"),
        ("2", "basis points", "punti base"),
        ("0.5", "basis points", "punti base"),
        ("−1", "basis point", "punto base"),
    ],
)
def test_one_basis_point_is_singular(text, english, italian):
    assert (basis_points(text, "en"), basis_points(text, "it")) == (english, italian)
