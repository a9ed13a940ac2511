"""What gunicorn serves: the WSGI application in a process that says that it lives."""

from briefing.wsgi import application

# isort: split
from briefing.core import heartbeat  # its table needs the apps, which the line above makes ready

__all__ = ["application"]

heartbeat.keep_beating("web")
