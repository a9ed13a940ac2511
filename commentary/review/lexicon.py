"""The lexicon: patterns over folded sentences, read from toml, that prove themselves when they are loaded."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from commentary.review.context import CONTEXTS, Context
from commentary.review.normalise import Folded, fold
from commentary.review.sentences import Segment, segments
from commentary.review.sieve import Sieve, required
from commentary.review.verdict import Finding

FOLDER = Path(__file__).with_name("lexicon")
_MACRO = re.compile(r"\{([a-z_0-9]*[a-z_][a-z_0-9]*)\}")
_KEYS = {
    "id", "pattern", "unless", "excused", "kinds", "styles", "scope", "positive", "negative", "reason",
    "instruction",
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
    needs: frozenset[str]
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


@dataclass(frozen=True)
class Lexicon:
    """The rules; for each language the sieve before them, and those that look at the text as a whole."""

    rules: tuple[Rule, ...]
    sieves: dict[str, Sieve]
    spanning: dict[str, list[Rule]]

    def candidates(self, text: str, lang: str) -> list[Rule]:
        """Rules that could match somewhere in a text."""
        return [self.rules[place] for place in self.sieves[lang].through(text)]


def check(folded: Folded, *, lang: str, kind: str, style: str | None = None) -> list[Finding]:
    """Findings of the lexicon, one for each rule at most, in the order of the text."""
    lexicon, style = load(), style or "DRY"
    parts = segments(folded.text)
    headed = header_length(folded.text, parts)
    found: dict[str, tuple[int, Finding]] = {}
    whole = [(rule, 0, Context(folded.text, "", lang)) for rule in lexicon.spanning[lang]]
    for place, part in enumerate(parts):
        context = Context(part.text, parts[place - 1].text if place else "", lang)
        whole += [
            (rule, part.start, context)
            for rule in lexicon.candidates(part.text, lang)
            if place < headed or rule.scope != "header"
        ]
    for rule, start, context in whole:
        if rule.id not in found and rule.applies(kind, style) and (match := rule.hit(context)):
            excerpt = folded.excerpt(start + match.start(), start + match.end())
            found[rule.id] = start + match.start(), Finding(rule.id, excerpt, rule.reason, rule.instruction)
    return [finding for _start, finding in sorted(found.values(), key=lambda pair: (pair[0], pair[1].rule))]


def header_length(text: str, parts: list[Segment]) -> int:
    """How many of the first segments stand on the first line that says something."""
    if not parts:
        return 0
    end = text.find("\n", parts[0].start)
    return len(parts) if end < 0 else sum(part.start < end for part in parts)


@cache
def load(folder: Path = FOLDER) -> Lexicon:
    """Every rule of every file, each tried on its own examples; raises LexiconError on any mistake."""
    macros = tomllib.loads((folder / "macros.toml").read_text(encoding="utf-8"))
    classes = tomllib.loads((folder / "classes.toml").read_text(encoding="utf-8"))
    rules: list[Rule] = []
    for path in sorted(folder.glob("c*_*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("rule", []):
            rules.append(_rule(entry, macros, classes, path.name))
    if not rules:
        raise LexiconError(f"{folder} has no rules")
    ids = [rule.id for rule in rules]
    if doubles := sorted({i for i in ids if ids.count(i) > 1}):
        raise LexiconError(f"rules with the same id: {', '.join(doubles)}")
    mistakes = [mistake for rule in rules for mistake in mistakes_of(rule)]
    if mistakes:
        raise LexiconError("; ".join(mistakes))
    return Lexicon(
        tuple(rules),
        {lang: Sieve(_needs(rules, lang)) for lang in ("en", "it")},
        {lang: [r for r in rules if r.scope == "text" and r.lang in (lang, "any")] for lang in ("en", "it")},
    )


def _needs(rules: list[Rule], lang: str) -> list[tuple[int, frozenset[str]]]:
    mine = [(place, rule) for place, rule in enumerate(rules) if rule.lang in (lang, "any")]
    return [(place, rule.needs) for place, rule in mine if rule.scope != "text"]


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
        scope=entry.get("scope", "sentence"), needs=needs,
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
    parts = segments(folded.text)
    return any(
        rule.hit(Context(part.text, parts[n - 1].text if n else "", lang)) is not None
        for n, part in enumerate(parts)
    )
