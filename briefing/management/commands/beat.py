"""The clock of the production shape; running two is harmless, since every slot is a unique row."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from briefing.celery import app
from briefing.core import database
from briefing.core.work.clock import Clock
from briefing.core.work.data_command import refuse_contradiction


class Command(BaseCommand):
    help = "Ticks: wakes the workers (production; the embedded worker has its own clock)."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.EMBEDDED:
            raise CommandError("REDIS_URL is empty: in the embedded deployment the worker ticks by itself.")
        database.wait_until_ready()  # the machine may start either of them first
        refuse_contradiction()
        Clock(app=app, loglevel="WARNING", quiet=True).run()
