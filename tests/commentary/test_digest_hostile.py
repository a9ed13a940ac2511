"""A digest whose headlines, publishers and log are hostile: neither markup nor an address nor a header of theirs leaves."""

import email
import email.policy
from email.message import EmailMessage

import pytest

from commentary.models import StrategicLog
from news.models import Feed, Headline, Story
from tests.commentary.digests import daily_figure, html, log, message, send_all, story, subscriber
from tests.commentary.test_digest_mail import Outline
from tests.smtp import SmtpServer, use

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("monday")]
MARKUP = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '"><a href="//x">x</a>', "</td></table><h1>Free</h1>",
    "&lt;b&gt; {{ 7*7 }}{% url 'x' %}", "<!-- --><style>*{display:none}</style>",
]  # fmt: skip
ADDRESSES = [
    "Read https://evil.example/a", "evil.example has it", "write to eve@evil.example", "evil dot example", "www.evil.example",
    "a (at) b.example",
]  # fmt: skip
OURS = "http://127.0.0.1:8000"


@pytest.fixture
def ada():
    log()
    daily_figure("US10", value=4.2, previous=4.0)
    return subscriber()


def sent(settings) -> EmailMessage:
    with SmtpServer() as server:
        use(settings, server.port)
        send_all()
    (raw,) = server.messages
    return email.message_from_string(raw, policy=email.policy.default)


@pytest.mark.parametrize("title", ADDRESSES)
def test_headline_with_an_address_is_in_neither_part(ada, title):
    story(title, "Loud", "Louder", "Loudest")  # told by most
    story("Council meets and decides", "ECB")
    send_all()
    for part in (message().body, html()):
        assert "evil" not in part and "(at)" not in part
        assert "Council meets and decides" in part


def test_story_has_the_title_of_its_first_harmless_headline(ada):
    story("See evil.example", "Loud")
    story("Council meets and decides", "ECB")
    Headline.objects.update(story=Story.objects.earliest("pk"))
    send_all()
    assert "Council meets and decides" in message().body and "evil" not in message().body


def test_publisher_that_is_an_address_tells_nothing(ada):
    story("Council meets and decides", "ECB")
    story("Prices rose in October", "Loud")
    Feed.objects.filter(publisher="Loud").update(publisher="https://evil.example/win")
    send_all()
    assert "evil" not in message().body + html() and "Prices rose" not in message().body


def test_harmless_ones_fill_the_digest_behind_hostile_ones(ada):
    for number in range(12):
        story(f"Win at evil{number}.example", "Loud", "Louder")
    for title in ("One", "Two", "Three", "Four", "Five"):
        story(f"{title} rate was set", "ECB")
    send_all()
    assert message().body.count("rate was set") == 5


@pytest.mark.parametrize("markup", MARKUP)
def test_markup_of_titles_and_names_is_text(settings, ada, markup):
    settings.OPERATOR = markup
    story(markup, "ECB")
    Feed.objects.update(publisher=markup[:60])
    StrategicLog.objects.update(header=markup, content=markup)
    send_all()
    outline = Outline(html())
    assert outline.open == []
    assert [link for link in outline.links if not link.startswith((f"{OURS}/", "https://ecb.example/"))] == []
    assert not any(tag in html().lower() for tag in ("<script", "<img", "<h1>free", "onerror=alert(1)>"))
    assert "49" not in message().subject  # no template of a stranger's is a template


@pytest.mark.parametrize(
    "breaks",
    ["\r\nBcc: eve@example.org", "\nBcc: eve@example.org\n\nbody", "\rX: y", "\u2028Bcc: a", "\x0bBcc: a"],
)
def test_title_of_a_log_makes_no_header(settings, ada, breaks):
    StrategicLog.objects.update(header=f"Long rates{breaks}")
    found = sent(settings)
    assert set(found) == {
        "Content-Type", "MIME-Version", "Subject", "From", "To", "Date", "Message-ID", "Content-Language", "List-Unsubscribe",
        "List-Unsubscribe-Post", "Auto-Submitted", "Digital-Source-Type",
    }  # fmt: skip
    assert (found["To"], len(found["Subject"].splitlines())) == ("ada@example.org", 1)


def test_encoded_word_in_a_title_stays_what_it_is(settings, ada):
    StrategicLog.objects.update(header="=?utf-8?q?Free_money?=")
    assert "Free money" not in sent(settings)["Subject"]


def test_longest_title_makes_no_line_that_mail_forbids(settings, ada):
    longest = {
        model: model._meta.get_field(name).max_length
        for model, name in ((Headline, "title"), (StrategicLog, "header"))
    }
    story("Council meets", "ECB")
    Headline.objects.update(title="x" * longest[Headline])
    StrategicLog.objects.update(header="y" * longest[StrategicLog])
    with SmtpServer() as server:
        use(settings, server.port)
        send_all()
    assert max(map(len, server.messages[0].split("\r\n"))) <= 998  # RFC 5322, 2.1.1


def test_way_out_works_from_the_header_alone(settings, ada, client):
    """What a mail program does (RFC 8058): a POST to the header's address, without a cookie."""
    address = sent(settings)["List-Unsubscribe"].strip().strip("<>")
    path = address.removeprefix(OURS)
    assert client.get(path).status_code == 200
    ada.refresh_from_db()
    assert ada.digest_opt_in == "daily"
    answer = client.post(path, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")
    ada.refresh_from_db()
    assert (answer.status_code, ada.digest_opt_in) == (200, "off")
