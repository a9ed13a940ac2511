"""Removes a reader's address from the admin log when the account is deleted."""

import re
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models import Q
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from accounts.models import User


@receiver(pre_delete, sender=User)
def forget(instance: User, **kwargs: Any) -> None:
    """Replaces the address in the admin log by the reader's id; the entries stay."""
    # Only the whole address: another reader's may end with it.
    address = re.compile(rf"(?<![\w.+-]){re.escape(instance.email)}(?![\w-])", re.IGNORECASE)
    nameless = f"reader {instance.pk}"
    named = Q(object_repr__icontains=instance.email) | Q(change_message__icontains=instance.email)
    for entry in LogEntry.objects.filter(named):
        entry.object_repr = address.sub(nameless, entry.object_repr)
        entry.change_message = address.sub(nameless, entry.change_message)
        entry.save(update_fields=["object_repr", "change_message"])
