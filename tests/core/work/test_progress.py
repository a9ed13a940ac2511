"""Progress output without a terminal."""

import io

import pytest
from django.core.management.base import OutputWrapper

from briefing.core.work import progress


def test_steps_say_how_far_it_is_in_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    out = io.StringIO()
    with progress.Steps(OutputWrapper(out), "headlines", total=2) as counted:
        counted.advance()
        counted.advance()
    assert out.getvalue() == "headlines: 1 of 2\nheadlines: 2 of 2\n"


def test_steps_are_quiet_when_it_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 1e9)
    out = io.StringIO()
    with progress.Steps(OutputWrapper(out), "headlines") as counted:
        counted.advance()
    assert out.getvalue() == ""


def test_steps_are_counted_by_batches_and_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    out = io.StringIO()
    with progress.Steps(OutputWrapper(out), "Feeds", total=40) as counted:
        counted.advance(16)
        counted.at(40)
    assert out.getvalue() == "Feeds: 16 of 40\nFeeds: 40 of 40\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("err", "output", "shown"), [
    (Terminal(), None, True), (Terminal(), io.StringIO(), True), (Terminal(), Terminal(), False), (io.StringIO(), None, False),
])  # fmt: skip
def test_a_bar_is_shown_in_a_terminal_where_no_line_tears_it(
    err: io.StringIO, output: io.StringIO | None, shown: bool
) -> None:
    counted = progress.Steps(OutputWrapper(err), "texts", output=OutputWrapper(output) if output else None)
    assert counted.bar.disable is not shown


def test_work_that_cannot_be_counted_is_said_at_its_start() -> None:
    out = io.StringIO()
    with progress.working(OutputWrapper(out), "Writing the reads"):
        assert out.getvalue() == "Writing the reads …\n"
    assert out.getvalue() == "Writing the reads …\n"
