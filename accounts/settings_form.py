"""A reader's settings: language, reading tone and style, home market, digest."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import reader_settings
from accounts.models import RULES_ONLY, User
from briefing.core.work import schedule

TONES = [("NOVICE", _("Novice")), ("INTERMEDIATE", _("Intermediate")), ("PRO", _("Professional"))]
STYLES = [
    ("DRY", _("Dry: facts only")),
    ("SPECULATIVE", _("Speculative: with possible scenarios")),
]
TEXTS = [
    ("", _("AI, reviewed, and rules")),
    ("rules", _("Rules only, no AI")),
]
ANCHORS = [("", _("No home market")), ("US", _("United States")), ("EU", _("Europe")), ("UK", _("United Kingdom")),
           ("ASIA", _("Asia"))]  # fmt: skip


class SettingsForm(forms.Form):
    """Offers only the tones and styles in GENERATION_TONES and GENERATION_STYLES."""

    lang = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    tone = forms.ChoiceField(label=_("Reading tone"))
    texts = forms.ChoiceField(
        label=_("Who writes the texts"),
        choices=TEXTS,
        required=False,
        help_text=_(
            "Applies to reads and logs on pages, in digests, feeds and the API. The figures are the same."
        ),
    )
    style = forms.ChoiceField(label=_("Style of the texts"))
    anchor = forms.ChoiceField(label=_("Home market"), choices=ANCHORS, required=False)
    digest_opt_in = forms.ChoiceField(
        label=_("Digest by e-mail"),
        choices=User.Digest.choices,
    )
    digest_tone = forms.ChoiceField(label=_("Tone of the digest"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tones = [(value, label) for value, label in TONES if value in settings.GENERATION_TONES]
        self._offer("tone", tones)
        self._offer("digest_tone", tones)
        self._offer("style", [(v, label) for v, label in STYLES if v in settings.GENERATION_STYLES])
        times = {kind: _sent_at(kind) for kind in ("daily", "weekly")}
        self.fields["digest_opt_in"].help_text = (
            _("On weekdays at %(daily)s UTC, or on Sundays at %(weekly)s UTC; not when there is nothing new.")
            % times
        )

    def _offer(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


def _sent_at(kind: str) -> str:
    """The hour of a digest in the timetable, which staff can change."""
    return f"{schedule.slot_at(f'commentary.digest_{kind}', timezone.now()):%H:%M}"


def initial(user: User) -> dict[str, str]:
    """The stored settings; a tone or style that is no longer generated falls back to the first one."""
    stored = user.settings_json

    def generated(value: object, offered: list[str]) -> str:
        return value if isinstance(value, str) and value in offered else offered[0]

    return {
        "lang": user.lang,
        "tone": generated(stored.get("tone"), settings.GENERATION_TONES),
        "texts": "rules" if user.rules_only else "",
        "style": generated(stored.get("style"), settings.GENERATION_STYLES),
        "anchor": str(stored.get("anchor") or ""),
        "digest_opt_in": user.digest_opt_in,
        "digest_tone": generated(user.digest_tone, settings.GENERATION_TONES),
    }


def save(user: User, data: dict[str, Any]) -> None:
    """Stores the validated settings; other keys of `settings_json` are left alone."""
    user.lang, user.digest_opt_in, user.digest_tone = data["lang"], data["digest_opt_in"], data["digest_tone"]
    user.save(update_fields=["lang", "digest_opt_in", "digest_tone"])
    reader_settings.update(user, {
        "tone": data["tone"], "style": data["style"], "anchor": data["anchor"] or None,
        RULES_ONLY: True if data["texts"] else None,
    })  # fmt: skip
