"""Storing a reader's wishes, which lie together in `User.settings_json` and come from several forms."""

from django.db import transaction

from accounts.models import User


def keep(user: User, wishes: dict[str, object]) -> None:
    """Stores these wishes, None for one that goes; others stay, also those that another tab stored meanwhile."""
    with transaction.atomic():
        kept = User.objects.select_for_update().get(pk=user.pk).settings_json | wishes
        user.settings_json = {name: value for name, value in kept.items() if value is not None}
        user.save(update_fields=["settings_json"])
