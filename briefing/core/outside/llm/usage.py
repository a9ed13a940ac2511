"""Token usage and cost of a call, in the various field names of providers."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# Larger figures are invalid and would not fit their column.
MOST_TOKENS = 100_000_000
MOST_USD = 1_000.0


@dataclass(frozen=True)
class Usage:
    """Token counts; a `reported_cost_usd`, given by some providers, overrides the calculated cost."""

    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    reported_cost_usd: float | None = None


def read_usage(found: Any, *, with_cost: bool) -> Usage | None:
    """Parses the `usage` object of a response; returns None if it has no usable figure.

    Reasoning counted outside of the completion is billed as output: then the total exceeds the sum of both.
    `with_cost` reads the price that a gateway reports, its host's own bill included.
    """
    if not isinstance(found, Mapping):
        return None
    prompt = _tokens(found, "prompt_tokens", "input_tokens")
    completion = _tokens(found, "completion_tokens", "output_tokens")
    total = _tokens(found, "total_tokens")
    cost = _cost(found) if with_cost else None
    if not (prompt or completion or total) and cost is None:
        return None
    completion = max(completion, total - prompt)
    return Usage(prompt, min(_cached(found), prompt), completion, cost)


def _cached(found: Mapping[str, Any]) -> int:
    details = [found.get(name) for name in ("prompt_tokens_details", "input_tokens_details")]
    inside = [_tokens(each, "cached_tokens") for each in details if isinstance(each, Mapping)]
    return max(
        [*inside, _tokens(found, "prompt_cache_hit_tokens", "cached_tokens", "cache_read_input_tokens")]
    )


def _cost(found: Mapping[str, Any]) -> float | None:
    cost = _dollars(found.get("cost"))
    details = found.get("cost_details")
    if cost is None or not (found.get("is_byok") is True and isinstance(details, Mapping)):
        return cost
    return cost + (_dollars(details.get("upstream_inference_cost")) or 0.0)


def _dollars(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) and 0 <= value <= MOST_USD else None


def _tokens(found: Mapping[str, Any], *names: str) -> int:
    for name in names:
        value = found.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= MOST_TOKENS:
            return int(value)
    return 0
