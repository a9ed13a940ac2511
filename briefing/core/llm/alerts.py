"""What staff must know of the models: an error in the log and a row on the admin's first page, once until resolved."""

import logging

from django.utils import timezone

from briefing.core.models import StaffNotice

log = logging.getLogger(__name__)


def tell(kind: str, subject: str, text: str) -> bool:
    """False while the same notice is open. `text` is in English, without secrets, prompts or replies."""
    _row, created = StaffNotice.objects.get_or_create(
        kind=kind, subject=subject[:160], resolved_at=None, defaults={"text": text[:500]}
    )
    if created:
        log.error("%s", text)
    return created


def resolve(kind: str, subject: str) -> int:
    """Closes the open notice when its reason is gone."""
    found = StaffNotice.objects.filter(kind=kind, subject=subject[:160], resolved_at=None)
    return found.update(resolved_at=timezone.now())
