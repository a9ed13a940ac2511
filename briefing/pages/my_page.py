"""`/my-page`: a form to arrange the front page, stored with the account.

The cached page is the same for all; a script reorders it for the reader (static/js/my-page.js).
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import access, reader_settings
from accounts.arrangement import KEY, Arrangement
from briefing.core.language import page_language
from indicators import groups
from indicators.groups import GroupConfig

STATES = ("open", "folded", "hidden")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.page(needs_user=True)
def arrange(request: HttpRequest) -> HttpResponse:
    """Shows and saves the arrangement; `reset` restores the default."""
    user = access.reader_of(request)
    if request.method != "POST":
        return render(request, "my_page.html", _context(user.arrangement))
    chosen = Arrangement() if "reset" in request.POST else _arrangement_from(request.POST, user.arrangement)
    reader_settings.update(user, {KEY: None if chosen == Arrangement() else chosen.as_json})
    messages.success(
        request,
        _("Your layout is saved.") if chosen != Arrangement() else _("Your page is reset to the default."),
    )
    return redirect("my_page")


def _arrangement_from(form: QueryDict, stored: Arrangement) -> Arrangement:
    """Reads the arrangement of existing groups and rows from the form, ignoring everything else.

    If groups are given the same place, the moved one gets it; a group without a place stays.
    """
    known = groups.load().groups
    common = [group.id for group in known]
    now = {group.id: number for number, group in enumerate(_ordered(known, stored), 1)}
    chosen = {code: _place(form.get(f"place-{code}", ""), now[code]) for code in common}
    # A group moved up goes before the one at its new place, a group moved down after it.
    order = sorted(common, key=lambda code: (chosen[code], chosen[code] - now[code], now[code]))
    pinned = set(form.getlist("pin"))
    return Arrangement(
        order=() if order == common else tuple(order),
        folded=tuple(code for code in common if form.get(f"state-{code}") == "folded"),
        hidden=tuple(code for code in common if form.get(f"state-{code}") == "hidden"),
        pinned=tuple(row.code for group in known for row in group.rows if row.code in pinned),
    )


def _place(text: str, now: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else now


def _ordered(known: list[GroupConfig], stored: Arrangement) -> list[GroupConfig]:
    """Orders groups as stored; groups added since come last."""
    place = {code: number for number, code in enumerate(stored.order)}
    return sorted(known, key=lambda group: place.get(group.id, len(place)))


def _context(stored: Arrangement) -> dict[str, object]:
    known = groups.load().groups
    return {
        "groups": [_group(group, stored) for group in _ordered(known, stored)],
        "places": range(1, len(known) + 1),
        "states": list(zip(STATES, (_("open"), _("collapsed"), _("hidden")), strict=True)),
        "arranged": stored != Arrangement(),
    }


def _group(group: GroupConfig, stored: Arrangement) -> dict[str, object]:
    language = page_language()
    return {
        "id": group.id,
        "title": group.title(language),
        "state": "hidden" if group.id in stored.hidden else "folded" if group.id in stored.folded else "open",
        "rows": [(row.code, row.label(language), row.code in stored.pinned) for row in group.rows],
    }
