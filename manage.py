#!/usr/bin/env python
"""Django's entry. Dashes in command names are read as underscores (`grant-credit`)."""

import os
import sys


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  the one line that an older Python can still read
        sys.exit("Market Briefing needs Python 3.11 or later; this is " + sys.version.split()[0] + ".")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "briefing.settings")
    try:
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError:
        sys.exit("Django is not installed here: run `make install`, then `.venv/bin/python manage.py …`.")
    argv = sys.argv[:]
    if len(argv) > 1 and not argv[1].startswith("-"):
        argv[1] = argv[1].replace("-", "_")
    try:
        execute_from_command_line(argv)
    except KeyboardInterrupt:
        sys.exit(130)  # as a shell reports a process that SIGINT ended


if __name__ == "__main__":
    main()
