"""What gunicorn serves: the WSGI application in a process that says that it lives."""

import sys

from gunicorn.arbiter import Arbiter

from briefing.wsgi import application

# isort: split
from briefing.core import heartbeat, origin  # their tables need the apps, which the line above makes ready

__all__ = ["application"]

try:
    origin.refuse_contradiction()
except origin.MixedData as error:
    sys.stderr.write(f"{error}\n")
    sys.exit(Arbiter.APP_LOAD_ERROR)  # ends gunicorn, which would start the process again otherwise
heartbeat.keep_beating("web")
