"""The page of one figure and its CSV; thin views over `details`."""

import csv

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts import access
from briefing.core import printed
from briefing.core.language import page_language
from briefing.core.printed import Sheet
from indicators import details


@access.page()
def detail(request: HttpRequest, code: str) -> HttpResponse:
    """`/indicators/<code>`: chart, table, place in history, source; 404 for a code that is not shown."""

    def draw(sheet: Sheet) -> HttpResponse:
        try:
            found = details.detail(code, page_language())
        except KeyError:
            raise Http404(_("There is no such figure.")) from None
        return render(sheet, "indicators/detail.html", {"detail": found, "row": found.row})

    return printed.hand_out(request, "indicator", draw)


@access.page()
def as_csv(request: HttpRequest, code: str) -> HttpResponse:
    """`/indicators/<code>.csv`: the whole history, newest last (RFC 4180); values are plain numbers."""
    try:
        points = details.series(code)
    except KeyError:
        raise Http404(_("There is no such figure.")) from None
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    # The code is one of the configuration's (letters and digits), so the file name needs no quoting.
    response["Content-Disposition"] = f'attachment; filename="market-briefing-{code}.csv"'
    writer = csv.writer(response, lineterminator="\r\n")
    writer.writerow(("period", "date", "value"))
    writer.writerows((point.period, point.day.isoformat(), repr(round(point.value, 9))) for point in points)
    return response
