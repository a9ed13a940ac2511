"""`python -m evaluation review|stories|words|drafts|cost`: measures; with `--train` the first two train before."""

import importlib
import os
import socket
import sys
import tempfile

import django
from django.apps import apps

PARTS = ("review", "stories", "words", "drafts", "cost")


def main(arguments: list[str]) -> int:
    """Runs `evaluation.<part>.main` with the remaining arguments; returns 2 for an unknown part."""
    if not arguments or arguments[0] not in PARTS:
        sys.stderr.write(f"Usage: python -m evaluation {'|'.join(PARTS)} …\n")
        return 2
    with tempfile.TemporaryDirectory(prefix="evaluation-") as folder:
        configure(folder)  # before any module that imports models
        return int(importlib.import_module(f"evaluation.{arguments[0]}").main(arguments[1:]) or 0)


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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
