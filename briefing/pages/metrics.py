"""`/metrics` for Prometheus: the processes' counters and the status from the database.

Allowed with the operator's token, or for programs on this machine that connect directly. Behind a proxy every
peer is the proxy, so a trusted proxy or a request with forwarding headers does not count as local.
"""

import time
from collections.abc import Iterable, Iterator
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core.api import problem
from briefing.core.operations import metrics, status
from briefing.core.operations.status import StatusMeasure
from briefing.pages.middleware import DIRECT, GetResponse, Middleware

UNROUTED, FILE = "(none)", "(file)"


class RequestMetricsMiddleware(Middleware):
    """Counts every request by its route; must precede all other middleware except RequestIdMiddleware."""

    def __init__(self, get_response: GetResponse) -> None:
        if not settings.METRICS_ENABLED:
            raise MiddlewareNotUsed
        metrics.begin()
        super().__init__(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = self.get_response(request)
        metrics.request_done(_route(request), response.status_code, time.perf_counter() - started)
        return response


def _route(request: HttpRequest) -> str:
    found = request.resolver_match
    if found is not None:
        return found.route or "/"
    return FILE if request.path.startswith(settings.STATIC_URL) else UNROUTED


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Prometheus' text format; 404 if metrics are off, 401 without permission."""
    if not settings.METRICS_ENABLED:
        raise Http404
    if not _is_allowed(request):
        return problem(
            401, "unauthorized", "Send the operator's token, or ask the process from its own machine."
        )
    from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

    text = generate_latest(_counted()) + generate_latest(_looked_up())
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def _is_allowed(request: HttpRequest) -> bool:
    if "Authorization" in request.headers:
        who = access.identity(request)
        return who is not None and who.is_admin
    return bool(request.META.get(DIRECT)) and _is_loopback(request.META.get("REMOTE_ADDR", ""))


def _is_loopback(text: str) -> bool:
    try:
        address = ip_address(text)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def _counted() -> Any:
    """Returns the registry of all processes of this web server, or of this process alone."""
    from prometheus_client import REGISTRY, CollectorRegistry
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    try:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    except ValueError:  # no multiprocess folder is set: there is one process
        return REGISTRY
    return registry


def _looked_up() -> Any:
    from prometheus_client import CollectorRegistry

    registry = CollectorRegistry()
    registry.register(_State(status.look(timezone.now())))
    return registry


class _State:
    """A Prometheus collector for the service's status: its measures, and the levels of sections and faults."""

    def __init__(self, found: status.ServiceStatus) -> None:
        self.found = found

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import GaugeMetricFamily

        for name, measures in _by_name([*self.found.measures, *_levels(self.found)]).items():
            labels = sorted(measures[0].labels)
            family = GaugeMetricFamily(f"{metrics.PREFIX}_{name}", measures[0].help, labels=labels)
            for measure in measures:
                family.add_metric([measure.labels[label] for label in labels], float(measure.value))
            yield family


def _by_name(measures: Iterable[StatusMeasure]) -> dict[str, list[StatusMeasure]]:
    found: dict[str, list[StatusMeasure]] = {}
    for measure in measures:
        found.setdefault(measure.name, []).append(measure)
    return found


def _levels(found: status.ServiceStatus) -> Iterator[StatusMeasure]:
    for section in found.sections:
        labels = {"section": section.title}
        yield StatusMeasure("status", "0 fine, 1 warning, 2 error.", section.level, labels)
    worst: dict[str, int] = {}
    for line in found.faults:
        worst[line.key] = max(worst.get(line.key, 0), line.level)
    for key, level in sorted(worst.items()):
        yield StatusMeasure("fault", "What is wrong: 1 warning, 2 error.", level, {"fault": key})
