"""The lexicon: patterns over folded sentences; a match refuses the text regardless of the classifier."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from commentary.review.context import CONTEXTS, Context, sentences_of
from commentary.review.normalise import Folded, fold
from commentary.review.verdict import Finding

FOLDER = Path(__file__).with_name("lexicon")
SCOPES = ("header", "sentence", "text")
ANY = "any"  # file of rules for every language
_MACRO = re.compile(r"\{([a-z_0-9]*[a-z_][a-z_0-9]*)\}")
_KEYS = {
    "id", "pattern", "unless", "excused", "kinds", "styles", "scope", "positive", "reason", "instruction",
}  # fmt: skip


class LexiconError(Exception):
    """The lexicon's files are invalid."""


@dataclass(frozen=True)
class ReviewRule:
    """A pattern with its guards; `excused` names contexts in which a match is allowed.

    `positive` are violations that it finds, `lawful` the sentences of its class in which it finds nothing.
    """

    id: str
    lang: str
    pattern: re.Pattern[str]
    unless: re.Pattern[str] | None
    excused: frozenset[str]
    kinds: frozenset[str]
    styles: frozenset[str]
    scope: str
    reason: str
    instruction: str
    positive: tuple[str, ...]
    lawful: tuple[str, ...]

    def applies(self, kind: str, style: str) -> bool:
        return (not self.kinds or kind in self.kinds) and (not self.styles or style in self.styles)

    def hit(self, context: Context) -> re.Match[str] | None:
        """Returns the first match in a sentence that no guard excuses."""
        for match in self.pattern.finditer(context.text):
            if self.unless is not None and self.unless.search(context.text):
                return None
            if not any(context.excuses(name, match) for name in self.excused):
                return match
        return None


def check(folded: Folded, sentences: Sequence[Context], *, kind: str, style: str = "DRY") -> list[Finding]:
    """Returns at most one finding per rule in the sentences of a folded text."""
    if not sentences:
        return []
    lang = sentences[0].lang
    end = folded.text.find("\n", sentences[0].start)
    # The first non-empty line, all sentences, or the whole text.
    places = {
        "header": [each for each in sentences if end < 0 or each.start < end],
        "sentence": sentences,
        "text": [Context(folded.text, "", lang)],
    }
    rules = [rule for rule in load(lang) if rule.applies(kind, style)]
    hits = ((rule, _first(rule, places[rule.scope])) for rule in rules)
    return [
        Finding(rule.id, folded.excerpt(*span), rule.reason, rule.instruction, span=span)
        for rule, span in hits
        if span is not None
    ]


def _first(rule: ReviewRule, places: Sequence[Context]) -> tuple[int, int] | None:
    for context in places:
        if match := rule.hit(context):
            return context.start + match.start(), context.start + match.end()
    return None


@cache
def classes(folder: Path = FOLDER) -> dict[str, dict[str, str]]:
    """Returns each class with its `reason` and the `instruction` for the next attempt."""
    return tomllib.loads((folder / "classes.toml").read_text(encoding="utf-8"))


@cache
def load(lang: str, folder: Path = FOLDER) -> tuple[ReviewRule, ...]:
    """Loads the rules of a language. Raises LexiconError for invalid files; only tests check the examples."""
    macros = tomllib.loads((folder / "macros.toml").read_text(encoding="utf-8"))
    about = classes(folder)
    files = {
        name: tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")) for name in (ANY, lang)
    }
    lawful = files[lang].get("lawful", {})
    if unknown := sorted(lawful.keys() - about.keys()):
        raise LexiconError(f"{lang}.toml has lawful sentences of unknown classes: {', '.join(unknown)}")
    rules = [
        _rule(entry, macros, about, name, lawful)
        for name, file in files.items()
        for entry in file.get("rule", [])
    ]
    if not rules:
        raise LexiconError(f"{folder} has no rules for {lang}")
    ids = [rule.id for rule in rules]
    if doubles := sorted({i for i in ids if ids.count(i) > 1}):
        raise LexiconError(f"rules with the same id: {', '.join(doubles)}")
    return tuple(rules)


def _rule(
    entry: dict[str, Any],
    macros: dict[str, dict[str, str]],
    classes: dict[str, Any],
    file: str,
    lawful: dict[str, list[str]],
) -> ReviewRule:
    name = entry.get("id", "?")
    unknown = set(entry) - _KEYS
    parts = name.split(".")
    if unknown or len(parts) != 3 or parts[0] not in classes or parts[1] != file:
        raise LexiconError(f"{file}: rule {name} has a wrong id or unknown keys {sorted(unknown)}")
    if entry.get("scope", "sentence") not in SCOPES:
        raise LexiconError(f"{file}: rule {name} has an unknown scope")
    excused = frozenset(entry.get("excused", ()))
    if excused - set(CONTEXTS):
        raise LexiconError(f"{file}: rule {name} names unknown contexts {sorted(excused - set(CONTEXTS))}")
    words = {**macros[ANY], **macros[parts[1]]}
    try:
        source = _expand(entry["pattern"], words)
        unless = re.compile(_expand(entry["unless"], words)) if "unless" in entry else None
        pattern = re.compile(source)
    except (KeyError, ValueError, re.error) as error:
        raise LexiconError(f"{file}: rule {name}: {error}") from error
    about = classes[parts[0]]
    return ReviewRule(
        id=name, lang=parts[1], pattern=pattern, unless=unless, excused=excused,
        kinds=frozenset(entry.get("kinds", ())), styles=frozenset(entry.get("styles", ())),
        scope=entry.get("scope", "sentence"),
        reason=entry.get("reason", about["reason"]),
        instruction=entry.get("instruction", about["instruction"]),
        positive=tuple(entry.get("positive", ())), lawful=tuple(lawful.get(parts[0], ())),
    )  # fmt: skip


def _expand(pattern: str, macros: dict[str, str], depth: int = 0) -> str:
    if depth > 6:
        raise LexiconError(f"macros in a circle: {pattern[:60]}")
    new = _MACRO.sub(lambda m: f"(?:{macros[m[1]]})", pattern)
    return new if new == pattern else _expand(new, macros, depth + 1)


def matches(rule: ReviewRule, text: str) -> bool:
    """Whether a rule alone matches a text, regardless of kind and style."""
    lang = "en" if rule.lang == ANY else rule.lang
    folded = fold(text, lang=lang)
    if rule.scope == "text":
        return rule.hit(Context(folded.text, "", lang)) is not None
    return any(rule.hit(context) is not None for context in sentences_of(folded.text, lang))
