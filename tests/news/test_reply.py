"""The reply parser: every kind of malformed JSON, random damage, and hostile size and depth."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from news.tagging.reply import parse_rows
from news.tagging.vocabulary import TAGS
from tests.news.hostile import HOSTILE

REPLIES = [
    json.loads(line) for line in (Path(__file__).parent / "data/replies.jsonl").read_text().splitlines()
]
IDS = list(range(1, 26))
ROWS = st.lists(
    st.tuples(st.integers(-2, 30), st.lists(st.sampled_from([*TAGS, "Sport", "eu", ""]), max_size=4)),
    max_size=8,
)
TITLES = st.text(alphabet="abc \"'\\{}[]:,\n/#`“”<>0", max_size=30)


def parse_reply(raw: str, ids: list[int], vocabulary: Iterable[str]) -> dict[int, list[str]]:
    return {number: row.tags for number, row in parse_rows(raw, ids, vocabulary).items()}


def test_broken_reply_gives_its_whole_rows():
    found = {
        reply["name"]: {
            str(number): tags for number, tags in parse_reply(reply["raw"], reply["ids"], TAGS).items()
        }
        for reply in REPLIES
    }
    assert found == {reply["name"]: reply["rows"] for reply in REPLIES}


def test_there_are_enough_replies():
    assert len(REPLIES) >= 130


@given(raw=st.text(max_size=400))
def test_any_text_gives_requested_ids_and_tags_alone(raw):
    found = parse_reply(raw, IDS, TAGS)
    assert set(found) <= set(IDS)
    assert {tag for tags in found.values() for tag in tags} <= set(TAGS)


@given(raw=st.text(alphabet="{}[](),:\"'\\/*#<>`01 \nidtagsEU“”", max_size=300))
@settings(max_examples=150)
def test_any_punctuation_gives_requested_ids_and_tags_alone(raw):
    found = parse_reply(raw, [1, 10], ["EU"])
    assert set(found) <= {1, 10}
    assert {tag for tags in found.values() for tag in tags} <= {"EU"}


@given(rows=ROWS, cut=st.integers(0, 600))
@settings(max_examples=150)
def test_a_cut_reply_keeps_whole_rows_as_they_were(rows, cut):
    whole = [{"id": number, "tags": tags} for number, tags in rows]
    full, part = parse_reply(json.dumps(whole), IDS, TAGS), parse_reply(json.dumps(whole)[:cut], IDS, TAGS)
    assert {number: full.get(number) for number in part} == part or full == {}


@given(
    titles=st.lists(TITLES, min_size=1, max_size=4),
    damage=st.integers(0, 400),
    inserted=st.sampled_from(",}]'\\ \n/#x"),
)
@settings(max_examples=200)
def test_a_row_inside_a_title_is_never_taken(titles, damage, inserted):
    """Titles contain rows for id 25; one character is inserted outside of the strings."""
    hidden = '{"id": 25, "tags": ["Crypto"]}'
    rows = [
        {"id": n + 1, "title": f"{title} {hidden} {title[::-1]}", "tags": ["EU"]}
        for n, title in enumerate(titles)
    ]
    raw = json.dumps(rows)
    at = damage % (len(raw) + 1)
    inside = _inside_a_string(raw, at)
    broken = raw if inside else raw[:at] + inserted + raw[at:]
    found = parse_reply(broken, IDS, TAGS)
    assert (25 in found, {tag for tags in found.values() for tag in tags} <= {"EU"}) == (False, True)


@given(titles=st.lists(TITLES, min_size=1, max_size=3), cut=st.integers(0, 500))
@settings(max_examples=150)
def test_a_row_inside_a_title_is_never_taken_from_a_cut_reply(titles, cut):
    hidden = '{"id": 25, "tags": ["Crypto"]}'
    rows = [{"id": n + 1, "title": f"{title} {hidden}", "tags": ["EU"]} for n, title in enumerate(titles)]
    assert 25 not in parse_reply(json.dumps(rows)[:cut], IDS, TAGS)


def _inside_a_string(raw: str, at: int) -> bool:
    inside, index = False, 0
    while index < at:
        if inside and raw[index] == "\\":
            index += 2
            continue
        inside ^= raw[index] == '"'
        index += 1
    return inside or index > at


@pytest.mark.parametrize("make", HOSTILE)
def test_hostile_length_and_depth_give_no_row_that_is_not_there(make):
    assert set(parse_reply(make(), IDS, TAGS)) <= {1}


@pytest.mark.parametrize("raw", [None, 5, b"[]", ["x"]])
def test_what_is_no_text_gives_nothing(raw):
    assert parse_reply(raw, IDS, TAGS) == {}


def test_no_ids_give_no_rows():
    assert parse_reply('[{"id": 1, "tags": ["EU"]}]', [], TAGS) == {}


def test_batch_counted_from_zero_is_refused_whole():
    rows = [{"id": number, "tags": ["EU"]} for number in range(25)]
    assert parse_reply(json.dumps(rows), IDS, TAGS) == {}


def test_whole_batch_is_read():
    rows = [{"id": number, "tags": [TAGS[number % 16]]} for number in IDS]
    assert parse_reply(json.dumps({"items": rows}), IDS, TAGS) == {
        number: [TAGS[number % 16]] for number in IDS
    }


def test_vocabulary_may_be_any_words():
    assert parse_reply('[{"id": 1, "tags": ["RED", "blue"]}]', [1], {"Red"}) == {1: ["Red"]}


@pytest.mark.parametrize(
    ("reply", "same"),
    [
        ('{"items": [{"id": 1, "tags": ["EU"], "same": [101, 103]}]}', [101, 103]),
        ("[{'id': 1, 'tags': ['EU'], 'same': ['101', '#103',],},]", [101, 103]),
        ('{"1": {"tags": ["EU"], "same": [101]}}', [101]),
        ('[{"id": 1, "tags": ["EU"], "same": 101}]', [101]),
        ('[{"id": 1, "same": "101; 103", "tags": ["EU"]}]', [101, 103]),
        ('[{"id": 1, "tags": ["EU"]}]', []),
        ('[{"id": 1, "tags": ["EU"], "same": [true, null, {"id": 101}, "none", 1e400]}]', []),
        ('[{"id": 1, "tags": ["EU"], "title": "\\"same\\": [101]"}]', []),
    ],
)
def test_the_numbers_called_the_same_are_read_beside_the_tags(reply, same):
    assert parse_rows(reply, IDS, TAGS) == {1: (1, ["EU"], same)}


def test_a_row_without_end_says_nothing_of_what_is_the_same():
    assert parse_rows('[{"id": 1, "tags": ["EU"], "same": [101, 10', IDS, TAGS) == {}
