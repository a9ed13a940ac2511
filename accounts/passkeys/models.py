"""Tables of the second step; `accounts.models` imports them for Django."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PasskeyQuerySet(models.QuerySet["Passkey"]):
    def usable(self) -> "PasskeyQuerySet":
        """Returns the passkeys that were not refused as copies."""
        return self.filter(refused_at=None)

    def for_admin(self) -> "PasskeyQuerySet":
        return self.usable().filter(opens_admin=True)


class Passkey(models.Model):
    """A public key of a reader's authenticator; nothing in the row is secret."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="passkeys")
    # base64url of at most 1,023 bytes (WebAuthn, 4)
    credential_id = models.CharField(max_length=1364, unique=True)
    public_key = models.BinaryField()
    sign_count = models.BigIntegerField(default=0)
    transports = models.JSONField(default=list)
    name = models.CharField(_("name"), max_length=60)
    # Set at registration only, if more than the mailbox confirmed the person (`proofs.new_key_opens_admin`).
    opens_admin = models.BooleanField(_("opens the admin"), default=False)
    backup_eligible = models.BooleanField(default=False)
    backed_up = models.BooleanField(_("synced"), default=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    refused_at = models.DateTimeField(_("refused as a copy"), null=True, blank=True)

    objects = PasskeyQuerySet.as_manager()

    class Meta:
        verbose_name = _("passkey")
        verbose_name_plural = _("passkeys")

    def __str__(self) -> str:
        return f"{self.user_id} {self.created_at:%Y-%m-%d}"


class PasskeyChallenge(models.Model):
    """An open challenge; a row because, unlike a session cookie, it can be used up."""

    id = models.CharField(max_length=43, primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    purpose = models.CharField(max_length=8)
    challenge = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.purpose} {self.created_at:%Y-%m-%d %H:%M}"


class PasskeyLink(models.Model):
    """An operator's one-time link; the row holds a hash of its token."""

    token_hash = models.CharField(max_length=64, primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id} {self.created_at:%Y-%m-%d %H:%M}"
