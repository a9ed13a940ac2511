"""Reports errors to Sentry without personal data; off unless a DSN is set."""

from typing import Any

from django.conf import settings

from briefing.core.operations.logs import scrub


def scrubbed(value: Any) -> Any:
    if isinstance(value, str):
        return scrub(value)
    if isinstance(value, dict):
        return {key: scrubbed(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [scrubbed(item) for item in value]
    return value


def before_send(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    """Removes the body, cookies, headers and query of the request, the user and all local variables."""
    event.pop("user", None)
    request = event.get("request", {})
    event["request"] = {name: request[name] for name in ("method", "url") if name in request}
    for entry in event.get("exception", {}).get("values", []):
        for frame in entry.get("stacktrace", {}).get("frames", []):
            frame.pop("vars", None)
    cleaned: dict[str, Any] = scrubbed(event)
    return cleaned


def start() -> None:
    if not settings.SENTRY_DSN:
        return
    import sentry_sdk  # imported only if configured, to save its memory

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN, send_default_pii=False, include_local_variables=False, max_request_body_size="never",
        before_send=before_send,  # type: ignore[arg-type]
    )  # fmt: skip
