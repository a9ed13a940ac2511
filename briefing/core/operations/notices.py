"""Notices to staff: an error in the log and a row on the admin's first page, once until resolved."""

import logging

from django.utils import timezone

from briefing.core.models import StaffNotice

log = logging.getLogger(__name__)


def notify(kind: str, subject: str, text: str, *, path: str = "") -> bool:
    """Opens a notice; returns False if it is open already.

    `text` is in English, without secrets, addresses, prompts or replies; `path` is the admin page where staff
    can act.
    """
    _row, created = StaffNotice.objects.get_or_create(
        kind=kind, subject=subject[:160], resolved_at=None, defaults={"text": text[:500], "path": path}
    )
    if created:
        log.error("%s", text)
    return created


def resolve(kind: str, subject: str) -> int:
    found = StaffNotice.objects.filter(kind=kind, subject=subject[:160], resolved_at=None)
    return found.update(resolved_at=timezone.now())


def open_subjects(kind: str) -> set[str]:
    return set(StaffNotice.objects.filter(kind=kind, resolved_at=None).values_list("subject", flat=True))
