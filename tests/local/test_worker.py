"""What a worker of production does before it forks."""

import gc

from briefing.management.commands import worker
from commentary.review import weights
from news.stories import words


def test_weights_are_there_before_the_fork():
    weights.load.cache_clear()
    words.lexicon.cache_clear()
    try:
        worker.load_before_fork()
        assert (weights.load.cache_info().currsize, words.lexicon.cache_info().currsize) == (2, 2)
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
