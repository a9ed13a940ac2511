"""The page of one figure and its CSV; thin views over `details`."""

import csv

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core import origin
from briefing.core.language import page_language
from briefing.core.web import errors, page_cache
from briefing.core.web.errors import NotFound
from indicators import details, groups, past_days
from indicators.agenda import lines as agenda
from indicators.chart_view import ALL, ChartView, NoSuchView
from indicators.config_types import NotConfigured
from indicators.fallback_sources import row_as_stored
from indicators.redistribution import refusal
from indicators.vintages import NotKnown


@require_safe
@access.page()
def detail(request: HttpRequest, code: str) -> HttpResponse:
    """`/indicators/<code>`: chart, table, place in history, source; 404 for an unknown code, view or day.

    Cached for each range; with a second figure or a past day there are thousands of pages, so those are not cached,
    and past days are limited.
    """
    view = _view(code, request)
    if view.as_of and (wait := past_days.count(request)):
        return errors.too_often(request, wait)

    def render_page(cacheable: HttpRequest) -> HttpResponse:
        try:
            found = details.detail(code, page_language(), view)
        except NotConfigured:
            raise NotFound(_("There is no such figure.")) from None
        except NotKnown as reason:
            raise NotFound(str(reason)) from None
        return render(cacheable, "indicators/detail.html", {"detail": found, "row": found.row})

    if view.compared_with or view.as_of:
        return render_page(request)
    due = agenda.quarter_of_hour(timezone.now())  # what is due next changes when its moment has passed
    return page_cache.serve_cached(request, "indicator", render_page, query=view.query, varies_on=[due])


def _view(code: str, request: HttpRequest) -> ChartView:
    try:
        return ChartView.of(code, request.GET)
    except NoSuchView:
        raise NotFound(_("There is no such view of this figure: choose one on its page.")) from None


@require_safe
@access.page()
def as_csv(request: HttpRequest, code: str) -> HttpResponse:
    """`/indicators/<code>.csv`: the history of a range, newest last (RFC 4180); values are plain numbers.

    With `as_of` as it was known at the end of that day (UTC); 404 with the reason if that is not known. 403 with the
    reason if the owner's terms do not allow redistribution.
    """
    view = _view(code, request)
    try:
        row = row_as_stored(groups.load().row(code))
    except NotConfigured:
        raise NotFound(_("There is no such figure.")) from None
    if refused := refusal(row, page_language()):
        return errors.respond(request, 403, detail=refused.reason)
    if view.as_of and (wait := past_days.count(request)):
        return errors.too_often(request, wait)
    try:
        points = details.series(row, view)
    except NotKnown as reason:
        raise NotFound(str(reason)) from None
    response = origin.marked(HttpResponse(content_type="text/csv; charset=utf-8"))
    # The code is a configured one (letters and digits), so the file name needs no quoting.
    span = "" if view.range == ALL else f"-{view.range}"
    known = f"-as-of-{view.as_of}" if view.as_of else ""
    name = f"market-briefing{'-sample' if origin.is_sample() else ''}-{code}{span}{known}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    writer = csv.writer(response, lineterminator="\r\n")
    writer.writerow(("period", "date", "value"))
    writer.writerows((point.period, point.day.isoformat(), repr(round(point.value, 9))) for point in points)
    return response
