"""How several exchange rates of the euro are told in one text."""

from commentary.facts.ranking import PreviousFigures, marked
from commentary.facts.snapshot import Facts
from commentary.language.draft import SlotDraft
from commentary.language.rendering import render
from commentary.language.slot_table import SlotTable
from commentary.rules import read_writer
from commentary.rules.sentences import SentenceBuilder
from tests.commentary.figures import AS_OF, figure
from tests.commentary.tables import one, table

US10 = figure("US10", value=4.9, prev=4.96, usual_move=0.05, new=True)
RATES = [
    figure(key, unit=unit, value=value, prev=value * 0.99, usual_move=2.0, measure="percent", new=True)
    for key, unit, value in (("EURU", "USD", 1.2), ("EURJ", "JPY", 186.0), ("EURG", "GBP", 0.84))
]


def test_an_exchange_rate_behind_another_is_named_by_its_other_currency():
    slots = table(*RATES[:2], stories=())
    builder = SentenceBuilder(slots)
    draft = SlotDraft(None, (builder.fact("euru"), builder.fact("eurj")))
    english, italian = (render(draft, slots, language).sentences for language in ("en", "it"))
    assert english[0].text.startswith("The euro ") and english[1].text.startswith("Against the yen it ")
    assert italian[0].text.startswith("L’euro ") and italian[1].text.startswith("Sullo yen ")


def test_a_currency_named_before_is_not_repeated_but_for_newcomers():
    slots = table(*RATES, stories=())
    builder = SentenceBuilder(slots)
    draft = SlotDraft(None, tuple(builder.fact(id) for id in ("euru", "eurj", "eurg")))
    english, italian = (render(draft, slots, language).sentences for language in ("en", "it"))
    assert english[1].text.endswith(" 186.00.") and italian[1].text.endswith("a 186,00.")
    assert english[2].text.endswith("pence.") and italian[2].text.endswith("a 0,84.")


def test_in_a_group_one_exchange_rate_follows_another():
    moves = {"EURU": 1.6, "BRNT": 1.4, "EURJ": 1.5}
    rows = tuple(
        figure(key, unit="USD", value=100.0 + move, prev=100.0, usual_move=0.5, measure="percent", new=True)
        for key, move in moves.items()
    )
    facts = Facts("fx_commodities", AS_OF, tuple(marked(row, PreviousFigures(None), {}) for row in rows))
    draft = read_writer.write(facts, SlotTable.of(facts.as_json(), "INTERMEDIATE"))
    assert [each.about[0] for each in draft.sentences if each.kind == "fact"] == ["euru", "eurj", "brnt"]


def test_for_newcomers_the_other_rate_is_the_euros_again():
    slots = table(*RATES[:2], stories=(), tone="NOVICE")
    builder = SentenceBuilder(slots)
    draft = SlotDraft(None, tuple(builder.fact(id) for id in ("euru", "eurj")))
    assert render(draft, slots, "en").sentences[1].text.startswith("Against the yen the euro was ")
    assert render(draft, slots, "it").sentences[1].text.startswith("Sullo yen l’euro è ")
    assert render(draft, slots, "en").sentences[1].text.endswith("\N{NO-BREAK SPACE}yen.")


def test_the_rank_of_one_exchange_rate_is_not_the_euros():
    assert SentenceBuilder(one(RATES[1], percentile=96.0, usual_move=0.5)).context("eurj") is None


def test_an_exchange_rate_elsewhere_in_a_text_is_the_euros_again():
    slots = table(*RATES, US10, stories=())
    builder = SentenceBuilder(slots)
    draft = SlotDraft(None, tuple(builder.fact(id) for id in ("euru", "us10", "eurg")))
    assert render(draft, slots, "en").sentences[2].text.startswith("The euro was ")
    assert render(draft, slots, "it").sentences[2].text.startswith("L’euro è ")
