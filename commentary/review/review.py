"""The compliance review of a rendered text: normalisation, lexicon, classifier. Any error fails the text."""

import logging
import unicodedata

from commentary.review import classifier, lexicon
from commentary.review.addresses import address_in
from commentary.review.context import sentences_of
from commentary.review.normalise import Folded, fold
from commentary.review.verdict import Finding, Verdict, failed, verdict_of

LANGUAGES = ("en", "it")
KINDS = ("read", "aggregate", "log_header", "log_body", "portfolio")
STYLES = ("DRY", "SPECULATIVE")
LONGEST = 20_000  # characters; more than twice the longest text of the service
_ODD = {
    "hidden_character": "Contains invisible characters.",
    "foreign_letters": "Writes a word with letters of another script.",
    "spaced_letters": "Spells a word out letter by letter.",
}
_PLAIN_LETTERS = "Use plain letters and visible characters alone."

log = logging.getLogger(__name__)


def review(
    text: str,
    *,
    lang: str,
    kind: str,
    style: str | None = None,
    is_closed: bool = False,
) -> Verdict:
    """Returns the verdict of the deterministic stages on a text as displayed.

    `is_closed` skips the classifier for texts made only of fixed wordings, since it refused only true ones
    among them. An unknown language or kind, a text over LONGEST and any exception fail the text; nothing is
    raised.
    """
    try:
        problem = _unfit(text, lang, kind, style)
        if problem:
            return failed("C34.any.unfit", problem)
        return verdict_of(_findings(text, lang=lang, kind=kind, style=style or "DRY", is_closed=is_closed))
    except Exception as error:  # a broken review must not pass the text
        log.exception("review failed")
        return failed("C34.any.error", f"The review could not be carried out ({type(error).__name__}).")


def _unfit(text: object, lang: object, kind: object, style: object) -> str:
    if not isinstance(text, str) or not text.strip():
        return "There is no text."
    if lang not in LANGUAGES or kind not in KINDS or (style is not None and style not in STYLES):
        return "The language, kind or style is unknown."
    return "The text is too long to be reviewed." if len(text) > LONGEST else ""


def _findings(text: str, *, lang: str, kind: str, style: str, is_closed: bool) -> list[Finding]:
    if len(unicodedata.normalize("NFKC", text)) > LONGEST:  # one ligature can expand to eighteen letters
        return [Finding("C34.any.ligatures", text[:20], _ODD["foreign_letters"], _PLAIN_LETTERS)]
    folded = fold(text, lang=lang)
    sentences = sentences_of(folded.text, lang)
    addresses = _addresses(text) if kind != "portfolio" else []  # tickers look like domains
    found = lexicon.check(folded, sentences, kind=kind, style=style)
    if not is_closed:
        found = classifier.check(folded, sentences, found, kind=kind, style=style)
    return addresses + oddities(folded) + found


def _addresses(text: str) -> list[Finding]:
    found, reason = address_in(text), "A text holds no address and no domain."
    return (
        [Finding("form.address", found, reason, "Leave out addresses, domains and handles.")] if found else []
    )


def oddities(folded: Folded) -> list[Finding]:
    """Returns one finding for each type of oddity."""
    found: dict[str, Finding] = {}
    for name, start, end in folded.oddities:
        around = folded.original[max(0, start - 12) : end + 12]
        found.setdefault(
            name,
            Finding(f"C34.any.{name}", around, _ODD[name], _PLAIN_LETTERS),
        )
    return list(found.values())
