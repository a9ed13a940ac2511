from datetime import date, timedelta

import pytest
import time_machine
from django.contrib import admin
from django.urls import reverse

from accounts.models import User
from indicators.models import Quote
from tests.indicators.conftest import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client):
    client.force_login(User.objects.create(email="staff@example.org", is_staff=True, staff_role="admin"))
    return client


def test_age_counts_from_the_end_of_the_period():
    quotes = admin.site.get_model_admin(Quote)
    with time_machine.travel(NOW):
        assert quotes.age_in_days(Quote(symbol="ECB:A", observed_on=NOW.date() - timedelta(days=3))) == 3
    assert quotes.age_in_days(Quote(symbol="ECB:A")) is None


def test_quotes_are_read_only(rf):
    quotes = admin.site.get_model_admin(Quote)
    request = rf.get("/")
    assert [
        quotes.has_add_permission(request), quotes.has_change_permission(request), quotes.has_delete_permission(request),
    ] == [False, False, False]  # fmt: skip


def test_list_shows_failed_symbols_first(staff):
    Quote.objects.create(symbol="ECB:FINE", value=1.0, observed_on=date(2026, 11, 1), period="2026-11-01")
    Quote.objects.create(symbol="ECB:GONE", error="ECB has no results.", error_at=NOW)
    response = staff.get(reverse("admin:indicators_quote_changelist"))
    assert [quote.symbol for quote in response.context["cl"].result_list] == ["ECB:GONE", "ECB:FINE"]


@pytest.mark.parametrize(("value", "symbols"), [("yes", ["ECB:GONE"]), ("no", ["ECB:FINE"])])
def test_list_filters_by_the_last_attempt(staff, value, symbols):
    Quote.objects.create(symbol="ECB:FINE", value=1.0)
    Quote.objects.create(symbol="ECB:GONE", error="ECB has no results.", error_at=NOW)
    response = staff.get(reverse("admin:indicators_quote_changelist"), {"failing": value})
    assert [quote.symbol for quote in response.context["cl"].result_list] == symbols


def test_what_was_held_back_can_be_accepted(staff):
    quote = Quote.objects.create(symbol="ECB:A", error="Held back", error_at=NOW, held="2026-11-20 1150")
    other = Quote.objects.create(symbol="ECB:B", error="away", error_at=NOW)
    staff.post(
        reverse("admin:indicators_quote_changelist"),
        {"action": "accept", "_selected_action": [quote.pk, other.pk]},
    )
    quote.refresh_from_db()
    other.refresh_from_db()
    assert (quote.accepted, other.accepted) == ("2026-11-20 1150", "")
