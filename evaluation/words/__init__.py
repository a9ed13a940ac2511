"""Prints the texts that the rules write for rebuilt weekdays of sample figures.

`--edition DATE` prints all texts of a day, `--leads N` the leads and logs of the last N weekdays, each in both
languages and tones.
"""

import importlib
import os
import socket
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import date

import django
from django.apps import apps

LEADS = 10


def main(argv: Sequence[str]) -> int:
    """Prints the texts that the rules write for past weekdays of sample figures."""
    parser = ArgumentParser(prog="python -m evaluation words", description=main.__doc__)
    parser.add_argument("--edition", type=date.fromisoformat, metavar="DATE", help="print one whole edition")
    parser.add_argument(
        "--leads", type=int, default=LEADS, metavar="N", help="print the leads and logs of N weekdays"
    )
    parser.add_argument("--end", type=date.fromisoformat, metavar="DATE", help="the last weekday")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="words-") as folder:
        configure(folder)
        # Django must be set up before the models are imported.
        command = importlib.import_module("evaluation.words.command")
        command.run(edition=options.edition, leads=options.leads, end=options.end)
    return 0


def configure(folder: str) -> None:
    """Sets up Django with sample data on a free local port and without the installation's settings."""
    if apps.ready:
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    os.environ |= {
        "ENV_FILE": os.devnull, "DATA_DIR": folder, "SAMPLE_DATA": "true", "LOG_LEVEL": "ERROR", "LLM_API_KEY": "",
        "SAMPLE_SOURCES_URL": f"http://127.0.0.1:{port}", "NO_PROXY": "127.0.0.1",
        "SERVICE_SESSION_SECRET": "evaluation-only-" + "0123456789abcdef" * 3,
        "DJANGO_SETTINGS_MODULE": "briefing.settings",
    }  # fmt: skip
    django.setup()
