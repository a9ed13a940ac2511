"""Error reporting to Sentry, off unless a DSN is set, with everything personal taken out."""

from typing import Any

from django.conf import settings

from briefing.core.logs import scrub


def scrubbed(value: Any) -> Any:
    """`value` with every text inside it scrubbed."""
    if isinstance(value, str):
        return scrub(value)
    if isinstance(value, dict):
        return {key: scrubbed(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [scrubbed(item) for item in value]
    return value


def before_send(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    """Drops the request's body, cookies, headers and query, the user, and all local variables."""
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
    import sentry_sdk  # only who asks for it pays its memory

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN, send_default_pii=False, include_local_variables=False, max_request_body_size="never",
        before_send=before_send,  # type: ignore[arg-type]
    )  # fmt: skip
