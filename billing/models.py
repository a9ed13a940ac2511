"""Deliveries of the processors, subscriptions, consents and withdrawals."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class Processor(models.TextChoices):
    PRIMARY = "billing", _("primary")
    SECONDARY = "billing2", _("secondary")


class Deliveries(models.QuerySet["Delivery"]):
    def waiting(self) -> "Deliveries":
        """Stored but not processed: processing failed, or the process died before it."""
        return self.filter(processed_at=None)


class Delivery(models.Model):
    """One signed message of a processor, stored before it is processed; `processed_at` is set after that.

    `payload` is the body cut to 16 KiB; later, with `payload_reduced`, the fields that `billing.payloads` lists.
    """

    class Outcome(models.TextChoices):
        OK = "ok", _("processed")
        IGNORED = "ignored", _("changed nothing")

    processor: ClassVar[Processor]

    event_id = models.CharField(_("event id"), max_length=255, unique=True)
    event_type = models.CharField(_("event type"), max_length=128, blank=True)
    received_at = models.DateTimeField(_("received"), default=timezone.now, db_index=True)
    processed_at = models.DateTimeField(_("processed"), null=True, blank=True)
    error = models.TextField(_("error"), blank=True)
    payload = models.TextField(_("payload"), blank=True)
    payload_cut = models.BooleanField(_("payload was cut"), default=False)
    payload_reduced = models.BooleanField(_("payload was reduced"), default=False, db_default=False)
    outcome = models.CharField(_("outcome"), max_length=8, choices=Outcome, blank=True)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    subscription_id = models.CharField(_("subscription"), max_length=64, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name=_("reader"),
        related_name="%(class)s_set",
    )  # fmt: skip

    objects = Deliveries.as_manager()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.event_type or '?'} {self.event_id}"


class BillingEvent(Delivery):
    processor = Processor.PRIMARY

    class Meta:
        db_table = "billing_events"
        verbose_name = _("delivery of the primary processor")
        verbose_name_plural = _("deliveries of the primary processor")


class Billing2Event(Delivery):
    processor = Processor.SECONDARY

    class Meta:
        db_table = "billing2_events"
        verbose_name = _("delivery of the secondary processor")
        verbose_name_plural = _("deliveries of the secondary processor")


class Subscriptions(models.QuerySet["Subscription"]):
    def live(self) -> "Subscriptions":
        """Those that give access: the statuses of decisions 3 and 8.4."""
        return self.filter(status__in=Subscription.GIVE_ACCESS)

    def of(self, user: User, processor: Processor | None = None) -> "Subscriptions":
        found = self.filter(user=user)
        return found.filter(processor=processor) if processor else found


class Subscription(models.Model):
    """The last known state of a subscription at a processor; the reader's tier is derived from these rows."""

    GIVE_ACCESS = ("trialing", "active", "past_due")

    processor = models.CharField(_("processor"), max_length=8, choices=Processor)
    subscription_id = models.CharField(_("subscription"), max_length=64)
    customer_id = models.CharField(_("customer"), max_length=64, blank=True, db_index=True)
    status = models.CharField(_("status"), max_length=32, blank=True)
    trial_end = models.DateTimeField(_("trial end"), null=True, blank=True)
    trialed = models.BooleanField(_("had a trial"), default=False)
    newest_at = models.DateTimeField(_("newest event"), null=True, blank=True)
    granted_at = models.DateTimeField(_("newest event that gave access"), null=True, blank=True)
    first_seen_at = models.DateTimeField(_("first seen"), default=timezone.now)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name=_("reader"),
        related_name="subscriptions",
    )  # fmt: skip
    reader_deleted = models.BooleanField(
        _("its reader's account was deleted"), default=False, db_default=False
    )
    # A keyed hash of the card's fingerprint; None before it was requested, empty if the processor has none.
    card_hash = models.CharField(max_length=64, null=True, blank=True, editable=False, db_index=True)

    objects = Subscriptions.as_manager()

    class Meta:
        verbose_name = _("subscription")
        verbose_name_plural = _("subscriptions")
        constraints = [
            models.UniqueConstraint(fields=["processor", "subscription_id"], name="subscription_once")
        ]

    def __str__(self) -> str:
        return f"{self.subscription_id} {self.status}"

    @property
    def gives_access(self) -> bool:
        return self.status in self.GIVE_ACCESS


class Consent(models.Model):
    """A reader's consent before paying. As evidence it outlives the account, without the reader."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name=_("reader"),
        related_name="billing_consents",
    )  # fmt: skip
    given_at = models.DateTimeField(_("given"), default=timezone.now)
    cadence = models.CharField(_("plan"), max_length=8)
    price = models.DecimalField(_("price shown"), max_digits=8, decimal_places=2)
    currency = models.CharField(_("currency"), max_length=3)
    trial_days = models.PositiveSmallIntegerField(_("days of trial"), default=0)
    text_version = models.PositiveSmallIntegerField(_("version of the text"))
    language = models.CharField(_("language"), max_length=2, choices=settings.LANGUAGES)
    completed_at = models.DateTimeField(_("completed"), null=True, blank=True)
    subscription = models.ForeignKey(
        Subscription, models.SET_NULL, null=True, blank=True, related_name="consents"
    )

    class Meta:
        verbose_name = _("consent")
        verbose_name_plural = _("consents")
        indexes = [models.Index(fields=["user", "given_at"], name="consent_user")]

    def __str__(self) -> str:
        return f"{self.cadence} {self.given_at:%Y-%m-%d %H:%M}"


class Withdrawal(models.Model):
    """A reader's withdrawal from one contract; staff handle the repayment."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name=_("reader"),
        related_name="withdrawals",
    )  # fmt: skip
    subscription = models.OneToOneField(Subscription, models.CASCADE, related_name="withdrawal")
    declared_at = models.DateTimeField(_("declared"), default=timezone.now)
    language = models.CharField(_("language"), max_length=2, choices=settings.LANGUAGES)
    receipt_sent_at = models.DateTimeField(_("receipt sent"), null=True, blank=True)
    cancelled_at = models.DateTimeField(_("cancelled at the processor"), null=True, blank=True)
    settled_at = models.DateTimeField(_("repaid or settled"), null=True, blank=True)

    class Meta:
        verbose_name = _("withdrawal")
        verbose_name_plural = _("withdrawals")

    def __str__(self) -> str:
        return f"{self.subscription_id} {self.declared_at:%Y-%m-%d %H:%M}"


class BillingHistoryQuery(models.Manager["BillingHistory"]):
    def get_queryset(self) -> models.QuerySet["BillingHistory"]:
        """Readers with any record at a processor."""
        return super().get_queryset().filter(
            Q(subscriptions__isnull=False) | Q(billing_customer_id__isnull=False)
            | Q(billing2_customer_id__isnull=False) | Q(billing_consents__isnull=False)
        ).distinct()  # fmt: skip


class BillingHistory(User):
    """A proxy of the reader for the admin page with all billing records."""

    objects = BillingHistoryQuery()  # type: ignore[assignment,misc]

    class Meta:
        proxy = True
        verbose_name = _("billing history")
        verbose_name_plural = _("billing histories")
