"""The lexicon: patterns over folded sentences, read from toml, that prove themselves when they are loaded."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from commentary.review.context import CONTEXTS, Context, sentences_of
from commentary.review.normalise import Folded, fold
from commentary.review.sieve import Needs, Sieve, required
from commentary.review.verdict import Finding

FOLDER = Path(__file__).with_name("lexicon")
_MACRO = re.compile(r"\{([a-z_0-9]*[a-z_][a-z_0-9]*)\}")
_KEYS = {
    "id", "pattern", "unless", "excused", "kinds", "styles", "scope", "positive", "negative", "reason",
    "instruction", "weak",
}  # fmt: skip


class LexiconError(Exception):
    """The lexicon cannot be used: a mistake in its files, or a rule that fails its own examples."""


@dataclass(frozen=True)
class Rule:
    """One pattern with its guards; `excused` names contexts in which a match is lawful."""

    id: str
    lang: str
    pattern: re.Pattern[str]
    unless: re.Pattern[str] | None
    excused: frozenset[str]
    kinds: frozenset[str]
    styles: frozenset[str]
    scope: str
    weak: bool
    needs: Needs
    reason: str
    instruction: str
    positive: tuple[str, ...]
    negative: tuple[str, ...]

    def applies(self, kind: str, style: str) -> bool:
        return (not self.kinds or kind in self.kinds) and (not self.styles or style in self.styles)

    def hit(self, context: Context) -> re.Match[str] | None:
        """The first match in a sentence that no guard excuses."""
        for match in self.pattern.finditer(context.text):
            if self.unless is not None and self.unless.search(context.text):
                return None
            if not any(context.excuses(name, match) for name in self.excused):
                return match
        return None


class Asked:
    """The rules that are asked about texts of one language, kind and style, and the sieve before them."""

    def __init__(self, rules: Sequence[Rule], lang: str, kind: str, style: str) -> None:
        mine = [rule for rule in rules if rule.lang in (lang, "any") and rule.applies(kind, style)]
        self.spanning = [rule for rule in mine if rule.scope == "text"]
        self.rules = [rule for rule in mine if rule.scope != "text"]
        self.sieve = Sieve((place, rule.needs) for place, rule in enumerate(self.rules))

    def candidates(self, text: str) -> list[Rule]:
        """Rules that could match somewhere in a sentence."""
        return [self.rules[place] for place in self.sieve.through(text)]


@dataclass(frozen=True)
class Lexicon:
    """All rules."""

    rules: tuple[Rule, ...]
    _asked: dict[tuple[str, str, str], Asked] = field(default_factory=dict)

    def asked(self, lang: str, kind: str, style: str) -> Asked:
        key = (lang, kind, style)
        if key not in self._asked:
            self._asked[key] = Asked(self.rules, *key)
        return self._asked[key]


def check(folded: Folded, sentences: Sequence[Context], *, kind: str, style: str = "DRY") -> list[Finding]:
    """Findings of the lexicon in the sentences of a folded text, one for each rule at most."""
    if not sentences:
        return []
    lang = sentences[0].lang
    mine = load().asked(lang, kind, style)
    end = folded.text.find("\n", sentences[0].start)
    whole = Context(folded.text, "", lang)
    asked = [(rule, whole) for rule in mine.spanning]
    for each in sentences:
        heads = end < 0 or each.start < end  # on the first line that says something
        asked += [(rule, each) for rule in mine.candidates(each.text) if heads or rule.scope != "header"]
    found: dict[str, Finding] = {}
    for rule, context in asked:
        if rule.id not in found and (match := rule.hit(context)):
            start, end = context.start + match.start(), context.start + match.end()
            found[rule.id] = Finding(
                rule.id,
                folded.excerpt(start, end),
                rule.reason,
                rule.instruction,
                span=(start, end),
                weak=rule.weak,
            )
    return list(found.values())


@cache
def classes(folder: Path = FOLDER) -> dict[str, dict[str, str]]:
    """Each class with its `reason` and the `instruction` for the next attempt."""
    return tomllib.loads((folder / "classes.toml").read_text(encoding="utf-8"))


@cache
def load(folder: Path = FOLDER) -> Lexicon:
    """Every rule of every file, each tried on its own examples; raises LexiconError on any mistake."""
    macros = tomllib.loads((folder / "macros.toml").read_text(encoding="utf-8"))
    about = classes(folder)
    rules: list[Rule] = []
    for path in sorted(folder.glob("c*_*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("rule", []):
            rules.append(_rule(entry, macros, about, path.name))
    if not rules:
        raise LexiconError(f"{folder} has no rules")
    ids = [rule.id for rule in rules]
    if doubles := sorted({i for i in ids if ids.count(i) > 1}):
        raise LexiconError(f"rules with the same id: {', '.join(doubles)}")
    mistakes = [mistake for rule in rules for mistake in mistakes_of(rule)]
    if mistakes:
        raise LexiconError("; ".join(mistakes))
    return Lexicon(tuple(rules))


def _rule(
    entry: dict[str, Any], macros: dict[str, dict[str, str]], classes: dict[str, Any], file: str
) -> Rule:
    name = entry.get("id", "?")
    unknown = set(entry) - _KEYS
    parts = name.split(".")
    if unknown or len(parts) != 3 or parts[0] not in classes or parts[1] not in ("en", "it", "any"):
        raise LexiconError(f"{file}: rule {name} has a wrong id or unknown keys {sorted(unknown)}")
    excused = frozenset(entry.get("excused", ()))
    if excused - set(CONTEXTS):
        raise LexiconError(f"{file}: rule {name} names unknown contexts {sorted(excused - set(CONTEXTS))}")
    words = {**macros["any"], **(macros[parts[1]] if parts[1] != "any" else {})}
    try:
        source = _expand(entry["pattern"], words)
        unless = re.compile(_expand(entry["unless"], words)) if "unless" in entry else None
        pattern, needs = re.compile(source), required(source)
    except (KeyError, ValueError, re.error) as error:
        raise LexiconError(f"{file}: rule {name}: {error}") from error
    about = classes[parts[0]]
    return Rule(
        id=name, lang=parts[1], pattern=pattern, unless=unless, excused=excused,
        kinds=frozenset(entry.get("kinds", ())), styles=frozenset(entry.get("styles", ())),
        scope=entry.get("scope", "sentence"), weak=entry.get("weak", False), needs=needs,
        reason=entry.get("reason", about["reason"]),
        instruction=entry.get("instruction", about["instruction"]),
        positive=tuple(entry.get("positive", ())), negative=tuple(entry.get("negative", ())),
    )  # fmt: skip


def _expand(pattern: str, macros: dict[str, str], depth: int = 0) -> str:
    if depth > 6:
        raise LexiconError(f"macros in a circle: {pattern[:60]}")
    new = _MACRO.sub(lambda m: f"(?:{macros[m[1]]})", pattern)
    return new if new == pattern else _expand(new, macros, depth + 1)


def mistakes_of(rule: Rule) -> list[str]:
    """Each example of its own that a rule misses, and each near-miss that it hits."""
    if not rule.positive or not rule.negative:
        return [f"{rule.id} lacks examples"]
    missed = [f"{rule.id} misses: {text}" for text in rule.positive if not matches(rule, text)]
    return missed + [f"{rule.id} hits: {text}" for text in rule.negative if matches(rule, text)]


def matches(rule: Rule, text: str) -> bool:
    """Whether a rule, by itself and whatever the kind, finds something in a text."""
    lang = "en" if rule.lang == "any" else rule.lang
    folded = fold(text, lang=lang)
    if rule.scope == "text":
        return rule.hit(Context(folded.text, "", lang)) is not None
    return any(rule.hit(context) is not None for context in sentences_of(folded.text, lang))
