"""`/methods`: how figures and texts are made, how often texts pass review, and which were withdrawn."""

from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy
from django.views.decorators.http import require_safe

from briefing.core import numbers
from briefing.core.language import page_language
from briefing.core.web import page_cache
from briefing.pages.public import PageText, facts, in_language
from commentary import corrections, pass_rates
from commentary.facts import levels, moves, ranking, snapshot
from commentary.facts.snapshot import EVERYTHING
from commentary.labels import TONE_LABELS
from commentary.models import ReviewerVerdict, Withdrawal
from commentary.pass_rates import ENOUGH, PassRate, StagePassRate
from commentary.rules import stories
from commentary.writing.composition import ATTEMPTS
from indicators import groups, wording
from indicators.figures import KNOWN_FOR, LEAST_POINTS
from indicators.formulas import formula
from indicators.groups import GroupConfig, RowConfig
from indicators.models import STALE_AFTER

WORDS = PageText(
    gettext_lazy("Methods and corrections"),
    gettext_lazy(
        "How each figure is computed, how texts are written and reviewed, and which were withdrawn and why."
    ),
)
FREQUENCIES = {
    "D": pgettext_lazy("frequency", "daily"), "W": pgettext_lazy("frequency", "weekly"),
    "M": pgettext_lazy("frequency", "monthly"), "Q": pgettext_lazy("frequency", "quarterly"),
    "A": pgettext_lazy("frequency", "yearly"),
}  # fmt: skip
KINDS = {
    "aggregate": gettext_lazy("Read across all groups"),
    "read": gettext_lazy("Group reads"),
    "log": gettext_lazy("Strategic log"),
    "digest": gettext_lazy("Digests"),
    "portfolio": gettext_lazy("Commentary on portfolios"),
}
STAGES = {
    ReviewerVerdict.Stage.PRECHECK: gettext_lazy("Fixed rules: wording"),
    ReviewerVerdict.Stage.GROUNDING: gettext_lazy("Fixed rules: numbers"),
    ReviewerVerdict.Stage.LLM_REVIEWER: gettext_lazy("Second reviewer"),
    ReviewerVerdict.Stage.FIDELITY: gettext_lazy("Translation against original"),
}
LANGUAGES = {
    "en": pgettext_lazy("language inside a phrase", "English"),
    "it": pgettext_lazy("language inside a phrase", "Italian"),
}


@dataclass(frozen=True)
class Method:
    """How a figure is computed, in the reader's language."""

    code: str
    label: str
    note: str
    limits: str
    how: str
    unit: str
    frequency: str
    source_name: str
    source_url: str
    licence: str
    attribution: str


@dataclass(frozen=True)
class GroupMethods:
    """A group's figures; `gaps` is what it lacks everywhere, `absent` what this installation lacks."""

    id: str
    title: str
    gaps: str
    absent: str
    methods: list[Method]


@dataclass(frozen=True)
class Correction:
    withdrawn_on: date
    withdrawn_text: str
    published_text: str
    what: str
    languages: str
    written_by: str
    reason: str
    instead: str


@dataclass(frozen=True)
class StageRates:
    """A stage of the review with its pass rates in two windows."""

    name: str
    short: str
    long: str


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """`?before=` pages the list of corrections. Takes two queries if the counts are not cached, else one."""
    before = request.GET.get("before", "")
    place = int(before) if before.isascii() and before.isdigit() and len(before) < 16 else None
    if place is not None:
        return _render(request, place)
    # The counts are renewed hourly.
    hour = timezone.now().strftime("%H")
    return page_cache.serve_cached(
        request, "methods", lambda cacheable: _render(cacheable, None), varies_on=[hour]
    )


def _render(request: HttpRequest, place: int | None) -> HttpResponse:
    language = page_language()
    listed, rates = corrections.page(place), pass_rates.rates()
    context = {
        "title": WORDS.title,
        "about": WORDS.description,
        "figures_text": in_language("methods_figures.html"),
        "texts_text": in_language("methods_texts.html"),
        "groups": [_methods(group, language) for group in groups.load().configured],
        "least": LEAST_POINTS,
        "known_for": KNOWN_FOR,
        "stale_days": STALE_AFTER.days,
        "attempts": ATTEMPTS,
        "news": news_constants(language),
        "counted_at": rates.counted_at,
        "rates": [
            (KINDS.get(kind, kind), [_stage(line) for line in lines]) for kind, lines in rates.by_kind(KINDS)
        ],
        "enough": ENOUGH,
        "corrections": [_correction(row, language) for row in listed.rows],
        "older": listed.older,
        "paged": place is not None,
        **facts(),
    }
    return render(request, "public/methods.html", context)


def _methods(group: GroupConfig, language: str) -> GroupMethods:
    shown = [found for row in group.rows if row.shown and (found := row.active())]
    return GroupMethods(
        id=group.id,
        title=group.title(language),
        gaps=group.gaps(language),
        absent="; ".join(row.label(language) for row in group.absent),
        methods=[method(row, language) for row in shown],
    )


def news_constants(language: str) -> dict[str, str]:
    """Returns the constants of `commentary.facts.ranking`, formatted for the language."""
    numbers = {
        "least": moves.LEAST_OBSERVATIONS, "rest": levels.ROUND_RESTS.days,
        "unmoved": ranking.RELEASE_UNMOVED, "largest": ranking.LARGEST,
        "class_a": ranking.CLASSES["A"], "class_b": ranking.CLASSES["B"], "class_c": ranking.CLASSES["C"],
        "data": ranking.DATA, "two_days": ranking.AGES[2], "older": ranking.OLDER, "mark": ranking.MARK,
        "years": ranking.YEARS, "of_years": ranking.EXTREME_OF_YEARS, "of_a_year": ranking.EXTREME_OF_A_YEAR,
        "run": ranking.LONG_RUN, "of_a_run": ranking.RUN, "quiet": ranking.QUIET, "less_quiet": ranking.LESS_QUIET,
        "carried": ranking.CARRIED, "in_title": stories.LEAST_PUBLISHERS, "gives_way": snapshot.GIVES_WAY,
    }  # fmt: skip
    separator = "," if language == "it" else "."
    return {name: f"{number:g}".replace(".", separator) for name, number in numbers.items()}


def method(row: RowConfig, language: str) -> Method:
    """Describes an active row of `groups.toml`, with its transform in words."""
    named = {"index": pgettext("unit", "index"), "ratio": pgettext("unit", "ratio (×)")}
    unit = named.get(row.unit) or wording.mark(row.unit)
    basis = row.basis(language)
    return Method(
        code=row.code,
        label=row.label(language),
        note=row.note(language),
        limits=row.limits(language),
        how=formula(row),
        unit=f"{unit} {basis}" if basis else unit,
        frequency=str(FREQUENCIES[row.frequency]),
        source_name=row.source_name,
        source_url=row.source_url,
        licence=row.licence(language),
        attribution=row.attribution(language),
    )


def _stage(line: StagePassRate) -> StageRates:
    names = {"stage": STAGES[ReviewerVerdict.Stage(line.stage)], "language": LANGUAGES[line.lang]}
    return StageRates(_("%(stage)s, %(language)s") % names, _share(line.short), _share(line.long))


def _share(tally: PassRate) -> str:
    if not tally.checks:
        return pgettext("checks of texts", "none")
    counts = {"passed": numbers.number(tally.passed, 0), "checks": numbers.number(tally.checks, 0)}
    if tally.per_cent is None:
        return _("%(passed)s of %(checks)s (too few)") % counts
    share = f"{numbers.number(tally.per_cent, 0 if tally.per_cent == 100 else 1)}%"
    return _("%(passed)s of %(checks)s (%(share)s)") % {**counts, "share": share}


def _correction(row: Withdrawal, language: str) -> Correction:
    return Correction(
        withdrawn_on=row.withdrawn_at.date(),
        withdrawn_text=wording.day_text(row.withdrawn_at.date()),
        published_text=wording.day_text(row.published_at.date()),
        what=f"{_subject(row, language)} · {TONE_LABELS.get(row.tone, row.tone)}",
        languages=", ".join(str(LANGUAGES.get(code, code)) for code in row.languages.split(",")),
        written_by=_("Written by AI, reviewed") if row.written_by == "ai" else _("Written by rules"),
        reason=row.get_reason_display(),
        instead=row.get_instead_display(),
    )


def _subject(row: Withdrawal, language: str) -> str:
    """Names the withdrawn text's subject; a group that is no longer configured is named by its id."""
    if row.kind == Withdrawal.Kind.LOG:
        return _("Strategic log")
    if row.group == EVERYTHING:
        return _("Read across all groups")
    titles = {group.id: group.title(language) for group in groups.load().configured}
    return titles.get(row.group, row.group)
