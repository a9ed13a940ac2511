"""Checks a whole draft: form, slots, claims, names, headlines and languages, then the rendered wording."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from commentary.language.draft import KINDS, LANGUAGES, RULES_KINDS, SlotDraft, SlotSentence
from commentary.language.rendering import render_sentence
from commentary.language.slot_table import SlotTable
from commentary.review.review import review
from commentary.review.verdict import Finding
from commentary.rules.stories import PLAIN_PUBLISHER, plain_quotation
from commentary.writing.checks import claims, languages, names, scenarios, slots, stories
from commentary.writing.checks.side import Side

CLOSED = ("fact", "count", "due", "quiet")  # kinds with a closed vocabulary
log = logging.getLogger(__name__)
FORM = Finding(
    "draft.form",
    "",
    "The sentence has not the form.",
    "Each sentence has kind, about, en and it, and no other kinds than those listed.",
)


@dataclass(frozen=True)
class Checked:
    """A sentence or the title with its findings by language."""

    sentence: SlotSentence
    findings: Mapping[str, Sequence[Finding]]
    is_title: bool = False
    is_whole: bool = False  # about the whole text

    @property
    def passed(self) -> bool:
        return not any(self.findings.values())


def check(
    draft: SlotDraft, table: SlotTable, *, kind: str, style: str = "DRY", by_rules: bool = False
) -> list[Checked]:
    """Returns one verdict per sentence in order, after that of the title if there is one.

    Sentences by rules may quote headlines, name central banks and explain terms.
    """
    found: list[Checked] = []
    if draft.title:
        found.append(check_title(draft.title, table, kind=kind, style=style, by_rules=by_rules))
    before: dict[str, list[Side]] = {language: [] for language in LANGUAGES}
    for sentence in draft.sentences:
        sides = {
            language: Side(sentence, language, table, tuple(before[language]), by_rules=by_rules)
            for language in LANGUAGES
        }
        found.append(_checked(sentence, sides, kind, style))
        for language, side in sides.items():
            before[language].append(side)
    return found


def check_one(
    sentence: SlotSentence, table: SlotTable, *, kind: str = "read", by_rules: bool = False
) -> Checked:
    return check(SlotDraft(None, (sentence,)), table, kind=kind, by_rules=by_rules)[0]


def check_title(
    title: Mapping[str, str], table: SlotTable, *, kind: str, style: str = "DRY", by_rules: bool = False
) -> Checked:
    """Checks a title, which is a short fact, a headline or "No new figures"."""
    ids = dict.fromkeys(
        id for language in LANGUAGES for id, _field in SlotSentence("", (), title).slots(language)
    )
    is_story = bool(ids) and all(id in table.stories for id in ids)
    is_quiet = by_rules and not ids  # "No new figures"
    sentence = SlotSentence("story" if is_story else "quiet" if is_quiet else "fact", tuple(ids), title)
    sides = {
        language: Side(sentence, language, table, is_title=True, by_rules=by_rules) for language in LANGUAGES
    }
    found = _checked(sentence, sides, "log_header" if kind == "log" else kind, style)
    return replace(found, is_title=True)


def _checked(sentence: SlotSentence, sides: Mapping[str, Side], kind: str, style: str) -> Checked:
    try:
        return Checked(sentence, _findings(sentence, sides, kind, style))
    except Exception:
        log.exception("a sentence could not be checked")
        broken = Finding("draft.error", "", "The sentence could not be checked.", "Write the sentence again.")
        return Checked(sentence, dict.fromkeys(LANGUAGES, (broken,)))


def _findings(
    sentence: SlotSentence, sides: Mapping[str, Side], kind: str, style: str
) -> dict[str, Sequence[Finding]]:
    is_unasked = sentence.kind == "scenario" and style != scenarios.STYLE
    if is_unasked or sentence.kind not in (RULES_KINDS if sides["en"].by_rules else KINDS):
        return dict.fromkeys(LANGUAGES, (FORM,))
    found: dict[str, list[Finding]] = {language: list(_of_side(side)) for language, side in sides.items()}
    if not sides["en"].by_rules:
        found["it"] += languages.check(sides["en"], sides["it"])
    for language, findings in found.items():
        if not findings:
            findings.extend(_wording(sentence, sides[language], kind, style))
    return {language: tuple(findings) for language, findings in found.items()}


def _of_side(side: Side) -> list[Finding]:
    if side.by_rules and side.sentence.kind in ("explain", "quiet"):
        return []
    if side.sentence.kind == "scenario":
        return list(scenarios.check(side))
    found = list(slots.check(side))
    if any(finding.rule in ("draft.slot", "draft.form") for finding in found):
        return found  # other checks need existing slots
    found += stories.check(side) if side.sentence.kind == "story" else claims.check(side)
    return found if side.by_rules else found + list(names.check(side))


def _wording(sentence: SlotSentence, side: Side, kind: str, style: str) -> list[Finding]:
    """Applies the compliance review to the rendered sentence."""
    text = _reviewed_text(sentence, side)
    reviewed = {"log": "log_body"}.get(kind, kind)
    # Rules' wordings come from `forms.toml`, which may name a central bank.
    is_closed = sentence.kind == "quiet" or (
        sentence.kind in CLOSED and (side.by_rules or claims.is_closed(side))
    )
    return list(review(text, lang=side.language, kind=reviewed, style=style, is_closed=is_closed).findings)


def _reviewed_text(sentence: SlotSentence, side: Side) -> str:
    """Returns the rendered sentence, with publishers that may look like addresses ("Money.it") replaced.

    Of a quotation by rules only the headline varies, so that is reviewed alone.
    """
    quoted = [
        side.table.stories[id] for id, _field in sentence.slots(side.language) if id in side.table.stories
    ]
    if quoted and side.by_rules:
        return plain_quotation(quoted[0].slots["title"].content.text(side.language))  # type: ignore[union-attr]
    text = render_sentence(sentence, side.table, side.language).text
    for story in quoted:
        name = story.slots["publisher"].content.text(side.language)  # type: ignore[union-attr]
        text = text.replace(name, PLAIN_PUBLISHER)
    return text
