"""The address under which a start serves: links, mails, feeds and passkeys name it where BASE_URL is not set."""

import os
import re
import sys
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connections

from briefing.core.machine_faults import StartRefused

PORT = 8000
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # told apart, not bound  # nosec B104  # names to be read, nothing is bound here


def usual_port() -> int:
    """The port of BASE_URL where it is set; that of the last start plays no part."""
    return PORT if settings.ADDRESS_FILE else urlsplit(settings.BASE_URL).port or PORT


def of(host: str, port: int) -> str:
    """As a browser on this machine writes it."""
    name = "127.0.0.1" if host in EVERYWHERE else host
    shown = f"[{name}]" if ":" in name else name
    return f"http://{shown}" + (f":{port}" if port != 80 else "")


def parse_port(text: str, example: str = "--port 8001") -> int:
    """The number; raises StartRefused for what is no port."""
    port = int(text) if re.fullmatch("[0-9]{1,5}", text) else 0
    if not 0 < port < 65536:
        raise StartRefused(f"{text} is no port: give one from 1 to 65535, such as {example}.")
    return port


def believe(host: str, port: int) -> None:
    """Notes the address for every process of the service and for commands beside it.

    Where the settings of this process say another one, it begins again and reads them anew: hosts, trusted origins and
    the contact all follow from the address.
    """
    address = of(host, port)
    if settings.ADDRESS_FILE is None or address == settings.BASE_URL:
        return
    settings.ADDRESS_FILE.write_text(f"{address}\n", encoding="ascii")
    connections.close_all()
    sys.stdout.flush()
    try:
        os.execv(sys.executable, sys.orig_argv)  # noqa: S606  # nosec B606  # the command line of this process itself
    except OSError as error:
        raise StartRefused(
            f"Links would name {settings.BASE_URL} ({error.strerror}): set BASE_URL={address}."
        ) from None
