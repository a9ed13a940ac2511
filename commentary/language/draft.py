"""A draft in all languages whose figures are slots such as "{us10.value}", as rules and models write it."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

LANGUAGES = ("en", "it")
KINDS = ("fact", "note", "story", "count", "due", "scenario")
# Only in drafts by rules: "No new figures since …", and an explanation from `rules/forms.toml`.
RULES_KINDS = (*KINDS, "quiet", "explain")
MOST_SENTENCES = 24
MOST_LETTERS = 600  # of one sentence in one language
MOST_TITLE = 200
MOST_ABOUT, MOST_ID = 24, 40  # ids of one sentence, letters of one id
SLOT = re.compile(r"\{([a-z0-9]+(?:-[a-z0-9]+)?)\.([a-z0-9_]+)\}")


@dataclass(frozen=True)
class SlotSentence:
    """A sentence by language; `about` are the ids of its subjects, `ends` closes a paragraph."""

    kind: str
    about: tuple[str, ...]
    texts: Mapping[str, str]
    ends: bool = False
    by_rules: bool = False  # in a model's text

    def slots(self, language: str) -> list[tuple[str, str]]:
        """Returns (id, field) of each slot, in order."""
        return slots_in(self.texts[language])


@dataclass(frozen=True)
class SlotDraft:
    """A whole draft; `title` is None for texts without one."""

    title: Mapping[str, str] | None
    sentences: tuple[SlotSentence, ...]


class UnusableDraft(ValueError):
    """A model's answer in the wrong format; the message says what is wrong."""


def slots_in(text: str) -> list[tuple[str, str]]:
    return [(found[1], found[2]) for found in SLOT.finditer(text)]


def parse_draft(answer: Mapping[str, Any]) -> SlotDraft:
    """Parses a model's answer. Raises UnusableDraft if it is malformed as a whole.

    A malformed sentence gets kind "", which the check rejects.
    """
    sentences = answer.get("sentences")
    if not isinstance(sentences, list) or not sentences:
        raise UnusableDraft("“sentences” is a list of objects and holds at least one.")
    if len(sentences) > MOST_SENTENCES:
        raise UnusableDraft(f"Write at most {MOST_SENTENCES} sentences.")
    return SlotDraft(_title(answer.get("title")), tuple(map(read_sentence, sentences)))


def _title(found: Any) -> Mapping[str, str] | None:
    if found is None:
        return None
    texts = _texts(found) if isinstance(found, dict) else None
    if texts is None or len({*map(bool, texts.values())}) > 1 or max(map(len, texts.values())) > MOST_TITLE:
        raise UnusableDraft(
            f"“title” is null or an object with a text of up to {MOST_TITLE} letters for each language."
        )
    return texts if all(texts.values()) else None


def read_sentence(found: Any) -> SlotSentence:
    texts = _texts(found) if isinstance(found, dict) else None
    about = found.get("about") if isinstance(found, dict) else None
    kind = found.get("kind") if isinstance(found, dict) else None
    if isinstance(about, str):
        about = [about]
    if texts is None or not _are_ids(about) or kind not in KINDS or not all(texts.values()):
        return SlotSentence("", (), texts or dict.fromkeys(LANGUAGES, ""), _ends(found))
    return SlotSentence(str(kind), tuple(about or ()), texts, _ends(found))


def _are_ids(about: Any) -> bool:
    if not isinstance(about, list) or len(about) > MOST_ABOUT:
        return False
    return all(isinstance(each, str) and len(each) <= MOST_ID for each in about)


def _ends(found: Any) -> bool:
    return isinstance(found, dict) and found.get("ends") is True


def _texts(found: Mapping[str, Any]) -> dict[str, str] | None:
    """Returns None if a language is missing, not a text, or too long."""
    texts = {language: found.get(language) for language in LANGUAGES}
    if not all(isinstance(text, str) and len(text) <= MOST_LETTERS for text in texts.values()):
        return None
    return {language: " ".join(str(text).split()) for language, text in texts.items()}


def as_json(draft: SlotDraft) -> str:
    """Formats a draft as a model would answer it."""
    sentences: Iterator[dict[str, Any]] = (
        {"kind": each.kind, "about": list(each.about), **each.texts} | ({"ends": True} if each.ends else {})
        for each in draft.sentences
    )
    title = dict(draft.title) if draft.title else None
    return json.dumps({"title": title, "sentences": list(sentences)}, ensure_ascii=False)
