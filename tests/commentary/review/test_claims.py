"""True and false sentences about figures, by a hand that had not seen the code: the half that the words were written by."""

import pytest

from commentary.review.grounding.ground import ground
from evaluation.review import claims

# What `docs/review.md` shows of this half, less three sentences.
AIMS = {("en", "pass"): 0.94, ("en", "fail"): 0.88, ("it", "pass"): 0.93, ("it", "fail"): 0.89}


@pytest.mark.parametrize(("lang", "expect"), AIMS)
def test_true_sentences_pass_and_false_ones_are_found(lang, expect):
    good, every = claims.right("seen", lang, expect)
    assert every >= 90
    assert good / every >= AIMS[lang, expect]


@pytest.mark.parametrize(("expect", "share"), [("pass", 0.95), ("fail", 0.9)])
def test_italian_prose_holds_together(expect, share):
    good, every = claims.right("seen", "it", expect, ["prose"])
    assert good / every >= share


@pytest.mark.parametrize(("expect", "share"), [("pass", 0.9), ("fail", 0.95)])
def test_translations_say_the_same(expect, share):
    good, every = claims.right("seen", "it", expect, ["translation"])
    assert good / every >= share


@pytest.mark.parametrize(
    ("lang", "text", "rule"),
    [
        ("en", "Economic sentiment improved to 101.3 from 101.9.", "grounding.better"),
        ("en", "The broad dollar is below 92% of its readings.", "grounding.share"),
        ("en", "Eight of the 36 current figures are in the top fifth of their history.", "grounding.count"),
        ("en", "The real ten-year yield is at its lowest since 2011.", "grounding.extreme"),
        ("en", "The ECB cut its deposit rate to 2.25%.", "grounding.direction"),
        ("en", "Italian inflation was higher than Britain's.", "grounding.comparison"),
        ("en", "One bitcoin costs less than 90,000 dollars.", "grounding.number"),
        ("en", "Euro-area inflation is more than three times Italy's 1.4%.", "grounding.row"),
        ("en", "Inflation was 1.4% in the euro area.", "grounding.row"),
        ("en", "Euro-area inflation rose to 3.0% because of the strike.", "grounding.cause"),
        ("en", "Euro-area inflation was unchanged at 3.0%.", "grounding.unchanged"),
        ("en", "The euro fell for a third day in a row.", "grounding.run"),
        ("en", "Bitcoin's rise of 3.8% was smaller than usual.", "grounding.usual"),
        ("en", "Three days of losses have left the euro at 1.1854 dollars.", "grounding.run"),
        ("en", "Systemic stress in the euro area is near the bottom of its range.", "grounding.share"),
        ("en", "Silver closed at 48 dollars an ounce.", "grounding.number"),
        ("en", "Bitcoin is still about 8% above its October peak.", "grounding.direction"),
        (
            "en",
            "Banks were summoned to a meeting after the high-yield spread closed at 2.82 points.",
            "grounding.event",
        ),
        ("en", "Weaker borrowers saw their premium widen to 2.82.", "grounding.direction"),
        ("en", "The US curve is inverted.", "grounding.comparison"),
        ("en", "The gilt yield is at its highest of the year.", "grounding.extreme"),
        ("en", "Sentiment in the euro area is the worst on record.", "grounding.extreme"),
        ("en", "Bitcoin is worth half of its record.", "grounding.share"),
        (
            "en",
            "Italian inflation cost households a third more than it did a year earlier.",
            "grounding.share",
        ),
        ("en", "Sixteen papers wrote about the rates.", "grounding.count"),
        ("it", "Nell'ultimo mese il bitcoin è salito del 3,8%.", "grounding.role"),
        ("it", "Un barile di WTI costa 8,15 dollari più di uno di Brent.", "grounding.direction"),
        ("it", "La fiducia economica, 101,3, è inferiore a quella di un anno prima.", "grounding.comparison"),
        ("it", "La quota netta di banche USA che stringono si riduce da cinque trimestri.", "grounding.run"),
        ("it", "Lo spread BTP-Bund si è ristretto a 109 punti base.", "grounding.direction"),
        ("it", "L'inflazione italiana è più alta di quella britannica.", "grounding.comparison"),
        ("it", "L'oro è al massimo storico.", "grounding.extreme"),
    ],
)
def test_each_kind_of_claim_has_a_finding_of_its_own(lang, text, rule):
    facts = claims.facts() | {"stories": [{"title": "Rates held", "publishers": 14}]}
    assert rule in {finding.rule for finding in ground(text, lang=lang, facts=facts)}


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "en",
            "The UK's ten-year yield is 4.66% and Japan's 1.14%. The gap between the two is now 352 basis points.",
        ),
        ("en", "The Fed's assets were 1.3% smaller than a year earlier."),
        ("en", "The broad dollar fell to 121.65 from 121.85."),
        ("en", "Bitcoin rose by some 3,500 dollars between 21 and 22 November."),
        ("en", "The BTP-Bund spread widened by 10 basis points to 109; its highest was 132 basis points."),
        ("en", "The real ten-year yield paid 2.78% above inflation."),
        ("en", "The deposit rate is half a point below its peak of 2.75%."),
        ("en", "The high-yield spread moves by 2 basis points on average."),
        ("en", "One euro fetched 83.87 pence on Friday."),
        ("en", "Brent has dropped twice, by two cents at the last count."),
        ("en", "Two-year bonds pay 38 basis points less than ten-year ones."),
        ("en", "Above inflation, a ten-year US bond yields 2.78%."),
        ("en", "The Fed held 130.5 billion dollars overnight in its reverse repo, 2.9 more."),
        ("it", "In discesa il rendimento del Treasury decennale."),
        ("it", "Lo Stato britannico paga il 4,66% a dieci anni, mezzo punto base in meno di giovedì."),
        ("it", "Convertita al cambio BCE di venerdì, l'oncia d'oro vale all'incirca 3.245 euro."),
        ("it", "Il PIL dell'area euro è sceso dello 0,1% su base annua."),
        ("it", "L'inflazione dell'area euro è salita al 3,0%, dal 2,7% di settembre."),
    ],
)
def test_what_the_facts_state_may_be_said(lang, text):
    assert ground(text, lang=lang, facts=claims.facts()) == []
