"""`manage.py exchange_status`: prints the trading state of each exchange."""

import argparse
import json
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from briefing.core.dates import rfc3339
from indicators import closures
from indicators.trading_hours import Exchange, TradingState, state


class Command(BaseCommand):
    help = "Prints for each exchange whether it is open, when the session ends and when the next one starts."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--at", help="the moment in RFC 3339, e.g. 2026-12-24T12:00:00Z (default: now)")
        parser.add_argument("--json", action="store_true", help="one JSON object, keyed by MIC")

    def handle(self, *args: Any, **options: Any) -> None:
        calendar = closures.calendar()
        now = timezone.now() if options["at"] is None else moment(options["at"])
        if not calendar.covers(now):
            raise CommandError(
                f"The calendar covers {calendar.valid_from} to {calendar.valid_until}, not {rfc3339(now)}."
            )
        states = [(exchange, state(exchange, now, calendar.covered_until)) for exchange in calendar.exchanges]
        if options["json"]:
            self.stdout.write(
                json.dumps({exchange.mic: answer(hours) for exchange, hours in states}, indent=2)
            )
            return
        self.stdout.write(f"At {rfc3339(now)}")
        self.stdout.write(f"{'MIC':<6}{'City':<11}{'State':<13}{'Local time':<16}{'Closes at':<22}Opens at")
        for exchange, hours in states:
            self.stdout.write(line(exchange, hours, now))


def moment(text: str) -> datetime:
    """Parses an RFC 3339 time with a zone into UTC; raises CommandError for anything else."""
    try:
        parsed = datetime.fromisoformat(text)
        if parsed.tzinfo is None:
            raise ValueError(text)
        return parsed.astimezone(UTC)
    except (ValueError, OverflowError):
        raise CommandError(
            f"--at {text!r} is not a moment with a time zone; write it like 2026-12-24T12:00:00Z."
        ) from None


def answer(hours: TradingState) -> dict[str, Any]:
    return {
        "open": hours.is_open,
        "opens_at": rfc3339(hours.opens_at) if hours.opens_at else None,
        "closes_at": rfc3339(hours.closes_at) if hours.closes_at else None,
    }


def line(exchange: Exchange, hours: TradingState, now: datetime) -> str:
    word = "open" if hours.is_open else "lunch break" if hours.is_break else "closed"
    local = now.astimezone(ZoneInfo(exchange.zone)).strftime("%a %H:%M")
    closes = rfc3339(hours.closes_at) if hours.closes_at else "-"
    opens = rfc3339(hours.opens_at) if hours.opens_at else "-"
    return f"{exchange.mic:<6}{exchange.city['en']:<11}{word:<13}{local:<16}{closes:<22}{opens}"
