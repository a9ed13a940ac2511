from datetime import UTC, datetime

import pytest
import time_machine

from indicators.checks import check_exchanges, check_groups
from tests.indicators.conftest import row_text


def test_check_groups_finds_the_project_s_file_right():
    assert check_groups(None) == []


def test_check_groups_gives_an_error_a_mistake(registry_file):
    path = registry_file(row_text(transform='"ewma"'), row_text("BBB", limits=""))
    assert [(error.id, error.msg, error.is_serious()) for error in check_groups(None, path=path)] == [
        ("indicators.E007", "groups.toml, group bonds, row AAA: the transform 'ewma' is unknown.", True),
        ("indicators.E005", "groups.toml, group bonds, row BBB: limits is blank.", True),
    ]


def test_check_groups_says_what_to_do(registry_file):
    [error] = check_groups(None, path=registry_file(row_text(transform='"ewma"')))
    assert error.hint == "Known are level, yoy, spread, ratio."


@pytest.mark.parametrize(("day", "ids"), [((2027, 11, 1), []), ((2027, 11, 2), ["indicators.W101"])])
def test_check_warns_sixty_days_before_the_end(day, ids):
    with time_machine.travel(datetime(*day, tzinfo=UTC), tick=False):
        assert [message.id for message in check_exchanges(None)] == ids


def test_check_names_the_file_and_the_command():
    with time_machine.travel(datetime(2028, 2, 1, tzinfo=UTC), tick=False):
        message = check_exchanges(None)[0]
    assert message.msg == "The exchanges' calendar ends on 2027-12-31: after that the strip knows no hours."
    assert "manage.py refresh_exchanges" in message.hint


@pytest.mark.parametrize("text", ["", "{}", '{"valid_from": 3}'])
def test_check_reports_a_damaged_file(tmp_path, text):
    damaged = tmp_path / "exchanges.json"
    damaged.write_text(text)
    assert [message.id for message in check_exchanges(None, path=damaged)] == ["indicators.E101"]
