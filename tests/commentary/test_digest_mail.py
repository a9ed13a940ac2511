"""How a digest reads: both parts, both languages, over a real mail server and its headers."""

import email
import email.policy
import re
from datetime import date, timedelta
from html.parser import HTMLParser

import pytest
from django.core import mail
from django_celery_beat.models import CrontabSchedule

from briefing.core.models import EmailSend
from briefing.core.outside.mail import MailError, send
from commentary.facts.snapshot import Facts, RowFacts
from commentary.models import StrategicLogTranslation
from indicators.groups import load
from tests.commentary.digests import (
    NOW,
    daily_figure,
    html,
    log,
    message,
    morning,
    send_all,
    story,
    subscriber,
)
from tests.indicators.agenda.conftest import figure, release
from tests.smtp import SmtpServer, use

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("monday")]
URL = r"http://127\.0\.0\.1:8000/digest/unsubscribe\?t=\d+\.[\w.-]+&lang=(?:en|it)"
EDUCATIONAL = "nothing here is advice, a recommendation or a forecast"


@pytest.fixture
def ada():
    morning()
    return subscriber()


def flat(text: str) -> str:
    return " ".join(text.split())


class Outline(HTMLParser):
    """Open elements that were never closed, links, and what has a class without a style."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.bare: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag not in ("meta", "br", "link"):
            self.open.append(tag)
        if tag == "a":
            self.links.append(named["href"] or "")
        if "class" in named and not named.get("style"):
            self.bare.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_both_parts_say_the_same(ada):
    send_all()
    for part in (message().body, html()):
        text = flat(re.sub(r"<style>.*?</style>|<[^>]+>", " ", part, flags=re.DOTALL)).replace("&amp;", "&")
        for said in (
            "Daily digest, Monday 23 November 2026",
            "Long rates stood higher",
            "Prices & wages stood still.",
            "Written by AI, reviewed",
            "What moved most",
            "Since Friday 20 November",
            "Yield on 10-year US government bonds",
            "20 November; before: 4.00%, 19 November",
            "Council meets & decides",
            "ECB, 23 November",
            EDUCATIONAL,
            "You get this because you chose the daily digest, sent on weekdays at 06:30 UTC.",
        ):
            assert said in text


def test_both_parts_name_the_hour_of_the_timetable(ada):
    CrontabSchedule.objects.filter(periodictask__name="commentary.digest_daily").update(hour="6", minute="15")
    send_all()
    assert "sent on weekdays at 06:15 UTC." in flat(message().body)
    assert "sent on weekdays at 06:15 UTC." in html()


def test_both_parts_name_what_is_due(ada):
    figure("CPIE", period="2026-10", ends=date(2026, 10, 31), symbol=load().row("CPIE").symbols[0])
    release(
        "hicp", date(2026, 11, 24), starts_at=NOW + timedelta(days=1), period="2026-11", status="provisional"
    )
    send_all()
    for part in (message().body, html()):
        text = flat(re.sub(r"<style>.*?</style>|<[^>]+>", " ", part, flags=re.DOTALL))
        assert "due today and tomorrow" in text.lower()
        assert "Inflation, euro area and members, November 2026" in text
        assert "Tue 24 Nov, 06:31 UTC, provisional date" in text


@pytest.mark.parametrize(
    ("lang", "receipt"),
    [
        ("en", "4.20%, 20 November: the observation 0.20 percentage point, 20 November: the change since the "
               "observation before = 4.20% − 4.00% {source}. As published: {symbol}."),
        ("it", "4,20%, 20 novembre: il valore osservato 0,20 punti percentuali, 20 novembre: la variazione "
               "dall’osservazione precedente = 4,20% − 4,00% {source}. Come pubblicato: {symbol}."),
    ],
)  # fmt: skip
def test_the_numbers_of_the_log_come_with_their_receipts(lang, receipt):
    morning()
    figures = [
        {"code": "US10", "field": name, "value": value, "period": "2026-11-20"}
        for name, value in (("value", 4.2), ("move", 0.2), ("value", 4.2))
    ]
    row = load().row("US10")
    facts = Facts(
        group="all",
        as_of="2026-11-23",
        rows=(
            RowFacts(key="US10", group="bonds", label_en="A & B", label_it="A & B", unit="%", decimals=2, frequency="D",
                     value=4.2, prev=4.0, period="2026-11-20", prev_period="2026-11-19", date="2026-11-20",
                     since="2020-01-02", lowest=1.0, highest=6.0),
        ),
    )  # fmt: skip
    sentences = [{"text": "The yield rose.", "kind": "fact", "figures": figures}]
    made = log(cycle=NOW, published_at=NOW, sentences=sentences, facts=facts.as_json())
    StrategicLogTranslation.objects.filter(log=made).update(sentences=sentences)
    subscriber(lang=lang)
    send_all()
    for part in (message().body, html()):
        text = flat(re.sub(r"<style>.*?</style>|<[^>]+>", " ", part, flags=re.DOTALL)).replace("&amp;", "&")
        text = text.replace("\xa0", " ").replace(" .", ".")
        assert text.count("A & B") == 1
        assert receipt.format(source=row.source_name, symbol=row.symbols[0]) in text


def test_sample_figures_are_called_so(settings, ada):
    settings.SAMPLE_DATA = True
    send_all()
    assert message().subject.startswith("Sample data: The morning, ")
    assert "Sample data. Figures and headlines are made up." in message().body
    assert "<b>Sample data.</b> Figures and headlines are made up." in html()


def test_the_rules_are_named_where_they_wrote(ada):
    log(cycle=NOW, published_at=NOW, written_by="rules")
    send_all()
    assert "Written by rules" in message().body
    assert "Written by rules" in html()
    assert 'name="digital-source-type" content="https://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia"' in html()  # fmt: skip


def test_the_italian_one_has_its_own_words_numbers_and_dates():
    morning()
    subscriber(lang="it")
    send_all()
    for part in (message().body, html()):
        text = flat(re.sub(r"<[^>]+>", " ", part))
        for said in (
            "lunedì 23 novembre 2026",
            "Il rendimento è salito.",
            "Da venerdì 20 novembre",
            "4,20%",
            "20 novembre; prima: 4,00%, 19 novembre",
            "Istat pubblica i dati",
            "Scritto dall’IA e verificato",
            "Ricevi questo messaggio perché hai scelto il riepilogo quotidiano",
        ):
            assert said in text
    assert '<html lang="it">' in html()


def test_what_is_still_in_english_says_so_and_is_marked():
    morning()
    StrategicLogTranslation.objects.all().delete()
    subscriber(lang="it")
    send_all()
    note = "in inglese: la traduzione non è ancora pronta"
    assert note in flat(message().body)
    assert note in html()
    assert re.search(r'<h1 [^>]*lang="en">Long rates', html())


def test_the_text_part_is_plain_and_narrow():
    morning()
    log(cycle=NOW, published_at=NOW, content="Words & <signs> " * 40, header="A header " * 12)
    story("A headline of many words " * 5, "ECB", "BBC", "FED")
    subscriber()
    send_all()
    text = message().body
    assert [line for line in text.splitlines() if len(line) > 72 and "://" not in line] == []
    assert "Words & <signs>" in text
    assert re.findall(r"&\w+;|\n{4}|[ \t]\n|{%|<p", text) == []


def test_the_html_part_is_whole_and_styled_in_place(ada):
    send_all()
    outline = Outline(html())
    assert (outline.open, outline.bare) == ([], [])
    assert all(re.match(r"https?://[^/]+/", link) for link in outline.links)
    assert "Prices &amp; wages stood still." in html()
    assert not re.search(r"<script|<link|<img|url\(", html())


def test_the_html_part_has_a_dark_scheme(ada):
    send_all()
    assert '<meta name="color-scheme" content="light dark">' in html()
    dark = html().partition("@media (prefers-color-scheme: dark)")[2].partition("@media")[0]
    styled = set(re.findall(r'class="(m-[\w-]+)" style="[^"]*color', html()))
    assert {name for name in styled if f".{name} " not in dark and f".{name}," not in dark} == set()


def test_it_leads_to_the_log_the_dashboard_the_settings_and_the_way_out(ada):
    send_all()
    base = "http://127.0.0.1:8000"
    links = Outline(html()).links
    for address in (
        f"{base}/",
        f"{base}/news",
        f"{base}/settings#id_digest_opt_in",
        f"{base}/indicators/US10",
    ):
        assert address in links
    assert re.search(rf"{base}/log/\d+\n", message().body)
    assert re.search(f"^{URL}$", message().body, flags=re.MULTILINE)
    assert [link for link in links if re.fullmatch(URL, link)]


def test_one_click_headers_reach_the_server(settings, ada):
    with SmtpServer() as server:
        use(settings, server.port)
        send_all()
    (raw,) = server.messages
    parsed = email.message_from_string(raw, policy=email.policy.default)
    assert re.fullmatch(f"<{URL}>", parsed["List-Unsubscribe"].strip())
    assert parsed["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert parsed["Auto-Submitted"] == "auto-generated"
    assert parsed["Content-Language"] == "en"
    assert [part.get_content_type() for part in parsed.iter_parts()] == ["text/plain", "text/html"]


def test_the_operator_is_named(settings, ada):
    settings.OPERATOR = "Ada & Co, 1 Example Street, London"
    send_all()
    assert "Ada & Co, 1 Example Street, London" in message().body
    assert "Ada &amp; Co, 1 Example Street, London" in html()


def test_without_a_log_the_figures_have_the_title():
    daily_figure("US10", value=4.2, previous=4.0)
    subscriber()
    send_all()
    assert message().subject == "The morning, 23 November: what moved"
    assert "<h1" in html()
    assert "The morning in figures" in html()


def test_without_moves_and_headlines_their_parts_are_left_out():
    log()
    subscriber()
    send_all()
    for part in (message().body, html()):
        assert not re.search("What moved most|Top headlines|<table[^>]*m-figures", part)


def test_no_model_or_count_is_named(ada):
    log(cycle=NOW, published_at=NOW, model="penman-1", provider="direct", prompt_tokens=4321)
    send_all()
    assert not re.search("penman|direct|4321", message().body + html())


def test_a_line_break_in_a_header_is_refused_and_nothing_leaves(ada):
    with pytest.raises(MailError) as caught:
        send(
            "code",
            "ada@example.org",
            language="en",
            kind="code",
            headers={"List-Unsubscribe": "<https://a.example>\r\nBcc: eve@example.org"},
        )
    assert (caught.value.permanent, caught.value.may_have_left) == (True, False)
    assert (mail.outbox, EmailSend.objects.count()) == ([], 0)
