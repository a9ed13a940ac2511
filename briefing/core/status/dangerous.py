"""Warns daily of settings that are allowed but dangerous, beyond the checks at start."""

from collections.abc import Iterator

from django.conf import settings

from briefing.core.status import Level, StatusLine


def settings_of_this_process() -> Iterator[StatusLine]:
    """Yields a line for each dangerous setting; outside of production only those that are dangerous locally too."""
    if settings.DEBUG:
        yield _line("DEBUG", Level.ERROR, "is on: errors show the source and settings", "Switch it off.")
    if any(network.prefixlen == 0 for network in settings.TRUSTED_PROXIES):
        yield _line("TRUSTED_PROXIES", Level.ERROR, "believes everybody: each can write the address that limits count",
                    "Name the proxy's own address.")  # fmt: skip
    if settings.PRODUCTION:
        yield from _of_production()


def _of_production() -> Iterator[StatusLine]:
    if not settings.TRUSTED_PROXIES:
        yield _line("TRUSTED_PROXIES", Level.WARNING, "is empty: behind a proxy all readers share one limit",
                    "Name the proxy's address as this process sees it.")  # fmt: skip
    if not settings.STAFF_PASSKEY_REQUIRED:
        yield _line("STAFF_PASSKEY_REQUIRED", Level.WARNING, "is off: a mailbox alone opens the admin",
                    "Give staff passkeys and switch it on.")  # fmt: skip
    if settings.SAMPLE_DATA:
        yield _line(
            "SAMPLE_DATA", Level.ERROR, "is on: readers see invented figures", "Set SAMPLE_DATA=false."
        )
    elif settings.OUTBOUND_ALLOWED_HOSTS:
        yield _line("OUTBOUND_ALLOWED_HOSTS", Level.WARNING, "lets requests into the own network",
                    "Empty it, unless a mirror stands there.")  # fmt: skip
    if settings.LOG_LEVEL == "DEBUG":
        yield _line(
            "LOG_LEVEL", Level.WARNING, "is DEBUG: logs grow and say more than they should", "Set INFO."
        )
    if not settings.OPERATOR:
        yield _line(
            "OPERATOR", Level.WARNING, "is empty: terms and privacy notice name no operator", "Set it."
        )


def _line(name: str, level: Level, what: str, todo: str) -> StatusLine:
    return StatusLine(f"setting:{name}", level, f"{name} {what}.", todo)
