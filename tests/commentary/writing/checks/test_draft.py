"""The check of a whole draft: a verdict a sentence, and what cannot be judged is refused."""

from commentary.language.draft import SlotDraft, parse_draft
from commentary.writing.checks import draft as checks
from tests.commentary.tables import WHOLE, checked, refused_in_both, sentence

GOOD = {
    "kind": "fact",
    "about": ["us10"],
    "en": "{us10.name} fell to {us10.value}.",
    "it": "{us10.name} è sceso a {us10.value}.",
}


def verdicts(answer):
    return [each.passed for each in checks.check(parse_draft(answer), WHOLE, kind="aggregate")]


def test_the_title_comes_first():
    title = {"en": "{us10.name} rises", "it": "{us10.name} sale"}
    assert verdicts({"title": title, "sentences": [GOOD]}) == [False, True]


def test_one_refused_sentence_costs_no_other():
    wrong = GOOD | {"en": "{us10.name} rose to {us10.value}."}
    assert verdicts({"sentences": [GOOD, wrong, "prose", GOOD | {"kind": "mood"}, GOOD | {"it": None}]}) == [
        True,
        False,
        False,
        False,
        False,
    ]


def test_an_unknown_kind_is_refused():
    assert refused_in_both(checked("mood", ["us10"], GOOD["en"], GOOD["it"]))


def test_kinds_of_the_rules_are_refused_from_a_model():
    for kind in ("quiet", "explain"):
        assert refused_in_both(checked(kind, [], "Buy gold now.", "Compra oro adesso."))


def test_a_sentence_that_breaks_the_check_is_refused():
    class Broken(dict):
        def __getitem__(self, language):
            raise ZeroDivisionError

    found = checks.check_one(sentence("fact", ["us10"], "", "").__class__("fact", ("us10",), Broken()), WHOLE)
    assert [each.rule for each in found.findings["en"]] == ["draft.error"]


def test_one_language_may_pass_alone():
    found = checked(
        "fact", ["us10"], "{us10.name} fell to {us10.value}.", "{us10.name} è salito a {us10.value}."
    )
    assert not found.findings["en"] and found.findings["it"]


def test_the_rules_of_compliance_hold_on_the_printed_text():
    found = checked(
        "story",
        ["s2"],
        "You should buy tankers at Kalmira, according to {s2.publisher}.",
        "Dovresti comprare petroliere a Kalmira, secondo {s2.publisher}.",
    )
    assert any(each.rule.startswith("C") for findings in found.findings.values() for each in findings)


def test_an_empty_draft_has_no_verdict():
    assert checks.check(SlotDraft(None, ()), WHOLE, kind="read") == []
