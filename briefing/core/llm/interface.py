"""What is exchanged with a model: the question, the reply of one provider, the answer with its price, the error."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from briefing.core.llm.usage import Usage


class ModelError(Exception):
    """No usable answer. The text is a sentence without secrets, prompts or replies.

    `code` is a machine word (`policy.py` lists them); `permanent` when asking again cannot help; `usage` when
    the attempt was billed; `retry_after` in seconds when the provider names a time.
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
    """A question: `system` is constant and comes first, so that providers' prompt caches hold.

    `schema` is a JSON schema with an object at the top: asked for strictly where the endpoint can, else by a
    sentence in the prompt. `usable` judges the text of an answer; a text that it refuses is asked again.
    `thinking` False switches reasoning off where the endpoint is known to do it on its own account.
    `accept_cut` takes a reply that ran into `max_tokens` as an answer. `deadline_s` is the total time for the
    whole chain, LLM_TIMEOUT_S without it.
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
    """What one provider said: text without reasoning; `cut` when it ran into `max_tokens`."""

    text: str
    usage: Usage
    cut: bool = False
    model: str = ""


@dataclass(frozen=True)
class Answer:
    """A text and what it cost. `model` is the one asked for, whose price counts."""

    text: str
    provider: str
    model: str
    usage: Usage
    cost_usd: float
    seconds: float
    cut: bool = False


class Provider(Protocol):
    """One way to reach a model. `ask` raises ModelError and keeps to the deadline.

    `name` is "direct" or "gateway"; `identity` stands for address, model and key without showing them.
    """

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def identity(self) -> str: ...

    def ask(self, request: Request, *, deadline_s: float) -> ModelReply: ...
