"""Digests sent: one row for each reader, kind and period, created before sending."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Digests(models.QuerySet["Digest"]):
    def waiting(self) -> "Digests":
        """Returns digests that a worker may claim."""
        return self.filter(state=Digest.State.WAITING)

    def of_period(self, kind: str, period: str) -> "Digests":
        return self.filter(kind=kind, period=period)


class Digest(models.Model):
    """A reader's digest of one period.

    One conditional update sets WAITING to RECORDED together with the row of `email_sends`, just before sending.
    Only an explicit rejection by the mail server sets it back. If the process dies or the connection breaks in
    between, the row stays RECORDED, so that no message is sent twice.
    """

    class Kind(models.TextChoices):
        DAILY = "daily", _("daily")
        WEEKLY = "weekly", _("weekly")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RECORDED = "recorded", _("recorded, may have been sent")
        SENT = "sent", _("sent")
        SKIPPED = "skipped", _("skipped")
        FAILED = "failed", _("failed")

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
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    reason = models.CharField(_("reason"), max_length=12, choices=Reason, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    email_send = models.ForeignKey(
        "briefing.EmailSend", models.SET_NULL, null=True, blank=True, related_name="+"
    )

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
