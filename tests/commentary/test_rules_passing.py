"""What the review refuses of a text by rules is told anew, in other forms, so that readers always get it."""

import pytest

from commentary.facts.snapshot import EVERYTHING, Facts
from commentary.rules import writer
from commentary.rules.openings import openings, teller_of
from commentary.rules.passing import TRIES, blamed, passing
from commentary.rules.sentences import opening
from tests.commentary.test_rules import GROUPS, TONES, days, of_group, rows, whole

FALSE, TRUE = "Gold stood at $1.11.", "A basis point is one hundredth of a percentage point."
ITALIAN = "La scadenza è la data in cui un titolo viene rimborsato."
FACTS = of_group("bonds").as_json()


def test_only_the_sentence_that_was_refused_is_blamed():
    assert blamed([("read", f"{TRUE} {FALSE}", (TRUE, FALSE))], FACTS, "en") == {FALSE}
    assert blamed([("read", TRUE, (TRUE,))], FACTS, "en") == set()


def test_an_address_is_blamed_too():
    sentence = "A maturity is told of at Money.it."
    assert sentence in blamed([("read", f"{TRUE} {sentence}", (TRUE, sentence))], FACTS, "en")


def test_a_refused_text_is_told_without_what_was_refused():
    seen = []

    def tell(banned: frozenset[str]) -> dict[str, list[str]]:
        seen.append(banned)
        return {"en": [TRUE if FALSE in banned else FALSE]}

    found = passing(tell, lambda text: [("read", text[0], text)], FACTS, plain=dict)
    assert found == {"en": [TRUE]} and seen == [frozenset(), frozenset({FALSE})]


def test_where_no_telling_passes_readers_get_the_plain_one():
    told = []

    def tell(banned: frozenset[str]) -> dict[str, list[str]]:
        told.append(banned)
        return {"en": [f"Gold stood at ${len(banned) + 11111}.11."], "it": [ITALIAN]}

    found = passing(
        tell, lambda text: [("read", text[0], text)], FACTS, plain=lambda: {"en": [TRUE], "it": [""]}
    )
    assert found == {"en": [TRUE], "it": [ITALIAN]} and len(told) == TRIES


@pytest.mark.parametrize("tone", TONES)
def test_a_form_that_is_banned_gives_way_to_the_next(tone):
    facts = of_group("bonds")
    first = writer.compose(facts, tone=tone)["en"].sentences[0]
    other = writer._told(facts, frozenset({first}), tone=tone)["en"].sentences
    assert first not in other and other[0]


def test_the_plain_text_is_short_and_true():
    for facts, kind in ((whole(), "aggregate"), (of_group("bonds"), "read")):
        for lang, text in writer._plain(teller_of(facts, tone="NOVICE")).items():
            assert 1 <= len(text.sentences) <= writer.PLAIN_ROWS
            assert (
                blamed(
                    [(kind, f"{text.title}\n\n{text.body}".strip(), text.sentences)], facts.as_json(), lang
                )
                == set()
            )


@pytest.mark.parametrize("tone", TONES)
def test_the_lead_opens_as_no_read_of_its_groups_does(tone):
    for day in days(1):
        reads = [of_group(group, as_of=day) for group in GROUPS]
        taken = openings(Facts(EVERYTHING, day, rows()), tone=tone)
        lead = writer.compose(whole(as_of=day), tone=tone)
        for lang in ("en", "it"):
            begun = [opening(writer.compose(facts, tone=tone)[lang].body) for facts in reads]
            assert opening(lead[lang].body) not in begun
            assert opening(lead[lang].body) not in taken
