"""The project: settings, URLs, Celery, and the folders of ground and roof.

The Celery app is imported here so that a task called from a view finds this project's broker
and not Celery's default one.
"""

from briefing.celery import app as celery_app

__all__ = ["celery_app"]
