"""The columns of a message to a reader, from before it is sent to its end."""

from typing import Self, TypeVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class State(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RECORDED = "recorded", _("recorded, may have been sent")
    SENT = "sent", _("sent")
    SKIPPED = "skipped", _("skipped")
    FAILED = "failed", _("failed")


Row = TypeVar("Row", bound="ReaderMail")


class ReaderMails(models.QuerySet[Row]):
    def waiting(self) -> Self:
        """Returns messages that a worker may take."""
        return self.filter(state=State.WAITING)


class ReaderMail(models.Model):
    """A message to one reader; subclasses add `user`, the reasons, and what makes a message unique.

    One conditional update sets WAITING to RECORDED together with the row of `email_sends`, just before sending.
    Only an explicit rejection by the mail server sets it back. If the process dies or the connection breaks in
    between, the row stays RECORDED, so that no message is sent twice.
    """

    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    email_send = models.ForeignKey(
        "briefing.EmailSend", models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        abstract = True
