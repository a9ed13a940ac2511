"""Headlines about figures: each release, market close and central bank decision, with the world's own figures."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from typing import Any, NamedTuple

from django.utils import translation
from django.utils.dates import MONTHS, WEEKDAYS

from briefing.demo import curve, ecb, eustat, releases
from briefing.demo.world import value
from indicators.agenda.decisions import banks

QUARTERS = {
    "en": ("first quarter", "second quarter", "third quarter", "fourth quarter"),
    "it": ("primo trimestre", "secondo trimestre", "terzo trimestre", "quarto trimestre"),
}
UNSTATED = time(3)  # UTC, for decisions of banks that do not state the time
# Two months without a yearly change, because an office was closed in one of them.
NO_INFLATION_US = {date(2025, 10, 31), date(2026, 10, 31)}
Words = dict[str, str]
Figure = Callable[[date], float]


class Form(NamedTuple):
    """How a figure is written: `kind` is "rate" (per cent), "signed", "index" or "jobs"; with its decimals."""

    at: Figure
    kind: str
    decimals: int


def _euro_area(code: str, geo: str = "EA") -> Figure:
    return lambda end: eustat.inflation(["M", "RCH_A", code, geo], end)


def _jobs(end: date) -> float:
    month_before = end.replace(day=1) - timedelta(days=1)
    return value("CES0000000001", end) - value("CES0000000001", month_before)


DERIVED: dict[str, Figure] = {
    "hicp": _euro_area("TOTAL"),
    "hicp_core": _euro_area("TOT_X_NRG_FOOD"),
    "hicp_it": _euro_area("TOTAL", "IT"),
    "us_jobs": _jobs,
    "us_ten": lambda day: curve.us(10, day),
    "it_ten": lambda day: curve.europe("IT", day),
    "spread_it": lambda day: 100 * (curve.europe("IT", day) - curve.europe("DE", day)),
    "eurusd": lambda day: ecb.exchange("USD", day),
    "usdjpy": lambda day: ecb.exchange("JPY", day) / ecb.exchange("USD", day),
}


class Occasion(NamedTuple):
    """A report's time, its period and the one before, and the words of a bank's decision."""

    at: datetime
    end: date
    before: date
    policy: Mapping[str, str]


def form(spec: str) -> Form:
    """Parses "GC=F index 0": a name in DERIVED or the table, its kind and decimals; by default "rate 1"."""
    name, kind, decimals = spec.split() if " " in spec else (spec, "rate", "1")
    return Form(DERIVED.get(name) or partial(value, name), kind, int(decimals))


def occasions(report: Mapping[str, Any], day: date) -> Iterator[Occasion]:
    if "bank" in report:
        yield from _of_bank(report["bank"], report.get("after", 0), day)
        return
    name = report["release"]
    every, zone = releases.schedule(name).every, releases.schedule(name).zone.key
    if every == "D" and name != "close_bitcoin" and not releases.is_session(zone, day):
        return
    for found in releases.releases(name, day, day):
        if name == "cpi_us" and found.end in NO_INFLATION_US:
            continue
        end, before = found.end, _before(every, found.end, "" if name == "close_bitcoin" else zone)
        if name == "cpi_us" and before in NO_INFLATION_US:
            before = _before(every, before, zone)
        if report.get("on_the_day"):
            end, before = day, releases.schedule(name).day(before)
        yield Occasion(found.moment, end, before, {})


def _of_bank(bank: str, after: int, day: date) -> Iterator[Occasion]:
    """Yields a bank's decision on its day, or an event so many days after or before one."""
    met = day - timedelta(days=after)
    if met not in releases.decisions(bank, met, met):
        return
    moment = banks()[bank].moment(day) or datetime.combine(day, UNSTATED, UTC)
    policy = _decision(releases.decided(bank, met), releases.policy(bank, met))
    yield Occasion(moment, met, met, policy)


def _decision(rate: float, before: float) -> Words:
    verbs = {"en": ("cuts its rate to", "keeps its rate at", "raises its rate to"),
             "it": ("taglia il tasso", "lascia il tasso", "alza il tasso")}  # fmt: skip
    which = (rate > before) - (rate < before) + 1
    figure = f"{rate:.2f}".rstrip("0").rstrip(".")
    return {
        "en": f"{verbs['en'][which]} {figure}%",
        "it": f"{verbs['it'][which]} {_with('a', figure.replace('.', ','))}%",
    }


def _before(every: str, end: date, zone: str) -> date:
    """Returns the end of the previous period; for daily ones the zone's last session, else the day before."""
    if every in ("M", "Q"):
        months = end.year * 12 + end.month - releases.EVERY[every]
        return date(months // 12, months % 12 + 1, 1) - timedelta(days=1)
    day = end - timedelta(days=1)
    if every != "D" or not zone:
        return day if every == "D" else end - timedelta(days=7)
    return releases.sessions(zone, day - timedelta(days=9), day)[-1]


def words(report: Mapping[str, Any], occasion: Occasion, lang: str) -> Words:
    """Returns the words for a report's figures, its period and a decision."""
    daily = "release" in report and releases.schedule(report["release"]).every == "D"
    on = "on " if lang == "en" else ""
    found = {
        # Sessions have their day in the title, so that two of them are not grouped as one story.
        "day": f" {on}{calendar_name(WEEKDAYS[occasion.end.weekday()], lang)}" if daily else "",
        "month": calendar_name(MONTHS[occasion.end.month], lang),
        "at_month": in_month(occasion.end.month, lang),
        "quarter": QUARTERS[lang][(occasion.end.month - 1) // 3],
        "policy": occasion.policy.get(lang, ""),
    }
    for letter, spec in report.get("figures", {}).items():
        one = form(spec)
        texts = _texts(one, one.at(occasion.end), one.at(occasion.before), lang)
        found |= {f"{letter}{suffix}": text for suffix, text in texts.items()}
    return found


def in_month(month: int, lang: str) -> str:
    """Returns "in April", "ad aprile" or "a maggio"."""
    text = calendar_name(MONTHS[month], lang)
    return f"in {text}" if lang == "en" else f"{'ad' if text.startswith('a') else 'a'} {text}"


def calendar_name(of: Any, lang: str) -> str:
    """Returns the name of a month or a weekday; in Italian it is in small letters."""
    with translation.override(lang):
        return str(of) if lang == "en" else str(of).lower()


def _texts(one: Form, exact: float, exact_before: float, lang: str) -> Words:
    now, before = round(exact, one.decimals), round(exact_before, one.decimals)
    which = (now > before) - (now < before) + 1
    text, text_before = _text(one, now, lang), _text(one, before, lang)
    share = _number(abs(100 * (exact / exact_before - 1)), 1, lang) if before else "0"
    small = share in ("0.0", "0,0")
    texts = {
        "": text,
        "_before": text_before,
        "_diff": _number(abs(now - before), one.decimals, lang),
        "_way": ("lower", "little changed", "higher")[1 if small else which],
        "_verb": (("fall", "hold", "rise") if lang == "en" else ("calano", "variano", "salgono"))[which],
    }
    unit = "%" if one.kind == "rate" else ""
    if lang == "en":
        texts["_to"] = f"{('falls to', 'stays at', 'rises to')[which]} {text}{unit}"
        texts["_by"] = "is little changed" if small else f"{('falls', '', 'rises')[which]} {share}%"
    else:
        texts["_at"], texts["_before_at"] = _after("a", text, unit), _after("a", text_before, unit)
        texts["_of"] = _after("de", text, unit)
        texts["_to"] = f"{('scende', 'resta', 'sale')[which]} {texts['_at']}"
        texts["_by"] = "cambia poco" if small else f"{('scende', '', 'sale')[which]} {_with('de', share)}%"
    return texts


def _text(one: Form, figure: float, lang: str) -> str:
    if one.kind == "jobs":
        thousands = _number(abs(figure), 0, lang)
        if lang == "en":
            return f"{'adds' if figure >= 0 else 'loses'} {thousands},000 jobs"
        return f"{'crea' if figure >= 0 else 'perde'} {thousands}mila posti"
    if one.kind == "signed":
        return f"{'+' if figure > 0 else ''}{_number(figure, one.decimals, lang)}%"
    return _number(figure, one.decimals, lang)


def _number(figure: float, decimals: int, lang: str) -> str:
    text = f"{figure:,.{decimals}f}"
    return text.translate(str.maketrans(",.", ".,")) if lang == "it" else text


def _after(word: str, figure: str, unit: str) -> str:
    """Returns "al 2,3%" or "del 2,3%", and without a unit, as of an index, "a 98,7" or "di 98,7"."""
    return f"{_with(word, figure)}{unit}" if unit else f"{word.replace('de', 'di')} {figure}"


def _with(word: str, figure: str) -> str:
    """Returns "al 2,3", "all'1,9", "allo 0,4": Italian "a" and "de" before a figure, as it is pronounced."""
    whole = figure.replace(".", "").partition(",")[0].lstrip("-")
    if whole == "0":
        return f"{word}llo {figure}"
    eleven = whole.startswith("11") and len(whole) % 3 == 2
    return f"{word}ll'{figure}" if whole == "1" or eleven or whole.startswith("8") else f"{word}l {figure}"
