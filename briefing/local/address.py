"""The address of the embedded deployment, used for links, mails, feeds and passkeys if BASE_URL is not set."""

import os
import re
import sys
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connections

from briefing.core.operations.machine_faults import StartRefused

PORT = 8000
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # nosec B104  # compared, not bound


def usual_port() -> int:
    """Returns BASE_URL's port if it is set, otherwise the default; the last start's port is ignored."""
    return PORT if settings.ADDRESS_FILE else urlsplit(settings.BASE_URL).port or PORT


def of(host: str, port: int) -> str:
    name = "127.0.0.1" if host in EVERYWHERE else host
    shown = f"[{name}]" if ":" in name else name
    return f"http://{shown}" + (f":{port}" if port != 80 else "")


def parse_port(text: str, example: str = "--port 8001") -> int:
    """Raises StartRefused if the text is not a port."""
    port = int(text) if re.fullmatch("[0-9]{1,5}", text) else 0
    if not 0 < port < 65536:
        raise StartRefused(f"{text} is no port: give one from 1 to 65535, such as {example}.")
    return port


def believe(host: str, port: int) -> None:
    """Stores the address for all processes of the service and for commands.

    If it differs from this process's settings, the process restarts to read them again: allowed hosts,
    trusted origins and the contact all depend on the address.
    """
    address = of(host, port)
    if settings.ADDRESS_FILE is None or address == settings.BASE_URL:
        return
    settings.ADDRESS_FILE.write_text(f"{address}\n", encoding="ascii")
    connections.close_all()
    sys.stdout.flush()
    try:
        os.execv(sys.executable, sys.orig_argv)  # noqa: S606  # nosec B606  # this process's own command line
    except OSError as error:
        raise StartRefused(
            f"Links would name {settings.BASE_URL} ({error.strerror}): set BASE_URL={address}."
        ) from None
