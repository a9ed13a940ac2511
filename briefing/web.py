"""The WSGI application for gunicorn, in a process that writes heartbeats."""

import sys

from gunicorn.arbiter import Arbiter

from briefing.wsgi import application

# isort: split
from briefing.core import origin  # their tables need the apps, which the line above loads
from briefing.core.work import heartbeat  # their tables need the apps, which the line above loads

__all__ = ["application"]

try:
    origin.refuse_contradiction()
except origin.MixedData as error:
    sys.stderr.write(f"{error}\n")
    sys.exit(Arbiter.APP_LOAD_ERROR)  # stops gunicorn, which would otherwise restart the process
heartbeat.keep_beating("web")
