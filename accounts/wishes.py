"""Stores settings of a reader in `User.settings_json`, which several forms share."""

from django.db import transaction

from accounts.models import User


def keep(user: User, wishes: dict[str, object]) -> None:
    """Merges `wishes` into the stored settings under a row lock; None removes a key."""
    with transaction.atomic():
        kept = User.objects.select_for_update().get(pk=user.pk).settings_json | wishes
        user.settings_json = {name: value for name, value in kept.items() if value is not None}
        user.save(update_fields=["settings_json"])
