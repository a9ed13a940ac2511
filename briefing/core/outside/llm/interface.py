"""The types exchanged with a model: request, reply, answer with its cost, and error."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from briefing.core.outside.llm.usage import Usage


class ModelError(Exception):
    """Raised when there is no usable answer; the text has no secrets, prompts or replies.

    `code` is one of those that `policy.py` lists; `permanent` means a retry cannot help; `usage` is set if
    the attempt was billed; `retry_after` is in seconds if the provider named a time.
    """

    def __init__(
        self,
        text: str,
        *,
        code: str,
        permanent: bool = False,
        usage: Usage | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(text)
        self.code, self.permanent, self.usage, self.retry_after = code, permanent, usage, retry_after


@dataclass(frozen=True)
class Request:
    """A request to a model: `system` is constant and comes first, so that providers' prompt caches work.

    `schema` is a JSON schema with an object at the top: enforced by the endpoint if it can, otherwise
    described in the prompt. `usable` checks an answer's text; a rejected text is retried. `thinking` False
    turns reasoning off where the endpoint is known to reason by default. `accept_cut` accepts a reply cut at
    `max_tokens`. `deadline_s` is the total time of the whole chain, by default LLM_TIMEOUT_S.
    """

    purpose: str
    system: str
    user: str
    max_tokens: int
    schema: dict[str, Any] | None = field(default=None)
    temperature: float = 0.2
    thinking: bool = True
    accept_cut: bool = False
    usable: Callable[[str], bool] | None = None
    deadline_s: float | None = None


@dataclass(frozen=True)
class ModelReply:
    """One provider's reply without its reasoning; `cut` if it reached `max_tokens`."""

    text: str
    usage: Usage
    cut: bool = False
    model: str = ""


@dataclass(frozen=True)
class Answer:
    """A text and its cost. `model` is the requested one, whose price applies."""

    text: str
    provider: str
    model: str
    usage: Usage
    cost_usd: float
    seconds: float
    cut: bool = False


class Provider(Protocol):
    """A way to call a model. `ask` raises ModelError and respects the deadline.

    `name` is "direct" or "gateway"; `identity` is a hash of address, model and key.
    """

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def identity(self) -> str: ...

    def ask(self, request: Request, *, deadline_s: float) -> ModelReply: ...
