"""Calls any OpenAI-compatible endpoint through the official SDK; used by the direct provider and the gateway."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings

from briefing.core.outside.http.deadline import Deadline
from briefing.core.outside.http.errors import WebError
from briefing.core.outside.http.response import retry_after
from briefing.core.outside.llm import endpoints, request_builder
from briefing.core.outside.llm.interface import ModelError, ModelReply, Provider, Request
from briefing.core.outside.llm.response_parser import read_reply
from briefing.core.outside.llm.usage import Usage, read_usage

MAX_BYTES = 2 * 2**20
MILLISECONDS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
WORD = re.compile(r"[a-z][a-z0-9_.-]{1,60}")


@dataclass(frozen=True)
class OpenAiCompatible:
    """A model at a URL. The key appears in no repr and no error."""

    name: str
    base_url: str
    model: str
    api_key: str = field(repr=False)
    max_bytes: int = MAX_BYTES

    @property
    def identity(self) -> str:
        return endpoints.identity(self.base_url, self.model, self.api_key)

    @property
    def is_gateway(self) -> bool:
        return request_builder.is_gateway(self.name, self.base_url)

    def ask(self, request: Request, *, deadline_s: float) -> ModelReply:
        """Makes one attempt, within `deadline_s` seconds in all; raises ModelError with a code of `policy.py`."""
        sent = request_builder.body(request, model=self.model, base_url=self.base_url, gateway=self.is_gateway,
                            refused=endpoints.refused(self))  # fmt: skip
        return read_reply(self._post(sent, deadline_s), name=self.name, with_cost=self.is_gateway)

    def _post(self, sent: dict[str, Any], deadline_s: float) -> bytes:
        """Returns the body of a 200; raises ModelError for any other outcome."""
        # The SDK takes 30 MB, which a process without a key saves.
        import httpx2
        import openai

        from briefing.core.outside.llm.transport import Transport

        with Deadline(deadline_s) as deadline:
            transport = Transport(deadline, max_bytes=self.max_bytes)
            # trust_env=False: proxies and .netrc of the machine must not change what the operator configured.
            with httpx2.Client(transport=transport, trust_env=False) as http:
                try:
                    return bytes(self._create(http, sent).content)
                except openai.APIStatusError as error:
                    problem = self._refused(error, sent)
                except (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, UnicodeError):
                    problem = self._unanswered(transport.failed, deadline)
        raise problem

    def _create(self, http: Any, sent: dict[str, Any]) -> Any:
        import openai

        client = openai.OpenAI(
            api_key=self.api_key,
            base_url=self.base_url,
            max_retries=0,  # `policy.py` decides what is retried and what that may cost
            http_client=http,
            default_headers=request_builder.GATEWAY_HEADERS if self.is_gateway else {},
        )
        # extra_body, because endpoints have parameters that the SDK lacks; raw, because their responses have
        # shapes that its types refuse.
        rest = {name: value for name, value in sent.items() if name not in ("model", "messages")}
        return client.chat.completions.with_raw_response.create(
            model=sent["model"], messages=sent["messages"], extra_body=rest
        )

    def _unanswered(self, failed: WebError | None, deadline: Deadline) -> ModelError:
        if deadline.passed or (failed and failed.code == "deadline"):
            return self._problem("deadline", f"did not answer within {deadline.seconds:.0f} seconds")
        match failed.code if failed else "":
            case "connect":
                return self._problem("connect", "could not be reached")
            case "too_large":
                return self._problem("too_large", f"answered more than {self.max_bytes} bytes")
            case "protocol":
                return self._problem("disconnect", "broke off in the middle of its answer")
        return self._problem("misconfigured", "cannot be asked: look at its address and its key")

    def _problem(self, code: str, text: str, **more: Any) -> ModelError:
        return ModelError(f"{self.name}: the model's endpoint {text}", code=code, **more)

    def _refused(self, error: Any, sent: dict[str, Any]) -> ModelError:
        """Turns an HTTP error into a ModelError with its error code only: the body may echo the prompt or the key."""
        status, text = int(error.status_code), error.response.text[:20_000]
        about = request_builder.refusal(status, text, sent)
        if about == "context_length":
            return self._problem("context_length", "cannot take a prompt of this length", permanent=True)
        if about is not None:
            endpoints.remember_refused(self, about)
            return self._problem("parameter_refused", f"does not take the parameter {about}")
        wait = _wait(error.response.headers)
        code = "redirect" if status < 400 else f"status_{status}"
        if status == 402 and "in_flight" in text:
            code = "budget_in_flight"
        return self._problem(code, f"answered {status}{_word(text)}", retry_after=wait,
                             permanent=status in (400, 401, 403, 404, 422, 451), usage=self._usage(text))  # fmt: skip

    def _usage(self, text: str) -> Usage | None:
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return None
        return read_usage(found.get("usage"), with_cost=self.is_gateway) if isinstance(found, dict) else None


def _wait(headers: Mapping[str, str]) -> float | None:
    """Returns the seconds to wait by `Retry-After-Ms`, which is exact, else by `Retry-After`."""
    exact = headers.get("retry-after-ms", "").strip()
    if MILLISECONDS.fullmatch(exact):
        return float(exact) / 1000
    return retry_after(headers.get("retry-after", ""))


def _word(text: str) -> str:
    """Returns an error's machine-readable code for staff: `{"error": {"code": "model_not_found"}}`."""
    try:
        found = json.loads(text)["error"]
        word = found.get("code") or found.get("type")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return ""
    return f" ({word})" if isinstance(word, str) and WORD.fullmatch(word) else ""


def configured_providers() -> list[Provider]:
    """Returns the configured providers, direct first; empty without a key."""
    found: list[Provider] = []
    for name, prefix in (("direct", "LLM"), ("gateway", "LLM_GATEWAY")):
        api_key, model = getattr(settings, f"{prefix}_API_KEY"), getattr(settings, f"{prefix}_MODEL")
        if api_key and model:
            found.append(OpenAiCompatible(name, getattr(settings, f"{prefix}_BASE_URL"), model, api_key))
    if found:
        import openai  # noqa: F401  # loaded here, so that its second of import time is not part of a call
    return found
