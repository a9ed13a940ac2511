"""What the words of a sentence as a whole add to the lexicon's findings.

Three questions that single patterns cannot answer: whether a broad rule hit a sentence that is plainly lawful,
whether a sentence that no rule hits is an opinion all the same, and which class names best what was found. The
answers come from what a sentence rests on (`measured.py`) and from what it reads like (`likeness.py`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from commentary.review import lexicon, likeness
from commentary.review.context import Context
from commentary.review.likeness import Weights
from commentary.review.measured import Basis, basis
from commentary.review.normalise import Folded
from commentary.review.verdict import Finding

# Log odds from which a sentence is refused for its words, by what it rests on.
REFUSED = {Basis.SOME: 1.0, Basis.LITTLE: 0.6, Basis.NONE: 0.4}
# Log odds below which a broad rule is overruled, if its own clause is not suspect.
PLAINLY_LAWFUL = {Basis.SOME: -1.2, Basis.LITTLE: -2.5, Basis.NONE: -4.0}
FOUND, FOUND_WEAKLY = 1.0, 0.5  # what a finding of the lexicon adds to the score of its class
_CLAUSE = re.compile(r"[,;:()]| - ")


@dataclass(frozen=True)
class _Judged:
    context: Context
    features: list[str]
    score: float
    basis: Basis


def check(
    folded: Folded, sentences: Sequence[Context], found: Sequence[Finding], *, kind: str, style: str
) -> list[Finding]:
    """The findings that stand, the likeliest class first, with those of sentences that are opinions."""
    if not sentences:
        return list(found)
    weights = likeness.load(sentences[0].lang)
    judged = [_judge(each, weights, kind, style) for each in sentences]
    standing = [finding for finding in found if not _overruled(finding, judged, weights, kind, style)]
    opinions = [each for each in judged if each.score > REFUSED[each.basis]]
    if not standing and not opinions:
        return []
    suspects = opinions + [_around(judged, finding) for finding in standing]
    return _named(folded, max(suspects, key=lambda each: each.score), standing, weights)


def _judge(context: Context, weights: Weights, kind: str, style: str) -> _Judged:
    features = likeness.features(context, kind=kind, style=style)
    return _Judged(context, features, weights.score(features), basis(context, kind, style))


def _around(judged: Sequence[_Judged], finding: Finding) -> _Judged:
    """The sentence in which a finding begins."""
    return next((each for each in reversed(judged) if each.context.start <= finding.span[0]), judged[0])


def _overruled(finding: Finding, judged: Sequence[_Judged], weights: Weights, kind: str, style: str) -> bool:
    around = _around(judged, finding)
    if not finding.weak or around.score > PLAINLY_LAWFUL[around.basis]:
        return False
    text, at = around.context.text, finding.span[0] - around.context.start
    start = max((cut.end() for cut in _CLAUSE.finditer(text, 0, at)), default=0)
    end = _CLAUSE.search(text, finding.span[1] - around.context.start)
    clause = Context(text[start : end.start() if end else len(text)], "", around.context.lang)
    return weights.score(likeness.features(clause, kind=kind, style=style)) < 0


def _named(folded: Folded, worst: _Judged, standing: list[Finding], weights: Weights) -> list[Finding]:
    """Findings by the score of their class. The class that the words speak for has one; without any rule, two have."""
    scores = weights.by_class(worst.features) or {"C02": 0.0}
    added = _ranked(scores)[: 1 if standing else 2]
    for finding in standing:
        weight = FOUND_WEAKLY if finding.weak else FOUND
        scores[finding.rule[:3]] = scores.get(finding.rule[:3], 0.0) + weight
    ranked = _ranked(scores)
    known = {finding.rule[:3] for finding in standing}
    added = [name for name in dict.fromkeys([*ranked[:1], *added]) if name not in known]
    text = worst.context
    span = text.start, text.start + len(text.text)
    found = [*standing, *(_opinion(name, text.lang, folded.excerpt(*span), span) for name in added)]
    return sorted(found, key=lambda finding: (ranked.index(finding.rule[:3]), finding.span[0]))


def _ranked(scores: Mapping[str, float]) -> list[str]:
    return sorted(scores, key=lambda name: (-scores[name], name))


def _opinion(name: str, lang: str, excerpt: str, span: tuple[int, int]) -> Finding:
    about = lexicon.classes()[name]
    return Finding(f"{name}.{lang}.opinion", excerpt, about["reason"], about["instruction"], span=span)
