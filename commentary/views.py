"""Pages of texts: the log with its archive and entries, receipts, past editions, an absence, and listening."""

import re
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core import origin
from briefing.core.language import page_language
from briefing.core.web import page_cache
from briefing.core.web.errors import NotFound
from briefing.core.web.page_cache import CacheableRequest, Render
from commentary import listening, log_queries, marks, past_editions, published
from commentary.away import away
from commentary.facts.span import LEAST_DAYS, MOST_DAYS
from commentary.labels import (
    TONE_LABELS,
    chosen_tone,
    rules_only,
    store_texts_choice,
    store_tone,
    texts_choice_key,
    tones_offered,
)
from commentary.scopes import scope_title

MONTH = re.compile(r"(20\d\d)-(0[1-9]|1[0-2])")
USUAL_DAYS = 7  # of an absence, without a number in the address
DAYS_OFFERED = (2, 3, USUAL_DAYS, 14, MOST_DAYS)


@require_safe
@access.page()
def log(request: HttpRequest) -> HttpResponse:
    """`/log`: the latest log and the archive; invalid `month` and `before` parameters are ignored."""
    tone, only = chosen_tone(request), rules_only(request)
    month = MONTH.fullmatch(request.GET.get("month", ""))
    before = request.GET.get("before", "")
    place = int(before) if before.isascii() and before.isdigit() and len(before) < 16 else None
    if month or place:
        response = _own(request, _archive(request, tone, only, month=month, place=place), tone)
    else:
        response = _serve(request, "log", lambda cacheable: _archive(cacheable, tone, only), tone=tone)
    store_texts_choice(request)
    return response


def _archive(
    request: HttpRequest,
    tone: str,
    only: bool,
    *,
    month: re.Match[str] | None = None,
    place: int | None = None,
) -> HttpResponse:
    language = page_language()
    chosen = (int(month[1]), int(month[2])) if month else None
    newest = None if chosen or place else log_queries.newest(language, tone, rules_only=only)
    context = _context(tone, day=timezone.now().date() - timedelta(days=1)) | {
        "entry": newest,
        "archive": log_queries.archive(language, tone, month=chosen, before=place, rules_only=only),
        "months": log_queries.months(tone, rules_only=only),
        "month": month[0] if month else "",
        "month_start": date(*chosen, 1) if chosen else None,
        "narrowed": bool(chosen or place),
    }
    return render(request, "commentary/log.html", context)


@require_safe
@access.page()
def log_entry(request: HttpRequest, pk: int) -> HttpResponse:
    """`/log/<id>`: one log in the reader's language and its own tone."""

    only = rules_only(request)

    def render_page(cacheable: CacheableRequest) -> HttpResponse:
        entry = log_queries.entry(pk, page_language(), rules_only=only)
        if entry is None:
            raise NotFound(_("There is no such log, or it was withdrawn."))
        context = _context(entry.tone, day=entry.cycle.date()) | {"entry": entry}
        return render(cacheable, "commentary/entry.html", context)

    return _serve(request, "log/entry", render_page)


@require_safe
@access.page()
def read_receipts(request: HttpRequest, pk: int) -> HttpResponse:
    """`/texts/read/<id>`: each sentence of a read with the figures in it."""
    only = rules_only(request)

    def render_page(cacheable: CacheableRequest) -> HttpResponse:
        found = published.read(pk, page_language(), rules_only=only)
        if found is None:
            raise NotFound(_("There is no such text, or it was withdrawn."))
        group, text = found
        subject = scope_title(group, page_language())
        context = _context(text.tone, day=text.cycle.date()) | {
            "text": text,
            "title": text.title or subject,
            "subject": subject,
        }
        return render(cacheable, "commentary/receipts.html", context)

    return _serve(request, "texts/read", render_page)


@require_safe
@access.page()
def edition(request: HttpRequest, day: str) -> HttpResponse:
    """`/edition/<date>`: the front page of a past day; redirects today to the front page, 404 for any other date."""
    tone, only = chosen_tone(request), rules_only(request)
    if day == timezone.now().date().isoformat():
        return redirect("dashboard")

    def render_page(cacheable: CacheableRequest) -> HttpResponse:
        today, language = timezone.now().date(), page_language()
        found = past_editions.edition(_day_of(day), today, language, tone, rules_only=only)
        if found is None:
            raise NotFound(
                _(
                    "There is no edition for this day: it is not over yet, is more than a year ago, or has no text."
                )
            )
        return render(cacheable, "commentary/edition.html", {"edition": found} | _tones(tone))

    return _serve(request, "edition", render_page, tone=tone)


def _day_of(text: str) -> date:
    """Returns the date of a path. Raises NotFound for one that no calendar has."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotFound(_("This is not a date: write it as 2026-11-21.")) from None


@require_safe
@access.page()
def absence(request: HttpRequest) -> HttpResponse:
    """`/away?days=<n>`: what happened in the last 2 to 30 days.

    Redirects to the nearest number of days; 404 for what is no number.
    """
    tone, days = chosen_tone(request), _days(request.GET.get("days", str(USUAL_DAYS)))
    if request.GET.getlist("days") != [str(days)]:
        others = {name: request.GET[name] for name in ("tone", "lang") if name in request.GET}
        return redirect(f"{reverse('commentary:away')}?{urlencode(others | {'days': days})}")

    def render_page(cacheable: CacheableRequest) -> HttpResponse:
        found = away(days, timezone.now(), page_language(), tone)
        context = {"away": found, "days": days, "choices": DAYS_OFFERED} | _tones(tone)
        return render(cacheable, "commentary/away.html", context)

    # By rules for every reader.
    response = page_cache.serve_cached(request, "away", render_page, query=f"days={days}", varies_on=[tone])
    return _own(request, response, tone)


def _days(text: str) -> int:
    """Returns the nearest number that the page has."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise NotFound(_("This is not a number of days: choose one from 2 to 30."))
    return min(max(int(text), LEAST_DAYS), MOST_DAYS)


@require_safe
@access.page()
def listen(request: HttpRequest, day: str = "") -> HttpResponse:
    """`/listen` and `/listen/<date>`: an edition as plain text, which the browser reads aloud; 404 if there is none."""
    tone, only = chosen_tone(request), rules_only(request)

    def render_page(_request: CacheableRequest) -> HttpResponse:
        today, language = timezone.now().date(), page_language()
        if day:
            found = listening.of_day(_day_of(day), today, language, tone, rules_only=only)
        else:
            found = listening.newest(today, language, tone, rules_only=only)
        if found is None:
            raise NotFound(_("There is no edition to listen to."))
        headers = marks.headers(found.marks)
        return HttpResponse(found.text, content_type="text/plain; charset=utf-8", headers=headers)

    response = page_cache.serve_cached(
        request, "listen", render_page, varies_on=[tone], texts=texts_choice_key(request)
    )
    response["Content-Language"] = page_language()
    return origin.marked(_own(request, response))


def _serve(request: HttpRequest, page: str, render_page: Render, *, tone: str = "") -> HttpResponse:
    """Serves a page of `page_cache` that depends on the reader's choice of texts and, if given, on a tone."""
    response = page_cache.serve_cached(
        request, page, render_page, varies_on=[tone] if tone else (), texts=texts_choice_key(request)
    )
    return _own(request, response, tone)


def _own(request: HttpRequest, response: HttpResponse, tone: str = "") -> HttpResponse:
    """Marks a response as this reader's, and stores a tone chosen by link."""
    if tone:
        store_tone(request, response, tone)
    response["Cache-Control"] = "private, no-cache"
    return response


def _tones(tone: str) -> dict[str, Any]:
    return {"tone": tone, "tones": tones_offered(), "reader_language": page_language()}


def _context(tone: str, *, day: date) -> dict[str, Any]:
    return _tones(tone) | {
        # Past day to link, if it has an edition.
        "day": day if past_editions.is_there(day, timezone.now().date(), tone) else None,
        "tone_label": TONE_LABELS.get(tone, tone),
    }
