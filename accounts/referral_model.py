"""The table of referrals and their rewards."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Referral(models.Model):
    """An invitation that led to an account; created with the referred reader's account.

    The reward is owed from `converted_at` and applied at `credited_at`. A lapsed one no longer counts;
    `taken_back_at` is when its discount ended at the processor.
    """

    class LapseReason(models.TextChoices):
        REFUNDED = "refunded", _("the first payment was refunded")
        WITHDRAWN = "withdrawn", _("withdrawn from the contract")
        DISPUTED = "disputed", _("the first payment was disputed")
        ENDED = "ended", _("ended within the withdrawal period")
        HOUSEHOLD = "household", _("the same household")

    referrer = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="referrals_made")
    referred = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="referral")
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    converted_at = models.DateTimeField(_("converted"), null=True, blank=True)
    credited_at = models.DateTimeField(_("credited"), null=True, blank=True)
    # Ids at the processors: the subscription that earned the reward, and the one that it was applied to.
    earned_with = models.CharField(_("earned with"), max_length=64, blank=True, default="", db_default="")
    credited_to = models.CharField(_("credited to"), max_length=64, blank=True, default="", db_default="")
    lapsed_at = models.DateTimeField(_("lapsed"), null=True, blank=True)
    lapse_reason = models.CharField(
        _("why"), max_length=9, choices=LapseReason, blank=True, default="", db_default=""
    )
    taken_back_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        db_table = "referrals"
        verbose_name = _("referral")
        verbose_name_plural = _("referrals")

    def __str__(self) -> str:
        return f"{self.referrer_id} -> {self.referred_id}"
