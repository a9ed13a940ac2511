"""The account of a reader: an e-mail address, a tier and settings, without a password (decision 4.1)."""

import secrets
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.arrangement import Arrangement
from accounts.passkeys.models import (  # noqa: F401  Django looks for an app's models here
    Passkey,
    PasskeyChallenge,
    PasskeyLink,
)
from accounts.referral_model import Referral as Referral  # noqa: PLC0414  for who imports it from here
from briefing.core.addresses import AddressError, EmailAddress, normalise
from briefing.core.web.cache_versions import Versions

# Verbs of the permissions of the role "support".
SUPPORT_MAY = {"view", "support"}
RULES_ONLY = "rules_only"  # in `User.settings_json`


class Readers(models.QuerySet["User"]):
    """Keeps the address and its normalised form consistent in bulk writes, which bypass `User.save`."""

    def bulk_create(self, objs: Iterable["User"], *args: Any, **kwargs: Any) -> list["User"]:
        users = list(objs)
        for user in users:
            user.normalise_email()
        return super().bulk_create(users, *args, **kwargs)

    def update(self, **kwargs: Any) -> int:
        if "email" in kwargs:
            address = normalise(kwargs["email"])
            kwargs |= {"email": address.mail, "normalised_email": address.key}
        return super().update(**kwargs)


class Users(BaseUserManager["User"]):
    """Looks accounts up by the normalised address, compared by equality."""

    def get_queryset(self) -> Readers:
        return Readers(self.model, using=self._db)

    def at(self, address: EmailAddress) -> "User | None":
        return self.filter(normalised_email=address.key).first()

    def by_email(self, typed: str | None) -> "User | None":
        """The account of a typed address; None when there is none or the address is invalid."""
        try:
            return self.at(normalise(typed or ""))
        except AddressError:
            return None

    def get_by_natural_key(self, username: str | None) -> "User":
        user = self.by_email(username)
        if user is None:
            raise self.model.DoesNotExist
        return user


def new_browser_key() -> str:
    return secrets.token_urlsafe(16)


class User(AbstractBaseUser):
    """A reader. Use `accounts.access` for what a reader may see, not these columns alone."""

    class Tier(models.TextChoices):
        FREE = "free", _("Free")
        PAID = "paid", _("Paid")

    class Digest(models.TextChoices):
        OFF = "off", _("No digest")
        DAILY = "daily", _("Every weekday")
        WEEKLY = "weekly", _("Every Sunday")

    class StaffRole(models.TextChoices):
        SUPPORT = "support", _("Support")
        ADMIN = "admin", _("Administration")

    password = None  # type: ignore[assignment]  # sign-in is by e-mailed code only
    last_login = None  # `last_seen_on` is enough, and is a date, not a time

    email = models.EmailField(_("e-mail"), max_length=254, unique=True)
    normalised_email = models.CharField(max_length=254, unique=True, editable=False)
    tier = models.CharField(_("tier"), max_length=4, choices=Tier, default=Tier.FREE)
    settings_json = models.JSONField(_("settings"), default=dict, blank=True)
    lang = models.CharField(
        _("language"), max_length=2, choices=settings.LANGUAGES, default="en", db_index=True
    )
    referral_code = models.CharField(_("referral code"), max_length=8, unique=True, null=True, blank=True)
    referred_by_user = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")
    credit_until = models.DateTimeField(_("credit until"), null=True, blank=True)
    billing_customer_id = models.CharField(max_length=64, unique=True, null=True, blank=True)
    billing_subscription_id = models.CharField(max_length=64, null=True, blank=True)
    billing_trial_end_at = models.DateTimeField(null=True, blank=True)
    billing2_customer_id = models.CharField(max_length=64, unique=True, null=True, blank=True)
    billing2_subscription_id = models.CharField(max_length=64, null=True, blank=True)
    digest_opt_in = models.CharField(_("digest"), max_length=6, choices=Digest, default=Digest.OFF)
    digest_tone = models.CharField(_("digest tone"), max_length=12, default="NOVICE")
    is_staff = models.BooleanField(_("staff"), default=False)
    # Only counts with `is_staff`; the lesser role is the default.
    staff_role = models.CharField(
        _("role"), max_length=7, choices=StaffRole, default=StaffRole.SUPPORT, db_default=StaffRole.SUPPORT
    )
    second_step = models.BooleanField(_("asks for a passkey"), default=False, db_default=False)
    is_active = models.BooleanField(_("active"), default=True)
    # Key of the portfolio in a browser's storage; random, so that it reveals nothing and survives a new secret.
    browser_key = models.CharField(max_length=22, default=new_browser_key, editable=False)
    session_epoch = models.PositiveIntegerField(default=0)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)
    last_seen_on = models.DateField(_("last seen on"), null=True, blank=True)

    # The latest accepted version of the statements, 0 for none; None unless the session's backend read it.
    accepted: int | None = None
    # The numbers of the edition when the session's reader was read, for the page that is handed out to them.
    cache_versions: Versions | None = None

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    objects = Users()

    class Meta:
        verbose_name = _("reader")
        verbose_name_plural = _("readers")
        indexes = [  # the jobs select few rows of many
            models.Index(fields=["digest_opt_in", "id"], name="user_digest"),
            models.Index(fields=["tier"], name="user_tier"),
            models.Index(fields=["billing_subscription_id"], name="user_subscription"),
        ]

    def __str__(self) -> str:
        return self.email

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Saves the normalised address with its key; AddressError when it is invalid.

        A new address may belong to another person: it ends the sessions, the tokens and the private link.
        """
        fields = kwargs.get("update_fields")
        if fields is not None and "email" not in fields:
            super().save(*args, **kwargs)
            return
        self.normalise_email()
        if not self._state.adding and self._has_new_address():
            self.session_epoch += 1
            self.revoke_keys()
            fields = fields and {*fields, "session_epoch"}
        kwargs["update_fields"] = fields and {*fields, "normalised_email"}
        super().save(*args, **kwargs)

    def _has_new_address(self) -> bool:
        stored = User.objects.filter(pk=self.pk)
        return stored.exclude(normalised_email=self.normalised_email).exists()

    def revoke_keys(self) -> None:
        """Deletes the credentials that read without a session: access tokens and the private feed link."""
        self.access_tokens.all().delete()
        FeedLink.objects.filter(user=self).delete()

    def normalise_email(self) -> None:
        address = normalise(self.email)
        self.email, self.normalised_email = address.mail, address.key

    @property
    def arrangement(self) -> Arrangement:
        return Arrangement.of(self.settings_json)

    @property
    def tone(self) -> str:
        """The chosen reading tone, NOVICE by default."""
        return str(self.settings_json.get("tone", "NOVICE"))

    @property
    def rules_only(self) -> bool:
        """Whether the reader wants only texts written by rules. Stored only when true."""
        return self.settings_json.get(RULES_ONLY) is True

    @property
    def portfolio_key(self) -> str:
        """The key of this reader's portfolio in the browser's storage (static/js/portfolio/place.js)."""
        return f"svc.portfolio.{self.browser_key}"

    def get_session_auth_hash(self) -> str:
        """Changes with `session_epoch`, so "sign out everywhere" ends every session."""
        return self._epoch_hash(None)

    def get_session_auth_fallback_hash(self) -> Any:
        for secret in settings.SECRET_KEY_FALLBACKS:
            yield self._epoch_hash(secret)

    def _epoch_hash(self, secret: str | None) -> str:
        value = f"{self.pk}:{self.session_epoch}"
        return salted_hmac("accounts.User.session", value, secret=secret, algorithm="sha256").hexdigest()

    def has_usable_password(self) -> bool:
        return False

    def has_perm(self, perm: str, obj: object = None) -> bool:
        """Admins may do everything; support may look, grant credit and send messages again.

        `perm` is "app.verb_model", with Django's verbs and those of `briefing.core.operations.ledger_admin`.
        """
        if not (self.is_active and self.is_staff):
            return False
        verb = perm.partition(".")[2].partition("_")[0]
        return self.staff_role == self.StaffRole.ADMIN or verb in SUPPORT_MAY

    def has_perms(self, perm_list: Any, obj: object = None) -> bool:
        return all(self.has_perm(perm, obj) for perm in perm_list)

    def has_module_perms(self, app_label: str) -> bool:
        return self.is_active and self.is_staff


class SignInChallenge(models.Model):
    """One request for a code. Stores a keyed hash; the code itself is only in the message."""

    id = models.CharField(max_length=43, primary_key=True)
    email = models.EmailField(max_length=254)
    normalised_email = models.CharField(max_length=254, db_index=True)
    known_browser = models.BooleanField(default=False)
    language = models.CharField(max_length=2, choices=settings.LANGUAGES)
    code_hash = models.CharField(max_length=64, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    email_send = models.ForeignKey(
        "briefing.EmailSend", models.SET_NULL, null=True, blank=True, related_name="+"
    )

    def __str__(self) -> str:
        return f"{self.created_at:%Y-%m-%d %H:%M}"


class Acknowledgement(models.Model):
    """A reader's acceptance of the three statements, with the version and language shown."""

    user = models.ForeignKey(User, models.CASCADE, related_name="acknowledgements", db_index=False)
    version = models.PositiveIntegerField(_("version"))
    lang = models.CharField(_("language"), max_length=2, choices=settings.LANGUAGES)
    accepted_at = models.DateTimeField(_("accepted"), default=timezone.now)

    class Meta:
        db_table = "user_acknowledgements"
        verbose_name = _("acknowledgement")
        verbose_name_plural = _("acknowledgements")
        constraints = [models.UniqueConstraint(fields=["user", "version"], name="acknowledged_once")]

    def __str__(self) -> str:
        return f"{self.user_id} v{self.version}"


def new_feed_id() -> str:
    return secrets.token_urlsafe(16)


class FeedLink(models.Model):
    """A reader's private link to the feeds. The id alone gives no access: the link carries it signed."""

    id = models.CharField(max_length=22, primary_key=True, default=new_feed_id)
    user = models.OneToOneField(User, models.CASCADE, related_name="feed_link")
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user_id} {self.created_at:%Y-%m-%d}"


class AccessToken(models.Model):
    """A reader's personal token for programs (`accounts.access_tokens`), stored as a hash."""

    user = models.ForeignKey(User, models.CASCADE, related_name="access_tokens", db_index=False)
    name = models.CharField(_("name"), max_length=60)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    last_used_on = models.DateField(_("last used on"), null=True, blank=True)

    class Meta:
        verbose_name = _("access token")
        verbose_name_plural = _("access tokens")
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="access_token_name_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.created_at:%Y-%m-%d}"
