"""A model's explanation of weights as a draft with slots, in the requested language.

`{p1.ticker}` and `{p1.weight}` stand for a position, `{all.count}` and others for the whole, `{c1.name}` and
`{c1.share}` for a currency; the model writes no figures.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from briefing.core.numbers import number
from commentary.language.amounts import Amount, AmountText
from commentary.language.draft import LANGUAGES, MOST_LETTERS, MOST_SENTENCES, SlotDraft, SlotSentence
from commentary.language.notation import count
from commentary.language.rendering import render, render_sentence
from commentary.language.slot_table import SlotTable
from commentary.language.slots import Content, FixedWords, Slot
from commentary.review.review import review
from commentary.review.verdict import Finding
from commentary.writing.checks import slots as slot_checks
from commentary.writing.checks import watched
from commentary.writing.checks.draft import FORM, Checked
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import Side
from portfolio.analysis.rules import CURRENCIES
from portfolio.analysis.weights import PortfolioWeights

KIND = "portfolio"
LEAST_WORDS = 25
# Classes of watched words that a description of weights never needs.
_REFUSED = ("up", "down", "cause", "judgement", "forecast", "advice", "numbers")
_ALLOWED = {
    "en": (
        "heaviest",
        "five heaviest",
        "the five",
        "one by one",
        "scale up to",
        "up to",
        "weight",
        "weights",
        "weighs",
        "weigh",
    ),
    "it": (
        "le cinque",
        "cinque più pesanti",
        "più pesanti",
        "pesa",
        "pesano",
        "insieme",
        "quotazione",
        "quotazioni",
        "quarta",
        "media",
        "pesano",
        "fino a",
    ),
}


def slots_of(weights: PortfolioWeights, tone: str) -> SlotTable:
    """The table of slots and their values for a portfolio's text."""
    contents: dict[str, dict[str, Content]] = {"all": _whole(weights)}
    for place, holding in enumerate(weights.shown, start=1):
        contents[f"p{place}"] = {"ticker": _same(holding.ticker), "weight": _share(holding.weight)}
        if holding.name:
            contents[f"p{place}"]["name"] = _same(holding.name[:60])
    for place, (code, share) in enumerate(weights.currencies.items(), start=1):
        names = (CURRENCIES[language].get(code, code) for language in LANGUAGES)
        contents[f"c{place}"] = {"name": FixedWords(*names), "share": _share(share)}
    others = {
        id: {name: Slot(id, name, content) for name, content in found.items()}
        for id, found in contents.items()
    }
    return SlotTable(tone, "", {}, {}, others)


def _whole(weights: PortfolioWeights) -> dict[str, Content]:
    numbers = {"index": (weights.hhi, 0), "most_index": (10_000, 0), "equals": (weights.effective, 1)}
    found: dict[str, Content] = {
        name: FixedWords(*(number(value, decimals, language) for language in LANGUAGES))
        for name, (value, decimals) in numbers.items()
    }
    found |= {name: FixedWords(*(count(amount, language) for language in LANGUAGES))
              for name, amount in (("count", weights.count), ("unnamed", len(weights.unnamed)))}  # fmt: skip
    shares = {
        "heaviest": weights.heaviest,
        "unnamed_weight": sum(weights.unnamed),
        "no_currency": weights.without_currency,
    }
    return found | {name: _share(share) for name, share in shares.items()}


def _same(text: str) -> FixedWords:
    return FixedWords(text, text)


def _share(value: float) -> Amount:
    return Amount(
        {language: AmountText(f"{number(value, 1, language)}%") for language in LANGUAGES}, is_share=True
    )


def read_draft(answer: Mapping[str, Any] | None, lang: str) -> SlotDraft | None:
    """Parses the sentences of one language; None if the reply is malformed."""
    found = (answer or {}).get("sentences")
    if not isinstance(found, list) or not 1 <= len(found) <= MOST_SENTENCES:
        return None
    return SlotDraft(None, tuple(_sentence(each, lang) for each in found))


def _sentence(found: Any, lang: str) -> SlotSentence:
    text = found.get("text") if isinstance(found, dict) else None
    if not isinstance(text, str) or not text.strip() or len(text) > MOST_LETTERS:
        return SlotSentence("", (), {lang: ""})
    sentence = SlotSentence("weights", (), {lang: " ".join(text.split())}, found.get("ends") is True)
    about = dict.fromkeys(id for id, _field in sentence.slots(lang))
    return SlotSentence("weights", tuple(about), sentence.texts, sentence.ends)


def check(draft: SlotDraft, slots: SlotTable, lang: str) -> list[Checked]:
    """Returns a verdict for each sentence (slots, weights of tickers, words, compliance) and for the total length."""
    found = [
        Checked(sentence, {lang: tuple(_findings(sentence, slots, lang))}) for sentence in draft.sentences
    ]
    if all(each.passed for each in found) and len(render(draft, slots, lang).body.split()) < LEAST_WORDS:
        advice = f"Write at least {LEAST_WORDS} words."
        short = Finding("form.length", "", advice, advice)
        found.append(Checked(SlotSentence("", (), {lang: ""}), {lang: (short,)}, is_whole=True))
    return found


def _findings(sentence: SlotSentence, slots: SlotTable, lang: str) -> list[Finding]:
    if not sentence.kind:
        return [FORM]
    side = Side(sentence, lang, slots)
    found = [*slot_checks.check(side), *_bound(sentence, lang), *_words(side)]
    if found:
        return found
    text = render_sentence(sentence, slots, lang).text
    return list(review(text, lang=lang, kind=KIND, style="DRY").findings)


def _bound(sentence: SlotSentence, lang: str) -> Iterator[Finding]:
    """Requires that a weight after a ticker is that ticker's."""
    last = ""
    for id, name in sentence.slots(lang):
        if name in ("ticker", "name"):
            last = id
        elif name == "weight" and last and id != last:
            advice = f"Do not give {last} a weight that is not its own."
            yield finding("role", f"{{{id}.{name}}}", advice)


def _words(side: Side) -> Iterator[Finding]:
    text = watched.any_of(_ALLOWED[side.language]).sub(
        " ", watched.classes(side.language)["idioms"].sub(" ", side.text)
    )
    for name in _REFUSED:
        found = watched.classes(side.language)[name].search(text)
        if found:
            advice = "Say plainly what the weights are: leave the word out."
            yield finding("word", found[0], advice)
            return
