"""Tags headlines by a model if one is configured, with the rules as fallback, else by the rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from django.db import transaction

from briefing.core.outside.llm import configured_providers
from briefing.core.web import cache_versions
from news.models import Headline
from news.prompt_injection import has_instructions
from news.stories import proposals
from news.tagging import model
from news.tagging.rules import THRESHOLD, weigh
from news.tagging.vocabulary import TAGS

BATCH = 250  # rows per bulk update
MAX_ATTEMPTS = 3
LONGEST_S = 300  # per run with a model

Tagger = Callable[[Sequence[Headline]], Mapping[int, list[str]]]
"""Tags by the id of the headline; missing ids are retried."""


def rule_tags(title: str, summary: str, lang: str) -> list[str]:
    """Returns the tags that the words of a headline support, in vocabulary order."""
    weights = weigh(title, summary, lang)
    return [tag for tag in TAGS if weights.get(tag, 0.0) >= THRESHOLD]


def by_rules(headlines: Sequence[Headline]) -> dict[int, list[str]]:
    return {row.pk: rule_tags(row.title, row.summary, row.lang) for row in headlines}


def tag_pending(*, tagger: Tagger | None = None) -> int:
    """Tags the untagged headlines, newest first, and returns how many were tagged.

    The default ``tagger`` is the model if a provider is configured, else, and at the cost cap, the rules. Rows
    that the tagger does not cover are retried by the next call and get rule tags after ``MAX_ATTEMPTS``. Unknown
    words are dropped. While no model replies, rows stay untagged; a call beyond ``LONGEST_S`` leaves the rest.
    """
    if tagger is None and configured_providers():
        return _tag_by_model()
    return sum(_tag(rows, (tagger or by_rules)(rows)) for rows in _pending())


def _tag_by_model() -> int:
    tagged, ends = 0, time.monotonic() + LONGEST_S
    for waiting in _pending():
        odd = [row for row in waiting if has_instructions(row)]
        tagged += _tag(odd, by_rules(odd))
        sent = [row for row in waiting if row not in odd]
        near = proposals.propose(sent)
        for start in range(0, len(sent), model.BATCH):
            try:
                tagged += _ask(sent[start : start + model.BATCH], near)
            except model.CapReached:
                return tagged + tag_pending(tagger=by_rules)
            except model.ModelUnavailable:
                return tagged
            if time.monotonic() > ends:
                return tagged
    return tagged


def _ask(rows: list[Headline], near: proposals.Near) -> int:
    """Joins stories before tagging: a run killed in between is repeated, and a repeated join changes nothing."""
    replies = model.by_model(rows, near)
    proposals.join([(pk, same) for pk, each in replies.items() for same in each.same])
    return _tag(rows, {pk: each.tags for pk, each in replies.items()})


def _pending() -> Iterator[list[Headline]]:
    """Yields batches by keyset, so that a call meets a row that stays untagged only once."""
    fields = ("id", "title", "summary", "lang", "published_at", "tag_attempts")
    untagged = Headline.objects.untagged().newest_first().only(*fields)
    rows = untagged[:BATCH]
    while batch := list(rows):
        yield batch
        if len(batch) < BATCH:
            return
        rows = untagged.before(batch[-1].published_at, batch[-1].pk)[:BATCH]


def _tag(rows: list[Headline], reply: Mapping[int, list[str]]) -> int:
    if not rows:
        return 0
    tagged = 0
    for row in rows:
        tags = reply.get(row.pk)
        if tags is None:
            row.tag_attempts += 1
            if row.tag_attempts >= MAX_ATTEMPTS:
                tags = rule_tags(row.title, row.summary, row.lang)
        if tags is not None:
            row.tags = [tag for tag in TAGS if tag in tags]
            tagged += 1
    # Filters by untagged(), so that tags written concurrently are not overwritten.
    with transaction.atomic():
        Headline.objects.untagged().bulk_update(rows, ["tags", "tag_attempts"])
        if tagged:
            cache_versions.invalidate("news")
    return tagged
