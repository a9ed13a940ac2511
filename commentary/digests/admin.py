"""Admin pages of sent digests, and a preview of the current one."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from briefing.core.operations.ledger_admin import LedgerAdmin
from briefing.core.outside import mail
from commentary.digests import contents, delivery, periods
from commentary.digests.contents import DigestContents
from commentary.digests.models import Digest
from commentary.labels import tones_offered
from commentary.mailing import unsubscribing

# Takes the place of a token in previews; the unsubscribe page rejects it.
EXAMPLE = "preview"


class DigestPreviewForm(forms.Form):
    kind = forms.ChoiceField(label=_("Kind"), choices=Digest.Kind.choices)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    tone = forms.ChoiceField(label=_("Tone"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["tone"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = tones_offered()


def chosen(request: HttpRequest) -> tuple[DigestPreviewForm, DigestContents]:
    """Returns the form and the current contents; invalid or missing choices give the daily digest in English."""
    first = {"kind": "daily", "language": "en", "tone": settings.GENERATION_TONES[0]}
    form = DigestPreviewForm({name: request.GET.get(name, value) for name, value in first.items()})
    if not form.is_valid():
        form = DigestPreviewForm(first)
        form.is_valid()
    now, chosen = timezone.now(), form.cleaned_data
    period = periods.shown(chosen["kind"], now)
    return form, contents.collect(period, language=chosen["language"], tone=chosen["tone"], now=now)


def _context(digest: DigestContents) -> dict[str, Any]:
    return delivery.context_of(digest, unsubscribe_url=unsubscribing.link(EXAMPLE, digest.language))


@admin.register(Digest)
class DigestAdmin(LedgerAdmin):
    list_display = ["created_at", "user", "kind", "period", "state", "reason", "finished_at"]
    list_filter = ["kind", "state", "reason"]
    search_fields = ["user__email", "period"]
    list_select_related = ["user"]
    change_list_template = "admin/commentary/digest/change_list.html"

    def get_urls(self) -> list[URLPattern]:
        may_view = permission_required("commentary.view_digest", raise_exception=True)

        def page(view: Any) -> Any:
            return self.admin_site.admin_view(require_safe(never_cache(may_view(view))))

        return [
            path("preview/", page(self.preview), name="commentary_digest_preview"),
            path("preview/rendered/", page(self.rendered), name="commentary_digest_rendered"),
            path("preview/source/", page(self.source), name="commentary_digest_source"),
            *super().get_urls(),
        ]

    def preview(self, request: HttpRequest) -> HttpResponse:
        """Shows subject, headers and plain part, with links to the HTML part and its source."""
        form, digest = chosen(request)
        words = mail.render("digest", language=digest.language, context=_context(digest))
        headers = delivery.headers_of(digest, unsubscribing.link(EXAMPLE, digest.language))
        context = {
            **self.admin_site.each_context(request),
            "title": _("Preview of a digest"), "opts": self.opts, "form": form, "edition": digest, "words": words,
            "headers": headers.items(), "bytes": len(words.html.encode()),
        }  # fmt: skip
        return render(request, "admin/commentary/digest/preview.html", context)

    def rendered(self, request: HttpRequest) -> HttpResponse:
        """Renders the HTML part with a linked stylesheet, since our CSP blocks inline styles."""
        _form, digest = chosen(request)
        values = _context(digest) | {"language": digest.language, "linked": True}
        with translation.override(digest.language):
            return HttpResponse(render_to_string("mail/digest.html", values))

    def source(self, request: HttpRequest) -> HttpResponse:
        """Returns the source of the HTML part, as sent, as plain text."""
        _form, digest = chosen(request)
        words = mail.render("digest", language=digest.language, context=_context(digest))
        return HttpResponse(words.html, content_type="text/plain; charset=utf-8")
