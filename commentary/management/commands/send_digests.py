"""`manage.py send_digests`: sends the digests currently due."""

import argparse
from collections import Counter
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from briefing.core import jobs, mail
from briefing.core.data_command import DataCommand
from briefing.core.progress import Steps
from commentary.digests import contents, delivery, periods
from commentary.digests.periods import DigestPeriod, Kind


class Command(DataCommand):
    help = "Sends the digests of the current period to those who have not had it; none is sent twice."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--kind", choices=periods.KINDS, help="one kind instead of both")
        parser.add_argument(
            "--dry-run", action="store_true", help="print whom it would reach and what it says; send nothing"
        )
        parser.add_argument(
            "--now", default="", help="as if at this time (ISO 8601, UTC where no zone is given)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        now = self._moment(options["now"])
        if now > timezone.now() and not options["dry_run"]:
            raise CommandError("--now lies in the future: only --dry-run may look ahead.")
        for kind in [options["kind"]] if options["kind"] else periods.KINDS:
            period = periods.current(kind, now)
            if options["dry_run"]:
                self._show(period, now)
            else:
                self._send(period, now)

    def _moment(self, text: str) -> datetime:
        if not text:
            return timezone.now()
        try:
            found = parse_datetime(text)
        except ValueError:
            found = None
        if found is None:
            raise CommandError(f"--now {text} is no time: give it as 2026-11-23T06:30Z.")
        return found if found.tzinfo else found.replace(tzinfo=UTC)

    def _send(self, period: DigestPeriod, now: datetime) -> None:
        if period.is_over(now):
            self.stdout.write(f"{period.kind} {period.key}: too late, nothing is sent")
            return
        outcomes: Counter[str] = Counter()
        waiting = delivery.make_rows(period)
        with Steps(self.stderr, f"Digests, {period.kind}", len(waiting)) as steps:
            for pk in waiting:
                try:
                    outcomes[delivery.deliver(pk, now)] += 1
                except mail.MailError as error:
                    outcomes[str(error)] += 1
                    if not error.permanent:
                        jobs.enqueue(delivery.JOB, str(pk))  # the worker retries
                steps.advance()
        told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
        self.stdout.write(f"{period.kind} {period.key}: {told or 'no digest is due'}")

    def _show(self, period: DigestPeriod, now: datetime) -> None:
        kind: Kind = period.kind
        late = ", but too late to be sent" if period.is_over(now) else ""
        self.stdout.write(f"{kind} {period.key}: {delivery.readers(kind).count()} readers chose it{late}")
        for language, _name in settings.LANGUAGES:
            for tone in settings.GENERATION_TONES:
                edition = contents.collect(period, language=language, tone=tone, now=now)
                if edition.is_empty:
                    self.stdout.write(f"\n=== {language} {tone}: nothing new, so nothing would be sent")
                    continue
                context = delivery.context_of(edition, unsubscribe_url="(each reader's own link)")
                words = mail.render("digest", language=language, context=context)
                self.stdout.write(f"\n=== {language} {tone}: {words.subject}\n\n{words.text}")
