"""The unsubscribe page of digests."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from commentary.mailing import unsubscribing
from commentary.mailing.views import by_link


@csrf_exempt  # mail programs post without a cookie (RFC 8058); the signed token authenticates the reader
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """`/digest/unsubscribe?t=…`: GET shows a button, POST unsubscribes."""
    return by_link(
        request,
        unsubscribing.DIGEST,
        switch_off=_switch_off,
        template="commentary/digest_unsubscribe.html",
        titles=(_("Unsubscribe from the digest"), _("The digest is switched off")),
    )


def _switch_off(user_id: int) -> None:
    """Unsubscribes the account. Idempotent; a deleted account is ignored."""
    User.objects.filter(pk=user_id).update(digest_opt_in=User.Digest.OFF)
