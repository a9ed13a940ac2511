"""Whether the words of a sentence as a whole speak against it, and which class names best what was found.

The lexicon knows the forms that somebody thought of; the classifier weighs all that a sentence says together. Its
weights were learnt from some fifty thousand texts (`evaluation/review/`). Nothing is learnt while the service runs.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from commentary.review import lexicon, weights
from commentary.review.context import Context
from commentary.review.features import features
from commentary.review.normalise import Folded
from commentary.review.verdict import Finding

LONG, SHORTEST = 22, 2  # words of a sentence whose clauses are weighed too, and of such a clause
_CLAUSE = re.compile(r"[,;:()](?!\d)| - ")
FOUND = 10.0  # what a finding of the lexicon adds to the score of its class, in steps of the weights


def check(
    folded: Folded, sentences: Sequence[Context], found: Sequence[Finding], *, kind: str, style: str
) -> list[Finding]:
    """The lexicon's findings and those of the sentence that reads worst, the likeliest class first."""
    odds = {each: score(each, kind=kind, style=style) for each in sentences}
    refused = [each for each in sentences if odds[each] > 0]
    if not refused:
        return list(found)
    worst = max(refused, key=odds.__getitem__)
    words = features(worst, kind=kind, style=style).words
    return _named(folded, worst, words, found)


def score(context: Context, *, kind: str, style: str) -> float:
    """How far a sentence is beyond the limit, above zero when it is refused; in a long one its worst clause counts."""
    odds = _odds(context.text, context.before, context.lang, kind, style)
    alone = (_odds(each.text, "", each.lang, kind, style) for each in clauses(context))
    return max([odds, *alone])


def clauses(context: Context) -> list[Context]:
    """The clauses of a long sentence, each weighed by itself: lawful words beside it would drown it."""
    if len(context.text.split()) <= LONG:
        return []
    parts = map(str.strip, _CLAUSE.split(context.text))
    return [Context(part, "", context.lang) for part in parts if len(part.split()) >= SHORTEST]


# The next attempt of a model, and the next text of the rules, repeat most sentences.
@lru_cache(maxsize=20_000)
def _odds(text: str, before: str, lang: str, kind: str, style: str) -> float:
    found = features(Context(text, before, lang), kind=kind, style=style)
    return weights.load(lang).score(found)


def _named(folded: Folded, worst: Context, words: Iterable[str], found: Sequence[Finding]) -> list[Finding]:
    """Findings by the score of their class. The class that the words speak for has one; without any rule, two have."""
    scores = weights.load(worst.lang).by_class(words) or {"C02": 0.0}
    added = _ranked(scores)[: 1 if found else 2]
    for finding in found:
        scores[finding.rule[:3]] = scores.get(finding.rule[:3], 0.0) + FOUND
    ranked = _ranked(scores)
    known = {finding.rule[:3] for finding in found}
    added = [name for name in dict.fromkeys([*ranked[:1], *added]) if name not in known]
    span = worst.start, worst.start + len(worst.text)
    every = [*found, *(_classified(name, worst.lang, folded.excerpt(*span), span) for name in added)]
    return sorted(every, key=lambda finding: (ranked.index(finding.rule[:3]), finding.span[0]))


def _ranked(scores: Mapping[str, float]) -> list[str]:
    return sorted(scores, key=lambda name: (-scores[name], name))


def _classified(name: str, lang: str, excerpt: str, span: tuple[int, int]) -> Finding:
    about = lexicon.classes()[name]
    return Finding(f"{name}.{lang}.classifier", excerpt, about["reason"], about["instruction"], span=span)
