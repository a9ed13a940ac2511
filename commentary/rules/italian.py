"""The Italian of the rules writer, made from the same figures as the English and not from its words."""

from commentary.facts.names import name_of, nouns_of
from commentary.facts.notation import NBSP, WORDED, count, in_unit, number, size_of_move
from commentary.facts.snapshot import RowFacts
from commentary.rules.italian_figures import at_period, dated, form, subject, than, to_value, when
from commentary.rules.italian_grammar import agree, article_of_number, joined, of_several, with_article

LANGUAGE = "it"
NO_FIGURES = "Per questo gruppo non ci sono ancora dati. Il testo arriva con il primo."
NO_FIGURES_AT_ALL = "Non è arrivato ancora nessun dato. Il testo arriva con il primo."
NO_FIGURES_TITLE = "Ancora nessun dato"
NO_HISTORY = "La serie raccolta è ancora troppo breve per dire quali siano alti o bassi per la loro storia."
OWN_PAST = "Alto e basso confrontano ogni dato soltanto con il proprio passato."


def lead(*, group: str, high: int, low: int, ranked: int, current: int) -> str:
    """How many are high and low in their own history, told from where most of them are."""
    nouns = nouns_of(group, LANGUAGE)[1]
    long = " con storia sufficiente" if ranked < current else ""
    end, other_end = ("alto", "basso") if high >= low else ("basso", "alto")
    if ranked in (high, low):
        return f"{_all_of(ranked, nouns)}{long} sono nel quinto più {end} della propria storia."
    whole = f"{count(ranked, LANGUAGE)} {nouns}{long}"
    if not high and not low:
        return f"Su {whole} nessuno è nel quinto più alto o più basso della propria storia."
    first, second = max(high, low), min(high, low)
    other = f"e {count(second, LANGUAGE)} in quello più {other_end}"
    if first * 2 > ranked:
        who = f"{_the(nouns).capitalize()}{long} sono in maggioranza {'alti' if high >= low else 'bassi'}"
        share = f"{count(first, LANGUAGE)} su {count(ranked, LANGUAGE)} sono nel quinto più {end} {other}"
        return f"{who} rispetto alla propria storia: {share}."
    most = "; i più stanno in mezzo" if ranked == current and (ranked - high - low) * 2 > ranked else ""
    return f"Su {whole}, {count(first, LANGUAGE)} {_is(first)} nel quinto più {end} della propria storia {other}{most}."


def _all_of(amount: int, nouns: str) -> str:
    if amount == 2:
        return f"Entrambi {_the(nouns)}"
    number_word = count(amount, LANGUAGE)
    if amount <= 12:
        return f"Tutti e {number_word} {_the(nouns)}"
    return f"Tutti {of_several(number_word).replace('dei', 'i').replace('degli', 'gli')} {nouns}"


def _the(nouns: str) -> str:
    return f"gli {nouns}" if nouns[0] in "aeiou" else f"i {nouns}"


def _is(amount: int) -> str:
    return "è" if amount == 1 else "sono"


def lead_of_all(*, high: int, low: int, ranked: int, current: int) -> str:
    """The same across all groups."""
    whole = f"Su {count(ranked, LANGUAGE)} indicatori"
    whole += " con storia sufficiente" if ranked < current else ""
    if not high and not low:
        return f"{whole}, nessuno è nel quinto più alto o più basso della propria storia."
    first = f"{count(high, LANGUAGE)} {'è' if high < 2 else 'sono'} nel quinto più alto della propria storia"
    most = "; i più stanno in mezzo" if (ranked - high - low) * 2 > ranked else ""
    return f"{whole}, {first} e {count(low, LANGUAGE)} in quello più basso{most}."


def middle(median: str) -> str:
    return f"L’indicatore mediano di tutti i gruppi è {with_article('a', median)}º percentile."


def busiest(*, high: tuple[str, int, int] | None, low: tuple[str, int, int] | None) -> str:
    """Which group has the largest share of high rows, and which of low ones."""
    parts: list[str] = []
    for found, word in ((high, "alti"), (low, "bassi")):
        if found:
            group, hits, ranked = found
            share = f"fra {_the(nouns_of(group, LANGUAGE)[1])} ({count(hits, LANGUAGE)} su {count(ranked, LANGUAGE)})"
            parts.append(
                f"I livelli {word} sono più frequenti {share}" if not parts else f"quelli {word} {share}"
            )
    return ", ".join(parts) + "."


def rank(percentile: str, since: str) -> str:
    """ "sopra il 91% delle rilevazioni dal 1997": the words of a figure's place in its history."""
    if percentile in ("highest", "lowest"):
        return f"il livello più {'alto' if percentile == 'highest' else 'basso'} {_of_record(since)}"
    tail = f"dal {since}" if since else "raccolte finora"
    if percentile in ("100", "0"):
        return f"{'sopra' if percentile == '100' else 'sotto'} quasi tutte le rilevazioni {tail}"
    share = f"{percentile}%"
    article = article_of_number(share)
    share = f"{article}{share}" if article == "l’" else f"{article} {share}"
    return f"sopra {'appena ' if int(percentile) <= 20 else ''}{share} delle rilevazioni {tail}"


def _of_record(since: str) -> str:
    return f"dal {since}" if since else "della serie"


def rank_short(percentile: str, since: str, *, first: bool) -> str:
    """The same in a bracket: "91º percentile dal 1997"; the word is said once in a sentence."""
    if percentile in ("highest", "lowest"):
        return f"{'massimo' if percentile == 'highest' else 'minimo'} {_of_record(since)}"
    if percentile in ("100", "0"):
        return f"vicino al {'massimo' if percentile == '100' else 'minimo'} {_of_record(since)}"
    return f"{percentile}º{' percentile' if first else ''} {_of_record(since)}"


def standing(row: RowFacts, place: str, *, as_of: str, opposite: bool, value_first: bool) -> str:
    """Where one figure stands: value, date, place."""
    rest = f"era {to_value(row)} {when(row, as_of)}, {place}."
    if opposite:
        return f"All’estremo opposto, {subject(row)} {rest}"
    if value_first:
        start = to_value(row)
        start = start[:1].upper() + start[1:]
        return f"{start} {when(row, as_of)}, {subject(row)} {_was(place)}."
    return f"{subject(row, opening=True)} {rest}"


def _was(place: str) -> str:
    return f"superava {place.removeprefix('sopra ')}" if place.startswith("sopra ") else f"era {place}"


def ranks(parts: list[tuple[str, bool, list[str]]]) -> str:
    """The figures nearest to the ends of their history, dense: (end, whether others are as near, figures)."""
    clauses: list[str] = []
    for end, tie, named in parts:
        several = len(named) > 1
        side = "alt" if end == "highest" else "bass"
        head = f"{'fra i' if tie else 'i' if several else 'il'} più {side}{'i' if tie or several else 'o'}"
        head += "" if clauses else " rispetto alla propria storia"
        verb = "ci sono" if tie and several else "c’è" if tie else "sono" if several else "è"
        clauses.append(f"{head} {verb} {_list(named)}")
    text = "; ".join(clauses)
    return f"{text[:1].upper()}{text[1:]}."


def ranked(row: RowFacts, place: str, *, as_of: str, dated: bool) -> str:
    """One figure of such a list."""
    return f"{subject(row)} {to_value(row)}{' ' + when(row, as_of) if dated else ''} ({place})"


def note(text: str, *, asks: bool) -> str:
    """What a figure is, from its note; `asks` when the note begins like a question (quanto, come)."""
    return f"Il dato indica {text}." if asks else f"In parole semplici: {text}."


def mover(row: RowFacts, move: str, *, up: bool, percent: bool, as_of: str, daily: bool, novice: bool) -> str:
    """The figure that moved most by its own standards."""
    among = "Fra gli indicatori giornalieri, il" if daily else "Il"
    size = f"{agree('salit' if up else 'sces', form(row))} {_by(_beside_value(move, row), percent=percent)}"
    rest = f"riguarda {subject(row)}, {size} {to_value(row)} {when(row, as_of)}."
    return f"{among} movimento più ampio {_standard(novice)} {rest}"


def mover_again(
    row: RowFacts, move: str, *, up: bool, percent: bool, daily: bool, novice: bool, near: bool
) -> str:
    """The same of a figure whose value has been told; `near` when the sentence before was about it."""
    size = f"in {'rialzo' if up else 'calo'} {_by(move, percent=percent)} sulla rilevazione precedente"
    who = "È anche l’indicatore" if near else f"{subject(row, opening=True)} è anche l’indicatore"
    return f"{who} {'giornaliero ' if daily else ''}che si è mosso di più {_standard(novice)}, {size}."


def _standard(novice: bool) -> str:
    return "rispetto al solito" if novice else "rispetto alla propria media"


def _beside_value(move: str, row: RowFacts) -> str:
    """The unit is said once: "salito di 0,10 a 2,91 punti percentuali"."""
    told = row.unit == "pp" and move.endswith(("percentuale", "percentuali"))
    return move.split(NBSP, maxsplit=1)[0] if told else move


def _by(move: str, *, percent: bool) -> str:
    return with_article("di", move) if percent else f"di {move}"


def mover_more(row: RowFacts, move: str, *, up: bool, percent: bool) -> str:
    """Joined to the sentence before: the second largest move."""
    verb = agree("salit" if up else "sces", form(row))
    return f"Segue {subject(row)}, {verb} {_by(_beside_value(move, row), percent=percent)} {to_value(row)}."


def within_usual(*, daily: bool) -> str:
    whole = "Nessun indicatore giornaliero" if daily else "Nessun indicatore"
    return f"{whole} si è mosso più della sua variazione media fra una rilevazione e l’altra."


def well_beyond() -> str:
    return "È molto più della sua variazione media fra una rilevazione e l’altra."


def directions(*, rose: int, fell: int, flat: int) -> str:
    if rose + fell + flat in (rose, fell, flat):
        word = "sono saliti" if rose else "sono scesi" if fell else "sono rimasti fermi"
        return f"Rispetto alla rilevazione precedente tutti {word}."
    one = ("è salito", "è sceso", "è rimasto fermo")
    many = ("sono saliti", "sono scesi", "sono rimasti fermi")
    digits = max(rose, fell, flat) > WORDED
    parts = [
        f"{amount if digits else count(amount, LANGUAGE)} {one[place] if amount == 1 else many[place]}"
        for place, amount in enumerate((rose, fell, flat))
        if amount
    ]
    return f"Rispetto alla rilevazione precedente {_list(parts)}."


def level(row: RowFacts, *, as_of: str, basis_points: bool, novice: bool) -> str:
    """A figure's value and its move since the observation before, told plainly."""
    start = f"{subject(row, opening=True)} era {to_value(row)} {when(row, as_of)}"
    if row.prev is None or not row.prev_period:
        return f"{start}."
    since = than(row.prev_period, row.prev_period, as_of)
    move = size_of_move(row, LANGUAGE, basis_points=basis_points)
    if move is None:
        same = "senza variazioni" if row.value == row.prev else "quasi senza variazioni"
        return f"{start}, {same} {since}."
    size = f"in {'rialzo' if row.value > row.prev else 'calo'} {_by(move.text, percent=move.percent)}"
    if novice:
        return f"{start}, {size} {since}."
    before = in_unit(row.prev, row, LANGUAGE)
    return f"{start}, {size} ({before} {at_period(row.prev_period, row.prev_period, as_of)})."


def stale(rows: list[tuple[RowFacts, str]], *, total: int, days: int) -> str:
    """How many figures are too old to be compared, and which, where rows are given."""
    who = "Un dato ha" if total == 1 else f"{count(total, LANGUAGE, opening=True)} dati hanno"
    start = f"{who} più di {days} giorni e {'resta' if total == 1 else 'restano'} fuori dal confronto"
    if not rows:
        return f"{start}."
    named = [f"{subject(row)} ({period})" for row, period in rows]
    if total > len(named):
        rest = total - len(named)
        named.append("un altro" if rest == 1 else f"altri {count(rest, LANGUAGE)}")
    return f"{start}: {_list(named)}."


def among_old(row: RowFacts, place: str, *, as_of: str) -> str:
    """One of the old figures, dated."""
    tail = f", {place}" if place else ""
    return f"Fra questi, {subject(row)} era {to_value(row)} {when(row, as_of)}{tail}."


def all_stale(*, total: int, days: int) -> str:
    if total == 1:
        return f"L’unico dato disponibile ha più di {days} giorni."
    return f"{_all_of(total, 'dati')} disponibili hanno più di {days} giorni."


def newest(row: RowFacts, *, as_of: str) -> str:
    day = joined("a", dated(row.period, row.date, as_of))
    return f"Il più recente risale {day}: {subject(row)} era {to_value(row)}."


def _list(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} e {parts[-1]}"


def title_part(row: RowFacts, what: str) -> str:
    """ "inflazione USA in calo": one element of a title; what is high, low, up or down."""
    name = name_of(row, LANGUAGE)
    word = {"high": agree("alt", name.head_form), "low": agree("bass", name.head_form)}.get(what)
    return f"{name.head} {word or ('in rialzo' if what == 'up' else 'in calo')}"


def title_of_counts(high: int, low: int) -> str:
    if high and low:
        start = f"{number(high, 0, LANGUAGE)} {_data(high)} {_agreed('alt', high)}"
        return f"{start}, {number(low, 0, LANGUAGE)} {_agreed('bass', low)} nella loro storia"
    if high or low:
        amount = high or low
        start = f"{'Un' if amount == 1 else count(amount, LANGUAGE, opening=True)} {_data(amount)}"
        return f"{start} {_agreed('alt' if high else 'bass', amount)} nella propria storia"
    return "Nessun dato a un estremo della propria storia"


def _data(amount: int) -> str:
    return "dato" if amount == 1 else "dati"


def _agreed(stem: str, amount: int) -> str:
    return agree(stem, "ms" if amount == 1 else "mp")
