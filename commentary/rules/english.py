"""The English of the rules writer: one function a thing to say. What is true is settled in `rules.py`."""

from commentary.facts.names import name_of, nouns_of
from commentary.facts.notation import (
    NBSP,
    WORDED,
    count,
    in_unit,
    kind_of_period,
    number,
    period_text,
    size_of_move,
)
from commentary.facts.snapshot import RowFacts

LANGUAGE = "en"
NO_FIGURES = "There are no figures for this group yet. The text appears with the first of them."
NO_FIGURES_AT_ALL = "There are no figures yet. This text appears with the first of them."
NO_FIGURES_TITLE = "No figures yet"
NO_HISTORY = "Their history here is still too short to tell which of them are high or low."
OWN_PAST = "High and low compare each figure with its own past and with nothing else."


def subject(row: RowFacts, *, opening: bool = False) -> str:
    name = name_of(row, LANGUAGE).subject
    return name[:1].upper() + name[1:] if opening else name


def value(row: RowFacts) -> str:
    return in_unit(row.value, row, LANGUAGE)


def when(row: RowFacts, as_of: str) -> str:
    return _at(row.period, row.date, as_of)


def _at(period: str, day: str, as_of: str) -> str:
    text = period_text(period, day, as_of, LANGUAGE)
    return {"day": "on ", "week": "in the week to "}.get(kind_of_period(period), "in ") + text


def lead(*, group: str, high: int, low: int, ranked: int, current: int) -> str:
    """How many are high and low in their own history, told from where most of them are."""
    of_these = nouns_of(group, LANGUAGE)[1] + (" with enough history" if ranked < current else "")
    end = "top" if high >= low else "bottom"
    if ranked in (high, low):
        who = f"Both {of_these}" if ranked == 2 else f"All {count(ranked, LANGUAGE)} {of_these}"
        return f"{who} are in the {end} fifth of their own history."
    if not high and not low:
        who = (
            f"Neither of the two {of_these}"
            if ranked == 2
            else f"None of {count(ranked, LANGUAGE)} {of_these}"
        )
        return f"{who} is in the top or the bottom fifth of its own history."
    first, second = max(high, low), min(high, low)
    other = f"and {count(second, LANGUAGE) if second else 'none'} in the {'bottom' if high >= low else 'top'} fifth"
    if first * 2 > ranked:
        share = f"{count(first, LANGUAGE)} of {count(ranked, LANGUAGE)}"
        return (
            f"Most {of_these} are {'high' if high >= low else 'low'} by their own past standards: "
            f"{share} are in the {end} fifth of their history {other}."
        )
    share = f"of {count(ranked, LANGUAGE)} {of_these} {_is(first)} in the {end} fifth of {_its(first)} own history"
    most = "; most lie in between" if ranked == current and (ranked - high - low) * 2 > ranked else ""
    return f"{count(first, LANGUAGE, opening=True)} {share} {other}{most}."


def _is(amount: int) -> str:
    return "is" if amount == 1 else "are"


def _its(amount: int) -> str:
    return "its" if amount == 1 else "their"


def lead_of_all(*, high: int, low: int, ranked: int, current: int) -> str:
    """The same across all groups."""
    whole = f"Of {count(ranked, LANGUAGE)} figures" + (" with enough history" if ranked < current else "")
    if not high and not low:
        return f"{whole}, none is in the top or the bottom fifth of its own history."
    top = f"{count(high, LANGUAGE) if high else 'none'} {'is' if high < 2 else 'are'} in the top fifth"
    bottom = f"{count(low, LANGUAGE) if low else 'none'} in the bottom fifth"
    most = "; most lie in between" if (ranked - high - low) * 2 > ranked else ""
    return f"{whole}, {top} of {'its' if high < 2 else 'their'} own history and {bottom}{most}."


def middle(median: str) -> str:
    return f"The median figure across all groups stands at the {ordinal(median)} percentile."


def ordinal(text: str) -> str:
    if text[-2:] in ("11", "12", "13"):
        return f"{text}th"
    return text + {"1": "st", "2": "nd", "3": "rd"}.get(text[-1], "th")


def busiest(*, high: tuple[str, int, int] | None, low: tuple[str, int, int] | None) -> str:
    """Which group has the largest share of high rows, and which of low ones."""
    parts: list[str] = []
    for found, word in ((high, "High"), (low, "Low")):
        if found:
            group, hits, ranked = found
            share = f"{nouns_of(group, LANGUAGE)[1]} ({count(hits, LANGUAGE)} of {count(ranked, LANGUAGE)})"
            parts.append(
                f"{word} readings are most frequent among {share}" if not parts else f"low ones among {share}"
            )
    return ", ".join(parts) + "."


def rank(percentile: str, since: str) -> str:
    """ "above 91% of its readings since 1997": the words of a figure's place in its history."""
    tail = f"its readings since {since}" if since else "all its readings kept here"
    if percentile in ("highest", "lowest"):
        return f"the {percentile} of {tail}"
    if percentile in ("100", "0"):
        return f"{'above' if percentile == '100' else 'below'} nearly all {tail}"
    return f"above {'only ' if int(percentile) <= 20 else ''}{percentile}% of {tail}"


def rank_short(percentile: str, since: str, *, first: bool) -> str:
    """The same in a bracket: "91st percentile since 1997"; the word is said once in a sentence."""
    tail = f" since {since}" if since else " in the readings kept here"
    if percentile in ("highest", "lowest"):
        return f"{percentile}{tail}"
    if percentile in ("100", "0"):
        return f"close to its {'highest' if percentile == '100' else 'lowest'}{tail}"
    return f"{ordinal(percentile)}{' percentile' if first else ''}{tail}"


def standing(row: RowFacts, place: str, *, as_of: str, opposite: bool, value_first: bool) -> str:
    """Where one figure stands: value, date, place."""
    if opposite:
        return f"At the other end, {subject(row)} stood at {value(row)} {when(row, as_of)}, {place}."
    if value_first:
        return f"At {value(row)} {when(row, as_of)}, {subject(row)} was {place}."
    return f"{subject(row, opening=True)} stood at {value(row)} {when(row, as_of)}, {place}."


def ranks(parts: list[tuple[str, bool, list[str]]]) -> str:
    """The figures nearest to the ends of their history, dense: (end, whether others are as near, figures)."""
    clauses: list[str] = []
    for end, tie, named in parts:
        several = len(named) > 1
        head = f"{'among the ' if tie else ''}{end} against {'their' if several else 'its'} own past"
        head = head if not clauses else f"{'among the ' if tie else ''}{end}"
        clauses.append(f"{head} {'are' if several else 'is'} {_list(named)}")
    text = "; ".join(clauses)
    return f"{text[:1].upper()}{text[1:]}."


def ranked(row: RowFacts, place: str, *, as_of: str, dated: bool) -> str:
    """One figure of such a list."""
    return f"{subject(row)} at {value(row)}{' ' + when(row, as_of) if dated else ''} ({place})"


def note(text: str, *, asks: bool) -> str:
    """What a figure is, from its note; `asks` when the note begins like a question (how much, what)."""
    return f"It shows {text}." if asks else f"In plain words: {text}."


def mover(row: RowFacts, move: str, *, up: bool, percent: bool, as_of: str, daily: bool, novice: bool) -> str:
    """The figure that moved most by its own standards."""
    who = f"Among the daily figures, {subject(row)}" if daily else subject(row, opening=True)
    verb = (
        f"{'rising' if up else 'falling'} {'by ' if novice and not percent else ''}{_beside_value(move, row)}"
    )
    return f"{who} moved most {_standard(novice)}, {verb} to {value(row)} {when(row, as_of)}."


def mover_again(
    row: RowFacts, move: str, *, up: bool, percent: bool, daily: bool, novice: bool, near: bool
) -> str:
    """The same of a figure whose value has been told; `near` when the sentence before was about it."""
    who = "It" if near else subject(row, opening=True)
    among = "among the daily figures " if daily else ""
    return f"{who} also moved most {among}{_standard(novice)}, {'up' if up else 'down'} {move} on the reading before."


def _beside_value(move: str, row: RowFacts) -> str:
    """The unit is said once: "rising by 0.10 to 2.91 percentage points"."""
    return (
        move.split(NBSP, maxsplit=1)[0] if row.unit == "pp" and move.endswith(("point", "points")) else move
    )


def _standard(novice: bool) -> str:
    return "by its own standards" if novice else "relative to its average step"


def mover_more(row: RowFacts, move: str, *, up: bool, percent: bool) -> str:
    """Joined to the sentence before: the second largest move."""
    return f"Next comes {subject(row)}, {'up' if up else 'down'} {_beside_value(move, row)} to {value(row)}."


def within_usual(*, daily: bool) -> str:
    whole = "daily figures" if daily else "figures"
    return f"None of the {whole} moved by more than its average step from one reading to the next."


def well_beyond() -> str:
    return "That is far more than its average step from one reading to the next."


def directions(*, rose: int, fell: int, flat: int) -> str:
    amounts = [(rose, "rose"), (fell, "fell"), (flat, "did not change")]
    if rose + fell + flat in (rose, fell, flat):
        word = "rose" if rose else "fell" if fell else "stayed where they were"
        return f"Compared with the reading before, all {word}."
    digits = max(rose, fell, flat) > WORDED
    parts = [f"{amount if digits else count(amount, LANGUAGE)} {word}" for amount, word in amounts if amount]
    return f"Compared with the reading before, {_list(parts)}."


def level(row: RowFacts, *, as_of: str, basis_points: bool, novice: bool) -> str:
    """A figure's value and its move since the observation before, told plainly."""
    start = f"{subject(row, opening=True)} stood at {value(row)} {when(row, as_of)}"
    if row.prev is None or not row.prev_period:
        return f"{start}."
    before = _at(row.prev_period, row.prev_period, as_of)
    move = size_of_move(row, LANGUAGE, basis_points=basis_points)
    if move is None:
        return f"{start}, {'the same as' if row.value == row.prev else 'close to its level'} {before}."
    up = row.value > row.prev
    if novice:
        return f"{start}, {move.text} {'higher' if up else 'lower'} than {before}."
    return f"{start}, {'up' if up else 'down'} {move.text} from {in_unit(row.prev, row, LANGUAGE)} {before}."


def stale(rows: list[tuple[RowFacts, str]], *, total: int, days: int) -> str:
    """How many figures are too old to be compared, and which, where rows are given."""
    head = "One figure is" if total == 1 else f"{count(total, LANGUAGE, opening=True)} figures are"
    start = f"{head} more than {days} days old and left aside"
    if not rows:
        return f"{start}."
    named = [f"{subject(row)} ({period})" for row, period in rows]
    if total > len(named):
        named.append(f"{count(total - len(named), LANGUAGE)} more")
    return f"{start}: {_list(named)}."


def among_old(row: RowFacts, place: str, *, as_of: str) -> str:
    """One of the old figures, dated."""
    tail = f", {place}" if place else ""
    return f"Among them, {subject(row)} stood at {value(row)} {when(row, as_of)}{tail}."


def all_stale(*, total: int, days: int) -> str:
    if total == 1:
        return f"The only figure here is more than {days} days old."
    return f"{'Both' if total == 2 else f'All {count(total, LANGUAGE)}'} figures here are more than {days} days old."


def newest(row: RowFacts, *, as_of: str) -> str:
    period = period_text(row.period, row.date, as_of, LANGUAGE)
    return f"The newest describes {period}: {subject(row)} then stood at {value(row)}."


def _list(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def title_part(row: RowFacts, what: str) -> str:
    """ "US inflation lower": one element of a title; what is high, low, up or down."""
    return f"{name_of(row, LANGUAGE).head} {what}"


def title_of_counts(high: int, low: int) -> str:
    if high and low:
        return f"{number(high, 0, LANGUAGE)} {_figures(high)} high, {number(low, 0, LANGUAGE)} low in their history"
    if high or low:
        amount = high or low
        who = f"{count(amount, LANGUAGE, opening=True)} {_figures(amount)}"
        return f"{who} {'high' if high else 'low'} in {_its(amount)} own history"
    return "No figure at an extreme of its history"


def _figures(amount: int) -> str:
    return "figure" if amount == 1 else "figures"
