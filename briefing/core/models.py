"""Tables shared by the apps: jobs, heartbeats, limits, sent mail, model costs and staff notices."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Greatest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Jobs(models.QuerySet["Job"]):
    def due(self, now: datetime) -> "Jobs":
        """Returns the rows that a worker may claim: new ones that are due, and running ones with an expired lease."""
        return self.filter(
            Q(state=Job.State.NEW, not_before__lte=now) | Q(state=Job.State.RUNNING, lease_until__lte=now)
        )

    def longest_due(self, now: datetime) -> tuple[str, datetime] | None:
        """Returns the kind of the row due longest, and since when: `not_before` or, if later, its creation."""
        waiting = self.due(now).annotate(since=Greatest("not_before", "created_at"))
        return waiting.order_by("since").values_list("kind", "since").first()


class Job(models.Model):
    """A unit of work. The row is authoritative; Celery's message only wakes a worker."""

    class State(models.TextChoices):
        NEW = "new", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        DEAD = "dead", _("permanently failed")
        SKIPPED = "skipped", _("skipped")

    kind = models.CharField(_("kind"), max_length=64)
    key = models.CharField(_("key"), max_length=160)
    payload = models.JSONField(
        _("payload"), default=dict, blank=True, help_text=_("Ids only, nothing personal.")
    )
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.NEW)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    not_before = models.DateTimeField(_("not before"), default=timezone.now)
    woken_at = models.DateTimeField(null=True, blank=True)
    owner = models.CharField(max_length=80, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    outcome = models.TextField(_("outcome"), blank=True)

    objects = Jobs.as_manager()

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="job_once")]
        indexes = [
            models.Index(fields=["state", "not_before"], name="job_due"),
            models.Index(fields=["kind", "state", "finished_at"], name="job_last"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Heartbeat(models.Model):
    """One row per process, from which readiness and the admin see the running processes."""

    name = models.CharField(max_length=80, primary_key=True)
    role = models.CharField(max_length=16)
    host = models.CharField(max_length=64, blank=True)
    version = models.CharField(max_length=32, blank=True)
    # Keyed hash of the settings and secrets that every host must share.
    settings_hash = models.CharField(max_length=16, blank=True, default="", db_default="")
    pid = models.PositiveIntegerField()
    started_at = models.DateTimeField()
    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Backup(models.Model):
    """One row per backup, so that every host knows of one that another host made."""

    made_at = models.DateTimeField(db_index=True)
    host = models.CharField(max_length=64)
    file = models.CharField(max_length=120)
    size = models.PositiveBigIntegerField(help_text="bytes")

    def __str__(self) -> str:
        return f"{self.file} on {self.host}"


class LimitWindow(models.Model):
    """The recent uses of a limited value, as seconds since 1970; the key is a keyed hash."""

    scope = models.CharField(max_length=32)
    key = models.CharField(max_length=64)
    uses = models.JSONField(default=list)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "key"], name="limit_window_once")]
        indexes = [models.Index(fields=["last_at"], name="limit_window_last")]

    def __str__(self) -> str:
        return self.scope


class Edition(models.Model):
    """The version of one part of the published content; changes with every publication of the part."""

    part = models.CharField(max_length=16, primary_key=True)
    number = models.BigIntegerField()

    def __str__(self) -> str:
        return self.part


class EmailSend(models.Model):
    """A sent message by reader, kind and time; its text is not stored."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        db_index=False,
        related_name="email_sends",
    )
    kind = models.CharField(max_length=32)
    sent_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "email_sends"
        verbose_name = _("e-mail sent")
        verbose_name_plural = _("e-mails sent")
        indexes = [models.Index(fields=["user", "kind", "sent_at"], name="email_sends_user_kind")]

    def __str__(self) -> str:
        return f"{self.kind} {self.sent_at:%Y-%m-%d %H:%M}"


class LlmCall(models.Model):
    """The cost ledger: one row per attempt, failed ones included, in millionths of a dollar.

    No portfolio data, no text.
    """

    class State(models.TextChoices):
        RESERVED = "reserved", _("reserved")
        SETTLED = "settled", _("settled")
        UNCERTAIN = "uncertain", _("uncertain")
        RELEASED = "released", _("released")

    class Share(models.TextChoices):
        TEXTS = "texts", _("texts")
        TAGGING = "tagging", _("tags of headlines")
        ANALYSES = "analyses", _("explanations of weights")
        FORMATS = "formats", _("layouts of files")

    month = models.CharField(max_length=7, help_text=_("UTC month, 2026-11"))
    purpose = models.CharField(max_length=32)
    share = models.CharField(
        max_length=8, choices=Share, default=Share.TEXTS, db_default=Share.TEXTS,
        help_text=_("The share of the cap that it counts against."),
    )  # fmt: skip
    provider = models.CharField(max_length=16)
    model = models.CharField(max_length=128, blank=True)
    answered_by = models.CharField(
        max_length=128, blank=True, help_text=_("The model's name in the answer, where it differs.")
    )
    state = models.CharField(max_length=9, choices=State, default=State.RESERVED)
    outcome = models.CharField(max_length=32, blank=True)
    prompt_tokens = models.PositiveIntegerField(default=0)
    cached_tokens = models.PositiveIntegerField(default=0)
    completion_tokens = models.PositiveIntegerField(default=0)
    cost_micro_usd = models.PositiveBigIntegerField(default=0)
    seconds = models.FloatField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()

    class Meta:
        verbose_name = _("model call")
        verbose_name_plural = _("model calls")
        indexes = [
            models.Index(fields=["month", "state"], name="llm_month_state"),
            models.Index(fields=["purpose", "created_at"], name="llm_purpose"),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} {self.provider} {self.created_at:%Y-%m-%d %H:%M}"


class LlmMonth(models.Model):
    """The row that parallel reservations lock, so that together they cannot exceed the cap or a share.

    The shares' columns are part of `committed_micro_usd`; the rest of it belongs to the texts.
    """

    month = models.CharField(max_length=7, primary_key=True)
    committed_micro_usd = models.BigIntegerField(default=0)
    tagging_micro_usd = models.BigIntegerField(default=0, db_default=0)
    analyses_micro_usd = models.BigIntegerField(default=0, db_default=0)
    formats_micro_usd = models.BigIntegerField(default=0, db_default=0)

    def __str__(self) -> str:
        return self.month


class LlmEndpoint(models.Model):
    """State of a provider's endpoint, shared by all processes: its circuit and the parameters it rejects.

    `identity` is a keyed hash of address, model and key, so a changed configuration gets a new row.
    """

    identity = models.CharField(max_length=64, primary_key=True)
    provider = models.CharField(_("provider"), max_length=16)
    model = models.CharField(_("model"), max_length=128)
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)
    open_until = models.DateTimeField(
        _("paused until"),
        null=True,
        blank=True,
        help_text=_("After that, a single call probes the endpoint."),
    )
    refused = models.JSONField(
        _("refused parameters"),
        default=list,
        blank=True,
        help_text=_("No longer sent, since it answers them with an error."),
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    changed_at = models.DateTimeField(_("changed"), default=timezone.now)

    class Meta:
        verbose_name = _("model endpoint")
        verbose_name_plural = _("model endpoints")

    def __str__(self) -> str:
        return f"{self.provider} {self.model}"


class StaffNotice(models.Model):
    """A notice to staff, sent once until it is resolved."""

    kind = models.CharField(_("kind"), max_length=32)
    subject = models.CharField(_("about"), max_length=160, blank=True)
    text = models.CharField(_("text"), max_length=500)
    path = models.CharField(_("where to act"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("since"), default=timezone.now)
    resolved_at = models.DateTimeField(_("resolved"), null=True, blank=True)

    class Meta:
        verbose_name = _("system notice")
        verbose_name_plural = _("system notices")
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "subject"], condition=Q(resolved_at__isnull=True), name="staff_notice_once"
            )
        ]

    def __str__(self) -> str:
        return self.text


class ServiceFault(models.Model):
    """An error of the service that staff are notified of by e-mail; deleted when its end has been reported."""

    key = models.CharField(max_length=120, primary_key=True)
    text = models.CharField(max_length=1000)
    began_at = models.DateTimeField()
    told_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.key


class DataOrigin(models.Model):
    """The single row that records where figures, headlines and texts come from."""

    class Origin(models.TextChoices):
        SAMPLES = "samples", _("sample sources")
        LIVE = "live", _("public sources")

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    origin = models.CharField(max_length=8, choices=Origin)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="data_origin_one_row")]

    def __str__(self) -> str:
        return self.origin
