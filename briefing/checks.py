"""System checks of the configuration: each finding names the variable and what to do."""

import json
import re
from collections.abc import Iterable
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from accounts.passkeys import relying_party
from briefing.core.environment import is_url
from briefing.core.operations.backups import archive
from indicators import sources
from indicators.agenda import calendars
from portfolio.sync.encryption import PepperError, parse_pepper


def _error(number: int, variable: str, text: str, hint: str) -> Error:
    return Error(f"{variable} {text}.", hint=hint, id=f"briefing.E{number:03}")


@register()
def readable(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    return [
        _error(1, name, text, "Correct it in the environment or in .env; .env.example shows the form.")
        for name, text in settings.CONFIG_PROBLEMS
    ]


@register()
def misspelt(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Reports names in .env that resemble a setting but are none."""
    return [
        Warning(
            f"{name} in .env is no setting.",
            hint=f"Is {meant} meant? It holds its default.",
            id="briefing.W006",
        )
        for name, meant in settings.MISSPELT
    ]


@register()
def source_addresses(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Checks that addresses set for sources and calendars are URLs and name an existing source."""
    known = sources.addresses() | calendars.addresses()
    return [
        _error(11, f"SOURCE_{name}_BASE_URL", "is not a URL that starts with http:// or https://",
               "Correct it, or leave it empty for the source's own.")
        if name in known else
        _error(11, f"SOURCE_{name}_BASE_URL", "names no source", f"The names are {', '.join(sorted(known))}.")
        for name, address in settings.SOURCE_BASE_URLS.items()
        if name not in known or not is_url(address)
    ]  # fmt: skip


@register()
def production(app_configs: Any, **kwargs: Any) -> Iterable[CheckMessage]:
    """Refuses in production what is acceptable only on a local machine."""
    if not settings.PRODUCTION:
        return
    if settings.SECRET_KEY == "unsafe-because-missing":  # noqa: S105  # nosec B105  # settings.py's placeholder
        yield _error(2, "SERVICE_SESSION_SECRET", "is empty", "Set 50 random characters or more.")
    elif len(settings.SECRET_KEY) < 50 or len(set(settings.SECRET_KEY)) < 5:
        yield _error(2, "SERVICE_SESSION_SECRET", "is too short", "Set 50 random characters or more.")
    yield from _hash_key()
    if urlsplit(settings.BASE_URL).scheme != "https":
        yield _error(3, "BASE_URL", "is not an https:// address", "Readers' cookies travel over TLS only.")
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        yield Warning("DATABASE_URL is a SQLite file in production.", id="briefing.W001",
                      hint="PostgreSQL (postgres://…) is what several processes want.")  # fmt: skip
    if settings.EMAIL_BACKEND.endswith(("mail_terminal.TerminalBackend", "dummy.EmailBackend")):
        yield _error(
            4, "EMAIL_URL", "is not set", "Sign-in codes need a mail server: smtp+tls://user:pass@host:587."
        )
    if settings.SERVICE_TOKEN and len(settings.SERVICE_TOKEN) < 32:
        yield _error(
            5, "SERVICE_TOKEN", "is shorter than 32 characters", "Set a random one, or leave it empty."
        )
    if "*" in settings.ALLOWED_HOSTS:
        yield _error(6, "ALLOWED_HOSTS", "lets every host name in", "Name the hosts of BASE_URL.")
    if not settings.TRUSTED_PROXIES:
        yield _error(13, "TRUSTED_PROXIES", "is empty", "Name the addresses of the proxy that speaks TLS for this "
                     "service (127.0.0.1, or the containers' network): without it no page is ever reached, and all "
                     "readers would share one limit.")  # fmt: skip
    elif any(network.prefixlen == 0 for network in settings.TRUSTED_PROXIES):
        yield _error(13, "TRUSTED_PROXIES", "lets everybody say which address they come from",
                     "Name the addresses of your proxy alone.")  # fmt: skip
    if settings.EMBEDDED:
        yield Warning("REDIS_URL is empty in production: background work runs in the embedded deployment.",
                      hint="Set REDIS_URL to run several workers.", id="briefing.W002")  # fmt: skip


def _hash_key() -> Iterable[CheckMessage]:
    hint = "Set 50 random characters or more, the same for every process, other than SERVICE_SESSION_SECRET."
    if not settings.HASH_KEY:
        yield _error(12, "SERVICE_HASH_KEY", "is empty", hint)
    elif len(settings.HASH_KEY) < 50 or len(set(settings.HASH_KEY)) < 5:
        yield _error(12, "SERVICE_HASH_KEY", "is too short", hint)
    elif settings.HASH_KEY in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield _error(12, "SERVICE_HASH_KEY", "is also the secret of the cookies", hint)


@register()
def features(app_configs: Any, **kwargs: Any) -> Iterable[CheckMessage]:
    if settings.STAFF_PASSKEY_REQUIRED and relying_party.unavailable():
        yield _error(
            20, "BASE_URL", "is no address for passkeys, which STAFF_PASSKEY_REQUIRED asks of staff",
            "Set a host name over https, or STAFF_PASSKEY_REQUIRED=false: a mailbox alone then opens the admin.",
        )  # fmt: skip
    if settings.SUBSCRIPTIONS_ENABLED:
        for name in (
            "BILLING_API_KEY",
            "BILLING_WEBHOOK_SECRET",
            "BILLING_PRICE_MONTHLY",
            "BILLING_PRICE_ANNUAL",
        ):
            if not getattr(settings, name):
                yield _error(
                    7, name, "is empty while SUBSCRIPTIONS_ENABLED is true", "Set it, or switch it off."
                )
        for name in ("PORTFOLIO_AI_ENABLED", "PORTFOLIO_SYNC_ENABLED"):
            if not getattr(settings, name):
                yield Warning(f"{name} is false while SUBSCRIPTIONS_ENABLED is true: /pricing sells what it is for.",
                              hint=f"Set {name}=true, or switch subscriptions off.", id="briefing.W009")  # fmt: skip
    if settings.PORTFOLIO_SYNC_ENABLED and not settings.PORTFOLIO_SYNC_PEPPER:
        yield Warning("PORTFOLIO_SYNC_PEPPER is empty while PORTFOLIO_SYNC_ENABLED is true: sync answers 503.",
                      hint="Set 32 random bytes in hex or base64.", id="briefing.W003")  # fmt: skip
    elif settings.PORTFOLIO_SYNC_ENABLED:
        try:
            parse_pepper(settings.PORTFOLIO_SYNC_PEPPER)
        except PepperError:
            yield _error(10, "PORTFOLIO_SYNC_PEPPER", "is too short, or neither hex nor base64",
                         "Set 32 random bytes in hex or base64.")  # fmt: skip
    for prefix in ("LLM", "LLM_GATEWAY"):
        if getattr(settings, f"{prefix}_API_KEY") and not getattr(settings, f"{prefix}_MODEL"):
            yield _error(
                8, f"{prefix}_MODEL", f"is empty while {prefix}_API_KEY is set", "Name the model to ask."
            )


@register()
def backup_keys(app_configs: Any, **kwargs: Any) -> Iterable[CheckMessage]:
    """Checks that backup recipients are public keys; a private key must not be on the server."""
    for text in settings.BACKUP_RECIPIENTS:
        try:
            archive.recipient(text)
        except ValueError as error:
            yield _error(21, "BACKUP_RECIPIENTS", f"has something that is {error}",
                         "`manage.py backup --new-key FILE` makes a key and prints its public half.")  # fmt: skip


@register(deploy=True)
def backups(app_configs: Any, **kwargs: Any) -> Iterable[CheckMessage]:
    """Warns if no backup can be made."""
    if not settings.BACKUP_RECIPIENTS:
        yield Warning("BACKUP_RECIPIENTS is empty: no backup is made.", id="briefing.W005",
                      hint="`manage.py backup --new-key FILE` makes a key and prints its public half.")  # fmt: skip


@register(deploy=True)
def responsible(app_configs: Any, **kwargs: Any) -> Iterable[CheckMessage]:
    """Warns if readers are not told who answers for the texts, on `/authorship`."""
    if not settings.OPERATOR:
        yield Warning("OPERATOR is empty: no page says who answers for the texts.", id="briefing.W007",
                      hint="Name the person or company that runs the service, with its postal address.")  # fmt: skip
    box, _at, host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")
    if host in ("", "localhost") or re.fullmatch(r"(?:no|do-?not)-?reply", box.lower()):
        yield Warning("DEFAULT_FROM_EMAIL is no address that a reader can write to.", id="briefing.W008",
                      hint="Set a mailbox that somebody reads: /authorship names it for corrections.")  # fmt: skip


@register()
def prices(app_configs: Any, **kwargs: Any) -> Iterable[CheckMessage]:
    """Checks the price table; `default` is required, so that unlisted models have a price."""
    table = settings.LLM_PRICES
    rows = table.values() if isinstance(table, dict) else []
    fine = isinstance(table, dict) and "default" in table and all(
        isinstance(row, dict)
        and {"input", "output"} <= row.keys()
        and all(isinstance(value, int | float) and value >= 0 for value in row.values())
        for row in rows
    )  # fmt: skip
    if not fine:
        example = json.dumps({"default": {"input": 2, "cached_input": 2, "output": 8}})
        yield _error(9, "LLM_PRICES", "is not model -> prices with a default", f"For example {example}")
