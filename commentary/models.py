"""Texts with the facts they were written from, their translations, reviewer verdicts and withdrawals."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, OuterRef, Q, Subquery
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from commentary.digests.models import Digest  # noqa: F401  Django looks for an app's models here
from commentary.followed.models import (  # noqa: F401  Django looks for an app's models here
    FigureCursor,
    FigureEvent,
    Follow,
    FollowDelivery,
    FollowMail,
    PendingEvent,
)
from commentary.written_texts import WrittenTexts


class IndicatorSummaries(WrittenTexts["IndicatorSummary"]):
    def newest_of_each_group(self) -> "IndicatorSummaries":
        """Returns the row of the latest cycle for each group."""
        same = self.filter(group=OuterRef("group")).newest_first()
        return self.filter(pk=Subquery(same.values("pk")[:1]))


class WrittenText(models.Model):
    """Fields common to all texts. The text is in English; other languages are translations.

    `facts` holds the frozen facts, `facts_hash` detects whether figures have changed since. `sentences` lists
    each sentence with its figures: [{"text", "kind", "figures": [{"code", "field", "value", "period"}]}], plus
    "by": "rules" for a rules' sentence in a model's text. `by_rules` is the rules' text of the same figures by
    language, if a model wrote. Tokens and cost cover all calls, also
    those without a usable answer, split by each language's share of words.
    """

    class State(models.TextChoices):
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("rejected")
        WITHDRAWN = "withdrawn", _("withdrawn")

    class WrittenBy(models.TextChoices):
        RULES = "rules", _("rules")
        AI = "ai", _("AI")

    class Tone(models.TextChoices):
        NOVICE = "NOVICE", _("novice")
        INTERMEDIATE = "INTERMEDIATE", _("intermediate")
        PRO = "PRO", _("professional")

    class Style(models.TextChoices):
        DRY = "DRY", _("dry")
        SPECULATIVE = "SPECULATIVE", _("speculative")

    cycle = models.DateTimeField(_("cycle"))
    tone = models.CharField(_("tone"), max_length=16, choices=Tone)
    style = models.CharField(_("style"), max_length=16, choices=Style)
    language = models.CharField(_("language"), max_length=2, default="en")
    content = models.TextField(_("text"))
    facts = models.JSONField(_("facts"))
    facts_hash = models.CharField(_("hash of the facts"), max_length=64)
    written_by = models.CharField(_("written by"), max_length=8, choices=WrittenBy)
    provider = models.CharField(_("provider"), max_length=16, blank=True)
    model = models.CharField(_("model"), max_length=128, blank=True)
    prompt_version = models.PositiveSmallIntegerField(_("prompt version"))
    prompt_tokens = models.PositiveIntegerField(_("prompt tokens"), default=0)
    completion_tokens = models.PositiveIntegerField(_("completion tokens"), default=0)
    cost_usd = models.DecimalField(_("cost (USD)"), max_digits=10, decimal_places=6, default=0)
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.ACCEPTED)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    sentences = models.JSONField(_("sentences"), default=list, blank=True)
    by_rules = models.JSONField(_("the rules’ text"), null=True, blank=True)

    class Meta:
        abstract = True


class TranslatedText(models.Model):
    """The text in another language, with its share of the cost.

    If a model's translation failed review, it is the rules' text of the same figures.
    """

    language = models.CharField(_("language"), max_length=2, choices=settings.LANGUAGES)
    content = models.TextField(_("text"))
    written_by = models.CharField(_("written by"), max_length=8, choices=WrittenText.WrittenBy)
    model = models.CharField(_("model"), max_length=128, blank=True)
    prompt_tokens = models.PositiveIntegerField(_("prompt tokens"), default=0)
    completion_tokens = models.PositiveIntegerField(_("completion tokens"), default=0)
    cost_usd = models.DecimalField(_("cost (USD)"), max_digits=10, decimal_places=6, default=0)
    sentences = models.JSONField(_("sentences"), default=list, blank=True)

    class Meta:
        abstract = True


class IndicatorSummary(WrittenText):
    """The read of a group, or of "all", for one cycle, tone and style."""

    group = models.CharField(_("group"), max_length=64)
    title = models.CharField(_("title"), max_length=200, blank=True)

    objects = IndicatorSummaries.as_manager()

    class Meta:
        db_table = "indicator_summaries"
        verbose_name = _("indicator read")
        verbose_name_plural = _("indicator reads")
        ordering = ["-cycle", "group", "tone"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "group", "tone", "style"], name="indicator_summary_once")
        ]
        indexes = [
            models.Index(
                "group", "tone", "style", "state", F("cycle").desc(), name="indicator_summary_newest"
            )
        ]

    def __str__(self) -> str:
        return f"{self.group} {self.tone} {self.cycle:%Y-%m-%d %H:%M}"


class IndicatorSummaryTranslation(TranslatedText):
    summary = models.ForeignKey(IndicatorSummary, models.CASCADE, related_name="translations", db_index=False)
    title = models.CharField(_("title"), max_length=200, blank=True)

    class Meta:
        db_table = "indicator_summary_translations"
        verbose_name = _("translation of a read")
        verbose_name_plural = _("translations of reads")
        constraints = [
            models.UniqueConstraint(fields=["summary", "language"], name="indicator_summary_translation_once")
        ]

    def __str__(self) -> str:
        return f"{self.summary_id} {self.language}"


class StrategicLogs(WrittenTexts["StrategicLog"]):
    def before(self, cycle: datetime, pk: int) -> "StrategicLogs":
        """Returns the logs after this position in newest-first order."""
        return self.filter(Q(cycle__lt=cycle) | Q(cycle=cycle, pk__lt=pk))


class StrategicLog(WrittenText):
    """A commentary on the figures and headlines of six hours, for one tone and style."""

    header = models.CharField(_("header"), max_length=200)

    objects = StrategicLogs.as_manager()

    class Meta:
        db_table = "strategic_log"
        verbose_name = _("strategic log")
        verbose_name_plural = _("strategic logs")
        ordering = ["-cycle", "tone"]
        constraints = [models.UniqueConstraint(fields=["cycle", "tone", "style"], name="strategic_log_once")]
        indexes = [
            models.Index(
                "tone", "style", "state", F("cycle").desc(), F("id").desc(), name="strategic_log_newest"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tone} {self.cycle:%Y-%m-%d %H:%M}"


class StrategicLogTranslation(TranslatedText):
    log = models.ForeignKey(StrategicLog, models.CASCADE, related_name="translations", db_index=False)
    header = models.CharField(_("header"), max_length=200)

    class Meta:
        db_table = "strategic_log_translations"
        verbose_name = _("translation of a log")
        verbose_name_plural = _("translations of logs")
        constraints = [
            models.UniqueConstraint(fields=["log", "language"], name="strategic_log_translation_once")
        ]

    def __str__(self) -> str:
        return f"{self.log_id} {self.language}"


Text = IndicatorSummary | StrategicLog


class ReviewerVerdict(models.Model):
    """The verdict of a review stage on an attempt: a row for each finding, or one without findings.

    `summary` or `log` is the text finally published, which is the rules' if every attempt was refused. `draft`
    stores a refused text for staff. Kind "portfolio" has no excerpt, draft or text. `opens` marks the first row
    of each check, which has the check's verdict; statistics count these rows.
    """

    class Stage(models.TextChoices):
        WRITER = "writer", _("writer")
        PRECHECK = "precheck", _("pre-check")
        GROUNDING = "grounding", _("grounding")
        LLM_REVIEWER = "judge", _("second reviewer")
        FIDELITY = "fidelity", _("fidelity")

    class Verdict(models.TextChoices):
        PASS = "pass", _("passed")
        HINT = "hint", _("hint")
        FAIL = "fail", _("failed")
        ERROR = "error", _("could not be judged")

    kind = models.CharField(_("kind"), max_length=16)
    lang = models.CharField(_("language"), max_length=2)
    tone = models.CharField(_("tone"), max_length=16, blank=True)
    style = models.CharField(_("style"), max_length=16, blank=True)
    stage = models.CharField(_("stage"), max_length=12, choices=Stage)
    attempt = models.PositiveSmallIntegerField(_("attempt"))
    verdict = models.CharField(_("verdict"), max_length=8, choices=Verdict)
    opens = models.BooleanField(_("opens its check"), default=True)
    rule = models.CharField(_("rule"), max_length=80, blank=True)
    excerpt = models.CharField(_("excerpt"), max_length=300, blank=True)
    instruction = models.CharField(_("instruction"), max_length=500, blank=True)
    draft = models.TextField(_("refused text"), blank=True)
    provider = models.CharField(_("provider"), max_length=16, blank=True)
    model = models.CharField(_("model"), max_length=128, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    summary = models.ForeignKey(
        IndicatorSummary, models.CASCADE, null=True, blank=True, related_name="verdicts"
    )
    log = models.ForeignKey(StrategicLog, models.CASCADE, null=True, blank=True, related_name="verdicts")

    class Meta:
        db_table = "reviewer_verdicts"
        verbose_name = _("reviewer's verdict")
        verbose_name_plural = _("reviewers' verdicts")
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(fields=["created_at"], name="reviewer_verdict_created"),
            # Covers the query of the methods page.
            models.Index(
                fields=["created_at", "kind", "lang", "stage", "verdict"],
                condition=models.Q(opens=True),
                name="reviewer_verdict_checks",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.lang} {self.stage} {self.verdict}"


class Withdrawal(models.Model):
    """A withdrawn text in the public list: the reason and its replacement, not its content.

    Stored permanently, also after the text is deleted. `group` is "" for a log.
    """

    class Kind(models.TextChoices):
        READ = "read", _("Read of a group")
        LOG = "log", _("Strategic log")

    class Reason(models.TextChoices):
        """Fixed choices in both languages, since free text would be published without review."""

        FIGURE = "figure", _("A figure behind it was wrong or was revised")
        CLAIM = "claim", _("It said more than its figures support")
        WORDING = "wording", _("Its wording could be taken for advice or a forecast")
        TRANSLATION = "translation", _("Its translation said something else")
        FAULT = "fault", _("It was published by a technical fault")
        PRECAUTION = "precaution", _("As a precaution, while it was being checked")

    class Instead(models.TextChoices):
        RULES = "rules", _("The rules’ text of the same figures")
        EARLIER = "earlier", _("The text before it, until the next one was written")
        LATER = "later", _("Nothing: a newer text was already on the page")
        NOTHING = "nothing", _("Nothing, until the next one was written")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    group = models.CharField(_("group"), max_length=64, blank=True)
    tone = models.CharField(_("tone"), max_length=16)
    languages = models.CharField(_("languages"), max_length=16)
    written_by = models.CharField(_("written by"), max_length=8, choices=WrittenText.WrittenBy)
    published_at = models.DateTimeField(_("published"))
    withdrawn_at = models.DateTimeField(_("withdrawn"))
    reason = models.CharField(_("reason"), max_length=16, choices=Reason)
    instead = models.CharField(_("instead"), max_length=8, choices=Instead)

    class Meta:
        verbose_name = _("withdrawal")
        verbose_name_plural = _("withdrawals")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["kind", "-withdrawn_at"], name="withdrawal_newest_of_kind")]

    def __str__(self) -> str:
        return f"{self.kind} {self.group} {self.withdrawn_at:%Y-%m-%d %H:%M}"
