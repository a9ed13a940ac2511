"""The methods page: how often texts pass review, and the list of withdrawn ones; both languages."""

import re
from datetime import timedelta
from html import unescape

import pytest

from briefing.core.web import cache_versions
from commentary.models import ReviewerVerdict, Withdrawal
from commentary.review.review import review
from tests.pages import edition
from tests.pages.test_methods import html, part, words
from tests.pages.test_public import HELD

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def withdrawn(number: int = 0, **changes) -> Withdrawal:
    fields = {
        "kind": "read", "group": "bonds", "tone": "NOVICE", "languages": "en,it", "written_by": "ai",
        "published_at": edition.NOW - timedelta(days=2), "withdrawn_at": edition.NOW - timedelta(days=1, minutes=number),
        "reason": "figure", "instead": "earlier",
    }  # fmt: skip
    return Withdrawal(**(fields | changes))


def verdicts(count: int, **changes) -> None:
    fields = {"kind": "read", "lang": "en", "stage": "judge", "attempt": 1, "verdict": "pass"} | changes
    ReviewerVerdict.objects.bulk_create(
        ReviewerVerdict(created_at=edition.NOW - timedelta(days=40), **fields) for _ in range(count)
    )


def test_nothing_yet_is_said():
    page = html()
    assert "no text by AI went through the review" in part(page, "rates")
    assert "None so far." in part(page, "corrections", "</article>")


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Second reviewer, English 30 days: none 90 days: 30 of 40 (75.0%)"),
        ("it", "Secondo revisore, inglese 30 giorni: nessuno 90 giorni: 30 su 40 (75,0%)"),
    ],
)
def test_pass_rates_are_listed_by_stage_and_window(lang, told):
    verdicts(30)
    verdicts(10, verdict="fail")
    assert told in words(part(html(lang), "rates"))


def test_few_checks_have_no_share_and_all_passed_is_a_hundred():
    verdicts(4)
    verdicts(20, stage="grounding")
    verdicts(3, kind="portfolio", excerpt="secret", rule="C01")
    text = words(part(html(), "rates"))
    assert "4 of 4 (too few)" in text
    assert "20 of 20 (100%)" in text
    assert text.index("Group reads") < text.index("Commentary on portfolios")
    assert "secret" not in text


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            "Bonds · Novice Withdrawn 20 Nov 2026 ( published 19 Nov 2026 ) "
            "Reason A figure behind it was wrong or was revised "
            "In its place The text before it, until the next one was written "
            "Kind of text Written by AI, reviewed · English, Italian",
        ),
        (
            "it",
            "Obbligazioni · Principiante Ritirato 20 nov 2026 ( pubblicato in data 19 nov 2026 ) "
            "Motivo Un dato su cui si basava era sbagliato o è stato rivisto "
            "Al suo posto Il testo precedente, fino a quello successivo "
            "Tipo di testo Scritto dall’IA e verificato · inglese, italiano",
        ),
    ],
)
def test_a_withdrawn_text_is_listed_with_its_reason(lang, told):
    withdrawn().save()
    assert told.replace("( ", "(").replace(" )", ")") in words(part(html(lang), "corrections", "</article>"))


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({"kind": "log", "group": ""}, "Strategic log · Novice"),
        ({"group": "all", "tone": "INTERMEDIATE"}, "Read across all groups · Intermediate"),
        ({"group": "no_longer_there"}, "no_longer_there · Novice"),
        ({"tone": "OTHER", "languages": "en,de"}, "Bonds · OTHER"),
    ],
)
def test_a_withdrawn_text_of_any_kind_is_named(columns, told):
    withdrawn(**columns).save()
    assert f"<b>{told}</b>" in html()


def test_corrections_are_paged():
    Withdrawal.objects.bulk_create(withdrawn(n, group=f"g{n}") for n in range(45))
    seen, query = [], ""
    for _ in range(3):
        page = html(query=query)
        seen += re.findall(r"<b>g(\d+) ·", page)
        query = unescape((re.findall(r'href="(\?[^"#]*)#corrections" rel="next"', page) or [""])[0])
    assert (seen, query) == ([str(n) for n in reversed(range(45))], "")


@pytest.mark.parametrize("query", ["?before=x", "?before=-1", "?before=" + "9" * 40, "?before=²"])
def test_an_unreadable_place_is_the_first_page(query):
    withdrawn().save()
    assert "<b>Bonds · Novice</b>" in html(query=query)


def test_past_the_last_one_says_so():
    last = withdrawn()
    last.save()
    assert "There are no earlier ones." in html(query=f"?before={last.pk}")


@pytest.mark.parametrize("count", [1, 1000])
def test_three_queries_at_any_size_and_one_within_the_hour(django_assert_num_queries, count):
    Withdrawal.objects.bulk_create(withdrawn(n) for n in range(count))
    verdicts(count)
    cache_versions.invalidate("corrections")
    with django_assert_num_queries(3):
        html()
    with django_assert_num_queries(1):  # the edition
        html()


@pytest.mark.parametrize("lang", ["en", "it"])
def test_nothing_on_the_page_advises(lang):
    """Definitions, summaries and labels too, which the test of the other texts does not look at."""
    withdrawn().save()
    verdicts(30)
    blocks = re.findall(r"<(dt|dd|summary|b|td|th)\b[^>]*>(.*?)</\1>", html(lang), re.DOTALL)
    texts = [words(block) for _tag, block in blocks]
    found = [
        (finding.rule, finding.excerpt)
        for text in texts
        for finding in review(text, lang=lang, kind="read").findings
        # What judges a sentence as a whole knows market commentary alone, and this is none.
        if finding.rule.startswith(HELD) and not finding.rule.endswith(".classifier")
    ]
    assert found == []
