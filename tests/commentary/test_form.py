"""The form of a model's text: its length, its own words, and with whose word it names somebody."""

import pytest

from commentary.writing import form
from commentary.writing.drafts import Assignment, Draft
from commentary.writing.inspection import inspect
from tests.commentary.author import ENGLISH
from tests.commentary.figures import facts, figure

STORY = {"title": "Zentrobank halts withdrawals after overnight losses at its Vienna desk", "publisher": "The Gazette",
         "summary": "Shares of the lender were suspended, Chairman Huber told reporters.", "publishers": 2, "tags": []}  # fmt: skip
OTHER = {
    "title": "Dockers walk out today",
    "publisher": "la Repubblica",
    "summary": "",
    "publishers": 1,
    "tags": [],
}


def found(
    body: str, *, lang: str = "en", title: str = "A title", kind: str = "aggregate", **more
) -> list[str]:
    """The rules that a text breaks, of a length that breaks none."""
    document = facts(figure(label_en="US 10-year yield"), group="all").as_json()
    document |= {"stories": [STORY, OTHER]} | more
    draft = Draft(title, (f"{body} {'It stood where it had been. ' * 8}",))
    return [
        each.rule
        for each in form.check(draft, Assignment(kind, "all", "NOVICE", "DRY", document), lang=lang).findings
    ]


@pytest.mark.parametrize(
    "said",
    [
        "According to the Gazette, Zentrobank stopped paying out.",
        "Zentrobank stopped paying out, according to The Gazette.",
        "A lender stopped paying out. It has a desk in Austria.",
        "According to La Repubblica, work at the docks stopped.",
        "The US 10-year yield rose to 4.12% on 20 November; the Treasury pays that for ten years.",
        "Wall Street and the City of London were closed.",
        "Yields in Germany, Italy and Japan were little changed in October.",
        "It moved less, according to its own history.",
    ],
)
def test_a_text_in_its_own_words_with_its_sources_passes(said):
    assert found(said) == []


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("Losses hit Zentrobank.", "form.attribution"),
        ("Zentrobank stopped paying out.", "form.attribution"),
        ("A report by Huber was quoted.", "form.attribution"),
        ("According to la Repubblica, Zentrobank stopped paying out.", "form.attribution"),
        ("According to the Gazette, a lender stopped. Zentrobank is its name.", "form.attribution"),
        ("According to the ECB, a lender stopped.", "form.source"),
        ("Powell spoke in the evening.", "form.named"),
        ("The rate of the Fed was the same.", "form.named"),
        ("Withdrawals after overnight losses at its Vienna desk were halted.", "form.copied"),
        ("Dockers walk out today.", "form.copied"),
    ],
)
def test_a_name_or_words_of_others_without_their_source_fail(said, rule):
    assert rule in found(said)


@pytest.mark.parametrize(
    ("said", "rules"),
    [
        ("Secondo la Repubblica i portuali si sono fermati.", []),
        ("Secondo il Gazette, Zentrobank ha sospeso i prelievi.", []),
        ("Nel secondo trimestre i prezzi erano fermi.", []),
        ("I prelievi da Zentrobank sono sospesi.", ["form.attribution"]),
        ("Secondo Bankitalia i prelievi sono sospesi.", ["form.source", "form.named"]),
    ],
)
def test_the_italian_is_held_to_the_same(said, rules):
    assert found(said, lang="it") == rules


def test_what_the_figures_name_needs_nobodys_word():
    row = figure(label_en="Fed balance sheet", note_en="What the Federal Reserve holds.").as_json()
    assert found("The Fed balance sheet grew; the Federal Reserve holds it.", rows=[row]) == []


@pytest.mark.parametrize(("kind", "least"), sorted(form.LEAST_WORDS.items()))
def test_each_kind_has_its_least_length(kind, least):
    def rules(words: int) -> list[str]:
        assignment = Assignment(kind, "x", "NOVICE", "DRY", {"constants": {}})
        return [each.rule for each in form.check(Draft("", ("so " * words,)), assignment, lang="en").findings]

    assert (rules(least - 1), rules(least)) == (["form.length"], [])


@pytest.mark.parametrize("other", ["previous", "beside"])
def test_no_title_and_no_opening_twice_in_a_row(other):
    told = {"title": "Yields rise!", "text": "Yields rose on the day. More.", "as_of": ""}
    assert found("Prices fell.", title="yields rise", **{other: told}) == ["form.repeated"]
    assert found("Yields rose on the day.", **{other: told}) == ["form.repeated"]
    assert found("Prices fell.", **{other: told}) == []


@pytest.mark.parametrize(
    "place", ["gains.example", "gains [dot] com", "@gains", "203.0.113.7", "g\u0430ins.com"]
)
def test_no_published_text_holds_an_address(place):
    document = facts(figure()).as_json()
    verdict = inspect(
        Draft("", (f"{ENGLISH} See {place} for it.",)),
        Assignment("read", "bonds", "NOVICE", "DRY", document),
        lang="en",
    )
    assert "form.address" in [each.rule for each in verdict.findings]


def test_a_check_that_breaks_off_is_a_failing_verdict():
    verdict = form.check(
        Draft("", ("text",)), Assignment("read", "x", "NOVICE", "DRY", {"stories": [None]}), lang="en"
    )
    assert (verdict.passed, verdict.findings[0].rule) == (False, "form.error")
