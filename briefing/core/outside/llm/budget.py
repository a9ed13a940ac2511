"""The cost ledger, its monthly cap and the shares of it: reserve the worst case, call, settle.

Reservations lock the month's row, so that parallel calls cannot exceed the cap together. An unknown cost (a
call that timed out) is settled at the worst case, never at zero.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from briefing.core.models import LlmCall, LlmMonth
from briefing.core.outside.llm import shares
from briefing.core.outside.llm.shares import OF_THE_CAP, Share
from briefing.core.outside.llm.usage import Usage

MICRO = 1_000_000
RESERVED_FOR = timedelta(minutes=15)
# Outcomes for which the provider charges nothing.
FREE_OUTCOMES = {"connect", "misconfigured", "redirect", "parameter_refused", "context_length", "budget_in_flight",
                 "status_500", "status_502", "status_503", "status_504", "status_529"}  # fmt: skip
_recorded: ContextVar[list[int] | None] = ContextVar("recorded", default=None)


@contextmanager
def recorded_calls() -> Iterator[list[int]]:
    """Yields a list that receives the ids of the calls made within the block, failed ones included."""
    calls: list[int] = []
    before = _recorded.set(calls)
    try:
        yield calls
    finally:
        _recorded.reset(before)


def price(model: str) -> dict[str, float]:
    """Returns USD per million tokens: `input`, `cached_input`, `output`; the `default` price for unlisted models."""
    table: dict[str, Any] = settings.LLM_PRICES
    row = table.get(model) or table["default"]
    return {"input": float(row["input"]), "cached_input": float(row.get("cached_input", row["input"])),
            "output": float(row["output"])}  # fmt: skip


def cost_micro_usd(model: str, *, prompt: int, cached: int, completion: int) -> int:
    """Returns millionths of a dollar, rounded up (USD per million tokens equals micro-USD per token)."""
    row = price(model)
    fresh = max(prompt - cached, 0)
    return math.ceil(fresh * row["input"] + cached * row["cached_input"] + completion * row["output"])


def most_tokens(text: str) -> int:
    """Estimates tokens at two and a half bytes each; a small vocabulary had one for 2.8 of a writer's prompt."""
    return 2 * len(text.encode("utf-8", "replace")) // 5 + 1


def month_of(moment: datetime) -> str:
    return moment.strftime("%Y-%m")


def cap_micro_usd() -> int:
    return round(settings.LLM_MONTHLY_COST_CAP_USD * MICRO)


def reserve(purpose: str, provider: str, model: str, *, prompt: str, max_tokens: int) -> LlmCall | None:
    """Reserves the worst case; returns None if that would exceed the month's cap or the current share."""
    share = shares.current()
    worst = cost_micro_usd(model, prompt=most_tokens(prompt) + 15, cached=0, completion=max_tokens)
    now = timezone.now()
    cap = cap_micro_usd()
    with transaction.atomic():
        LlmMonth.objects.get_or_create(month=month_of(now))
        rows = LlmMonth.objects.filter(month=month_of(now), committed_micro_usd__lte=cap - worst)
        if column := shares.column(share):
            rows = rows.filter(**{f"{column}__lte": round(cap * OF_THE_CAP[share]) - worst})
        if not rows.update(**_added(share, worst)):
            return None
        call = LlmCall.objects.create(
            month=month_of(now), purpose=purpose, share=share, provider=provider, model=model, cost_micro_usd=worst,
            expires_at=now + max(RESERVED_FOR, timedelta(seconds=2 * settings.LLM_TIMEOUT_S)),
        )  # fmt: skip
    if (recorded := _recorded.get()) is not None:
        recorded.append(call.pk)
    return call


def _added(share: Share, micro_usd: int) -> dict[str, Any]:
    """Returns update expressions that add an amount to the month's total and the share's column."""
    names = ["committed_micro_usd", shares.column(share)]
    return {name: F(name) + micro_usd for name in names if name}


def _close(call: LlmCall, state: LlmCall.State, cost: int, **columns: Any) -> None:
    with transaction.atomic():
        changed = LlmCall.objects.filter(pk=call.pk, state=LlmCall.State.RESERVED).update(
            state=state, cost_micro_usd=cost, **columns
        )
        if changed:
            LlmMonth.objects.filter(month=call.month).update(
                **_added(Share(call.share), cost - call.cost_micro_usd)
            )


def settle(
    call: LlmCall, usage: Usage, *, seconds: float, outcome: str = "ok", answered_by: str = ""
) -> float:
    """Replaces the reservation by the actual cost and returns it in USD; a cost reported by the provider wins."""
    if usage.reported_cost_usd is not None:
        cost = math.ceil(usage.reported_cost_usd * MICRO)
    elif usage.prompt_tokens or usage.completion_tokens:
        cost = cost_micro_usd(call.model, prompt=usage.prompt_tokens, cached=usage.cached_tokens,
                              completion=usage.completion_tokens)  # fmt: skip
    else:
        cost = call.cost_micro_usd  # usage unknown: the worst case is charged
    _close(call, LlmCall.State.SETTLED, cost, outcome=outcome, seconds=seconds, prompt_tokens=usage.prompt_tokens,
           cached_tokens=usage.cached_tokens, completion_tokens=usage.completion_tokens,
           answered_by=answered_by if answered_by != call.model else "")  # fmt: skip
    return cost / MICRO


def fail(call: LlmCall, outcome: str, *, usage: Usage | None, seconds: float) -> None:
    """Settles a failed call: free if the provider cannot have charged, else at its usage or the worst case."""
    if usage is not None:
        settle(call, usage, seconds=seconds, outcome=outcome)
    elif outcome in FREE_OUTCOMES or outcome.startswith("status_4"):
        _close(call, LlmCall.State.RELEASED, 0, outcome=outcome, seconds=seconds)
    else:
        _close(call, LlmCall.State.UNCERTAIN, call.cost_micro_usd, outcome=outcome, seconds=seconds)


def expire(now: datetime) -> int:
    """Marks expired reservations of dead processes as uncertain; they stay counted."""
    return LlmCall.objects.filter(state=LlmCall.State.RESERVED, expires_at__lt=now).update(
        state=LlmCall.State.UNCERTAIN, outcome="abandoned"
    )


def is_bound_by_share(share: Share, month: str) -> bool:
    """Whether the share has less left than the whole cap."""
    column, cap = shares.column(share), cap_micro_usd()
    if column is None:
        return False
    rows = LlmMonth.objects.filter(month=month).values_list("committed_micro_usd", column)
    committed, used = rows.first() or (0, 0)
    return round(cap * OF_THE_CAP[share]) - used < cap - committed


def spent_usd(month: str) -> float:
    """Returns the month's committed cost in USD: settled, uncertain and reserved."""
    found = LlmMonth.objects.filter(month=month).values_list("committed_micro_usd", flat=True).first()
    return (found or 0) / MICRO
