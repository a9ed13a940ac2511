"""Feeds with their fetch state, headlines, stories and ingestion runs."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Cast, Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Feeds(models.QuerySet["Feed"]):
    def of_this_mode(self) -> "Feeds":
        """In sample mode the sample feeds and those added by staff, otherwise all but the samples."""
        if settings.SAMPLE_DATA:
            return self.filter(Q(sample=True) | Q(slug=""))
        return self.filter(sample=False)

    def forbidden(self) -> "Feeds":
        """Feeds whose terms forbid a paid service, if this is one and the operator has not allowed them by name."""
        if not settings.SUBSCRIPTIONS_ENABLED:
            return self.none()
        return self.filter(paid=Feed.Terms.NO, sample=False).exclude(
            slug__in=[name for name in settings.PAID_DISPLAY_ALLOWED if name]
        )

    def askable(self) -> "Feeds":
        """Enabled feeds, and those that the service disabled, which are probed weekly."""
        asked = self.of_this_mode().filter(Q(enabled=True) | Q(disabled_at__isnull=False))
        return asked.exclude(pk__in=Feed.objects.forbidden().values("pk"))

    def due(self, now: datetime) -> "Feeds":
        return self.askable().filter(next_check_at__lte=now)


class Feed(models.Model):
    """A publisher's feed, with the state of its last fetches and the time of the next."""

    class Category(models.TextChoices):
        CENTRAL_BANK = "central-bank", _("central bank")
        STATISTICS = "statistics", _("statistics")
        POLICY = "policy", _("policy")
        REGULATOR = "regulator", _("regulator")
        ENERGY = "energy", _("energy")
        NEWS = "news", _("news")

    class Terms(models.TextChoices):
        YES = "yes", _("yes")
        NO = "no", _("no")
        UNKNOWN = "unknown", _("unknown")

    slug = models.SlugField(
        _("short name"),
        max_length=64,
        blank=True,
        help_text=_("Its name in feeds.toml; empty if added here."),
    )
    url = models.URLField(_("address"), max_length=500, unique=True)
    title = models.CharField(_("title"), max_length=120, blank=True)
    publisher = models.CharField(
        _("publisher"),
        max_length=80,
        blank=True,
        help_text=_("Shown as the source; sources are counted by publisher."),
    )
    homepage = models.URLField(_("home page"), max_length=500, blank=True)
    lang = models.CharField(_("language"), max_length=2, choices=settings.LANGUAGES, default="en")
    category = models.CharField(_("category"), max_length=16, choices=Category, default=Category.NEWS)
    paid = models.CharField(
        _("a paid service may show it"), max_length=8, choices=Terms, default=Terms.UNKNOWN
    )
    stored = models.CharField(
        _("headlines may be stored"), max_length=8, choices=Terms, default=Terms.UNKNOWN
    )
    terms = models.CharField(_("what the terms are based on"), max_length=500, blank=True)
    sample = models.BooleanField(_("sample"), default=False, editable=False)
    enabled = models.BooleanField(_("enabled"), default=True)

    etag = models.CharField(max_length=500, blank=True)
    last_modified = models.CharField(max_length=120, blank=True)
    body_digest = models.CharField(max_length=64, blank=True)
    ttl_s = models.PositiveIntegerField(_("minimum interval (s)"), default=0)
    next_check_at = models.DateTimeField(_("next check"), default=timezone.now)
    last_checked_at = models.DateTimeField(_("last check"), null=True, blank=True)
    last_ok_at = models.DateTimeField(_("last success"), null=True, blank=True)
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)
    last_error = models.CharField(_("last error"), max_length=500, blank=True)
    last_error_code = models.CharField(_("error code"), max_length=24, blank=True)
    repairs = models.CharField(
        _("repaired when last read"),
        max_length=500,
        blank=True,
        help_text=_("Each kind and how often it occurred; report it to the publisher, whose document it is."),
    )
    disabled_at = models.DateTimeField(_("disabled at"), null=True, blank=True)
    disabled_reason = models.CharField(_("disabled because"), max_length=500, blank=True)
    gone = models.BooleanField(_("gone (410)"), default=False)
    redirect_to = models.URLField(_("permanent redirect to"), max_length=500, blank=True)
    redirect_count = models.PositiveSmallIntegerField(_("seen in a row"), default=0)

    objects = Feeds.as_manager()

    class Meta:
        verbose_name = _("feed")
        verbose_name_plural = _("feeds")
        ordering = ["publisher", "title"]
        constraints = [
            models.UniqueConstraint(fields=["slug", "sample"], condition=~Q(slug=""), name="feed_slug_once")
        ]
        indexes = [models.Index(fields=["enabled", "next_check_at"], name="feed_due")]

    def __str__(self) -> str:
        return self.title or self.publisher or self.url

    @property
    def source(self) -> str:
        return self.publisher or self.title or self.url.split("/")[2]

    def enable(self) -> None:
        """Enables the feed, clears its failures and error, and makes it due at once."""
        self.enabled, self.failures, self.gone = True, 0, False
        self.disabled_at, self.disabled_reason = None, ""
        self.last_error = self.last_error_code = ""
        self.next_check_at = timezone.now()


class Story(models.Model):
    """An event reported by one or more headlines."""

    lang = models.CharField(max_length=2, default="en")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("story")
        verbose_name_plural = _("stories")

    def __str__(self) -> str:
        return f"story {self.pk}"


class Headlines(models.QuerySet["Headline"]):
    def newest_first(self) -> "Headlines":
        return self.order_by("-published_at", "-id")

    def before(self, published_at: datetime, pk: int) -> "Headlines":
        """Rows after this position in `newest_first` order."""
        return self.filter(published_at__lte=published_at).filter(
            Q(published_at__lt=published_at) | Q(pk__lt=pk)
        )

    def in_language(self, language: str | None) -> "Headlines":
        return self.filter(lang=language) if language else self

    def tagged_with_any(self, tags: tuple[str, ...]) -> "Headlines":
        """Rows with at least one of the tags; all rows without tags given."""
        return self._with_tag_text().filter(_carries(tags)) if tags else self

    def tagged_with_none(self, tags: tuple[str, ...]) -> "Headlines":
        return self._with_tag_text().exclude(_carries(tags)) if tags else self

    def saying(self, terms: tuple[str, ...]) -> "Headlines":
        """Rows that contain every term; terms come from `clean.search_terms`."""
        found = self
        for term in terms:
            found = found.filter(words__contains=term)
        return found

    def untagged(self) -> "Headlines":
        return self.filter(tags__isnull=True)

    def without_story(self) -> "Headlines":
        return self.filter(story__isnull=True)

    def _with_tag_text(self) -> "Headlines":
        # Both databases return a JSON list as text with quoted words, so one LIKE works for both.
        text = Coalesce(Cast("tags", models.TextField()), models.Value(""), output_field=models.TextField())
        return self.alias(tag_text=text)


def _carries(tags: tuple[str, ...]) -> Q:
    found = Q()
    for tag in tags:
        found |= Q(tag_text__contains=f'"{tag}"')
    return found


class Headline(models.Model):
    """A headline from a feed: plain text, shown with its source, time and link."""

    feed = models.ForeignKey(Feed, models.CASCADE, related_name="headlines", db_index=False)
    guid = models.CharField(max_length=255)
    url = models.CharField(_("link"), max_length=2000, blank=True)
    title = models.CharField(_("title"), max_length=300)
    summary = models.CharField(_("summary"), max_length=500, blank=True)
    published_at = models.DateTimeField(_("published"))
    fetched_at = models.DateTimeField(_("fetched"), default=timezone.now)
    lang = models.CharField(_("language"), max_length=2, choices=settings.LANGUAGES, default="en")
    tags = models.JSONField(_("tags"), null=True, blank=True, help_text=_("Empty until tagged."))
    earlier_titles = models.JSONField(
        _("earlier titles"),
        default=list,
        blank=True,
        help_text=_("Newest first; the publisher changed them."),
    )
    tag_attempts = models.PositiveSmallIntegerField(default=0)
    words = models.TextField(blank=True, editable=False, help_text="Folded words for the search.")
    story = models.ForeignKey(
        Story, models.SET_NULL, null=True, blank=True, related_name="headlines", db_index=False
    )

    objects = Headlines.as_manager()

    class Meta:
        db_table = "headlines"
        verbose_name = _("headline")
        verbose_name_plural = _("headlines")
        constraints = [models.UniqueConstraint(fields=["feed", "guid"], name="headline_once")]
        indexes = [
            models.Index(F("published_at").desc(), F("id").desc(), name="headlines_newest"),
            models.Index("lang", F("published_at").desc(), F("id").desc(), name="headlines_lang_newest"),
            models.Index(fields=["story", "id"], name="headlines_story"),
            models.Index(fields=["url"], name="headlines_url"),
            models.Index(F("published_at").desc(), condition=Q(tags__isnull=True), name="headlines_untagged"),
            models.Index(
                F("published_at").desc(), condition=Q(story__isnull=True), name="headlines_no_story"
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Run(models.Model):
    """A run over the due feeds. The cadence policy uses the last finished one."""

    key = models.CharField(max_length=80, unique=True)
    started_at = models.DateTimeField(_("started"))
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    feeds = models.PositiveIntegerField(_("feeds fetched"), default=0)
    unchanged = models.PositiveIntegerField(_("unchanged"), default=0)
    failed = models.PositiveIntegerField(_("failed"), default=0)
    headlines = models.PositiveIntegerField(_("new headlines"), default=0)

    class Meta:
        verbose_name = _("ingestion run")
        verbose_name_plural = _("ingestion runs")
        indexes = [models.Index(F("started_at").desc(), name="news_run_newest")]

    def __str__(self) -> str:
        return f"{self.started_at:%Y-%m-%d %H:%M}"
