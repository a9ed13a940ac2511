from datetime import timedelta

import pytest
import time_machine

from indicators.sources import SourceError, file_cache

DAY = timedelta(days=1)


class Office:
    """Answers with what it was told to, in order, and counts how often it was asked."""

    def __init__(self, *answers):
        self.answers = list(answers)

    def __call__(self):
        answer = self.answers.pop(0)
        if isinstance(answer, SourceError):
            raise answer
        return answer


def test_a_file_is_fetched_once_while_it_is_cached():
    cache, office = file_cache.FileCache(), Office("old", "new")
    assert [cache.get("a", office, keep=DAY) for _row in range(3)] == ["old"] * 3
    with time_machine.travel("2026-11-22T12:01:00Z"):
        assert cache.get("a", office, keep=DAY) == "new"


def test_names_have_separate_entries():
    cache, office = file_cache.FileCache(), Office("a", "b")
    assert [cache.get(name, office, keep=DAY) for name in "aba"] == ["a", "b", "a"]


def test_a_failure_is_cached_for_the_refresh_alone():
    cache, office = file_cache.FileCache(), Office(SourceError("away", refused=True), "back")
    for _row in range(2):
        with pytest.raises(SourceError, match="away") as caught:
            cache.get("a", office, keep=DAY)
        assert caught.value.refused
    with time_machine.travel("2026-11-21T12:30:00Z"):
        assert cache.get("a", office, keep=DAY) == "back"


def test_forget_drops_what_every_shelf_keeps():
    cache, office = file_cache.FileCache(), Office(1, 2)
    cache.get("a", office, keep=DAY)
    file_cache.forget()
    assert cache.get("a", office, keep=DAY) == 2
