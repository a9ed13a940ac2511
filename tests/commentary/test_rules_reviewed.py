"""What the rules write of the figures that are really configured passes the review that it meets before it appears."""

import random

import pytest

from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from commentary.reads import Read
from commentary.review.review import LANGUAGES, review
from commentary.rules.sentences import WORDS
from commentary.writing.inspection import inspect
from indicators import groups
from indicators.groups import RowConfig
from tests.commentary.figures import AS_OF, PERIODS, figure

GROUPS = [group.id for group in groups.load().groups]


def drawn(row: RowConfig, chance: random.Random) -> RowFacts:
    """The row with its own names and unit, and with made-up values of its kind."""
    period, before, day = PERIODS[row.frequency]
    middle = 2.5 if "%" in row.unit or row.unit == "pp" else chance.choice([1.1, 60.0, 450.0, 21_000.0])
    value = round(middle * chance.uniform(-0.5 if middle == 2.5 else 0.4, 2.2), row.decimals)
    prev = round(value + middle * chance.uniform(-0.1, 0.1), row.decimals)
    return figure(
        key=row.code, group=row.group_id, label_en=row.label("en"), label_it=row.label("it"),
        note_en=row.note("en"), note_it=row.note("it"), unit=row.unit, decimals=row.decimals,
        frequency=row.frequency, value=value, prev=chance.choice([prev, prev, prev, None]), period=period,
        prev_period=before, date=day, percentile=round(chance.uniform(0, 100), 1),
        lowest=min(value, prev) - chance.choice([0, middle]), highest=max(value, prev) + chance.choice([0, middle]),
        since="1998-01-31", usual_move=abs(middle) * chance.uniform(0.01, 0.2), stale=chance.random() < 0.15,
    )  # fmt: skip


@pytest.mark.parametrize("group", [EVERYTHING, *GROUPS])
def test_texts_of_configured_figures_pass(group):
    chance = random.Random(f"rules {group}")
    rows = [row for each in groups.load().groups for row in each.rows if group in (EVERYTHING, each.id)]
    refused = []
    for turn in range(25):
        share = 0.9 if turn else 0.0  # no figure at all is a text, too
        frozen = Facts(group, AS_OF, tuple(drawn(row, chance) for row in rows if chance.random() < share))
        for tone in ("NOVICE", "INTERMEDIATE"):
            read = Read(frozen, tone, "DRY")
            for lang, draft in read.by_rules().items():
                verdict = inspect(draft, read.assignment, lang=lang)
                refused += [(f.rule, f.excerpt, draft.whole) for f in verdict.findings if f.blocks]
    assert refused == []


@pytest.mark.parametrize("kind", ["log_header", "aggregate"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_titles_of_configured_figures_pass(lang, kind):
    chance = random.Random(f"titles {lang} {kind}")
    rows = [drawn(row, chance) for group in groups.load().groups for row in group.rows]
    pairs = [(one, other) for one in rows for other in rows if one.key != other.key]
    titles = [
        ", ".join((WORDS[lang].title_part(one, place), WORDS[lang].title_part(other, what)))
        for one, other in chance.sample(pairs, 300)
        for place, what in (("high", "low"), ("high", "down"), ("low", "up"))
    ]
    verdicts = {
        title: review(title, lang=lang, kind=kind, style="DRY", facts=None)
        for title in (each[:1].upper() + each[1:] for each in titles)
    }
    assert [title for title, verdict in verdicts.items() if not verdict.passed] == []
