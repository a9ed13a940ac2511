"""The project package: settings, URLs, Celery, core and pages.

Imports the Celery app, so that tasks called from views use this project's broker instead of Celery's default.
"""

from briefing.celery import app as celery_app

__all__ = ["celery_app"]
