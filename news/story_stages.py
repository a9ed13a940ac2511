"""How far each of two headlines says that a matter has come, and whether both can be one story."""

from news.story_events import excluding, met_by, yielding
from news.story_facts import Facts


def outcomes_clash(one: Facts, other: Facts) -> bool:
    """Whether each tells an outcome or a matter that excludes what the other tells ("final" and "flash")."""
    mine, theirs = one.main_stages | one.main_events, other.main_stages | other.main_events
    return any(frozenset((a, b)) in excluding() for a in mine - theirs for b in theirs - mine)


def stages_clash(one: Facts, other: Facts) -> bool:
    """Whether one tells a stage that the other does not meet and that papers seldom leave out."""
    free = yielding()["light"]
    if one.concepts["sense"] & other.concepts["sense"]:
        free |= yielding()["grave"]
    return not lone_stages(one, other) <= free


def grave_stages_differ(one: Facts, other: Facts) -> bool:
    """Whether a stage is unmet that only a shared sense makes bearable."""
    return not lone_stages(one, other).isdisjoint(yielding()["grave"])


def light_stages_differ(one: Facts, other: Facts) -> bool:
    """Whether a stage is unmet that papers often leave out."""
    return not lone_stages(one, other).isdisjoint(yielding()["light"])


def lone_stages(one: Facts, other: Facts) -> frozenset[str]:
    """The stages ("completes", "rejects", "expected to") that one of the two tells and the other does not know."""
    lone: set[str] = set()
    for mine, theirs in ((one, other), (other, one)):
        known = theirs.main_stages | theirs.main_events | theirs.also_stages | theirs.also_events
        told = (mine.main_stages | mine.main_events) & met_by().keys()
        lone.update(stage for stage in told if known.isdisjoint(met_by()[stage]))
    return frozenset(lone)
