"""What the words of a sentence as a whole add to the lexicon's findings.

Three questions that single patterns cannot answer: whether a rule hit a sentence that is plainly lawful, whether a
sentence that no rule hits is an opinion all the same, and which class names best what was found. The answers come
from what the sentence reads like (`likeness.py`) and from what the lexicon found in it, weighed together.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from commentary.review import lexicon, likeness
from commentary.review.context import Context
from commentary.review.normalise import Folded
from commentary.review.verdict import Finding

# Log odds of a sentence from which it is refused, and what each of up to two findings of the lexicon adds to them;
# chosen on texts that the weights had not seen (`docs/review.md`).
LIMIT = 0.0
RULE, BROAD_RULE, MOST = 2.5, 1.0, 2
# In sentences of more words than LONG, clauses of at least SHORTEST are weighed too, and refused from ALONE on.
LONG, SHORTEST, ALONE = 22, 2, 1.5
_CLAUSE = re.compile(r"[,;:()](?!\d)| - ")
FOUND, FOUND_WEAKLY = 1.0, 0.5  # what a finding of the lexicon adds to the score of its class


@dataclass(frozen=True)
class _Judged:
    """A sentence, what the lexicon found in it, and the odds that it is to be refused."""

    context: Context
    found: tuple[Finding, ...]
    odds: float


def check(
    folded: Folded, sentences: Sequence[Context], found: Sequence[Finding], *, kind: str, style: str
) -> list[Finding]:
    """The findings of sentences to be refused, the likeliest class first, with those that no rule foresaw."""
    if not sentences:
        return list(found)
    beginnings = [each.start for each in sentences]
    parts: list[list[Finding]] = [[] for _ in sentences]
    for finding in found:
        parts[max(bisect_right(beginnings, finding.span[0]) - 1, 0)].append(finding)
    judged = [_judge(each, part, kind, style) for each, part in zip(sentences, parts, strict=True)]
    refused = [each for each in judged if each.odds > LIMIT]
    if not refused:
        return []
    standing = [finding for each in refused for finding in each.found]
    worst = max(refused, key=lambda each: each.odds)
    words = likeness.features(worst.context, kind=kind, style=style).words
    return _named(folded, worst.context, words, standing)


def _judge(context: Context, found: Sequence[Finding], kind: str, style: str) -> _Judged:
    odds = _odds(context.text, context.before, context.lang, kind, style) + _weight(found)
    if len(context.text.split()) > LONG:
        odds = max([odds, *(each - ALONE for each in _clauses(context, found, kind, style))])
    return _Judged(context, tuple(found), odds)


def _weight(found: Sequence[Finding]) -> float:
    broad = sum(finding.weak for finding in found)
    return RULE * min(len(found) - broad, MOST) + BROAD_RULE * min(broad, MOST)


def _clauses(context: Context, found: Sequence[Finding], kind: str, style: str) -> Iterator[float]:
    """The odds of each clause by itself: in a long sentence the lawful words beside it would drown it."""
    cuts = [cut.span() for cut in _CLAUSE.finditer(context.text)]
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(context.text)]
    for start, end in zip(starts, ends, strict=True):
        clause = context.text[start:end].strip()
        if len(clause.split()) >= SHORTEST:
            inside = [each for each in found if start < each.span[1] - context.start <= end]
            yield _odds(clause, "", context.lang, kind, style) + _weight(inside)


# The next attempt of a model, and the next text of the rules, repeat most sentences.
@lru_cache(maxsize=20_000)
def _odds(text: str, before: str, lang: str, kind: str, style: str) -> float:
    found = likeness.features(Context(text, before, lang), kind=kind, style=style)
    return likeness.load(lang).score(found)


def _named(folded: Folded, worst: Context, words: Iterable[str], standing: list[Finding]) -> list[Finding]:
    """Findings by the score of their class. The class that the words speak for has one; without any rule, two have."""
    scores = likeness.load(worst.lang).by_class(words) or {"C02": 0.0}
    added = _ranked(scores)[: 1 if standing else 2]
    for finding in standing:
        weight = FOUND_WEAKLY if finding.weak else FOUND
        scores[finding.rule[:3]] = scores.get(finding.rule[:3], 0.0) + weight
    ranked = _ranked(scores)
    known = {finding.rule[:3] for finding in standing}
    added = [name for name in dict.fromkeys([*ranked[:1], *added]) if name not in known]
    span = worst.start, worst.start + len(worst.text)
    found = [*standing, *(_opinion(name, worst.lang, folded.excerpt(*span), span) for name in added)]
    return sorted(found, key=lambda finding: (ranked.index(finding.rule[:3]), finding.span[0]))


def _ranked(scores: Mapping[str, float]) -> list[str]:
    return sorted(scores, key=lambda name: (-scores[name], name))


def _opinion(name: str, lang: str, excerpt: str, span: tuple[int, int]) -> Finding:
    about = lexicon.classes()[name]
    return Finding(f"{name}.{lang}.opinion", excerpt, about["reason"], about["instruction"], span=span)
