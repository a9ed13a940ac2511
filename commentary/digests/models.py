"""Digests sent: one row for each reader, kind and period, created before sending."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from commentary.mailing.models import ReaderMail, ReaderMails


class Digests(ReaderMails["Digest"]):
    def of_period(self, kind: str, period: str) -> "Digests":
        return self.filter(kind=kind, period=period)


class Digest(ReaderMail):
    """A reader's digest of one period."""

    class Kind(models.TextChoices):
        DAILY = "daily", _("daily")
        WEEKLY = "weekly", _("weekly")

    class Reason(models.TextChoices):
        NOT_WANTED = "not_wanted", _("switched off in the meantime")
        INACTIVE = "inactive", _("the account is not active")
        NOT_ACCEPTED = "not_accepted", _("the current statements are not accepted")
        NOTHING_NEW = "nothing_new", _("nothing new in the period")
        TOO_LATE = "too_late", _("the period was over")
        REFUSED = "refused", _("permanently rejected by the mail server")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="digests", db_index=False)
    kind = models.CharField(_("kind"), max_length=6, choices=Kind)
    period = models.CharField(
        _("period"), max_length=10, help_text=_("A day, or a week of the ISO calendar.")
    )
    reason = models.CharField(_("reason"), max_length=12, choices=Reason, blank=True)

    objects = Digests.as_manager()

    class Meta:
        verbose_name = _("digest")
        verbose_name_plural = _("digests")
        ordering = ["-created_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["user", "kind", "period"], name="digest_once")]
        indexes = [
            models.Index(fields=["kind", "period", "state"], name="digest_of_period"),
            models.Index(fields=["created_at"], name="digest_created"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.period} {self.state}"
