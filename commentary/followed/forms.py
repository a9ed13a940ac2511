"""The form of how often a reader gets mail; no form of this package takes a number."""

from django import forms
from django.utils.translation import gettext_lazy as _

from commentary.followed import times
from commentary.followed.models import FollowDelivery


class DeliveryForm(forms.Form):
    mail = forms.ChoiceField(label=_("By e-mail"), choices=FollowDelivery.Mail.choices)
    zone = forms.ChoiceField(label=_("Time zone"))

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = self.fields["zone"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(zone, zone.replace("_", " ")) for zone in times.zones()]
