"""Views of the log page, its archive, its entries and receipts."""

import re
from datetime import date, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core.language import page_language
from briefing.core.web import page_cache
from briefing.core.web.errors import NotFound
from briefing.core.web.page_cache import CacheableRequest
from commentary import log_queries, past_editions, published
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


@require_safe
@access.page()
def log(request: HttpRequest) -> HttpResponse:
    """`/log`: the latest log and the archive; invalid `month` and `before` parameters are ignored."""
    tone, only = chosen_tone(request), rules_only(request)
    month = MONTH.fullmatch(request.GET.get("month", ""))
    before = request.GET.get("before", "")
    place = int(before) if before.isascii() and before.isdigit() and len(before) < 16 else None
    if month or place:
        response = _archive(request, tone, only, month=month, place=place)
    else:
        response = page_cache.serve_cached(
            request,
            "log",
            lambda cacheable: _archive(cacheable, tone, only),
            varies_on=[tone],
            texts=texts_choice_key(request),
        )
    store_texts_choice(request)
    store_tone(request, response, tone)
    response["Cache-Control"] = "private, no-cache"
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

    response = page_cache.serve_cached(request, "log/entry", render_page, texts=texts_choice_key(request))
    response["Cache-Control"] = "private, no-cache"
    return response


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

    response = page_cache.serve_cached(request, "texts/read", render_page, texts=texts_choice_key(request))
    response["Cache-Control"] = "private, no-cache"
    return response


def _context(tone: str, *, day: date) -> dict[str, Any]:
    return {
        "tone": tone,
        "tones": tones_offered(),
        # Past day to link, if it has an edition.
        "day": day if past_editions.is_there(day, timezone.now().date(), tone) else None,
        "tone_label": TONE_LABELS.get(tone, tone),
        "reader_language": page_language(),
    }
