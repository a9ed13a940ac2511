"""Layouts of brokers' files, readers' encrypted copies, the instrument map and noted tickers.

No table stores a holding: no quantity, no amount, no weight (specification 1.10).
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class CsvFormatTemplate(models.Model):
    """The column mapping of a broker's holdings file, one for each list of header names and delimiter.

    `template` is `{columns, unit, row_filter, skip_rows}`, which `static/js/portfolio/template.js` validates.
    """

    class MadeBy(models.TextChoices):
        SHIPPED = "shipped", _("shipped with the service")
        RULES = "rules", _("rules")
        AI = "ai", _("AI")

    header_key = models.CharField(
        _("key"),
        max_length=64,
        unique=True,
        help_text=_("SHA-256 of the normalised names and the delimiter."),
    )
    delimiter = models.CharField(_("delimiter"), max_length=1)
    headers = models.JSONField(_("header names"))
    template = models.JSONField(_("template"))
    broker = models.CharField(_("broker"), max_length=64, blank=True)
    made_by = models.CharField(_("created by"), max_length=8, choices=MadeBy, default=MadeBy.AI)
    model = models.CharField(_("model"), max_length=128, blank=True)
    prompt_tokens = models.PositiveIntegerField(_("prompt tokens"), default=0)
    completion_tokens = models.PositiveIntegerField(_("completion tokens"), default=0)
    cost_usd = models.DecimalField(_("cost (USD)"), max_digits=10, decimal_places=6, default=0)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        db_table = "csv_format_templates"
        verbose_name = _("file layout")
        verbose_name_plural = _("file layouts")
        ordering = ["broker", "-created_at"]

    def __str__(self) -> str:
        return self.broker or self.header_key[:12]


class PortfolioSync(models.Model):
    """A reader's encrypted copy, which neither the service nor its staff can decrypt.

    `blob` is the browser's envelope as `portfolio.sync.encryption.encrypt` returns it, `pepper_fp` identifies the
    pepper (null in older rows), `verifier` is the HMAC of the browser's auth_key (null in older rows), `failures`
    counts wrong verifiers since the last right one.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="portfolio_sync", verbose_name=_("reader")
    )
    blob = models.BinaryField(_("encrypted copy"))
    version = models.PositiveIntegerField(_("version"), default=1)
    pepper_fp = models.BinaryField(_("fingerprint of the pepper"), max_length=8, null=True)
    verifier = models.BinaryField(_("verifier"), max_length=32, null=True)
    failures = models.PositiveSmallIntegerField(_("failures since the last success"), default=0)
    updated_at = models.DateTimeField(_("saved"), default=timezone.now)

    class Meta:
        db_table = "portfolio_sync"
        verbose_name = _("encrypted copy")
        verbose_name_plural = _("encrypted copies")
        ordering = ["-updated_at"]

    def __str__(self) -> str:
        return f"{self.user_id}, {self.version}"


class InstrumentMap(models.Model):
    """A broker's listing and the provider's ticker for it; null means no quote.

    Automatic rows follow the broker's metadata (one for each broker ticker); manual rows are staff's and are never
    overwritten. A manual row may also name a pie's short ticker, narrowed by name or ISIN.
    """

    broker_ticker = models.CharField(_("broker ticker"), max_length=64)
    short_ticker = models.CharField(_("short ticker"), max_length=32, blank=True, db_index=True)
    name = models.CharField(_("name"), max_length=200, blank=True)
    isin = models.CharField(_("ISIN"), max_length=12, blank=True)
    currency = models.CharField(_("currency"), max_length=8, blank=True)
    kind = models.CharField(_("kind"), max_length=24, blank=True)
    provider_ticker = models.CharField(
        _("provider ticker"), max_length=32, null=True, blank=True, help_text=_("Empty: there is no quote.")
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    manual = models.BooleanField(_("manual"), default=False)
    sample = models.BooleanField(_("sample"), default=False)
    quote_currency = models.CharField(
        _("currency of the quote"), max_length=8, blank=True, help_text=_("As given by the provider.")
    )
    updated_at = models.DateTimeField(_("changed"), default=timezone.now)

    class Meta:
        db_table = "instrument_map"
        verbose_name = _("instrument")
        verbose_name_plural = _("instruments")
        ordering = ["broker_ticker", "pk"]
        indexes = [models.Index(fields=["provider_ticker"], name="instrument_map_provider")]
        constraints = [
            models.UniqueConstraint(
                fields=["broker_ticker"], condition=Q(manual=False), name="instrument_map_automatic_once"
            ),
            models.UniqueConstraint(
                fields=["broker_ticker", "name", "isin"],
                condition=Q(manual=True),
                name="instrument_map_manual_once",
            ),
        ]

    def __str__(self) -> str:
        return self.broker_ticker

    def as_instrument(self) -> dict[str, Any]:
        """The row in the form of the broker's metadata, for `portfolio.instruments`."""
        return {
            "ticker": self.broker_ticker,
            "shortName": self.short_ticker,
            "name": self.name,
            "currencyCode": self.currency,
            "isin": self.isin,
            "type": self.kind,
        }


class TickerUniverse(models.Model):
    """Tickers of past analyses, with the day only: no reader, amount or time.

    Written only while TICKER_UNIVERSE_AGGREGATE_ENABLED is on, and only tickers in the instrument map.
    """

    # The primary key: a serial number would reveal the order of arrival.
    ticker = models.CharField(_("ticker"), max_length=32, primary_key=True)
    name = models.CharField(_("name"), max_length=200, blank=True)
    currency = models.CharField(_("currency"), max_length=8, blank=True)
    added_on = models.DateField(_("added on"))

    class Meta:
        db_table = "ticker_universe"
        verbose_name = _("ticker of the universe")
        verbose_name_plural = _("tickers of the universe")
        ordering = ["ticker"]

    def __str__(self) -> str:
        return self.ticker
