"""Settings pages that make and revoke personal access tokens."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import access, access_tokens, settings_page
from briefing.core.web.errors import NotFound

BACK = "/settings#tokens"
REASONS: dict[str, str | Promise] = {
    "nameless": gettext_lazy("Give the token a name so that you can recognise it."),
    "known": gettext_lazy("You already have a token with this name: choose another one."),
    "too_many": gettext_lazy("You have reached the maximum number of tokens: revoke one first."),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@access.page(needs_user=True)
def make(request: HttpRequest) -> HttpResponse:
    """Makes a token and shows it once, in the uncached response; a GET redirects to the settings."""
    if request.method != "POST":
        return redirect(BACK)
    name = request.POST.get("name", "")
    try:
        token = access_tokens.make(access.reader_of(request), name)
    except access_tokens.TokenRefused as refused:
        return settings_page.shown(
            request, status=400, token_error=REASONS[refused.kind], token_name=name[:60]
        )
    return settings_page.shown(request, new_token=token)


@never_cache
@require_POST
@access.page(needs_user=True, requires_acknowledgement=False)
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Revokes a token of the reader; 404 for any other."""
    if not access_tokens.revoke(access.reader_of(request), pk):
        raise NotFound(_("There is no such token."))
    messages.success(request, _("The token is revoked and no longer works."))
    return redirect(BACK)
