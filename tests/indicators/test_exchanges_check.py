"""The system check warns before the calendar ends, and names a damaged file."""

from datetime import UTC, datetime

import pytest
import time_machine

from indicators.exchanges_check import check_exchanges


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
