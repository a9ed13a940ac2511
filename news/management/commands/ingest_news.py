"""Management command that runs a news cycle."""

import random
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from briefing.core.work.data_command import DataCommand
from briefing.core.work.jobs import NotYet
from briefing.core.work.progress import Steps
from news import cycle, ingest
from news.feeds import sync
from news.models import Feed


class Command(DataCommand):
    """Fetches the due feeds, groups and tags what is new; skipped when the cadence says that it is not due."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--force", action="store_true", help="run now, and ask every enabled feed")
        parser.add_argument("--feed", metavar="URL", default="", help="ask this feed alone, due or not")

    def handle(self, *args: Any, **options: Any) -> None:
        sync.sync()
        url = options["feed"]
        if url and not Feed.objects.filter(url=url).exists():
            raise CommandError(f"No feed has the address {url}. Feeds are listed in the admin.")
        began, now = time.monotonic(), timezone.now()
        key = f"by hand {now:%Y-%m-%dT%H:%M:%S} {random.getrandbits(32):08x}"
        total = 1 if url else Feed.objects.askable().count()
        with Steps(self.stderr, "Feeds", total) as steps:

            def show(report: ingest.IngestReport) -> None:
                steps.at(report.feeds)

            try:
                line = cycle.run(now, key, force=options["force"], url=url, progress=show)
            except NotYet as busy:
                raise CommandError(f"Nothing was asked: {busy}. Try again in a minute.") from None
        self.stdout.write(f"{line} ({time.monotonic() - began:.1f} s)")
