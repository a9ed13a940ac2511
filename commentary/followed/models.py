"""What readers follow, the events found, and the messages about them."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from commentary.mailing.models import ReaderMail, ReaderMails


class Kind(models.TextChoices):
    """What a reader can ask to be told of; all but decisions are about a figure."""

    OUT = "out", _("is out")
    UNUSUAL = "unusual", _("is unusual for it")
    REVISED = "revised", _("is revised")
    DECISION = "decision", _("has decided")


FIGURE_KINDS = (Kind.OUT, Kind.UNUSUAL, Kind.REVISED)


class Follow(models.Model):
    """One kind of event that a reader asks for; `subject` is a row's code, or a decision's id in the catalogue."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="follows", db_index=False)
    subject = models.CharField(_("subject"), max_length=40)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("followed figure")
        verbose_name_plural = _("followed figures")
        constraints = [models.UniqueConstraint(fields=["user", "subject", "kind"], name="follow_once")]
        indexes = [models.Index(fields=["subject", "kind"], name="follow_subject")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.subject} {self.kind}"


class FollowDelivery(models.Model):
    """How often a reader gets messages, and the time zone whose nights are kept free of them."""

    class Mail(models.TextChoices):
        OFF = "off", _("No e-mail")
        DAILY = "daily", _("At most one a day")
        HOURLY = "hourly", _("At most one an hour")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="follow_delivery", primary_key=True
    )
    mail = models.CharField(_("e-mail"), max_length=6, choices=Mail, default=Mail.DAILY)
    zone = models.CharField(_("time zone"), max_length=64, default="UTC")

    def __str__(self) -> str:
        return f"{self.user_id} {self.mail} {self.zone}"


class FigureCursor(models.Model):
    """The facts of a row at the last scan; `version` rises with each change, so that each is found once."""

    code = models.CharField(max_length=12, unique=True)
    facts = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.code} {self.version}"


class FigureEvent(models.Model):
    """One event; `key` is its period, decision, or revision. `day` is the observation's or decision's.

    `texts` holds label, value and reviewed sentence by language and tone; empty for a decision.
    """

    subject = models.CharField(_("subject"), max_length=40)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    key = models.CharField(max_length=80)
    at = models.DateTimeField(_("found at"))
    day = models.DateField(_("day"))
    texts = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("event of a followed figure")
        verbose_name_plural = _("events of followed figures")
        constraints = [models.UniqueConstraint(fields=["subject", "kind", "key"], name="figure_event_once")]
        indexes = [models.Index(fields=["at"], name="figure_event_at")]

    def __str__(self) -> str:
        return f"{self.subject} {self.kind} {self.key}"


class FollowMails(ReaderMails["FollowMail"]):
    pass


class FollowMail(ReaderMail):
    """One message to a reader; `slot` is the reader's own day ("2026-11-26") or hour ("2026-11-26T14")."""

    class Reason(models.TextChoices):
        NOT_WANTED = "not_wanted", _("switched off in the meantime")
        INACTIVE = "inactive", _("the account is not active")
        NOT_ACCEPTED = "not_accepted", _("the current statements are not accepted")
        TOO_LATE = "too_late", _("the reader’s day was over")
        REFUSED = "refused", _("permanently rejected by the mail server")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="follow_mails", db_index=False
    )
    slot = models.CharField(_("day or hour"), max_length=13)
    reason = models.CharField(_("reason"), max_length=12, choices=Reason, blank=True)

    objects = FollowMails.as_manager()

    class Meta:
        verbose_name = _("message about followed figures")
        verbose_name_plural = _("messages about followed figures")
        ordering = ["-created_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["user", "slot"], name="follow_mail_once")]
        indexes = [
            models.Index(fields=["state"], name="follow_mail_state"),
            models.Index(fields=["created_at"], name="follow_mail_created"),
        ]

    def __str__(self) -> str:
        return f"{self.slot} {self.state}"


class PendingEvent(models.Model):
    """An event that a reader is to get by mail, written with the event; `mail` is the message that has it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    event = models.ForeignKey(FigureEvent, models.CASCADE, related_name="+")
    mail = models.ForeignKey(FollowMail, models.CASCADE, related_name="+", null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "event"], name="pending_event_once")]
        indexes = [models.Index(fields=["user"], name="pending_event_unsent", condition=models.Q(mail=None))]

    def __str__(self) -> str:
        return f"{self.user_id} {self.event_id}"
