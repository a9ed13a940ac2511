"""The closed wordings: each is found as its own claim, in every form that the table allows."""

import itertools
import re

import pytest

from commentary.language.claims import OPEN, claims_of
from commentary.language.draft import LANGUAGES
from commentary.language.wordings import canonical, matches, patterns, wordings_of
from tests.commentary.rows import configured, row_of, states
from tests.commentary.tables import WHOLE, one

TOKEN = re.compile(r"\([^)]*\)|[^\s(]+(?=\()|\S+")


def written(wording, language):
    """The wording in its first form and without what may be left out, with the slots of one figure."""
    from commentary.language.wordings import _forms

    words = []
    for token in TOKEN.findall(wording):
        if token.startswith("("):
            continue
        word = token.split("/")[0]
        if word.startswith("<"):
            word = _forms(language)[word.strip("<>")].split("|")[0].replace("[oaie]", "o")
        elif word.startswith("["):
            word = f"{{us10.{word.strip('[]')}}}"
        words.append("{gb10.name}" if word == "B" else word.replace("*", "o"))
    return " ".join(words).replace("’ ", "’")


CASES = [
    (lang, claim, wording)
    for lang in LANGUAGES
    for claim, found in wordings_of(lang).items()
    for wording in found
]


def test_a_wording_matches_itself():
    texts = [(lang, claim, canonical(f"x {written(wording, lang)} x")) for lang, claim, wording in CASES]
    assert [
        (lang, claim, text)
        for lang, claim, text in texts
        if not any(claim in match.claims for match in matches(text, lang))
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages_have_wordings_for_the_same_claims(language):
    assert set(wordings_of(language)) == set(patterns("en"))


def test_every_claim_of_the_table_is_open_or_computed():
    """Over each configured row in each state, and the few figures that make the rest."""
    computed = {claim for figure in WHOLE.figures.values() for claim in claims_of(figure)}
    for config, way in itertools.product(configured(), (1, -1)):
        for state in states(row_of(config, way=way)).values():
            id = state.key.lower()
            computed |= claims_of(one(state).figures[id])
            computed |= claims_of(one(state, percentile=95.0, year_ago=state.value).figures[id])
            computed |= claims_of(one(state, percentile=1.0, year_ago=state.value - 1, age=4).figures[id])
            computed |= claims_of(
                one(state, revised_from=state.value + 1, revised_period=state.period, new=False).figures[id]
            )
    computed |= claims_of(one(row_of(configured()[0]), year_ago=0.0).figures[configured()[0].code.lower()])
    assert set(wordings_of("en")) - OPEN == computed & set(wordings_of("en")) and computed <= set(
        wordings_of("en")
    ) | {"small"}


@pytest.mark.parametrize(
    ("language", "text", "claim"),
    [("en", "It FELL to {us10.value}.", "down"), ("en", "It was the highest since {us10.extreme_since}", "highest_since"),
     ("it", "è salita a {us10.value}", "up"), ("it", "e' rimasta invariata", "unchanged"), ("it", "più alte della maggior parte dei suoi valori", "high")],
)  # fmt: skip
def test_case_apostrophes_and_endings_do_not_matter(language, text, claim):
    assert any(claim in match.claims for match in matches(canonical(text), language))


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "a fallacy of its own"), ("en", "the upstart"), ("it", "il salario"), ("it", "il calabrone")],
)
def test_a_part_of_a_word_is_no_wording(language, text):
    assert not matches(canonical(text), language)


def test_the_longest_of_two_wordings_counts():
    found = matches(canonical("less than its usual move of {us10.usual}"), "en")
    assert [match.claims for match in found] == [frozenset({"less_than_usual"})]


def test_words_that_lead_to_an_optional_slot_belong_to_it():
    text = canonical("{us10.times} variazione abituale, al livello più alto da {us10.extreme_since}")
    assert [text[each.start : each.end] for each in matches(text, "it")] == [
        "⟨us10.times⟩ variazione abituale",
        "al livello più alto da ⟨us10.extreme_since⟩",
    ]
