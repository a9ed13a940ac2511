"""Claims: offered for the figure of their clause; every other word of a fact carries no meaning of its own."""

import pytest

from commentary.writing.checks import draft as checks
from tests.commentary.tables import WHOLE, checked, findings, refused_in_both, sentence

US, BOTH, OIL = ["us10"], ["us10", "gb10"], ["us10", "brnt"]
RIGHT = [
    (BOTH, "{us10.name} fell to {us10.value}, while {gb10.name} rose to {gb10.value}.", "{us10.name} è sceso a {us10.value}, mentre {gb10.name} è salito a {gb10.value}."),
    (["cpie"], "{cpie.name} rose to {cpie.value} in {cpie.on}, the highest since {cpie.extreme_since}.", "{cpie.name} è salita a {cpie.value} in {cpie.on}, il valore più alto da {cpie.extreme_since}."),
    (["cpie", "cpii"], "{cpie.name} and {cpii.name} both rose.", "{cpie.name} e {cpii.name} sono entrambe salite."),
    (["brnt"], "{brnt.name} rose for the {brnt.run} time in a row, to {brnt.value}.", "{brnt.name} è salito per la {brnt.run_f} volta di fila, a {brnt.value}."),
    (["wti"], "{wti.name} fell after {wti.run_ended} straight gains.", "{wti.name} è sceso dopo {wti.run_ended} rialzi consecutivi."),
    (["de10"], "{de10.name} was unchanged at {de10.value}.", "{de10.name} è rimasto invariato a {de10.value}."),
    (US, "{us10.name} fell below {us10.level}, to {us10.value}.", "{us10.name} è sceso sotto {us10.level}, a {us10.value}."),
    (["gdpe"], "{gdpe.name} shrank in {gdpe.on}.", "{gdpe.name} è calato in {gdpe.on}."),
    (["sprd"], "{sprd.name} widened to {sprd.value} from {sprd.before}.", "{sprd.name} si è allargato a {sprd.value} da {sprd.before}."),
    (US, "{us10.name} fell to {us10.value}, more than its usual daily move of {us10.usual}.", "{us10.name} è sceso a {us10.value}, più della variazione abituale di {us10.usual}."),
    (US, "{us10.name} fell by {us10.move} on {us10.on}, from {us10.before} to {us10.value}.", "{us10.name} è sceso di {us10.move} il {us10.on}, da {us10.before} a {us10.value}."),
    (BOTH, "{us10.name} is above {gb10.name}.", "{us10.name} è sopra {gb10.name}."),
    (["us10", "de10", "gb10"], "{gb10.name} is above {de10.name} and below {us10.name}.", "{gb10.name} è sopra {de10.name} e sotto {us10.name}."),
    (BOTH, "{us10.name} is {us10-gb10.gap} above {gb10.name}.", "{us10.name} è {us10-gb10.gap} sopra {gb10.name}."),
    (["cpie"], "{cpie.name} rose to {cpie.value} from {cpie.year_ago} a year earlier.", "{cpie.name} è salita a {cpie.value} dal {cpie.year_ago} di un anno prima."),
    (["us10", "wti"], "{us10.name} fell, as did {wti.name}.", "{us10.name} è sceso, come {wti.name}."),
]  # fmt: skip


@pytest.mark.parametrize(("about", "en", "it"), RIGHT)
def test_an_offered_claim_passes(about, en, it):
    found = checked("fact", about, en, it)
    assert found.passed, findings(found)


WRONG = {
    "the opposite direction": (US, "{us10.name} rose to {us10.value}.", "{us10.name} è salito a {us10.value}."),
    "the opposite of a comparison": (BOTH, "{gb10.name} is above {us10.name}.", "{gb10.name} è sopra {us10.name}."),
    "the second of two comparisons": (["us10", "de10", "gb10"], "{us10.name} is above {de10.name} and below {gb10.name}.", "{us10.name} è sopra {de10.name} e sotto {gb10.name}."),
    "a comparison of other units": (["us10", "cpie"], "{us10.name} is above {cpie.name}.", "{us10.name} è sopra {cpie.name}."),
    "the gap of another pair": (["us10", "de10", "gb10"], "{us10.name} is {us10-de10.gap} above {gb10.name}.", "{us10.name} è {us10-de10.gap} sopra {gb10.name}."),
    "both": (BOTH, "{us10.name} and {gb10.name} both fell.", "{us10.name} e {gb10.name} sono entrambi scesi."),
    "both by one's move": (["cpie", "sprd"], "{cpie.name} and {sprd.name} both rose {cpie.move}.", "{cpie.name} e {sprd.name} sono entrambi saliti di {cpie.move}."),
    "two figures by one's multiple": (["cpie", "sprd"], "{cpie.name} and {sprd.name} rose, {sprd.times} the usual {sprd.freq} move.", "{cpie.name} e {sprd.name} sono saliti, {sprd.times} variazione abituale {sprd.freq}."),
    "one's multiple, as did another": (["sprd", "cpie"], "{sprd.name} rose {sprd.times} the usual {sprd.freq} move, as did {cpie.name}.", "{sprd.name} è salito, {sprd.times} variazione abituale {sprd.freq}, come {cpie.name}."),
    "a value without its sign": (["gdpe"], "{gdpe.name} was {gdpe.value}, compared with {gdpe.before_size}.", "{gdpe.name} era {gdpe.value}, rispetto a {gdpe.before_size}."),
    "both by one's multiple": (["cpie", "sprd"], "{cpie.name} and {sprd.name} both rose, {sprd.times} the usual {sprd.freq} move.", "{cpie.name} e {sprd.name} sono entrambi saliti, {sprd.times} variazione abituale {sprd.freq}."),
    "both in a row": (["cpie", "brnt"], "{cpie.name} and {brnt.name} both rose, for the {brnt.run} time in a row.", "{cpie.name} e {brnt.name} sono entrambi saliti, per la {brnt.run_f} volta di fila."),
    "as did": (BOTH, "{us10.name} fell, as did {gb10.name}.", "{us10.name} è sceso, come {gb10.name}."),
    "the same direction": (BOTH, "{us10.name} and {gb10.name} went in the same direction.", "{us10.name} e {gb10.name} sono andati nella stessa direzione."),
    "opposite directions": (["us10", "wti"], "{us10.name} and {wti.name} went in opposite directions.", "{us10.name} e {wti.name} sono andati in direzioni opposte."),
    "too": (BOTH, "{us10.name} fell, {gb10.name} too.", "{us10.name} è sceso, anche {gb10.name}."),
    "a figure without a verb of its own": (BOTH, "{us10.name} fell to {us10.value}, {gb10.name} to {gb10.value}.", "{us10.name} è sceso a {us10.value}, {gb10.name} a {gb10.value}."),
    "a shared verb": (BOTH, "{us10.name} and {gb10.name} fell.", "{us10.name} e {gb10.name} sono scesi."),
    "one figure for the other": (BOTH, "{us10.name} is {gb10.name}.", "{us10.name} è {gb10.name}."),
    "an extreme that is not there": (US, "{us10.name} is at a record low.", "{us10.name} è al minimo storico."),
    "another's extreme": (["us10", "cpie"], "{us10.name} is the highest since {cpie.extreme_since}.", "{us10.name} è il più alto da {cpie.extreme_since}."),
    "less than usual": (US, "{us10.name} fell less than usual.", "{us10.name} è sceso meno del solito."),
    "another frequency": (["brnt"], "{brnt.name} rose more than its usual weekly move of {brnt.usual}.", "{brnt.name} è salito meno della variazione abituale di {brnt.usual}."),
    "a small move of the other way": (["gb10"], "{gb10.name} edged down to {gb10.value}.", "{gb10.name} è sceso di poco, a {gb10.value}."),
    "the middle": (US, "{us10.name} is near the middle of its range.", "{us10.name} è vicino alla metà della propria storia."),
    "the other side of a mark": (US, "{us10.name} is back above {us10.level}.", "{us10.name} è tornato sopra {us10.level}."),
    "a run of the other way": (["wti"], "{wti.name} fell after {wti.run_ended} straight falls.", "{wti.name} è sceso dopo {wti.run_ended} cali consecutivi."),
    "lower than a year ago": (["cpie"], "{cpie.name} is lower than a year earlier.", "{cpie.name} è più bassa di un anno prima."),
    "a rise from a year ago of what fell over it": (["cpii"], "{cpii.name} rose to {cpii.value} from {cpii.year_ago} a year earlier.", "{cpii.name} è salita a {cpii.value} dall’{cpii.year_ago} di un anno prima."),
    "growth": (["gdpe"], "{gdpe.name} grew in {gdpe.on}.", "{gdpe.name} è cresciuto in {gdpe.on}."),
    "narrower": (["sprd"], "{sprd.name} narrowed.", "{sprd.name} si è ristretto."),
    "an unmoved figure that moved": (["de10"], "{de10.name} fell.", "{de10.name} è sceso."),
    "a year's change of a daily figure": (US, "{us10.name} fell year on year.", "{us10.name} è sceso su base annua."),
    "a claim and its contrary": (US, "{us10.name} fell and was unchanged.", "{us10.name} è sceso ed è rimasto invariato."),
    "no figure": ([], "It fell.", "È sceso."),
    "a negation": (US, "{us10.name} did not fall.", "{us10.name} non è sceso."),
    "a failure": (US, "{us10.name} failed to fall.", "{us10.name} ha mancato il calo."),
    "a denial": (US, "It is false that {us10.name} fell.", "È falso che {us10.name} sia sceso."),
    "hearsay": (US, "{us10.name} fell, analysts say.", "{us10.name} è sceso, dicono gli analisti."),
    "a cause": (US, "{us10.name} fell because banks bought.", "{us10.name} è sceso perché le banche comprano."),
    "a cause without a word of cause": (US, "{us10.name} fell in a wave of purchases.", "{us10.name} è sceso per la domanda delle banche."),
    "a figure as the cause": (OIL, "{us10.name} fell on {brnt.name}.", "{us10.name} è sceso su {brnt.name}."),
    "a figure beside as the cause": (OIL, "{us10.name} fell as {brnt.name} rose.", "{us10.name} è sceso con {brnt.name} in rialzo."),
    "a figure at the time of another": (OIL, "{us10.name} fell when {brnt.name} rose.", "{us10.name} è sceso quando {brnt.name} è salito."),
    "a figure that moves another": (OIL, "{brnt.name} rose, which made {us10.name} fall.", "{brnt.name} è salito, il che ha fatto calare {us10.name}."),
    "a figure in the wake": (OIL, "{us10.name} fell in the wake of {brnt.name}.", "{us10.name} è sceso sull’onda di {brnt.name}."),
    "a stronger verb": (US, "{us10.name} crashed to {us10.value}.", "{us10.name} è franato a {us10.value}."),
    "a judgement": (US, "{us10.name} fell, a welcome change.", "{us10.name} è sceso, un sollievo."),
    "a mood": (US, "{us10.name} fell in a turbulent session.", "{us10.name} è sceso in una seduta turbolenta."),
    "advice": (US, "{us10.name} fell, a chance for savers.", "{us10.name} è sceso, un’occasione per i risparmiatori."),
    "a forecast": (US, "{us10.name} fell and will rise.", "{us10.name} è sceso e salirà."),
    "a month in words": (US, "{us10.name} fell in november.", "{us10.name} è sceso a novembre."),
    "a season": (US, "{us10.name} fell over the summer.", "{us10.name} è sceso in estate."),
    "a weekday": (US, "{us10.name} fell on tuesday.", "{us10.name} è sceso martedì."),
    "an hour": (US, "{us10.name} fell at noon.", "{us10.name} è sceso a mezzogiorno."),
    "another country": (US, "{us10.name} in Germany fell.", "{us10.name} in Germania è sceso."),
    "another measure": (US, "{us10.name} before tax fell.", "{us10.name} al lordo è sceso."),
    "an event": (US, "A fall of {us10.name} ended the war.", "Un calo di {us10.name} ha chiuso la guerra."),
    "a first time": (US, "{us10.name} fell for the first time.", "{us10.name} è sceso per la prima volta."),
    "letters of another alphabet": (US, "{us10.name} rоse.", "{us10.name} è sаlito."),
    "a hidden letter": (US, "{us10.name} ros\u200be.", "{us10.name} è sal\u200bito."),
    "an address": (US, "{us10.name} fell, see example.com.", "{us10.name} è sceso, vedi example.com."),
}  # fmt: skip


@pytest.mark.parametrize(("about", "en", "it"), WRONG.values(), ids=WRONG)
def test_what_is_not_so_is_refused_in_both_languages(about, en, it):
    assert refused_in_both(checked("fact", about, en, it))


@pytest.mark.parametrize(("about", "en", "it"), WRONG.values(), ids=WRONG)
def test_it_is_refused_after_another_sentence_too(about, en, it):
    first = sentence(
        "fact", ["gb10"], "{gb10.name} rose to {gb10.value}.", "{gb10.name} è salito a {gb10.value}."
    )
    assert refused_in_both(checked("fact", about, en, it, before=[first]))


@pytest.mark.parametrize(
    ("en", "it", "rises"),
    [("{us10.name} also fell.", "Anche {us10.name} è sceso.", "gb10"), ("{us10.name} went the other way and fell.", "{us10.name} è andato nella direzione opposta ed è sceso.", "wti")],
)  # fmt: skip
def test_a_pair_with_the_sentence_before_must_hold(en, it, rises):
    verb, verbo = ("rose", "è salito") if rises == "gb10" else ("fell", "è sceso")
    first = sentence("fact", [rises], f"{{{rises}.name}} {verb}.", f"{{{rises}.name}} {verbo}.")
    assert refused_in_both(checked("fact", US, en, it, before=[first]))


def test_also_belongs_to_the_figure_beside_it():
    first = sentence("fact", ["wti"], "{wti.name} fell.", "{wti.name} è sceso.")
    found = checked(
        "fact",
        BOTH,
        "{us10.name} also fell, while {gb10.name} rose.",
        "Anche {us10.name} è sceso, mentre {gb10.name} è salito.",
        before=[first],
    )
    assert found.passed, findings(found)
    wrong = checked(
        "fact",
        BOTH,
        "{us10.name} fell, while {gb10.name} also rose.",
        "{us10.name} è sceso, mentre anche {gb10.name} è salito.",
        before=[first],
    )
    assert refused_in_both(wrong)


@pytest.mark.parametrize(
    ("before", "verb", "verbo", "passes"), [("wti", "fell", "sceso", True), ("gb10", "rose", "salito", False)]
)
def test_also_belongs_to_the_figure_that_it_stands_for(before, verb, verbo, passes):
    first = sentence("fact", [before], f"{{{before}.name}} {verb}.", f"{{{before}.name}} è {verbo}.")
    found = checked("fact", US, "It also fell.", "È anche sceso.", before=[first])
    rules = {each.rule for side in found.findings.values() for each in side}
    assert rules == (set() if passes else {"draft.pair"})


@pytest.mark.parametrize(
    ("en", "it"),
    [
        ("{us10.name} fell to {us10.value} the same day.", "{us10.name} è sceso a {us10.value} lo stesso giorno."),
        ("{us10.name} went the other way and fell.", "{us10.name} è andato nella direzione opposta ed è sceso."),
    ],
)  # fmt: skip
def test_what_holds_of_a_figure_and_the_one_before_passes(en, it):
    first = sentence("fact", ["gb10"], "{gb10.name} rose on {gb10.on}.", "{gb10.name} è salito il {gb10.on}.")
    found = checked("fact", US, en, it, before=[first])
    assert found.passed, findings(found)


def test_a_finding_names_the_words_and_what_to_write_instead():
    found = checked("fact", US, "{us10.name} rose to {us10.value}.", "{us10.name} è sceso a {us10.value}.")
    assert found.findings["en"][0].excerpt == "rose" and "<fall>" in found.findings["en"][0].instruction


NOTES_RIGHT = [
    (
        "{us10.short} is what the US government pays to borrow for ten years.",
        "{us10.short} è quanto paga lo Stato americano per un prestito a dieci anni.",
    ),
    (
        "{us10.short} shows what the US government pays to borrow.",
        "{us10.short} mostra quanto paga lo Stato americano per un prestito.",
    ),
]
NOTES_WRONG = {
    "an extreme": ("{us10.short} is the highest of its kind.", "{us10.short} è il più alto del suo genere."),
    "a movement": ("{us10.short} is what the government pays more.", "{us10.short} è quanto lo Stato paga in più."),
    "unchanged": ("{us10.short} is unchanged.", "{us10.short} è invariato."),
    "another borrower": ("{us10.short} is what US companies pay to borrow for ten years.", "{us10.short} è quanto pagano le imprese per un prestito a dieci anni."),
    "one other word": ("{us10.short} is what the US government pays to borrow money for ten wars.", "{us10.short} è quanto paga lo Stato americano per una guerra di dieci anni."),
    "another place": ("{us10.short} is what the London government pays to borrow for ten years.", "{us10.short} è quanto paga lo Stato di Londra per un prestito a dieci anni."),
    "another time": ("{us10.short} is what the US government pays to borrow for ten months.", "{us10.short} è quanto paga lo Stato americano per un prestito di dieci mesi."),
    "another thing": ("{us10.short} is what banks charge for mortgages.", "{us10.short} è quanto le banche chiedono per i mutui."),
    "an event": ("{us10.short} is what the government spent on its war.", "{us10.short} è quanto lo Stato ha speso per la guerra."),
    "a slot": ("{us10.short} is {us10.value}.", "{us10.short} è {us10.value}."),
    "advice": ("{us10.short} is what you should watch.", "{us10.short} è da tenere d’occhio."),
    "a name": ("{us10.short} is what Powell pays to borrow.", "{us10.short} è quanto paga Powell per un prestito."),
}  # fmt: skip


@pytest.mark.parametrize(("en", "it"), NOTES_RIGHT)
def test_a_note_in_the_words_of_the_note_passes(en, it):
    found = checked("note", US, en, it)
    assert found.passed, findings(found)


@pytest.mark.parametrize(("en", "it"), NOTES_WRONG.values(), ids=NOTES_WRONG)
def test_a_note_in_other_words_is_refused(en, it):
    assert refused_in_both(checked("note", US, en, it))


COUNTS_RIGHT = [
    ("{count.new} figures have a new reading, {count.not_new} have none.", "{count.new} dati hanno un valore nuovo, {count.not_new} non ne hanno."),
    ("{count.in_top_fifth} of {count.ranked} figures stand in the top fifth of their own history.", "{count.in_top_fifth} dati su {count.ranked} sono nel quinto più alto della propria storia."),
    ("{count.headlines} headlines in {count.hours} hours.", "{count.headlines} titoli in {count.hours} ore."),
]  # fmt: skip
COUNTS_WRONG = {
    "swapped": ("{count.not_new} figures have a new reading, {count.new} have none.", "{count.not_new} dati hanno un valore nuovo, {count.new} non ne hanno."),
    "the whole for the part": ("{count.ranked} of {count.in_top_fifth} figures stand in the top fifth of their own history.", "{count.ranked} dati su {count.in_top_fifth} sono nel quinto più alto della propria storia."),
    "another whole": ("{count.in_top_fifth} of {count.rows} figures stand in the top fifth of their own history.", "{count.in_top_fifth} dati su {count.rows} sono nel quinto più alto della propria storia."),
    "hours for headlines": ("{count.hours} headlines in {count.headlines} hours.", "{count.hours} titoli in {count.headlines} ore."),
    "a movement": ("{count.new} figures rose.", "{count.new} dati sono saliti."),
    "nothing": ("{count.hours} figures.", "{count.hours} dati."),
    "a count of nothing": ("{count.stale} figures are old.", "{count.stale} dati sono vecchi."),
}  # fmt: skip


@pytest.mark.parametrize(("en", "it"), COUNTS_RIGHT)
def test_a_count_in_its_wording_passes(en, it):
    found = checked("count", ["count"], en, it)
    assert found.passed, findings(found)


def test_a_count_says_nothing_of_the_figure_before_it():
    first = sentence("fact", ["gb10"], "{gb10.name} rose.", "{gb10.name} è salito.")
    found = checked("count", ["count"], *COUNTS_RIGHT[1], before=[first])
    assert found.passed, findings(found)


@pytest.mark.parametrize(("en", "it"), COUNTS_WRONG.values(), ids=COUNTS_WRONG)
def test_a_count_of_something_else_is_refused(en, it):
    assert refused_in_both(checked("count", ["count"], en, it))


DUE_RIGHT = [
    ("{due1.what} is due on {due1.date}.", "{due1.what} è in calendario il {due1.date}."), ("{due1.what} is due on {due1.date}.", "{due1.what} è atteso il {due1.date}."),
    ("{due1.what} will be published on {due1.date}.", "Il {due1.date} sarà pubblicato {due1.what}."),
]  # fmt: skip
DUE_WRONG = {
    "the past": ("{due1.what} was published on {due1.date}.", "{due1.what} è stato pubblicato il {due1.date}."),
    "a forecast": ("{due1.what} will fall on {due1.date}.", "{due1.what} scenderà il {due1.date}."),
    "another day": ("{due1.what} is due a week after {due1.date}.", "{due1.what} è in calendario una settimana dopo il {due1.date}."),
    "no date": ("{due1.what} is due.", "{due1.what} è in calendario."),
    "a figure": ("{due1.what} is due on {due1.date} and {us10.name} fell.", "{due1.what} è in calendario il {due1.date} e {us10.name} è sceso."),
    "a judgement": ("A good {due1.what} is due on {due1.date}.", "Un buon {due1.what} è in calendario il {due1.date}."),
}  # fmt: skip


@pytest.mark.parametrize(("en", "it"), DUE_RIGHT)
def test_what_is_due_passes(en, it):
    found = checked("due", ["due1"], en, it)
    assert found.passed, findings(found)


@pytest.mark.parametrize(("en", "it"), DUE_WRONG.values(), ids=DUE_WRONG)
def test_anything_else_of_a_release_is_refused(en, it):
    assert refused_in_both(checked("due", ["due1"], en, it))


TITLES_WRONG = {
    "rises": ("{us10.name} rises", "{us10.name} sale"), "panic": ("Panic: {us10.name} falls", "Panico: {us10.name} scende"),
    "before": ("{us10.name} {us10.before}", "{us10.name} {us10.before}"), "highest": ("{us10.name} at {us10.highest}", "{us10.name} a {us10.highest}"),
    "no slot": ("Markets crash", "I mercati franano"), "too": ("{us10.name} falls, {gb10.name} too", "{us10.name} scende, anche {gb10.name}"),
    "on": ("{us10.name} falls on {cpie.name}", "{us10.name} scende su {cpie.name}"), "record": ("{us10.name}: record high", "{us10.name}: massimo storico"),
    "no publisher": ("Tessmark collapses {s1.n1}", "Tessmark crolla {s1.n1}"), "new": ("New", "Nuovo"),
}  # fmt: skip


@pytest.mark.parametrize(("en", "it"), TITLES_WRONG.values(), ids=TITLES_WRONG)
def test_a_title_that_is_not_so_is_refused(en, it):
    assert refused_in_both(checks.check_title({"en": en, "it": it}, WHOLE, kind="aggregate"))


def test_a_title_on_a_figure_passes():
    found = checks.check_title(
        {"en": "{us10.name} falls to {us10.value}", "it": "{us10.name} scende a {us10.value}"},
        WHOLE,
        kind="aggregate",
    )
    assert found.passed, findings(found)


def test_a_size_has_the_direction_of_its_figure():
    for noun, passes in (("fall", True), ("rise", False)):
        en = f"{{us10.name}} fell to {{us10.value}}, a larger {noun} than usual."
        found = checked(
            "fact", US, en, "{us10.name} è sceso a {us10.value}, una variazione più ampia del solito."
        )
        assert found.passed is passes, noun
