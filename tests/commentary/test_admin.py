import re
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.admin.sites import site
from django.test import RequestFactory
from django.utils import timezone, translation

from commentary import log_queries, published
from commentary.models import IndicatorSummary, ReviewerVerdict, StrategicLog, Withdrawal
from commentary.publishing import logs, reads
from tests.commentary.author import answer
from tests.commentary.conftest import NOW, store_figure
from tests.commentary.test_composition_review import ADVICE
from tests.fake_model import says

pytestmark = pytest.mark.django_db


def test_a_text_stands_beside_its_figures(two_groups):
    reads.cycle(NOW)
    read = IndicatorSummary.objects.get(group="bonds", tone="NOVICE")
    with translation.override("en"):
        table = site.get_model_admin(IndicatorSummary).figures(read)
    assert "SPRD BTP-Bund spread, monthly" in table
    assert "0.84 pp" in table


def test_texts_are_read_and_not_edited(two_groups):
    admin, request = site.get_model_admin(IndicatorSummary), RequestFactory().get("/")
    assert (admin.has_add_permission(request), admin.has_change_permission(request)) == (False, False)


def test_staff_open_the_page_of_a_text(two_groups, client, django_user_model):
    reads.cycle(NOW)
    read = IndicatorSummary.objects.get(group="bonds", tone="NOVICE")
    client.force_login(
        django_user_model.objects.create(email="staff@example.org", is_staff=True, staff_role="admin")
    )
    page = client.get(f"/admin/commentary/indicatorsummary/{read.pk}/change/")
    assert page.status_code == 200
    assert "SPRD BTP-Bund spread, monthly" in page.content.decode()


@pytest.fixture
def staff(client, django_user_model):
    client.force_login(
        django_user_model.objects.create(email="staff@example.org", is_staff=True, staff_role="admin")
    )
    return client


def act(staff, model: str, action: str, pk: int, reason: str = "claim") -> str:
    data = {"action": action, "_selected_action": [pk], "reason": reason}
    return staff.post(f"/admin/commentary/{model}/", data, follow=True).content.decode()


def test_verdicts_attempts_and_cost_stand_beside_the_text(two_groups, author, staff):
    author.puts("write", says(answer(ADVICE)))
    reads.cycle(NOW, groups=["bonds"], tones=["NOVICE"])
    page = staff.get(f"/admin/commentary/indicatorsummary/{IndicatorSummary.objects.get().pk}/change/")
    html = page.content.decode()
    assert "so it is time to buy" in html
    assert ReviewerVerdict.objects.filter(verdict="fail").first().rule in html
    assert "penman-1" in html


def test_a_withdrawn_text_makes_way_for_the_one_before(two_groups, staff):
    reads.cycle(NOW)
    first = IndicatorSummary.objects.get(group="bonds", tone="NOVICE")
    store_figure("SPRD", value=0.91)
    reads.cycle(NOW + timedelta(hours=1))
    second = IndicatorSummary.objects.filter(group="bonds", tone="NOVICE").latest("cycle")
    assert "1 texts withdrawn." in act(staff, "indicatorsummary", "withdraw", second.pk)
    assert published.reads("en", "NOVICE")["bonds"].id == first.pk
    assert LogEntry.objects.get().object_id == str(second.pk)


@pytest.mark.parametrize("reason", ["", "because"])
@pytest.mark.parametrize("action", ["withdraw", "publish_rules_text"])
def test_nothing_is_taken_back_without_one_of_the_reasons(two_groups, author, staff, action, reason):
    reads.cycle(NOW, groups=["bonds"], tones=["NOVICE"])
    page = act(staff, "indicatorsummary", action, IndicatorSummary.objects.get().pk, reason)
    assert ("Nothing was done" if not reason else "No action selected") in page
    assert (IndicatorSummary.objects.get().state, Withdrawal.objects.count()) == ("accepted", 0)


def test_the_list_of_texts_offers_the_reasons(two_groups, staff):
    reads.cycle(NOW, groups=["bonds"], tones=["NOVICE"])
    page = staff.get("/admin/commentary/indicatorsummary/").content.decode()
    assert set(Withdrawal.Reason.values) <= set(re.findall(r'<option value="(\w+)"', page))


def test_staff_see_the_text_of_the_readers(two_groups, staff):
    reads.cycle(NOW, groups=["bonds"], tones=["NOVICE"])
    act(staff, "indicatorsummary", "withdraw", IndicatorSummary.objects.get().pk, "translation")
    page = staff.get("/admin/commentary/withdrawal/").content.decode()
    assert "Its translation said something else" in page
    assert LogEntry.objects.get().change_message == "withdrawn: translation"


def test_the_rules_text_replaces_a_read_from_the_same_figures(two_groups, author, staff):
    reads.cycle(NOW, groups=["bonds"], tones=["NOVICE"])
    before = IndicatorSummary.objects.get()
    act(staff, "indicatorsummary", "publish_rules_text", before.pk)
    shown = published.reads("it", "NOVICE")["bonds"]
    new = IndicatorSummary.objects.get(pk=shown.id)
    assert (new.written_by, new.facts_hash, new.cost_usd, shown.language) == (
        "rules",
        before.facts_hash,
        0,
        "it",
    )
    assert IndicatorSummary.objects.get(pk=before.pk).state == "withdrawn"
    calls = len(author.seen)
    assert reads.cycle(NOW + timedelta(hours=1), groups=["bonds"], tones=["NOVICE"]).unchanged == 1
    assert len(author.seen) == calls


def test_the_rules_text_of_an_older_read_does_not_cover_a_newer_one(two_groups, author, staff):
    reads.cycle(NOW, groups=["bonds"], tones=["NOVICE"])
    older = IndicatorSummary.objects.get()
    store_figure("SPRD", value=0.91)
    reads.cycle(NOW + timedelta(hours=1), groups=["bonds"], tones=["NOVICE"])
    act(staff, "indicatorsummary", "publish_rules_text", older.pk)
    assert published.reads("en", "NOVICE")["bonds"].written_by == "ai"


def test_the_rules_text_replaces_a_log(two_groups, author, staff):
    reads.cycle(NOW)
    logs.cycle(NOW, tones=["NOVICE"])
    before = StrategicLog.objects.get()
    page = staff.get(f"/admin/commentary/strategiclog/{before.pk}/change/")
    assert page.status_code == 200
    act(staff, "strategiclog", "publish_rules_text", before.pk)
    entry = log_queries.newest("it", "NOVICE")
    assert (entry.written_by, entry.language, entry.id != before.pk) == ("rules", "it", True)


def test_spending_of_the_month_is_shown_by_purpose_against_the_cap(two_groups, author, staff, settings):
    settings.LLM_MONTHLY_COST_CAP_USD = 1.0
    reads.cycle(NOW, groups=["bonds"], tones=["NOVICE"])
    html = re.sub(
        r"\s+", " ", re.sub(r"<[^>]+>", " ", staff.get("/admin/briefing/llmcall/").content.decode())
    )
    month = f"{timezone.now():%Y-%m}"
    assert f"Spent in {month}: 0.00 of 1.00 USD (0%)" in html
    for purpose in ("read", "judge"):
        assert f"{purpose} 1 0 1000 100 0.0012" in html


def test_verdicts_are_listed(two_groups, author, staff):
    reads.cycle(NOW, groups=["bonds"], tones=["NOVICE"])
    assert staff.get("/admin/commentary/reviewerverdict/").content.decode().count("field-stage") == 6
