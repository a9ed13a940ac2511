"""Replaces failed sentences of a model's draft by the rules', at most a third of a text."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from commentary.language.draft import LANGUAGES, SlotDraft, SlotSentence
from commentary.language.rendering import render, render_sentence
from commentary.language.slot_table import SlotTable
from commentary.review.verdict import Finding, plain_spaces
from commentary.rules import stories
from commentary.rules.forms import form
from commentary.rules.sentences import SentenceBuilder
from commentary.writing.checks.draft import Checked, check_one

MOST_REPLACED = 1 / 3  # share of a text's sentences


def without_failures(draft: SlotDraft, checked: Sequence[Checked]) -> SlotDraft | None:
    """Returns the rules' draft without failed sentences, with a plain title if its own failed; None if empty."""
    failed = {id(each.sentence) for each in checked if not each.passed}
    title = draft.title
    if any(each.is_title and not each.passed for each in checked):
        title = form("title", "plain")
    left: list[SlotSentence] = []
    for sentence in draft.sentences:
        if id(sentence) not in failed:
            left.append(sentence)
        elif sentence.ends and left:
            left[-1] = replace(left[-1], ends=True)
    return SlotDraft(title, tuple(left)) if left else None


def mended(
    draft: SlotDraft, checked: Sequence[Checked], rules: SlotDraft | None, slots: SlotTable
) -> dict[str, SlotDraft]:
    """Returns by language the draft with failed sentences replaced, without languages where too many failed."""
    found = {}
    sentences = [each for each in checked if not each.is_title and not each.is_whole]
    for language in LANGUAGES:
        if any(each.is_whole and each.findings[language] for each in checked):
            continue
        failed = {place for place, each in enumerate(sentences) if each.findings[language]}
        one = replaced(draft, failed, slots)
        if one is not None and any(each.is_title and each.findings[language] for each in checked):
            one = replace(one, title=rules.title) if rules and rules.title else None
        if one is not None:
            found[language] = one
    return found


def replaced(draft: SlotDraft, failed: Collection[int], slots: SlotTable) -> SlotDraft | None:
    """Replaces failed sentences by the rules' on the same figure, or omits them; None if too many failed."""
    if len(failed) > MOST_REPLACED * len(draft.sentences):
        return None
    builder = SentenceBuilder(slots)
    sentences: list[SlotSentence] = []
    for place, sentence in enumerate(draft.sentences):
        new = by_rules(sentence, builder, slots) if place in failed else sentence
        if new is not None:
            sentences.append(replace(new, ends=sentence.ends))
        elif sentence.ends and sentences:
            sentences[-1] = replace(sentences[-1], ends=True)
    return SlotDraft(draft.title, tuple(sentences)) if sentences else None


def by_rules(sentence: SlotSentence, builder: SentenceBuilder, slots: SlotTable) -> SlotSentence | None:
    """Returns the rules' sentence on the first figure or story of a sentence; None if it fails the check."""
    found = None
    figures = [id for id in sentence.about if id in slots.figures]
    story_ids = [id for id in sentence.about if id in slots.stories]
    if sentence.kind != "note" and figures:
        found = builder.fact(figures[0])
    elif story_ids:
        found = stories.quotation(slots, story_ids[0])
    if found is None or not check_one(found, slots, by_rules=True).passed:
        return None
    return replace(found, by_rules=True)


def without_objections(
    drafts: Mapping[str, SlotDraft], findings: Sequence[Finding], rules: SlotDraft | None, slots: SlotTable
) -> dict[str, SlotDraft]:
    """Replaces the sentences quoted in the second reviewer's findings by the rules'.

    Omits languages with a finding that quotes none of their sentences, or their title.
    """
    left = {}
    for language, draft in drafts.items():
        own = [finding for finding in findings if finding.language in ("", language)]
        failed = [_places_of(finding.words, draft, slots, language) for finding in own]
        if all(failed):
            places = {place for found in failed for place in found}
            one = replaced(draft, places, slots) if places else draft
            if one is not None:
                left[language] = one
    return left


def _places_of(words: str, draft: SlotDraft, slots: SlotTable, language: str) -> set[int]:
    """Returns the positions of the sentences that contain an excerpt; none if the title, which stays, has it too."""
    if len(words) < 3 or words in plain_spaces(render(draft, slots, language).title):
        return set()
    texts = [render_sentence(sentence, slots, language).text for sentence in draft.sentences]
    return {place for place, text in enumerate(texts) if words in plain_spaces(text)}
