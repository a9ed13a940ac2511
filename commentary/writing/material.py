"""What the models are given: a facts document in words, a few lines a figure, and what strangers wrote as marked data.

Everything that stands here may be written, and is what the review holds a text against.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

MOST_ROWS = 8  # the most newsworthy, which is more than a text can name; the stored facts keep every row
MOST_STORIES = 10
Row = Mapping[str, Any]


def edition(facts: Mapping[str, Any]) -> str:
    """What every text of an edition rests on, whatever its tone and language: figures, pairs, agenda."""
    rows = facts.get("rows", ())
    shown = rows if len(rows) <= MOST_ROWS else telling(rows)
    counts = ", ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in facts["constants"].items())
    parts = [
        f"FIGURES as of {facts['as_of']}, {len(shown)} of {len(rows)}:",
        *(figure(row) for row in shown),
        f"Counts of all {len(rows)} figures: {counts}.",
        *_pairs(facts.get("pairs", ()), shown),
        *_agenda(facts.get("agenda")),
    ]
    return "\n".join(parts)


def telling(rows: Sequence[Row]) -> list[Row]:
    """The most newsworthy of them, in their order; old ones last."""
    ranked = sorted(rows, key=lambda row: (row.get("stale", False), -row.get("newsworthiness", 0.0)))
    chosen = {row["key"] for row in ranked[:MOST_ROWS]}
    return [row for row in rows if row["key"] in chosen]


def figure(row: Row) -> str:
    """One figure: name and value, what is known of its last move and of its past, what it means."""
    told = [_head(row), _move(row), _past(row), _flags(row), _meaning(row)]
    return "\n  ".join(part for part in told if part)


def number(value: float, row: Row) -> str:
    return f"{value:,.{row['decimals']}f}"


def _head(row: Row) -> str:
    name = f"- {row['label_en']}" + (f" / {row['label_it']}" if row["label_it"] != row["label_en"] else "")
    basis = f", {row['basis_en']}" if row.get("basis_en") else ""
    text = f"{name}: {number(row['value'], row)} {row['unit']}{basis}, {row['period']}"
    if row.get("prev") is not None:
        text += f"; before: {number(row['prev'], row)}, {row['prev_period']}"
    return text


def _move(row: Row) -> str:
    move = row.get("move")
    if move is None:
        return ""
    if not round(move, row["decimals"] + 2):
        return "unchanged"
    parts = [f"move: {measured(move, row, signed=True)}"]
    if row.get("usual_move") is not None:
        parts.append(f"usual: {measured(row['usual_move'], row)}")
    if row.get("move_rarity") is not None:
        parts.append(f"larger than {row['move_rarity']:.0f}% of them")
    return ", ".join(parts)


def measured(move: float, row: Row, *, signed: bool = False) -> str:
    """A move in its row's measure: per cent, basis points where two decimals of a rate are shown, or points."""
    sign = "+" if signed else ""
    if row.get("measure") == "percent":
        return f"{move:{sign}.{1 if abs(move) >= 0.1 else 2}f}%"
    rate = row["unit"] == "pp" or "%" in row["unit"]
    if rate and row["decimals"] == 2:
        return f"{move * 100:{sign}.{0 if abs(move) >= 0.01 else 1}f} bp"
    return f"{move:{sign}.{row['decimals']}f}{' percentage points' if rate else ''}"


def _past(row: Row) -> str:
    parts = []
    if row.get("percentile") is not None:
        parts.append(f"above {row['percentile']:.0f}% of its readings since {row['since'][:4]}")
    for end in ("lowest", "highest"):
        if row.get(end) is not None:
            on = f" ({row[end + '_on']})" if row.get(f"{end}_on") else ""
            parts.append(f"{end} {number(row[end], row)}{on}")
    if row.get("year_ago") is not None:
        parts.append(f"a year ago {number(row['year_ago'], row)} ({row['year_ago_period']})")
    return ", ".join(parts)


def _flags(row: Row) -> str:
    flags = ["OLD"] if row.get("stale") else []
    flags += ["new since the last edition"] if row.get("new") else []
    if row.get("revised_from") is not None:
        flags.append(f"revised: {row['revised_period']} was {number(row['revised_from'], row)}")
    if row.get("extreme"):
        since = f"since {row['extreme_since']}" if row.get("extreme_since") else "of all its readings"
        flags.append(f"{row['extreme']} {since}")
    if row.get("near_record"):
        flags.append(f"near its {row['near_record']}")
    flags += _runs(row)
    for cross in row.get("crossed", ()):
        flags.append(f"went {'above' if cross['way'] > 0 else 'below'} {_level(cross, row)}")
    if row.get("newsworthiness"):
        flags.append(f"newsworthiness {row['newsworthiness']:.2f}")
    return "; ".join(flags)


def _level(cross: Mapping[str, Any], row: Row) -> str:
    if cross["kind"] == "zero":
        return "zero"
    name = cross.get("name_en") or ("the target" if cross["kind"] == "target" else "the round figure")
    return f"{name} of {number(cross['level'], row)}"


def _runs(row: Row) -> list[str]:
    """From the fourth move in one direction on, as texts say it."""
    found = []
    run, ended = row.get("run", 0), row.get("run_ended", 0)
    if abs(run) >= 4:
        found.append(f"{abs(run)} {'rises' if run > 0 else 'falls'} in a row")
    if ended:
        found.append(
            f"first move the other way after {abs(ended)} {'rises' if ended > 0 else 'falls'} in a row"
        )
    return found


def _meaning(row: Row) -> str:
    note, limits = row.get("note_en", ""), row.get("limits_en", "")
    return " ".join(part for part in (note, f"But: {limits}" if limits else "") if part)


def _pairs(pairs: Iterable[Mapping[str, Any]], rows: Sequence[Row]) -> list[str]:
    names = {row["key"]: row["label_en"] for row in rows}
    by_key = {row["key"]: row for row in rows}
    lines = [
        f"- {names[pair['keys'][0]]} and {names[pair['keys'][1]]}{_gap(pair, by_key[pair['keys'][0]])}"
        for pair in pairs
        if names.keys() >= set(pair["keys"])
    ]
    return ["Figures that belong together (say what both did, never why):", *lines] if lines else []


def _gap(pair: Mapping[str, Any], first: Row) -> str:
    """Where the difference of a pair has a meaning of its own: in points, as the first figure is shown."""
    if "gap" not in pair:
        return ""
    before = f", before: {number(pair['gap_before'], first)}" if "gap_before" in pair else ""
    return f"; the first less the second: {number(pair['gap'], first)} points{before}"


def _agenda(agenda: Sequence[Mapping[str, Any]] | None) -> list[str]:
    if agenda is None:
        return []
    lines = [f"- {entry['date']}: {entry['what_en']} / {entry['what_it']}" for entry in agenda]
    return ["Due next, by announced schedule:", *(lines or ["- nothing known"])]


def earlier(facts: Mapping[str, Any]) -> str:
    """The edition before in the same tone, and the lead that stands beside a log; "" where there is neither."""
    lead = facts.get("beside")
    beside = f"THE LEAD beside this log (say nothing in the same words):\n{_said(lead)}" if lead else ""
    return "\n".join(part for part in (_before(facts.get("previous")), beside) if part)


def _before(before: Mapping[str, Any] | None) -> str:
    if not before:
        return ""
    return f"THE EDITION BEFORE, of {before['as_of']} (say nothing in the same words):\n{_said(before)}"


def _said(text: Mapping[str, Any]) -> str:
    return json.dumps({"title": text["title"], "text": text["text"]}, ensure_ascii=False)


def stories(facts: Mapping[str, Any], mark: str) -> str:
    """The largest stories between two lines with a mark that no stranger can know, one JSON line each."""
    if "stories" not in facts:
        return ""
    told = (facts["stories"] or ())[:MOST_STORIES]
    counts = facts["constants"]
    head = f"HEADLINES, the {len(told)} stories that most publishers told"
    head += f", of {counts['headlines']:g}" if "headlines" in counts else ""
    return "\n".join([f"{head}:", f"=== {mark}", *(_story(story) for story in told), f"=== {mark}"])


def _story(story: Mapping[str, Any]) -> str:
    said = {"publisher": story["publisher"], "publishers": story["publishers"], "at": story["at"][:16],
            "title": story["title"], "summary": story["summary"]}  # fmt: skip
    return json.dumps({name: value for name, value in said.items() if value}, ensure_ascii=False)
