from datetime import date

import pytest

from indicators.sources import Observation, SourceError, parsing


@pytest.mark.parametrize("raw", [None, "", " ", ".", "..", "NaN", "nan", ":", "null", float("nan")])
def test_number_knows_every_spelling_of_missing(raw):
    assert parsing.number("S", raw) is None


@pytest.mark.parametrize(
    ("raw", "value"), [("1.5", 1.5), ("-0.25", -0.25), (".5", 0.5), ("1E3", 1000.0), (3, 3.0), (" 2 ", 2.0)]
)
def test_number_reads_figures(raw, value):
    assert parsing.number("S", raw) == value


def test_number_gives_no_negative_zero():
    assert str(parsing.number("S", "-0.0")) == "0.0"


@pytest.mark.parametrize("raw", ["1,234", "1_000", "12%", "inf", "٣", True, [], {}, float("inf"), "1e999"])
def test_number_never_guesses(raw):
    with pytest.raises(SourceError, match="where a figure should be"):
        parsing.number("S", raw)


@pytest.mark.parametrize("raw", ["9" * 400, "-" + "9" * 400, int("9" * 400), -int("9" * 400)])
def test_number_takes_nothing_beyond_a_float_and_quotes_its_beginning(raw):
    with pytest.raises(SourceError, match=r"^S has '?-?9{78,80} where a figure should be\.$"):
        parsing.number("S", raw)


def points(*days: date) -> list[Observation]:
    return [Observation(day.isoformat(), day, 1.0) for day in days]


def test_tidy_sorts_and_keeps_from_since_to_today():
    days = [date(2026, 11, 22), date(2026, 11, 20), date(2026, 11, 21), date(2019, 12, 31), date(2020, 1, 1)]
    kept = parsing.tidy("S", points(*days), since=date(2020, 1, 1))
    assert [point.day for point in kept] == [date(2020, 1, 1), date(2026, 11, 20), date(2026, 11, 21)]


def test_tidy_refuses_two_figures_for_one_period():
    with pytest.raises(SourceError, match="2026-11-20 twice"):
        parsing.tidy("S", points(date(2026, 11, 20), date(2026, 11, 20)), since=date(2020, 1, 1))


def test_tidy_refuses_a_series_without_values():
    with pytest.raises(SourceError, match="gone or empty") as caught:
        parsing.tidy("S", [], since=date(2020, 1, 1))
    assert caught.value.permanent is True


def test_tidy_is_silent_when_nothing_is_new():
    assert parsing.tidy("S", points(date(2025, 12, 31)), since=date(2026, 6, 1)) == []


def test_period_of_refuses_another_frequency_than_configured():
    with pytest.raises(SourceError, match="configured with frequency M"):
        parsing.period_of("S", "2026-Q2", "M")


def test_period_of_takes_days_for_a_weekly_row():
    assert parsing.period_of("S", "2026-11-18", "W").end == date(2026, 11, 18)


def test_text_of_refuses_a_web_page():
    with pytest.raises(SourceError, match="web page instead of data"):
        parsing.text_of("S", b"\n<!DOCTYPE html><html><body>Sorry</body></html>")


def test_text_of_reads_utf8_without_a_charset_and_drops_its_mark():
    assert parsing.text_of("S", "\ufeff£m".encode()) == "£m"


def test_text_of_refuses_other_encodings():
    with pytest.raises(SourceError, match="not UTF-8"):
        parsing.text_of("S", "£".encode("latin-1"))


@pytest.mark.parametrize(
    ("body", "reason"), [(b"Too Many Requests", "no JSON but"), (b"[1]", "another shape")]
)
def test_json_of_refuses_other_documents(body, reason):
    with pytest.raises(SourceError, match=reason):
        parsing.json_of("S", body)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"a":' * 100_000, "no JSON"),
        (b'{"a": [' + b"[]," * 2_100_000 + b"1]}", "more than 2,000,000 values"),
    ],
)
def test_json_of_refuses_what_is_made_to_cost(body, said):
    with pytest.raises(SourceError, match=said):
        parsing.json_of("Bank", body)


def test_tidy_keeps_a_period_that_has_begun_and_drops_what_has_not():
    found = [
        Observation("2026-Q3", date(2026, 9, 30), 1.0),
        Observation("2026-Q4", date(2026, 12, 31), 2.0),
        Observation("2027-Q1", date(2027, 3, 31), 3.0),
    ]
    kept = parsing.tidy("S", found, since=date(2026, 1, 1))
    assert [each.period for each in kept] == ["2026-Q3", "2026-Q4"]
    assert [parsing.is_unfinished(each, date(2026, 11, 21)) for each in kept] == [False, True]


def test_ask_keeps_validators_of_one_lasting_answer_alone(web):
    web.expect_request("/a").respond_with_data("x", headers={"ETag": '"1"'})
    talk = parsing.Conversation()
    parsing.conversation.set(talk)
    parsing.get("S", web.url_for("/a"))
    assert list(talk.validators.values()) == [['"1"', ""]]
    talk.transient = True
    assert talk.validators == {}
    talk.transient = False
    web.expect_request("/b").respond_with_data("x")
    parsing.get("S", web.url_for("/b"))
    assert talk.validators == {}
    parsing.conversation.set(None)


@pytest.mark.parametrize(
    ("status", "permanent"),
    [(400, True), (403, False), (404, True), (410, True), (413, False), (429, False), (503, False)],
)
def test_ask_tells_what_is_gone_from_what_may_be_tried_again(web, status, permanent):
    web.expect_request("/gone").respond_with_data("", status=status)
    with pytest.raises(SourceError, match=str(status)) as caught:
        parsing.get("S", web.url_for("/gone"))
    assert (caught.value.status, caught.value.permanent) == (status, permanent)
