"""Parses the dates of feeds into UTC.

No library is used: dateutil reads "GMT+7" as west of Greenwich and completes "2026" with today's month and day.
A format that is not listed gives None, since a wrong date is worse than none.
"""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LONGEST = 100
# No feed is older; programs write the years 1, 1601, 1900 and 1970 for a missing date.
FIRST_YEAR = 1990
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

MONTHS = (
    ("january", "gennaio", "januar", "jänner", "janvier", "enero"),
    ("february", "febbraio", "februar", "février", "fevrier", "febrero"),
    ("march", "marzo", "märz", "maerz", "mars"),
    ("april", "aprile", "avril", "abril"),
    ("may", "maggio", "mai", "mayo"),
    ("june", "giugno", "juni", "juin", "junio"),
    ("july", "luglio", "juli", "juillet", "julio"),
    ("august", "agosto", "août", "aout"),
    ("september", "settembre", "septembre", "septiembre", "setiembre"),
    ("october", "ottobre", "oktober", "octobre", "octubre"),
    ("november", "novembre", "noviembre"),
    ("december", "dicembre", "dezember", "décembre", "decembre", "diciembre"),
)
WEEKDAYS = (
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    "lunedì", "lunedi", "martedì", "martedi", "mercoledì", "mercoledi", "giovedì", "giovedi", "venerdì", "venerdi",
    "sabato", "domenica",
    "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag",
    "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
    "lunes", "martes", "miércoles", "miercoles", "jueves", "viernes", "sábado", "domingo",
    "mo", "di", "mi", "do", "fr", "sa", "so",
)  # fmt: skip
# Time zone names, in minutes east of Greenwich; IST is India's, CST is America's.
ZONES = {
    "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "BST": 60, "CET": 60, "CEST": 120, "MET": 60,
    "MEST": 120, "MEZ": 60, "MESZ": 120, "EET": 120, "EEST": 180, "SAST": 120, "TRT": 180, "MSK": 180, "IST": 330,
    "SGT": 480, "HKT": 480, "AWST": 480, "JST": 540, "KST": 540, "ACST": 570, "ACDT": 630, "AEST": 600, "AEDT": 660,
    "NZST": 720, "NZDT": 780, "NST": -210, "NDT": -150, "AST": -240, "ADT": -180, "EST": -300, "EDT": -240,
    "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420, "AKST": -540, "AKDT": -480,
    "HST": -600, "BRT": -180, "ART": -180,
}  # fmt: skip
ZONES |= {
    f"{name} {season} TIME": minutes + 60 * (season != "STANDARD")
    for name, minutes in (
        ("EASTERN", -300), ("CENTRAL", -360), ("MOUNTAIN", -420), ("PACIFIC", -480), ("CENTRAL EUROPEAN", 60),
    )
    for season in ("STANDARD", "DAYLIGHT", "SUMMER")
} | {"GREENWICH MEAN TIME": 0, "COORDINATED UNIVERSAL TIME": 0, "BRITISH SUMMER TIME": 60}  # fmt: skip
# Names of a zone for both summer and winter.
AREAS = {
    "ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver", "PT": "America/Los_Angeles",
    "EST5EDT": "America/New_York", "CST6CDT": "America/Chicago", "MST7MDT": "America/Denver",
    "PST8PDT": "America/Los_Angeles",
}  # fmt: skip

_TIME = (
    r"(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{1,2})(?:[:.](?P<second>\d{1,2})(?:[.,](?P<part>\d{1,9}))?)?)?"
    r"(?:\s*(?P<half>[ap])\.?\s?m\b\.?)?"
)
_BETWEEN = r"(?:\s*,\s*|\s+|\s*[-–|]\s+|[T_])(?:(?:at|alle|ore|h|um|à)\.?\s+)?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|º|°|\.)?"
_NAME = r"(?P<name>[^\W\d_]{3,12})\.?"
_YEAR = r"(?P<year>\d{4})"
_ZONE = r"(?:\s*,?\s*(?P<zone>[^\s\d].{0,60}))?"
_CLOCK = rf"(?:{_BETWEEN}{_TIME}{_ZONE})?"
FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        # 2026-11-26T15:07:00+01:00, 2026/11/26 15:07, 2026.11.26
        rf"{_YEAR}(?P<mark>[-/.])(?P<month>\d{{1,2}})(?P=mark)(?P<day>\d{{1,2}}){_CLOCK}",
        # 20261126T150700Z, 20261126
        r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)"
        rf"(?:[T\s]?(?P<hour>\d\d):?(?P<minute>\d\d)(?::?(?P<second>\d\d)(?P<part>)(?P<half>))?{_ZONE})?",
        # 26 Nov 2026 15:07:00 GMT, 26th November 2026, 26-Nov-2026, 26 nov 26 15:07 +0100
        rf"{_DAY}(?:\s+of\s+|[\s-]+){_NAME},?[\s-]+(?P<year>\d{{4}}|\d\d(?!\d|:)){_CLOCK}",
        # November 26, 2026, 3:07 PM EST
        rf"{_NAME}\s+{_DAY}(?:,\s*|\s+){_YEAR}{_CLOCK}",
        # Nov 26 15:07:00 2026, Nov 26 15:07:00 GMT 2026, Nov 26 15:07:00 +0000 2026
        rf"{_NAME}\s+{_DAY}\s+(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)(?P<part>)(?P<half>)"
        r"(?:\s+(?P<zone>[A-Za-z+-][\w:+-]{0,9}))?\s+(?P<year>\d{4})",
        # 26/11/2026 15:07, 11/26/2026 3:07 PM: accepted only if just one of the two can be the month
        rf"(?P<first>\d{{1,2}})(?P<mark>[/.-])(?P<other>\d{{1,2}})(?P=mark){_YEAR}{_CLOCK}",
        # 15:07 26 Nov 2026
        rf"{_TIME}(?:\s*,\s*|\s+){_DAY}\s+{_NAME}\s+{_YEAR}",
    )
)
WEEKDAY = re.compile(r"([^\W\d_]{2,12})\.?(?:\s*,\s*|\s+)(?=.*\d)")
OFFSET = re.compile(
    r"(?:GMT|UTC|UT)?\s*([+−-])\s?(\d{1,2})(?::?([0-5]\d))?(?:\s*Z|\s*\[[\w/+-]+\]|\s*\(.*\)|\s+[A-Za-z]{3,5})?",
    re.IGNORECASE,
)
BEFORE = re.compile(
    r"(?:(?:published|updated|posted|pubblicato)\s*:?\s+(?:il\s+|on\s+)?|il\s+|on\s+)", re.IGNORECASE
)
COMMENT = re.compile(r"\s*\([^()]{0,40}\)$")
SECONDS = re.compile(r"(\d{9,10})(?:[.,]\d+)?")
MILLISECONDS = re.compile(r"(\d{12,13})")


def read(text: str) -> datetime | None:
    """Returns the date in UTC; None for an unknown format, an invalid date, or a year before 1990.

    A time without a zone is UTC, and a date without a time is midnight UTC.
    """
    text = " ".join(text.split())
    if not text or len(text) > LONGEST:
        return None
    try:
        moment = _epoch(text) or _written(text)
    except (ValueError, OverflowError, OSError, ZoneInfoNotFoundError):  # OSError: the name is a directory
        return None
    return moment if moment and moment.year >= FIRST_YEAR else None


def _epoch(text: str) -> datetime | None:
    """Parses seconds or milliseconds since 1970."""
    if found := SECONDS.fullmatch(text):
        return EPOCH + timedelta(seconds=int(found[1]))
    if found := MILLISECONDS.fullmatch(text):
        return EPOCH + timedelta(milliseconds=int(found[1]))
    return None


def _written(text: str) -> datetime | None:
    text = _without_weekday(BEFORE.sub("", text, count=1) if BEFORE.match(text) else text)
    for form in FORMS:
        if found := form.fullmatch(text):
            parts = found.groupdict()
            day = _day(parts)
            return _at(day, parts) if day else None
    return None


def _without_weekday(text: str) -> str:
    found = WEEKDAY.match(text)
    name = found[1].lower() if found else ""
    if found and any(day.startswith(name) for day in WEEKDAYS) and (len(name) > 2 or name in WEEKDAYS):
        rest = text[found.end() :]
        # "mar 24 nov 2026" begins with a Tuesday, "Mar 24 2026" and "mar. 24, 2026" with a month.
        if not _month(name) or any(form.fullmatch(rest) for form in FORMS):
            return rest
    return text


def _day(parts: Mapping[str, str | None]) -> date | None:
    year = int(parts["year"] or 0)
    if len(parts["year"] or "") == 2:  # RFC 822
        year += 2000 if year < 70 else 1900
    if parts.get("first"):
        return _day_of_figures(parts, year)
    month = int(parts["month"] or 0) if parts.get("month") else _month((parts["name"] or "").lower())
    return date(year, month, int(parts["day"] or 0)) if month else None


def _day_of_figures(parts: Mapping[str, str | None], year: int) -> date | None:
    """Reads a numeric date; with dots the day comes first, otherwise the number above 12 is the day."""
    first, other = int(parts["first"] or 0), int(parts["other"] or 0)
    if parts["mark"] == "." or first > 12 or first == other:
        return date(year, other, first)
    return date(year, first, other) if other > 12 else None


def _month(name: str) -> int:
    """Returns 1 to 12 for a month's name or an unambiguous abbreviation of it, else 0."""
    found = [number for number, names in enumerate(MONTHS, 1) if any(full.startswith(name) for full in names)]
    return found[0] if len(found) == 1 and len(name) >= 3 else 0


def _at(day: date, parts: Mapping[str, str | None]) -> datetime | None:
    if not parts.get("hour"):
        return datetime(day.year, day.month, day.day, tzinfo=UTC)
    hour, minute, second = (int(parts.get(name) or 0) for name in ("hour", "minute", "second"))
    half = (parts.get("half") or "").lower()
    if not (parts.get("minute") or half) or minute > 59 or second > 60:
        return None
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    days, hour = (1, 0) if (hour, minute, second) == (24, 0, 0) else (0, hour)
    local = datetime(day.year, day.month, day.day, hour, minute, min(second, 59)) + timedelta(days=days)
    return _in_utc(local, (parts.get("zone") or "").strip())


def _in_utc(local: datetime, zone: str) -> datetime | None:
    if found := OFFSET.fullmatch(zone):
        offset = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        if len(found[2]) > 2 or offset > timedelta(hours=15):
            return None
        return local.replace(tzinfo=timezone(-offset if found[1] != "+" else offset)).astimezone(UTC)
    name = zone.strip("()[] ") if zone.startswith(("(", "[")) else COMMENT.sub("", zone)
    if not name or name.upper() in ZONES:
        return local.replace(tzinfo=UTC) - timedelta(minutes=ZONES[name.upper()] if name else 0)
    area = AREAS.get(name.upper(), name)
    if name.upper() in AREAS or re.fullmatch(r"[A-Z][A-Za-z]+/[A-Z][\w/+-]{1,40}", name):
        return local.replace(tzinfo=ZoneInfo(area)).astimezone(UTC)
    return None
