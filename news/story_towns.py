"""The towns that a headline names."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from news.story_words import Phrases, Word


def towns_in(found: Sequence[Word]) -> frozenset[str]:
    """The towns named by words with a capital, each by its first name in `story_towns.toml`."""
    norms = [word.norm for word in found]
    return frozenset(
        town for start, _, towns in _towns().find(norms) if found[start].capital for town in towns
    )


@cache
def _towns() -> Phrases:
    listed = tomllib.loads(Path(__file__).with_name("story_towns.toml").read_text("utf-8"))["towns"]
    entries = [entry.split() for entry in listed.split(";")]
    return Phrases({names[0]: ",".join(name.replace("-", " ") for name in names) for names in entries})
