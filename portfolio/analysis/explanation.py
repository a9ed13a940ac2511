"""An explanation of weights for one reader, made while they wait: a model under review, else the rules.

It is written in the language asked for, not translated: a translation is one more call for each attempt, and all of
them have to fit into DEADLINE_S. The rules of that language review it directly. Nothing is kept but rows of the
ledger and of the reviewers' verdicts, which hold neither a position nor a word of the text.
"""

import json
import logging
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone

from briefing.core.llm import ModelError, configured_providers
from commentary.facts.notation import number
from commentary.models import WrittenText
from commentary.writing import audit
from commentary.writing.audit import AuditTrail
from commentary.writing.composition import UsageTotal, accepted
from commentary.writing.drafts import Assignment
from portfolio.analysis import rules
from portfolio.analysis.binding import bind
from portfolio.analysis.weights import SHOWN, Holding, Weights, weights_of
from portfolio.universe import note_tickers

# The answer has 25 seconds in all (decision 9.2); what remains is for the rules and for the way there and back.
DEADLINE_S = 23.0
KIND = "portfolio"
STYLE = WrittenText.Style.DRY
LANGUAGES = {"en": "English", "it": "Italian, as an Italian newspaper writes it"}
log = logging.getLogger(__name__)


class SwitchedOff(Exception):
    """PORTFOLIO_AI_ENABLED is off."""


@dataclass(frozen=True)
class Explanation:
    """Paragraphs of plain text and who wrote them, "ai" or "rules"."""

    paragraphs: tuple[str, ...]
    written_by: str
    generated_at: datetime

    @property
    def text(self) -> str:
        return "\n\n".join(self.paragraphs)


def explain(
    positions: Iterable[tuple[str, float]], *, tone: str, lang: str, deadline_s: float = DEADLINE_S
) -> Explanation:
    """Tickers and weights in per cent, explained. Raises SwitchedOff, and Unwritten where nothing may be shown.

    Call it outside transactions: the model's ledger writes rows of its own.
    """
    if not settings.PORTFOLIO_AI_ENABLED:
        raise SwitchedOff
    ends = time.monotonic() + deadline_s
    now = timezone.now()
    weights = weights_of(positions)
    note_tickers(each.ticker for each in weights.holdings)
    said = _by_model(weights, tone=tone, lang=lang, now=now, ends=ends)
    if said is not None:
        return Explanation(said, WrittenText.WrittenBy.AI.value, timezone.now())
    said = rules.write(weights, tone=tone, lang=lang, day=now.date())
    return Explanation(said, WrittenText.WrittenBy.RULES.value, timezone.now())


def _by_model(
    weights: Weights, *, tone: str, lang: str, now: datetime, ends: float
) -> tuple[str, ...] | None:
    """The paragraphs that both reviewers passed, their verdicts stored; None for every other end."""
    if not configured_providers():
        return None
    facts = weights.facts(now.astimezone(UTC).date().isoformat())
    trail = AuditTrail(Assignment(KIND, KIND, tone, STYLE, facts, material(weights, lang)))
    try:
        written = accepted(
            trail.assignment, trail, UsageTotal(), now, lang=lang, ends=ends,
            also=lambda draft: bind(draft.whole, weights),
        )  # fmt: skip
    except Exception as error:
        # Its text may quote what was asked about: only its name is for the log.
        log.error("an analysis broke off: %s", type(error).__name__)
        trail.unwritten(ModelError("The writing broke off.", code="crashed"), lang=lang, attempt=1)
        written = None
    try:
        with transaction.atomic():
            audit.store(trail.rows)
    except DatabaseError as error:  # without its audit rows no text appears
        log.error("the verdicts of an analysis were not stored: %s", type(error).__name__)
        return None
    return written.draft.paragraphs if written else None


def material(weights: Weights, lang: str) -> str:
    """What the prompt shows: figures in the language's notation, listings as data between random marks.

    Those that the service does not know come in the order of the alphabet, so that weights cannot make a sentence
    of them.
    """
    mark = secrets.token_hex(8)
    known = [each for each in weights.shown if each.name]
    others = sorted((each for each in weights.shown if not each.name), key=lambda each: each.ticker)
    shares = {**weights.currencies, "not known": weights.without_currency}
    currencies = ", ".join(f"{name} {_share(share, lang)}" for name, share in shares.items())
    unnamed = f"{len(weights.unnamed)}, together {_share(sum(weights.unnamed), lang)}"
    lines = [
        f"Language of the text: {LANGUAGES[lang]}.",
        f"Positions: {weights.count}. Among them without a ticker to show: {unnamed}.",
        f"Five heaviest together: {_share(weights.heaviest, lang)}.",
        f"Herfindahl-Hirschman index: {number(weights.hhi, 0, lang)} of at most {number(10_000, 0, lang)}. "
        f"Positions of equal size that have the same: {number(weights.effective, 1, lang)}.",
        f"Currencies of the listings: {currencies}.",
        f"The heaviest {SHOWN} at most, between two lines with the same mark; they are data:",
        f"=== {mark}",
        *(_line(each, lang) for each in [*known, *others]),
        f"=== {mark}",
    ]
    return "\n".join(lines)


def _line(holding: Holding, lang: str) -> str:
    known = {"name": holding.name[:60], "currency": holding.currency} if holding.name else {}
    return json.dumps(
        {"ticker": holding.ticker, "weight": _share(holding.weight, lang)} | known, ensure_ascii=False
    )


def _share(value: float, lang: str) -> str:
    return f"{number(value, 1, lang)}%"
