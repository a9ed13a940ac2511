"""The order of deliveries does not change the result, and readers' events never affect each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from billing.events import EventKind, ProcessorEvent
from billing.models import Processor, Subscription
from billing.states import SubscriptionState, after
from tests.billing.orders import results
from tests.billing.signing import polar_subscription, send, send2, session, subscription

EVENTS = {
    "created": ("customer.subscription.created", "trialing", 1000),
    "updated": ("customer.subscription.updated", "active", 1000),  # same second: the rank decides
    "late": ("customer.subscription.updated", "past_due", 1500),
    "deleted": ("customer.subscription.deleted", "canceled", 2000),
}


def outcome(user: User) -> tuple[object, ...]:
    user.refresh_from_db()
    rows = tuple(
        Subscription.objects.order_by("subscription_id").values_list(
            "subscription_id", "status", "user_id", "trial_end"
        )
    )
    return (
        user.tier,
        user.billing_customer_id,
        user.billing_subscription_id,
        user.billing_trial_end_at,
        rows,
    )


SETS = [("created", "updated", "deleted"), ("created", "updated"), ("created", "updated", "late")]


@pytest.mark.django_db
def test_every_permutation_ends_in_the_same_state(ada):
    def deliver(name: str) -> None:
        if name == "checkout":
            send("checkout.session.completed", session(ada.pk), created=1001)
            return
        kind, status, created = EVENTS[name]
        found = subscription(status, trial_end=4_000_000_000, metadata={"user_id": str(ada.pk)})
        send(kind, found, created=created)

    for orders in results([*SETS, *((*each, "checkout") for each in SETS)], deliver, lambda: outcome(ada)):
        order, expected = next(iter(orders.items()))
        assert {each: found for each, found in orders.items() if found != expected} == {}
        assert (order, expected[0]) == (order, "free" if "deleted" in order else "paid")


@pytest.mark.django_db
def test_every_permutation_of_the_secondary_ends_in_the_same_state(ada):
    deliveries = [
        ("created", "incomplete", None), ("active", "active", "2026-11-02T10:00:00Z"),
        ("updated", "canceled", "2026-11-03T10:00:00Z"), ("revoked", "canceled", "2026-11-03T10:00:00Z"),
    ]  # fmt: skip

    def deliver(one: tuple[str, str, str | None]) -> None:
        kind, status, modified = one
        send2(f"subscription.{kind}", polar_subscription(status, modified_at=modified))

    def read() -> tuple[str, str | None]:
        ada.refresh_from_db()
        return ada.tier, ada.billing2_subscription_id

    (orders,) = results([deliveries], deliver, read)
    assert len(orders) == 24
    assert {order: found for order, found in orders.items() if found != ("free", None)} == {}


STATUSES = st.sampled_from(["incomplete", "trialing", "active", "past_due", "unpaid", "paused", "novel", ""])


@st.composite
def histories(draw) -> list[ProcessorEvent]:
    """Events of one subscription with times that do not decrease, and possibly an end as the last."""
    steps = sorted(draw(st.lists(st.integers(1, 50), max_size=8)))
    events = [
        ProcessorEvent(Processor.PRIMARY, f"evt_{n}", "customer.subscription.updated", EventKind.STATE, at=State_time(step),
              subscription_id="sub_1", status=draw(STATUSES), trial_end=State_time(draw(st.integers(100, 103))))
        for n, step in enumerate(steps)
    ]  # fmt: skip
    if draw(st.booleans()):
        events.append(
            ProcessorEvent(
                Processor.PRIMARY,
                "evt_end",
                "customer.subscription.deleted",
                EventKind.ENDED,
                at=State_time(60),
            )
        )
    if draw(st.booleans()):
        events.append(
            ProcessorEvent(
                Processor.PRIMARY, "evt_paid", "checkout.session.completed", EventKind.PAID, at=State_time(1)
            )
        )
    return events


def State_time(step: int):
    from datetime import UTC, datetime, timedelta

    return datetime(2026, 11, 1, tzinfo=UTC) + timedelta(seconds=step)


def end_of(events: list[ProcessorEvent]) -> SubscriptionState:
    state = SubscriptionState()
    for one in events:
        state = after(state, one)
    return state


def certain(state: SubscriptionState) -> tuple[object, ...]:
    """The state for comparison: an ambiguous status equals none."""
    return (state.status if state.gives_access or state.at else state.gives_access, state.at, state.trial_end)


@given(histories(), st.randoms(use_true_random=False), st.data())
def test_any_shuffle_with_repeats_ends_as_the_history_does(history, random, data):
    repeats = data.draw(st.lists(st.sampled_from(history), max_size=4)) if history else []
    shuffled = [*history, *repeats]
    random.shuffle(shuffled)
    assert certain(end_of(shuffled)) == certain(end_of(history))


@given(histories())
def test_access_at_the_end_is_what_the_newest_certain_event_says(history):
    told = [
        one
        for one in history
        if one.kind is EventKind.ENDED or one.status in ("trialing", "active", "past_due", "unpaid", "paused")
    ]
    told = [one for one in told if one.kind is not EventKind.PAID]
    if not told:
        return
    newest = max(one.at for one in told)
    said = {
        one.kind is not EventKind.ENDED and one.status in ("trialing", "active", "past_due")
        for one in told
        if one.at == newest
    }
    if len(said) == 1:
        assert end_of(history).gives_access is said.pop()
