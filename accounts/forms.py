"""Forms of signing in. Their field names are part of the interface (decision 3.9)."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from briefing.core.addresses import normalise


class AcknowledgeForm(forms.Form):
    """The checkbox under the statements; any version but the current one counts as not accepted."""

    ack = forms.CharField(required=False)
    ack_version = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("ack") != "on" or data.get("ack_version") != str(settings.ACKNOWLEDGEMENT_VERSION):
            self.add_error("ack", _("Please read the three statements and tick the box to accept them."))
        return data


class SignInForm(AcknowledgeForm):
    """The checkbox and the address that the code is sent to."""

    email = forms.CharField(label=_("E-mail address"), max_length=1000, strip=True)
    lang = forms.CharField(required=False)

    def clean_email(self) -> str:
        return normalise(self.cleaned_data["email"]).mail
