"""Sentences that tell a headline: with its publisher, in other words, and with what happened in it."""

import re
from collections.abc import Iterator

from commentary.language.periods import MONTHS, WEEKDAYS
from commentary.language.slots import Story
from commentary.language.wordings import slots_of
from commentary.review.normalise import fold
from commentary.review.verdict import Finding
from commentary.writing.checks import watched
from commentary.writing.checks.side import Side

COPIED = 6  # words of a headline in a row; a shorter one counts where it stands there whole
STEM = 5  # letters by which a word of a headline is known
LEAST_WHOLE = 15  # letters of such a headline
_WORDS = re.compile(r"[^\W_]+")
_ACCORDING = {
    "en": re.compile(r"\baccording to (?!⟨s\d+\.publisher⟩).{0,20}"),
    "it": re.compile(r"\bsecondo (?!⟨s\d+\.publisher⟩).{0,20}"),
}
_LEFT_OUT = ("without", "senza")  # "without food": a sentence may leave it out
_QUOTED = re.compile(r"[“«\"]([^”»\"]*)[”»\"]?")
_PUBLISHERS = re.compile(r"(?:publishers|outlets|newspapers|papers|testate|giornali)\b")
_DAYS = (
    ("yesterday", "ieri"),
    ("today", "oggi"),
    ("tomorrow", "domani"),
    *(
        (english.lower(), italian)
        for english, italian in zip(WEEKDAYS["en"].split(), WEEKDAYS["it"].split(), strict=True)
    ),
)
_MARKETS = (
    ("oil", "crude", "brent", "wti", "barrel*", "petrolio", "greggio", "baril*"),
    ("gold", "bullion", "oro"),
    ("bitcoin*",),
    ("inflation", "prices", "inflazione", "prezzi"),
    ("unemployment", "jobless*", "jobs", "disoccupa*", "occupa*", "lavoro"),
    ("euro", "euros"),
    ("dollar*", "dollaro", "dollari"),
    ("sterling", "pound*", "sterlin*"),
    ("yen",),
    ("yield*", "rendiment*"),
    ("gdp", "economy", "pil", "economia"),
    ("shares", "stocks", "equities", "azioni", "borsa", "borse", "bors*"),
    (
        "accept*",
        "accett*",
        "approv*",
        "dicono sì",
        "agree",
        "agrees",
        "agreed",
        "agreement*",
        "accord",
        "deal",
        "deals",
        "pact*",
        "treaty",
        "accordo",
        "accordi",
        "accordat*",
        "accordan*",
        "intes*",
        "patto",
        "patti",
        "trattat*",
    ),
    (
        "cut",
        "cuts",
        "cutting",
        "tagli*",
        "reduc*",
        "ridu*",
        "ridott*",
        "abbass*",
        "slash*",
        "fewer",
        "shed*",
        "layoff*",
        "licenzi*",
        "trim*",
    ),
    ("france", "french", "paris", "francia", "frances*", "parigi"),
    ("germany", "german*", "berlin", "germania", "tedesc*", "berlino", "bund*"),
    ("italy", "italian*", "rome", "milan*", "italia", "roma", "btp*"),
    ("spain", "spanish", "madrid", "spagna", "spagnol*"),
    (
        "britain",
        "british",
        "uk",
        "london",
        "england",
        "gran bretagna",
        "britannic*",
        "regno unito",
        "londra",
        "inghilterra",
        "ingles*",
        "ons",
        "gilt*",
    ),
    ("china", "chinese", "beijing", "cina", "cines*", "pechino"),
    ("japan", "japanese", "tokyo", "nikkei", "giappon*", "yen"),
    ("russia", "russian*", "moscow", "russ*", "mosca"),
    ("bonds", "treasur*", "bund*", "gilt*", "btp*", "titoli di stato", "obbligazion*"),
)


def check(side: Side) -> Iterator[Finding]:
    """Of a sentence of the rules, which quote a headline by its slot, the form alone."""
    stories = [side.table.stories[id] for id in side.sentence.about if id in side.table.stories]
    if not stories:
        yield _finding("story", side.text[:80], "Name in “about” the story that the sentence tells.")
        return
    if side.figures:
        yield _finding("story", side.text[:80], "A sentence on a headline has no figure of the tables.")
    fields = {(id, field) for id, field in side.sentence.slots(side.language)}
    for id in side.sentence.about:
        if not fields & {(id, "publisher"), (id, "opening")}:
            yield _finding(
                "publisher",
                side.text[:80],
                f"Say in the sentence who published it: according to {{{id}.publisher}}.",
            )
    if side.by_rules:
        return
    yield from _copied(side, stories)
    words = "\n".join(story.words for story in stories).lower().replace("'", "’")
    yield from _deeds(side, words)
    yield from _opposite(side, "\n".join(story.title for story in stories).lower().replace("'", "’"))
    yield from _expected(side, "\n".join(story.title for story in stories).lower().replace("'", "’"))
    yield from _felt(side, words)
    yield from _months(side, words)
    yield from _days(side, words)
    yield from _markets(side, words)
    yield from _units(side, words)
    yield from _quoted(side, words)
    yield from _attributed(side)
    yield from _is_told(side, stories)
    yield from _extra_numbers(side)


def _copied(side: Side, stories: list[Story]) -> Iterator[Finding]:
    said = _words(re.sub(r"⟨[^⟩]*⟩", " ", side.text))
    for story in stories:
        for text in (story.title, story.summary):
            words = _words(text)
            run = _run_in(words, said)
            if run:
                yield _finding(
                    "copied",
                    " ".join(run),
                    "Tell the headline in other words: never six of its words in a row.",
                )


def _run_in(words: list[str], said: list[str]) -> list[str]:
    size = min(COPIED, len(words))
    if not size or (size < COPIED and sum(map(len, words)) < LEAST_WHOLE):
        return []
    runs = {tuple(said[start : start + size]) for start in range(len(said) - size + 1)}
    for start in range(len(words) - size + 1):
        if tuple(words[start : start + size]) in runs:
            return words[start : start + size]
    return []


def _words(text: str) -> list[str]:
    return _WORDS.findall(fold(text, lang="en").text.casefold())


def _deeds(side: Side, headline: str) -> Iterator[Finding]:
    """Refusals and negations stand in the sentence if, and only if, they stand in the headline."""
    for name, what in (("refusals", "refuses, denies, stops or calls off"), ("negations", "denies")):
        pattern = watched.everywhere(name)
        said, told = pattern.search(side.text), pattern.search(headline)
        both = watched.everywhere("negations").search(headline) or watched.everywhere("refusals").search(
            headline
        )
        if said and not both:
            yield _finding("deed", said[0], f"The headline does not say that anybody {what}.")
        if (
            told
            and told[0] not in _LEFT_OUT
            and not said
            and not watched.everywhere("refusals" if name == "negations" else "negations").search(side.text)
        ):
            yield _finding("deed", told[0], f"The headline says “{told[0]}”: the sentence must say it too.")


def _opposite(side: Side, headline: str) -> Iterator[Finding]:
    """Held against titles alone: a summary tells of other things too."""
    for one, other in watched.opposites():
        for here, there in ((one, other), (other, one)):
            found = here.search(side.text)
            if found and there.search(headline) and not here.search(headline):
                yield _finding("deed", found[0], "The headline says the opposite.")
                return


def _expected(side: Side, headline: str) -> Iterator[Finding]:
    """A number that a headline expects is not told as a fact."""
    told = watched.everywhere("expects").search(headline)
    has_number = any(re.fullmatch(r"n\d", field) for _id, field in side.sentence.slots(side.language))
    if told and has_number and not watched.everywhere("expected").search(side.text):
        yield _finding("deed", told[0], f"The headline says “{told[0]}”: it is no fact yet.")


def _felt(side: Side, headline: str) -> Iterator[Finding]:
    """What is said to disappoint or to surprise must be so in the headline."""
    found = watched.everywhere("moods").search(side.text)
    if found and not watched.everywhere("moods").search(headline):
        yield _finding("judgement", found[0], "The headline does not judge: tell what happened.")


def _is_told(side: Side, stories: list[Story]) -> Iterator[Finding]:
    """Some word of each headline stands in the sentence, in either language, or a number of it."""
    said = {
        word[:STEM]
        for text in side.sentence.texts.values()
        for word in _words(re.sub(r"\{[^}]*\}", " ", text))
        if len(word) >= STEM
    }
    numbers = {id for id, field in side.sentence.slots(side.language) if re.fullmatch(r"n\d", field)}
    for id, story in zip(
        [id for id in side.sentence.about if id in side.table.stories], stories, strict=True
    ):
        told = {word[:STEM] for word in _words(story.words) if len(word) >= STEM}
        if not said & told and id not in numbers:
            yield _finding(
                "story",
                side.text[:80],
                f"That is not what {id} tells: name the story that the sentence is about.",
            )


def _months(side: Side, headline: str) -> Iterator[Finding]:
    """A month is named only where the headline names it, in either language."""
    for english, italian in zip(MONTHS["en"].lower().split(), MONTHS["it"].split(), strict=True):
        for word in (english, italian):
            if word == "may" or not re.search(rf"\b{word}\b", side.text):
                continue
            if not re.search(rf"\b(?:{english}|{italian})\b", headline):
                yield _finding("month", word, "The headline names no such month.")


def _days(side: Side, headline: str) -> Iterator[Finding]:
    """A day is named only where the headline names it, in either language."""
    for pair in _DAYS:
        pattern = watched.any_of(pair)
        found = pattern.search(side.text)
        if found and not pattern.search(headline):
            yield _finding("month", found[0], "The headline names no such day.")
    if re.search(r"(?<!^)\bMay\b", side.sentence.texts[side.language]) and not re.search(
        r"\b(?:may|maggio)\b", headline
    ):
        yield _finding("month", "May", "The headline names no such month.")


def _markets(side: Side, headline: str) -> Iterator[Finding]:
    """What markets trade and statistics measure is named only where the headline names it, in either language."""
    for words in _MARKETS:
        pattern = watched.any_of(words)
        found = pattern.search(side.text)
        if found and not pattern.search(headline):
            yield _finding("story", found[0], f"The headline tells nothing of “{found[0]}”.")
            return


def _units(side: Side, headline: str) -> Iterator[Finding]:
    """A number keeps the unit that its slot prints; the number of publishers counts publishers."""
    pattern = watched.classes(side.language)["units"]
    for place, _id, field in slots_of(side.text):
        after = side.text[side.text.index("⟩", place) + 1 :].lstrip()
        unit = pattern.match(after)
        if re.fullmatch(r"n\d", field) and unit and not watched.everywhere("units").search(headline):
            yield _finding("digit", unit[0], "The slot prints the number with its unit.")
        if field == "publishers" and not _PUBLISHERS.match(after):
            yield _finding(
                "role",
                f"{{{field}}} {after[:20]}",
                "{s1.publishers} counts publishers: “five publishers”, “cinque testate”.",
            )


def _quoted(side: Side, headline: str) -> Iterator[Finding]:
    """Words in quotation marks are words of the headline."""
    told = set(_words(headline))
    for found in _QUOTED.finditer(side.text):
        if not set(_words(found[1])) <= told:
            yield _finding("quote", found[0], "Quote nothing that the headline does not hold.")


def _attributed(side: Side) -> Iterator[Finding]:
    """ "According to" stands before the publisher alone."""
    for found in _ACCORDING[side.language].finditer(side.text):
        yield _finding("publisher", found[0], "“According to” stands before {s1.publisher} alone.")


def _extra_numbers(side: Side) -> Iterator[Finding]:
    text = re.sub(r"⟨[^⟩]*⟩", " ", side.text)
    text = watched.classes(side.language)["idioms"].sub(" ", text)
    for found in watched.classes(side.language)["numbers"].finditer(text):
        yield _finding("digit", found[0], "Print the numbers of a headline by its slots, {s1.n1}.")
        return


def _finding(rule: str, excerpt: str, instruction: str) -> Finding:
    return Finding(f"draft.{rule}", excerpt.strip(), instruction, instruction)
