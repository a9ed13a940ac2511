"""Runs waiting jobs, as the worker would."""

from billing import tasks  # noqa: F401  registers the job handlers
from briefing.core.models import Job
from briefing.core.work import jobs


def work(kind: str = "billing.") -> list[tuple[str, str, str]]:
    """Runs each waiting job once; returns (kind, state, outcome) of each."""
    ids = list(
        Job.objects.filter(kind__startswith=kind, state="new").order_by("pk").values_list("pk", flat=True)
    )
    Job.objects.filter(pk__in=ids).update(not_before="2020-01-01T00:00:00Z")
    for pk in ids:
        jobs.run(pk)
    return list(Job.objects.filter(pk__in=ids).order_by("pk").values_list("kind", "state", "outcome"))
