"""Every order of some events; orders that begin alike share the deliveries that they begin with."""

from collections.abc import Callable, Collection, Hashable
from typing import Any

from django.db import transaction

Order = tuple[Any, ...]


def results(
    sets: Collection[Collection[Hashable]], deliver: Callable[[Any], object], read: Callable[[], Any]
) -> list[dict[Order, Any]]:
    """What is read after each order of each set of events, delivered to the state of now."""
    found: dict[frozenset[Hashable], dict[Order, Any]] = {frozenset(each): {} for each in sets}
    events = list(dict.fromkeys(event for each in sets for event in each))

    def go_on(done: Order) -> None:
        if frozenset(done) in found:
            found[frozenset(done)][done] = read()
        for event in events:
            if event not in done and any({*done, event} <= each for each in found):
                before = transaction.savepoint()
                deliver(event)
                go_on((*done, event))
                transaction.savepoint_rollback(before)

    go_on(())
    return list(found.values())
