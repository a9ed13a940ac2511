"""Retry and fallback for each failure: an allow-list, so that unlisted failures have neither."""

from dataclasses import dataclass
from enum import Enum


class Retry(Enum):
    NO = "no"
    SAME = "same"  # the same request after a short wait
    WAIT = "wait"  # only if the provider named a time that fits the deadline
    FIRMER = "firmer"  # with a sentence that demands the text only
    LONGER = "longer"  # with more tokens allowed
    ADAPTED = "adapted"  # without the parameter that the endpoint rejected; not counted as a retry


class Fallback(Enum):
    NO = "no"
    ONCE = "once"  # with a single attempt
    YES = "yes"


@dataclass(frozen=True)
class FailureRule:
    """The consequences of a failure: `counts` towards the circuit; `alert` notifies staff and pauses for longer.

    `persists` marks failures that a single question can cause: staff are notified only when they open the circuit.
    """

    retry: Retry = Retry.NO
    fallback: Fallback = Fallback.NO
    counts: bool = False
    alert: bool = False
    persists: bool = False


_PASSING = FailureRule(Retry.SAME, Fallback.YES, counts=True)
_UNCERTAIN = FailureRule(Retry.NO, Fallback.ONCE, counts=True)
_REFUSED = FailureRule(Retry.NO, Fallback.YES, alert=True)
_EMPTY = FailureRule(Retry.FIRMER, Fallback.ONCE)
_WITHHELD = FailureRule(Retry.FIRMER, Fallback.ONCE, counts=True, persists=True)
# Either the request is wrong, which the next provider confirms at no cost, or this endpoint is.
_WRONG = FailureRule(Retry.NO, Fallback.ONCE, counts=True, persists=True)
_OTHER_5XX = FailureRule(Retry.NO, Fallback.YES, counts=True)

RULES = {
    "connect": _PASSING,
    "deadline": _UNCERTAIN,
    "disconnect": _UNCERTAIN,
    "too_large": _UNCERTAIN,
    **{f"status_{status}": _PASSING for status in (408, 409, 500, 502, 503, 504, 529)},
    "status_429": FailureRule(Retry.WAIT, Fallback.YES, counts=True),
    "budget_in_flight": FailureRule(Retry.WAIT, Fallback.YES, counts=True),
    **{f"status_{status}": _REFUSED for status in (401, 402, 403, 404)},
    "redirect": _REFUSED,
    "misconfigured": _REFUSED,
    "parameter_refused": FailureRule(Retry.ADAPTED),
    "bad_reply": _PASSING,
    "unfinished": _PASSING,
    "blank": _EMPTY,
    "refusal": _WITHHELD,
    "filtered": _WITHHELD,
    "unusable": _EMPTY,
    "length": FailureRule(Retry.LONGER, Fallback.ONCE, counts=True, persists=True),
    "cut_early": _WRONG,
    "over_long": _WRONG,
    **{f"status_{status}": _WRONG for status in (400, 405, 413, 422, 451)},
}


def rule(code: str) -> FailureRule:
    """Returns the rule of an outcome; an over-long context and unknown outcomes get neither retry nor fallback."""
    known = RULES.get(code)
    if known is None and code.startswith("status_5"):
        return _OTHER_5XX
    return known or FailureRule()
