"""Staff may correct the instrument map and read the rest, but never see a reader's copy."""

import pytest
from django.urls import reverse

from accounts.models import User
from portfolio.models import CsvFormatTemplate, InstrumentMap, PortfolioSync, TickerUniverse
from tests.portfolio.instruments import NOW, instrument

pytestmark = pytest.mark.django_db
SECRET = b"SECRET-BYTES" * 20


@pytest.fixture
def staff(client):
    client.force_login(User.objects.create(email="staff@example.org", is_staff=True, staff_role="admin"))
    return client


def url(name: str, *arguments: object, model: str = "instrumentmap") -> str:
    return reverse(f"admin:portfolio_{model}_{name}", args=arguments)


def form(**values: str) -> dict[str, str]:
    fields = ("broker_ticker", "name", "isin", "currency", "provider_ticker", "reason")
    return dict.fromkeys(fields, "") | values


def test_list_shows_the_reason_of_each_mapping(staff):
    instrument("BAl_EQ", "BA.L", reason="short name")
    instrument("XYZo_EQ", None, reason="the exchange code is unknown")
    page = staff.get(url("changelist")).text
    assert "short name" in page
    assert "the exchange code is unknown" in page


@pytest.mark.parametrize(("choice", "shown"), [("yes", "BAl_EQ"), ("no", "XYZo_EQ")])
def test_list_can_be_narrowed_to_those_with_or_without_a_symbol(staff, choice, shown):
    instrument("BAl_EQ", "BA.L")
    instrument("XYZo_EQ", None)
    found = staff.get(url("changelist"), {"quoted": choice}).context["cl"].result_list
    assert [row.broker_ticker for row in found] == [shown]


@pytest.mark.parametrize(("symbol", "stored"), [("BA", "BA"), ("", None)])
def test_added_row_is_manual_also_without_a_quote(staff, symbol, stored):
    answer = staff.post(
        url("add"), form(broker_ticker="BA", name="Boeing", isin="us0970231058", provider_ticker=symbol)
    )
    assert answer.status_code == 302
    row = InstrumentMap.objects.get()
    assert (row.manual, row.provider_ticker, row.reason, row.isin, row.short_ticker) == (
        True, stored, "set by staff", "US0970231058", "",
    )  # fmt: skip


def test_corrected_row_becomes_manual_and_keeps_what_the_file_said(staff):
    row = instrument(
        "RYAl_EQ", None, name="Ryanair", currency="EUR", kind="STOCK", short_ticker="RYA", sample=True,
        quote_currency="GBp", reason="to be settled by hand",
    )  # fmt: skip
    values = form(
        broker_ticker="RYAl_EQ",
        name="Ryanair",
        currency="EUR",
        provider_ticker="RYA.IR",
        reason="listed in Dublin",
    )
    assert staff.post(url("change", row.pk), values).status_code == 302
    row.refresh_from_db()
    assert (row.manual, row.provider_ticker, row.reason) == (True, "RYA.IR", "listed in Dublin")
    assert (row.short_ticker, row.kind, row.sample, row.quote_currency) == ("RYA", "STOCK", False, "")


def test_automatic_row_is_not_doubled_by_a_manual_one(staff):
    instrument("BAl_EQ", "BA.L")
    answer = staff.post(url("add"), form(broker_ticker="BAl_EQ"))
    assert "This ticker has an automatic row" in answer.text
    assert InstrumentMap.objects.count() == 1


def test_manual_row_is_not_made_twice(staff):
    instrument("BA", "BA", manual=True, name="Boeing")
    assert "already" in staff.post(url("add"), form(broker_ticker="BA", name="Boeing")).text
    assert staff.post(url("add"), form(broker_ticker="BA", name="BAE Systems")).status_code == 302


@pytest.mark.parametrize("symbol", ["BA L", "BA.L\n<b>", "x" * 25, "é"])
def test_symbol_of_no_known_form_is_refused(staff, symbol):
    answer = staff.post(url("add"), form(broker_ticker="BA", provider_ticker=symbol))
    assert answer.status_code == 200
    assert not InstrumentMap.objects.exists()


def test_only_manual_rows_can_be_deleted(staff):
    automatic, manual = instrument("BAl_EQ", "BA.L"), instrument("BA", "BA", manual=True)
    assert staff.post(url("delete", automatic.pk), {"post": "yes"}).status_code == 403
    assert staff.post(url("delete", manual.pk), {"post": "yes"}).status_code == 302
    assert list(InstrumentMap.objects.all()) == [automatic]
    assert "delete_selected" not in staff.get(url("changelist")).text


def test_copy_shows_its_size_and_day_and_none_of_its_bytes(staff):
    user = User.objects.create(email="ada@example.org")
    row = PortfolioSync.objects.create(
        user=user,
        blob=SECRET,
        pepper_fp=b"FINGERPR",
        verifier=b"VERIFIERVERIFIERVERIFIERVERIFIER",
        updated_at=NOW,
    )
    pages = [
        staff.get(url("changelist", model="portfoliosync")),
        staff.get(url("change", row.pk, model="portfoliosync")),
    ]
    for page in pages:
        assert page.status_code == 200
        assert "ada@example.org" in page.text
        assert str(len(SECRET) - 29) in page.text
        for secret in (b"SECRET", b"FINGERPR", b"VERIFIER"):
            assert secret not in page.content
            assert secret.hex().encode() not in page.content


@pytest.mark.parametrize("model", ["portfoliosync", "tickeruniverse", "csvformattemplate"])
def test_what_the_service_writes_is_not_edited(staff, model):
    TickerUniverse.objects.create(ticker="BA.L", added_on=NOW.date())
    CsvFormatTemplate.objects.create(header_key="a" * 64, delimiter=",", headers=["A"], template={})
    PortfolioSync.objects.create(user=User.objects.create(email="ada@example.org"), blob=b"x")
    assert staff.get(url("changelist", model=model)).status_code == 200
    assert staff.get(url("add", model=model)).status_code == 403


def test_staff_can_delete_a_layout(staff):
    row = CsvFormatTemplate.objects.create(header_key="a" * 64, delimiter=",", headers=["A"], template={})
    assert staff.post(url("delete", row.pk, model="csvformattemplate"), {"post": "yes"}).status_code == 302
    assert not CsvFormatTemplate.objects.exists()


def test_copies_and_noted_tickers_cannot_be_deleted_by_staff(staff):
    row = PortfolioSync.objects.create(user=User.objects.create(email="ada@example.org"), blob=b"x")
    TickerUniverse.objects.create(ticker="BA.L", added_on=NOW.date())
    assert staff.post(url("delete", row.pk, model="portfoliosync"), {"post": "yes"}).status_code == 403
    assert staff.post(url("delete", "BA.L", model="tickeruniverse"), {"post": "yes"}).status_code == 403
