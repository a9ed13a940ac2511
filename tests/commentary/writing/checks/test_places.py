"""Amounts stand in a wording, or right behind the word of their role."""

import pytest

from commentary.facts.snapshot import EXTREMES
from tests.commentary.tables import ROWS, checked, findings, one, refused_in_both


def test_a_move_before_the_verb_of_another_figure_is_refused():
    about, en, it = (
        ["brnt", "wti"],
        "{brnt.name} stood at {brnt.value}, {brnt.move}, and {wti.name} fell.",
        "{brnt.name} era a {brnt.value}, {brnt.move}, e {wti.name} è sceso.",
    )
    assert refused_in_both(checked("fact", about, en, it))


RECORD = ("{brnt.name} rose {brnt.move} to a record {brnt.value}.", "{brnt.name} è salito di {brnt.move} al record di {brnt.value}.")  # fmt: skip
FROM_RECORD = (
    "{brnt.name} rose from a record {brnt.value}.",
    "{brnt.name} è salito dal record di {brnt.value}.",
)


@pytest.mark.parametrize(
    ("texts", "extreme", "passes"),
    [
        (RECORD, "highest", True),
        (RECORD, "", False),
        (FROM_RECORD, "highest", False),
        (FROM_RECORD, "", False),
    ],
)
def test_a_value_is_a_record_where_it_is_one(texts, extreme, passes):
    slots = one(ROWS["brnt"], extreme=extreme, all_time=EXTREMES)
    found = checked("fact", ["brnt"], *texts, slots=slots)
    assert found.passed is passes and refused_in_both(found) is not passes, findings(found)
