"""A linear classifier of sentences, complementing the rules of the lexicon.

Its weights were trained on some fifty thousand texts (`evaluation/review/`); it does not learn at run time.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from commentary.review import lexicon, weights
from commentary.review.context import Context
from commentary.review.features import features
from commentary.review.normalise import Folded
from commentary.review.verdict import Finding

# In sentences of more than LONG words, clauses of at least SHORTEST words are scored too, with the higher
# limit ALONE, since short clauses are misclassified more often.
LONG, SHORTEST, ALONE = 22, 2, 0.5
_CLAUSE = re.compile(r"[,;:()](?!\d)| - ")
FOUND = 10.0  # added to the score of a class for each lexicon finding


def check(
    folded: Folded, sentences: Sequence[Context], found: Sequence[Finding], *, kind: str, style: str
) -> list[Finding]:
    """Returns the lexicon's findings and those of the worst sentence, likeliest class first."""
    odds = {each: score(each, kind=kind, style=style) for each in sentences}
    refused = [each for each in sentences if odds[each] > 0]
    if not refused:
        return list(found)
    worst = max(refused, key=odds.__getitem__)
    words = features(worst, kind=kind, style=style).words
    return _named(folded, worst, words, found)


def score(context: Context, *, kind: str, style: str) -> float:
    """Returns the score of a sentence or its worst clause; above zero it is refused."""
    odds = _odds(context.text, context.before, context.lang, kind, style)
    alone = (_odds(each.text, "", each.lang, kind, style) - ALONE for each in clauses(context))
    return max([odds, *alone])


def clauses(context: Context) -> list[Context]:
    """Returns the clauses of a long sentence, scored separately so that harmless words do not outweigh them."""
    if len(context.text.split()) <= LONG:
        return []
    parts = map(str.strip, _CLAUSE.split(context.text))
    return [Context(part, "", context.lang) for part in parts if len(part.split()) >= SHORTEST]


# Successive drafts by models and rules repeat most sentences.
@lru_cache(maxsize=20_000)
def _odds(text: str, before: str, lang: str, kind: str, style: str) -> float:
    found = features(Context(text, before, lang), kind=kind, style=style)
    return weights.load(lang).score(found)


def _named(folded: Folded, worst: Context, words: Iterable[str], found: Sequence[Finding]) -> list[Finding]:
    """Adds the likeliest class to the findings, two without any finding, and sorts by class score."""
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
