"""The admin pages of billing."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from accounts.models import User
from billing.models import Billing2Event, BillingEvent, Consent, Withdrawal
from tests.billing.signing import (
    polar_subscription,
    post_primary,
    send,
    send2,
    session,
    stripe_header,
    subscription,
)
from tests.billing.test_deliveries import Wall

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(db) -> Client:
    user = User.objects.create(email="staff@example.org", is_staff=True, staff_role="admin")
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(user)
    return client


def test_deliveries_are_filtered_by_state(staff, ada):
    send("checkout.session.completed", session(ada.pk), event_id="evt_ok")
    send(
        "checkout.session.completed",
        session(None, customer=None, subscription="sub_9"),
        event_id="evt_nobody",
    )
    send("novel.event", {}, event_id="evt_ignored")
    with Wall():
        send("checkout.session.completed", session(ada.pk), event_id="evt_failed")
    for state in ("ok", "nobody", "ignored", "failed"):
        rows = staff.get(f"/admin/billing/billingevent/?state={state}").context["cl"].queryset
        assert f"evt_{state}" in set(rows.values_list("event_id", flat=True))
    assert staff.get("/admin/billing/billingevent/?state=waiting").context["cl"].queryset.count() == 0


def test_delivery_shows_its_error_and_payload(staff, ada):
    with Wall():
        send("checkout.session.completed", session(ada.pk))
    text = staff.get(f"/admin/billing/billingevent/{BillingEvent.objects.get().pk}/change/").content.decode()
    assert ("no room for readers" in text, "client_reference_id" in text) == (True, True)


def test_handle_again_handles(staff, ada):
    with Wall():
        send("checkout.session.completed", session(ada.pk))
    chosen = {"action": "handle_again", "_selected_action": [BillingEvent.objects.get().pk]}
    text = staff.post("/admin/billing/billingevent/", chosen, follow=True).content.decode()
    assert (": processed" in text, User.objects.get(pk=ada.pk).tier) == (True, "paid")
    assert LogEntry.objects.get().change_message == "handled again: ok"


def test_handle_again_says_what_cannot_be_handled(staff, ada):
    post_primary(b"not json", stripe_header(b"not json"))
    send2("subscription.active", polar_subscription(customer=None))
    Billing2Event.objects.update(payload="")
    for table, words in (
        ("billingevent", "it is not an event"),
        ("billing2event", "ask the processor to send it again"),
    ):
        ids = staff.get(f"/admin/billing/{table}/").context["cl"].queryset.values_list("pk", flat=True)
        chosen = {"action": "handle_again", "_selected_action": list(ids)}
        assert words in staff.post(f"/admin/billing/{table}/", chosen, follow=True).content.decode()


def test_handle_again_says_when_the_processor_is_away(staff, ada, stripe_api):
    stripe_api.broken = True
    send("checkout.session.completed", session(ada.pk))
    BillingEvent.objects.update(payload="")
    chosen = {"action": "handle_again", "_selected_action": [BillingEvent.objects.get().pk]}
    assert (
        "The processor did not do it"
        in staff.post("/admin/billing/billingevent/", chosen, follow=True).content.decode()
    )


def test_history_of_a_reader_is_on_one_page(staff, ada):
    Consent.objects.create(
        user=ada, cadence="annual", price="70.00", currency="GBP", text_version=1, language="en"
    )
    send("checkout.session.completed", session(ada.pk), event_id="evt_seen")
    send2("subscription.active", polar_subscription(), webhook_id="msg_seen")
    Withdrawal.objects.create(user=ada, subscription=ada.subscriptions.first(), language="en")
    assert [row.email for row in staff.get("/admin/billing/billinghistory/").context["cl"].queryset] == [
        "ada@example.org"
    ]
    text = staff.get(f"/admin/billing/billinghistory/{ada.pk}/change/").content.decode()
    for seen in ("sub_1", "a1b2-sub", "evt_seen", "msg_seen", "annual"):
        assert seen in text
    assert 'name="_save"' not in text


def test_withdrawal_is_marked_as_settled(staff, ada):
    send("checkout.session.completed", session(ada.pk))
    row = Withdrawal.objects.create(user=ada, subscription=ada.subscriptions.get(), language="en")
    staff.post("/admin/billing/withdrawal/", {"action": "settle", "_selected_action": [row.pk]})
    row.refresh_from_db()
    assert row.settled_at is not None


@pytest.mark.parametrize(
    "table", ["billingevent", "billing2event", "subscription", "consent", "withdrawal", "billinghistory"]
)
def test_ledgers_are_read_only(staff, table):
    assert staff.get(f"/admin/billing/{table}/").status_code == 200
    assert staff.get(f"/admin/billing/{table}/add/").status_code == 403


def test_list_says_what_to_do_about_what_was_refused(staff, ada):
    post_primary(b"not json", stripe_header(b"not json"))
    send("customer.subscription.created", subscription("active"))
    send2("subscription.active", polar_subscription(customer=None))
    with Wall():
        send("checkout.session.completed", session(ada.pk))
    primary = staff.get("/admin/billing/billingevent/").content.decode()
    for words in (
        "It is not an event",
        "give the subscription the metadata user_id",
        "Fix what the error says",
    ):
        assert words in primary
    assert "number as external id" in staff.get("/admin/billing/billing2event/").content.decode()
