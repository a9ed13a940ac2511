"""Le parole italiane per un dato, per i campi di `forms_it.toml`: articoli, preposizioni e concordanze."""

from datetime import date

from commentary.facts.names import name_of
from commentary.facts.notation import kind_of_period, period_text
from commentary.facts.snapshot import RowFacts
from commentary.rules import amounts
from commentary.rules.english import begin, is_low, last_time, tier
from commentary.rules.forms import words
from commentary.rules.italian_grammar import agree, article_of, article_of_number, joined, with_article

LANGUAGE = "it"
PARTICIPLES = (
    "stat",
    "mess",
    "moss",
    "rimast",
    "cambiat",
    "ferm",
    "portat",
    "passat",
    "collocat",
    "misurat",
    "rivist",
    "attestat",
    "lontan",
)


def slots(row: RowFacts, *, as_of: str, dated: bool = True, dense: bool = False) -> dict[str, str]:
    """What the forms need; `dated` gives the period, `dense` a percentile instead of a plain share."""
    name, up = name_of(row, LANGUAGE), amounts.way(row) >= 0
    value = amounts.value(row.value, row, LANGUAGE)
    return {
        "s": name.subject,
        "di_s": joined("di", name.subject),
        "head": name.head,
        "head_art": article_of(name.head, name.head_form) + name.head,
        **_of_value("", value),
        **_of_value("prev_", "" if row.prev is None else amounts.value(row.prev, row, LANGUAGE)),
        "size": amounts.size(row, LANGUAGE),
        "di_size": by(amounts.size(row, LANGUAGE)),
        "quando": at(row.period, row.date, as_of) if dated else "",
        "al_periodo": joined("a", the(row.period, row.date, as_of)),
        "del_periodo": joined("di", the(row.period, row.date, as_of)),
        "il_periodo": the(row.period, row.date, as_of),
        "place": place(row, as_of, dense=dense),
        "nel_tier": f"nel {tier(row)}% più {'basso' if (row.percentile or 0.0) < 50 else 'alto'}",
        "raccolte": _since(row, as_of) or "raccolte finora",
        "basso": agree("bass", name.form),
        **{stem + "o": agree(stem, name.form) for stem in PARTICIPLES},
        **{word: _agreed(pair[not up], name.form) for word, pair in words(LANGUAGE)["directions"].items()},
        **{word: _agreed(pair[is_low(row)], name.form) for word, pair in words(LANGUAGE)["ends"].items()},
    } | _history(row, as_of, name.form)  # fmt: skip


def _agreed(text: str, form: str) -> str:
    return text.replace("*", agree("", form))


def _of_value(prefix: str, text: str) -> dict[str, str]:
    """A value with each preposition that takes it."""
    share = text.endswith("%")
    article = text and article_of_number(text)
    named = f"{article}{'' if article == 'l’' else ' '}{text}" if share and text[:1].isdigit() else text
    tail = prefix.rstrip("_")
    suffix = f"_{tail}" if tail else ""
    return {
        tail or "value": text,
        f"il_{tail or 'val'}": named,
        f"al{suffix}": to(text),
        f"dal{suffix}": with_article("da", text) if share else f"da {text}",
        f"contro{suffix}": f"contro {named}",
    }


def _history(row: RowFacts, as_of: str, form: str) -> dict[str, str]:
    since = _since(row, as_of)
    found = {
        "usual": "", "di_usual": "", "il_ago": "", "al_ago": "", "di_ago": "",
        "dal_inizio": since or "nella storia raccolta qui",
        "da_quando": ever(row, as_of), "da_breve": ever(row, as_of, short=True),
        "non_era": f"non era così {agree('bass' if is_low(row) else 'alt', form)}",
    }  # fmt: skip
    if row.usual_move is not None:
        found["usual"] = amounts.step(row.usual_move, row, LANGUAGE)
        found["di_usual"] = by(found["usual"])
    if row.year_ago is not None:
        ago = amounts.value(row.year_ago, row, LANGUAGE)
        found |= _of_value("ago_", ago) | {"di_ago": by(ago)}
    for end, level, day in (("low", row.lowest, row.lowest_on), ("peak", row.highest, row.highest_on)):
        found |= _of_value(f"{end}_", "" if level is None else amounts.value(level, row, LANGUAGE))
        found[f"on_{end}"] = f" ({plain(day, day, as_of)})" if day else ""
    near = "low" if row.near_record == "lowest" else "peak"
    day = row.lowest_on if near == "low" else row.highest_on
    return found | {
        "record": found[near],
        "il_record": found[f"il_{near}"],
        "contro_record": found[f"contro_{near}"] if found[near] else "",
        "al_record": f" ({plain(day, day, as_of)})" if day else "",
    }


def _with_its_article(share: str) -> str:
    article = article_of_number(share)
    return f"{article}{'' if article == 'l’' else ' '}{share}%"


def to(text: str) -> str:
    """ "al 2,1%", "a 15,2", "a 72,40 dollari"."""
    return with_article("a", text) if text.endswith("%") else f"a {text}"


def by(text: str) -> str:
    """ "dello 0,8%", "di 30 punti base"."""
    return with_article("di", text) if text.endswith("%") else f"di {text}"


def _since(row: RowFacts, as_of: str) -> str:
    year = begin(row, as_of)
    return f"dal {year}" if year else ""


def ever(row: RowFacts, as_of: str, *, short: bool = False) -> str:
    """ "da marzo 2023"; `short` dice solo l’anno dove il periodo non è un mese."""
    if row.extreme_since and row.extreme:
        told = last_time(row.extreme_since, LANGUAGE, short=short)
        return (
            f"da {told}"
            if kind_of_period(row.extreme_since) in ("day", "month")
            else joined("da", f"il {told}")
        )
    year = begin(row, as_of)
    return f"almeno dal {year}" if year else "della serie raccolta qui"


def place(row: RowFacts, as_of: str, *, dense: bool = False) -> str:
    """ "sopra il 96% delle rilevazioni dal 2011", o "al 96º percentile delle …"; "" senza una storia."""
    if row.percentile is None:
        return ""
    share, tail = f"{row.percentile:.0f}", _since(row, as_of) or "raccolte finora"
    if share in ("0", "100"):
        return f"{'sopra' if share == '100' else 'sotto'} quasi tutte le rilevazioni {tail}"
    if dense:
        return f"{with_article('a', share)}º percentile delle rilevazioni {tail}"
    only = "appena " if row.percentile <= 20 else ""
    return f"sopra {only}{_with_its_article(share)} delle rilevazioni {tail}"


def plain(period: str, day: str, as_of: str) -> str:
    """Un periodo senza preposizione, e senza l’anno quando è quello del testo: "ottobre"."""
    text = period_text(period, day, as_of, LANGUAGE)
    if kind_of_period(period) in ("month", "part") and period[:4] == as_of[:4]:
        return text.removesuffix(f" {period[:4]}").removesuffix(" del")
    return text


def the(period: str, day: str, as_of: str) -> str:
    """Con l’articolo dove lo vuole: "il 20 novembre", "ottobre", "il terzo trimestre", "il 2025"."""
    text, kind = plain(period, day, as_of), kind_of_period(period)
    if kind == "month":
        return text
    if kind == "week":
        return f"la settimana fino {joined('a', the_day(text))}"
    return the_day(text) if kind == "day" else f"il {text}"


def the_day(text: str) -> str:
    return f"l’{text}" if text.split(maxsplit=1)[0] in ("8", "11") else f"il {text}"


def at(period: str, day: str, as_of: str) -> str:
    """Con lo spazio davanti: " il 20 novembre", " in ottobre", " nel terzo trimestre"."""
    if not period:
        return ""
    text, kind = plain(period, day, as_of), kind_of_period(period)
    if kind == "day":
        return f" {the_day(text)}"
    if kind == "week":
        return f" nella settimana fino {joined('a', the_day(text))}"
    if kind == "month":
        return f" in {text}"
    return f" nel {text}"


def day(text: str, as_of: str) -> str:
    """ "25 novembre" di un giorno ISO."""
    return plain(text[:10], text[:10], as_of)


def listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} e {parts[-1]}"


def among(parts: list[str]) -> str:
    """ "l’oro, il bitcoin e altri"."""
    return f"{', '.join(parts)} e altri"


def threshold(row: RowFacts, crossing: dict[str, object]) -> tuple[str, str]:
    """Ciò che è stato superato, per esteso e come sta in un titolo."""
    if crossing["kind"] == "zero":
        return "lo zero", "lo zero"
    level = _of_value("", amounts.value(float(str(crossing["level"])), row, LANGUAGE))["il_val"]
    return str(crossing.get("name_it") or (f"quota {level}" if level[:1].isdigit() else level)), level


def revision(row: RowFacts, before: float, after: float, *, as_of: str) -> dict[str, str]:
    now = _of_value("", amounts.value(after, row, LANGUAGE))
    then = _of_value("", amounts.value(before, row, LANGUAGE))
    period = the(row.revised_period, row.revised_period, as_of)
    return {
        "di_quando": f" {joined('di', period)}",
        "nuovo": now["value"], "a_nuovo": now["al"], "il_nuovo": now["il_val"],
        "vecchio": then["il_val"], "a_vecchio": then["al"], "il_vecchio": then["il_val"], "da_vecchio": then["dal"],
        "in_verso": "al rialzo" if after > before else "al ribasso",
    }  # fmt: skip


WEEKDAYS = ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica")


def since_day(moment: str, as_of: str) -> dict[str, str]:
    """Il giorno e l’ora di un’edizione: "da venerdì 20 novembre, 06:00 UTC"; senza l’ora dove si sa solo il giorno."""
    said = f"da {WEEKDAYS[date.fromisoformat(moment[:10]).weekday()]} {day(moment[:10], as_of)}"
    return {"dal_giorno": f"{said}, {moment[11:16]} UTC" if len(moment) > len("2026-11-20") else said}


def due_day(text: str, as_of: str) -> dict[str, str]:
    return {"il_giorno": the_day(day(text, as_of))}


def subject(row: RowFacts) -> str:
    return name_of(row, LANGUAGE).subject
