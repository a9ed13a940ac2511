"""The four tables: constraints, deletion with a reader, and migrations with rows."""

from datetime import date

import pytest
from django.apps import apps as present
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from accounts import data
from accounts.models import User
from portfolio.models import CsvFormatTemplate, InstrumentMap, PortfolioSync, TickerUniverse
from portfolio.sync import encryption
from tests.accounts.readers import reader
from tests.portfolio.instruments import instrument

PEPPER = bytes(range(32))


@pytest.mark.django_db
def test_one_automatic_row_a_broker_ticker():
    instrument("BAl_EQ", "BA.L")
    with pytest.raises(IntegrityError), transaction.atomic():
        instrument("BAl_EQ", "BA2.L")


@pytest.mark.django_db
def test_manual_rows_of_one_ticker_differ_by_name_or_isin():
    instrument("BA", "BA", manual=True, name="Boeing")
    instrument("BA", "BA.L", manual=True, name="BAE Systems")
    instrument("BA", None, manual=True, name="Boeing", isin="US0970231058")
    with pytest.raises(IntegrityError), transaction.atomic():
        instrument("BA", None, manual=True, name="Boeing")


@pytest.mark.django_db
def test_layout_is_stored_once_for_each_key():
    CsvFormatTemplate.objects.create(header_key="a" * 64, delimiter=",", headers=["A"], template={})
    with pytest.raises(IntegrityError), transaction.atomic():
        CsvFormatTemplate.objects.create(header_key="a" * 64, delimiter=";", headers=["A"], template={})


@pytest.mark.django_db
def test_no_table_has_a_column_for_a_holding():
    columns = {
        field.name
        for model in present.get_app_config("portfolio").get_models()
        for field in model._meta.fields
    }
    assert not columns & {"quantity", "weight", "amount", "value", "invested", "positions", "holdings"}
    assert {field.name for field in TickerUniverse._meta.fields} == {"ticker", "name", "currency", "added_on"}


@pytest.mark.django_db
def test_rows_say_what_they_are():
    assert str(instrument("BAl_EQ", "BA.L")) == "BAl_EQ"
    assert str(TickerUniverse(ticker="BA.L", added_on=date(2026, 11, 21))) == "BA.L"
    assert str(CsvFormatTemplate(header_key="abcdefghijklmnop")) == "abcdefghijkl"
    assert str(CsvFormatTemplate(header_key="a", broker="DEGIRO")) == "DEGIRO"
    assert str(PortfolioSync(user_id=7, version=3)) == "7, 3"


# --- Rows of a reader ---


def copy_of(user: User, inner: bytes = b"x" * 1080) -> PortfolioSync:
    return PortfolioSync.objects.create(
        user=user,
        blob=encryption.encrypt(inner, user.pk, PEPPER),
        pepper_fp=encryption.fingerprint(PEPPER),
        verifier=b"v" * 32,
        version=4,
    )


@pytest.mark.django_db
def test_copy_goes_with_its_reader_and_no_other_s():
    ada, bob = reader("ada@example.org"), reader("bob@example.org")
    copy_of(ada), copy_of(bob)
    data.delete(ada)
    assert [row.user for row in PortfolioSync.objects.all()] == [bob]


@pytest.mark.django_db
def test_export_says_that_there_is_a_copy_and_nothing_of_it():
    ada = reader("ada@example.org")
    assert data.export(ada)["portfolio_copy"] == {"exists": False}
    row = copy_of(ada)
    told = data.export(ada)["portfolio_copy"]
    assert told == {
        "exists": True,
        "saved_at": data.stamp(row.updated_at),
        "bytes": 1080,
        "version": 4,
        "encrypted": "in your browser, with a PIN that the service does not know",
    }


# --- Migrations ---


@pytest.fixture
def migrate(transactional_db):
    """Returns a function that migrates the app ('zero' too) and returns its models; ends at the newest state."""

    def to(name: str | None):
        executor = MigrationExecutor(connection)
        executor.migrate([("portfolio", name)])
        return MigrationExecutor(connection).loader.project_state([("portfolio", name)] if name else []).apps

    yield to
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_later_migration_empties_the_copies_and_keeps_the_rest(migrate):
    user = User.objects.create(email="ada@example.org")
    then = migrate("0001_initial")
    then.get_model("portfolio", "PortfolioSync").objects.create(user_id=user.pk, blob=b"old")
    then.get_model("portfolio", "InstrumentMap").objects.create(broker_ticker="BA", manual=True)
    migrate("0002_purge_portfolio_sync")
    assert not PortfolioSync.objects.exists()
    assert InstrumentMap.objects.filter(manual=True).count() == 1
    assert User.objects.filter(pk=user.pk).exists()


def test_purge_goes_back_and_forth(migrate):
    migrate("0001_initial")
    assert "portfolio_sync" in connection.introspection.table_names()
    migrate("0002_purge_portfolio_sync")
    assert "portfolio_sync" in connection.introspection.table_names()


def test_chain_goes_to_zero_and_up_again_with_rows_in_it(migrate):
    user = User.objects.create(email="ada@example.org")
    PortfolioSync.objects.create(user=user, blob=b"x")
    instrument("BAl_EQ", "BA.L")
    tables = {"csv_format_templates", "portfolio_sync", "instrument_map", "ticker_universe"}
    migrate(None)
    assert not tables & set(connection.introspection.table_names())
    migrate("0002_purge_portfolio_sync")
    assert tables <= set(connection.introspection.table_names())
    assert not PortfolioSync.objects.exists()
