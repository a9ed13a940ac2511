"""Calls the providers in order, retrying and falling back by `policy.py`, within one total deadline.

Every attempt, failed or not, first reserves its worst case and is a row of the ledger. At the cap, or at the
current share of it, no provider is called, fallbacks included. Must be called outside of transactions, so
that other processes see the reservations.
"""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.conf import settings
from django.utils import timezone

from briefing.core.operations import notices
from briefing.core.outside.llm import budget, circuit, policy, remedies, shares
from briefing.core.outside.llm.interface import Answer, ModelError, ModelReply, Provider, Request
from briefing.core.outside.llm.openai_compatible import configured_providers
from briefing.core.outside.llm.policy import Fallback, Retry
from briefing.core.outside.llm.request_builder import system_text
from briefing.core.outside.llm.usage import Usage

# Share of the remaining time that an attempt may take while another provider follows.
SHARE = 0.6
LEAST_S = 0.05
REPEATS = 1
MOST_ADAPTATIONS = 4
NEARLY_SPENT = 0.8
# No tokenizer packs more characters of prose into a token; a longer reply ignored `max_tokens`.
MOST_CHARACTERS_A_TOKEN = 16
NOTICES = ("llm_refused", "llm_persistent")
FIRMER = (
    "\n\nYour last reply could not be used: it was empty or not in the form asked for. "
    "Reply with exactly what was asked for, and nothing else."
)


def complete(request: Request, providers: Sequence[Provider] | None = None) -> Answer:
    """Returns the first usable answer of a provider.

    Raises ModelError `not_configured`, `budget` (the cap, or `shares.current` of it), `circuit_open` if every
    endpoint is paused, or the last provider's error.
    """
    chosen = list(configured_providers() if providers is None else providers)
    ends = time.monotonic() + (request.deadline_s or settings.LLM_TIMEOUT_S)
    last = ModelError("no model is configured", code="not_configured", permanent=True)
    repeats = REPEATS
    for provider in chosen:
        state = circuit.circuit_state(provider)
        if state is circuit.CircuitState.SHUT:
            if last.code == "not_configured":
                last = ModelError(f"{provider.name}: the endpoint is paused", code="circuit_open")
            continue
        attempts = _ProviderAttempts(
            provider, ends, last=provider is chosen[-1], probe=state is circuit.CircuitState.PROBE
        )
        try:
            return attempts.run(request, repeats)
        except ModelError as error:
            last = error
            fallback = policy.rule(error.code).fallback
            if fallback is Fallback.NO or ends - time.monotonic() < LEAST_S:
                raise
            repeats = 0 if fallback is Fallback.ONCE else REPEATS
    raise last


def available() -> bool:
    """Whether a model can be called: one is configured, its circuit is not open, and the cap is not reached."""
    if budget.spent_usd(budget.month_of(timezone.now())) >= settings.LLM_MONTHLY_COST_CAP_USD:
        return False
    return any(not circuit.is_paused(provider) for provider in configured_providers())


@dataclass
class _ProviderAttempts:
    provider: Provider
    ends: float
    last: bool
    probe: bool

    def run(self, request: Request, repeats: int) -> Answer:
        adaptations = MOST_ADAPTATIONS
        while True:
            try:
                return self._attempt(request)
            except ModelError as error:
                shut = self._note(error)
                retry = policy.rule(error.code).retry
                if retry is Retry.ADAPTED and adaptations:
                    adaptations -= 1
                    continue
                if retry in (Retry.NO, Retry.ADAPTED) or not repeats or (shut and retry is not Retry.WAIT):
                    raise
                repeats -= 1
                wait = _wait(error, retry)
                if wait is None or wait + LEAST_S >= self._left():
                    raise
                request = _retry_request(request, retry)
                time.sleep(wait)

    def _left(self) -> float:
        return self.ends - time.monotonic()

    def _attempt(self, request: Request) -> Answer:
        """Makes one call, recorded in the ledger."""
        schema = system_text(request, {"response_format"})
        entry = budget.reserve(request.purpose, self.provider.name, self.provider.model,
                               prompt=schema + request.user, max_tokens=request.max_tokens)  # fmt: skip
        if entry is None:
            text = _alert_cap_reached()
            raise ModelError(text, code="budget", permanent=True)
        started = time.monotonic()
        try:
            deadline_s = max(self._left() * (1.0 if self.last else SHARE), LEAST_S)
            reply = _checked(self.provider.ask(request, deadline_s=deadline_s), request, self.provider.name)
        except ModelError as error:
            budget.fail(entry, error.code, usage=error.usage, seconds=time.monotonic() - started)
            raise
        except BaseException:
            budget.fail(entry, "crashed", usage=None, seconds=time.monotonic() - started)
            raise
        seconds = time.monotonic() - started
        cost = budget.settle(entry, reply.usage, seconds=seconds, answered_by=reply.model,
                             outcome="cut" if reply.cut else "ok")  # fmt: skip
        circuit.close(self.provider)
        for kind in NOTICES:
            notices.resolve(kind, self.provider.name)
        _alert_cap_near()
        return Answer(
            reply.text, self.provider.name, self.provider.model, reply.usage, cost, seconds, reply.cut
        )

    def _note(self, error: ModelError) -> bool:
        """Updates the circuit for a failure; returns whether the endpoint is now paused."""
        rule = policy.rule(error.code)
        if rule.persists and shares.current() in shares.READERS:
            return False  # readers' questions can cause it, and must not pause the endpoint for the texts
        if rule.alert:
            circuit.hold_open(self.provider, str(error))
            remedy = remedies.refused(error.code, self.provider.name)
            text = f"{error} for {self.provider.model}. {remedy}"
            notices.notify("llm_refused", self.provider.name, text)
            return True
        if rule.counts:
            shut = circuit.count_failure(self.provider, str(error), retry_after=error.retry_after)
            if shut and rule.persists:
                text = f"{error} for {self.provider.model}, again and again: it is asked less often."
                notices.notify("llm_persistent", self.provider.name, f"{text} {remedies.PERSISTENT}")
            return shut
        if self.probe and error.code != "budget":
            circuit.close(self.provider)  # no usable answer, but the endpoint responds
        return False


def _checked(reply: ModelReply, request: Request, name: str) -> ModelReply:
    if len(reply.text) > MOST_CHARACTERS_A_TOKEN * request.max_tokens:
        raise ModelError(f"{name}: the answer is {len(reply.text):,} characters long",
                         code="over_long", usage=_used(reply, request))  # fmt: skip
    if reply.cut and not request.accept_cut:
        raise _cut(reply, request, name)
    if request.usable is not None and not request.usable(reply.text):
        raise ModelError(
            f"{name}: the answer is not in the form asked for", code="unusable", usage=reply.usage
        )
    return reply


def _cut(reply: ModelReply, request: Request, name: str) -> ModelError:
    """Returns the error of a cut answer; `cut_early` if it has less than half of the tokens allowed."""
    tokens, most = reply.usage.completion_tokens, request.max_tokens
    if 0 < 2 * tokens < most:
        # The endpoint's own limit, or the end of its context: allowing more tokens changes nothing.
        text = f"{name}: the endpoint cut the answer at {tokens} of the {most} tokens allowed"
        return ModelError(text, code="cut_early", usage=reply.usage)
    return ModelError(f"{name}: the answer was cut at {most} tokens", code="length", usage=reply.usage)


def _used(reply: ModelReply, request: Request) -> Usage:
    """Returns an over-long answer's usage: the provider's count, else an estimate from its length."""
    if reply.usage.completion_tokens or reply.usage.reported_cost_usd is not None:
        return reply.usage
    providers = budget.most_tokens(request.system + request.user)
    return Usage(
        reply.usage.prompt_tokens or providers, reply.usage.cached_tokens, budget.most_tokens(reply.text)
    )


def _wait(error: ModelError, retry: Retry) -> float | None:
    """Returns the seconds before a retry; None if the provider had to name a time and did not."""
    if retry is Retry.WAIT:
        return error.retry_after
    if retry is Retry.SAME:
        return max(random.uniform(0.1, 0.5), error.retry_after or 0.0)
    return 0.0


def _retry_request(request: Request, retry: Retry) -> Request:
    if retry is Retry.FIRMER:
        return replace(request, user=request.user + FIRMER)
    if retry is Retry.LONGER:
        return replace(request, max_tokens=request.max_tokens * 2)
    return request


def _alert_cap_reached() -> str:
    """Notifies staff which limit refused a call, and returns the error's text."""
    month, share = budget.month_of(timezone.now()), shares.current()
    if budget.is_bound_by_share(share, month):
        part = f"{shares.OF_THE_CAP[share]:.0%} of the monthly cost cap"
        text = f"The share of {share} ({part}) is used up for {month}: no model is asked for them. {remedies.CAP}"
        notices.notify("llm_share", f"{month} {share}", text)
        return f"the share of {share} is used up"
    text = (
        f"The monthly cost cap is reached for {month}: the rules write until the month ends. {remedies.CAP}"
    )
    notices.notify("llm_cap", month, text)
    return "the monthly cost cap is reached"


def _alert_cap_near() -> None:
    month = budget.month_of(timezone.now())
    cap = budget.cap_micro_usd() / budget.MICRO
    if budget.spent_usd(month) >= NEARLY_SPENT * cap > 0:
        text = f"80% of the monthly cost cap is spent or reserved in {month}. {remedies.CAP}"
        notices.notify("llm_nearly", month, text)
