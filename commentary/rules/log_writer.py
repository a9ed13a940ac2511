"""Writes a log without a model: what changed in six hours and what did not, the largest stories, what is due."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from commentary.facts.log_material import Material
from commentary.facts.snapshot import Facts, RowFacts
from commentary.rules import headlines
from commentary.rules.forms import LANGUAGES, day_number, words
from commentary.rules.kinds import by_news
from commentary.rules.overview import SEVERAL, agenda_words, counts, ends, numbers
from commentary.rules.passing import Parts, passing
from commentary.rules.sentences import NO_WORDS, WORDS, Sentence
from commentary.rules.teller import Teller, Words
from commentary.rules.titles import title
from commentary.rules.writer import Draft as Kept
from commentary.rules.writer import history, plain_sentences, title_of
from commentary.writing.drafts import Draft
from news.tagging.vocabulary import TAGS

LOG_WORDS = (80, 150)
MOST_EXTRAS = 4  # a second story, a second figure, the figure of a story, the first one’s history
NAMED, TOLD, STORIES, QUESTIONS, MOST_TAGS = 3, 2, 2, 2, 3


@dataclass(frozen=True)
class _Log:
    """A log in one language: its title, and its paragraphs by sentence."""

    title: str
    paragraphs: tuple[tuple[str, ...], ...]

    @property
    def draft(self) -> Draft:
        return Draft(self.title, tuple(" ".join(sentences) for sentences in self.paragraphs))


def write(material: Material) -> dict[str, Draft]:
    """The same log in every language, as it passes the review; paragraphs on figures, headlines, what is due."""
    found = passing(partial(_told, material), _reviewed, material.as_json(), plain=lambda: _plain(material))
    return {language: log.draft for language, log in found.items()}


def _reviewed(log: _Log) -> Parts:
    sentences = [sentence for paragraph in log.paragraphs for sentence in paragraph]
    return [("log_header", log.title, (log.title,)), ("log_body", log.draft.body, sentences)]


def _plain(material: Material) -> dict[str, _Log]:
    """Where all else was refused: how the first figures stand, and how many stories there were."""
    facts = material.figures
    teller = Teller(facts, tone=material.tone, turn=_turn(material))
    rows = by_news(list(facts.rows))
    count = {lang: numbers(lang, n=material.stories) for lang in LANGUAGES}
    silent = material.stories < SEVERAL
    news = teller.plain("log_silent" if silent else "log_untagged", NO_WORDS if silent else count)
    said = [part for part in (plain_sentences(teller, rows), [news] if news else []) if part]
    titles = title_of(teller, rows[0], kind="level") if rows else title("no_figures", NO_WORDS, wanted=0)
    return {
        language: _Log(titles[language], tuple(tuple(each.texts[language] for each in part) for part in said))
        for language in LANGUAGES
    }


def _told(material: Material, banned: frozenset[str]) -> dict[str, _Log]:
    """One telling, without the sentences that are banned."""
    whole = _parts(material, MOST_EXTRAS, banned)
    for extras in range(MOST_EXTRAS - 1, -1, -1):
        if sum(part.words for part in whole) > LOG_WORDS[1]:
            whole = _parts(material, extras, banned)
    titles = _titles(material, _turn(material) + day_number(material.figures.as_of), banned)
    return {
        language: _Log(titles[language], tuple(_sentences(part, language) for part in whole if part.kept))
        for language in LANGUAGES
    }


def _turn(material: Material) -> int:
    """Of its own for each slot: no form is that of the lead, which has turn 0 or 3."""
    return 4 + material.slot.hour // 6 + (0 if material.tone == "NOVICE" else 3)


def _parts(material: Material, extras: int, banned: frozenset[str]) -> tuple[Kept, Kept, Kept]:
    """Figures, headlines and dates, with so many of the sentences that may be left out, the most telling first."""
    facts, most = material.figures, LOG_WORDS[1]
    teller = Teller(facts, tone=material.tone, turn=_turn(material), banned=banned)
    teller.said.elsewhere = {"en": material.lead[1], "it": material.lead_it}
    figures, news, due = Kept(0, most), Kept(0, most), Kept(0, most)
    _take(figures, _on_figures(teller, facts, extras))
    _take(news, _on_news(teller, material, figures, extras))
    _take(due, _on_dates(teller, facts))
    _fill(teller, facts, figures, spare=LOG_WORDS[0] - news.shortest - due.shortest)
    return figures, news, due


def _take(draft: Kept, sentences: Iterable[Sentence | None]) -> None:
    for sentence in sentences:
        draft.add(sentence)


def _sentences(part: Kept, language: str) -> tuple[str, ...]:
    return tuple(sentence.texts[language] for sentence in part.kept)


def _on_figures(teller: Teller, facts: Facts, extras: int) -> Iterable[Sentence | None]:
    """What is new since the log before, the most newsworthy of it in a sentence of its own, and what is not."""
    new = by_news([row for row in facts.rows if row.new])
    yield _opening(teller, facts, new)
    for row in new[: TOLD if extras >= 2 else 1]:
        yield teller.main(row)
        if not teller.novice and row is new[0] and extras >= 4:
            yield history(teller, row)
    if not new:
        yield from (teller.standing(row) for row in by_news(list(facts.rows))[:1])
    rest = len(facts.rows) - len(new)
    if facts.previous and new and rest > 1:
        yield teller.plain("log_rest", {lang: numbers(lang, rest=rest) for lang in LANGUAGES})


def _opening(teller: Teller, facts: Facts, new: list[RowFacts]) -> Sentence | None:
    if not facts.rows:
        return None
    amounts = {lang: numbers(lang, all=len(facts.rows), n=len(new)) for lang in LANGUAGES}
    if not facts.previous:
        return teller.plain("log_first", amounts)
    if not new:
        return teller.plain("log_unchanged", amounts)
    if len(new) == 1:
        return teller.plain("log_one", {lang: amounts[lang] | {"s": _names(new, lang)} for lang in LANGUAGES})
    return teller.plain(
        "log_changed", {lang: amounts[lang] | {"names": _names(new, lang)} for lang in LANGUAGES}
    )


def _names(rows: list[RowFacts], language: str) -> str:
    """The figures by name, the first ones where they are many."""
    speech = WORDS[language]
    names = [speech.subject(row) for row in rows[:NAMED]]
    found: str = speech.among(names) if len(rows) > NAMED else speech.listed(names)
    return found


def _on_news(teller: Teller, material: Material, figures: Kept, extras: int) -> Iterable[Sentence | None]:
    """How many stories there were and on what, the largest by title, and the figure that belongs to the first."""
    count, tags = material.stories, _tags(material)
    kind = "log_news" if tags and count > 1 else "log_untagged" if count > 1 else ""
    if not count:
        yield teller.plain("log_silent", NO_WORDS)
    elif kind:
        slots = {
            lang: numbers(lang, n=count) | {"tags": headlines.listed_tags(tags, lang)} for lang in LANGUAGES
        }
        yield teller.plain(kind, slots)
    for place, story in enumerate(
        headlines.quotable(material.figures.stories)[: STORIES if extras >= 1 else 1]
    ):
        yield headlines.tell(teller, story, more=bool(place))
        row = headlines.row_beside(story, material.figures.rows, told=figures.told)
        if row and not place and extras >= 3:
            yield teller.beside("beside", row)


def _tags(material: Material) -> list[str]:
    return [tag for tag, _count in material.tags if tag in TAGS][:MOST_TAGS]


def _on_dates(teller: Teller, facts: Facts) -> Iterable[Sentence | None]:
    """Open questions: facts that are due, with their date."""
    for place, entry in enumerate(facts.agenda[:QUESTIONS]):
        yield teller.plain("open_question", agenda_words(entry, facts.as_of), further=place)


def _fill(teller: Teller, facts: Facts, figures: Kept, *, spare: int) -> None:
    """Lengthens the first paragraph to what the log still lacks."""
    rows = [row for row in by_news(list(facts.rows)) if row.key not in figures.told]
    figures.least = spare
    figures.fill(
        [
            *((lambda: teller.explanation(rows[0].group),) if teller.novice and rows else ()),
            lambda: counts(teller, facts),
            lambda: ends(teller, facts),
            *(partial(teller.main, row) for row in rows[:4]),
        ]
    )


def _titles(material: Material, wanted: int, banned: frozenset[str]) -> dict[str, str]:
    """From the headlines where there are several, else from the figures."""
    facts, tags = material.figures, _tags(material)
    new = sum(row.new for row in facts.rows)
    kind = "log_news" if tags and material.stories > 1 else "log_changed" if new > 1 else "log_unchanged"
    slots: Words = {
        lang: numbers(lang, n=material.stories if kind == "log_news" else new, all=len(facts.rows))
        | {"tag": words(lang)["tags"][tags[0]] if tags else ""}
        for lang in LANGUAGES
    }
    last = str((facts.previous or {}).get("title", ""))
    return title(kind, slots, wanted=wanted, last=last, banned=banned)
