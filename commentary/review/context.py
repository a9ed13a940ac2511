"""Contexts that permit an otherwise forbidden form: a definition, a named source, a schedule, a dated past."""

import re
from functools import cached_property

from commentary.review.sentences import segments

CONTEXTS = ("definition", "attributed", "scheduled", "past", "quoted", "mechanism")

_WHO_EN = (
    r"(?:fed(?:eral reserve)?|fomc|ecb|imf|oecd|opec\+?|iea|eia|bis|boj|boe|snb|rba|pboc|eurostat|ons|istat|insee|destatis|"
    r"bank of \w+|riksbank|norges bank|bundesbank|bureau|ministry|treasury|commission|congress\w*|parliament|"
    r"council|supreme court|court|government|cabinet|minister\w*|chancellor|president|chair(?:man|woman)?|governor|"
    r"vice[- ]president|secretar\w+|office|institute|agency|regulator|authorit(?:y|ies)|board|committee|esma|eba|eiopa|"
    r"sec|cftc|fdic|fao|world bank|wto|united nations|s&p|moody's|fitch|cme|fedwatch|gdpnow|ifo|zew|conference board|"
    r"university of michigan|statistics (?:office|agency)|central banks?|policymakers|staff|budget lab|factset|lseg|"
    r"reuters|bloomberg|economists (?:polled|surveyed)|survey|minutes|world gold council|ici|etfgi|ministers|"
    r"finance ministry|freddie mac|spokes\w+|chief executive|company|group|airlines?|bank of america|beige book|model)"
)
_SAY_EN = (
    r"(?:said|says|say|link|links|linked|attributes?|attributed|explains?|finds?|found|forecasts?|expects?|expected|projects?|projected|predict\w*|estimat\w+|announced?|confirmed|"
    r"warned|showed?|shows|reported|calculates?|published|stated|implied|puts?|gave|sees|saw|plans?|planned|noted|"
    r"described|spoke|told|wrote|agreed|projections?|outlook|calendar|denied|revised|raised|lowered|agreed|voted|"
    r"decided|scheduled|ruled|assumes?|anticipates?|data|report|records?|figures)"
)
_WHO_IT = (
    r"(?:fed(?:eral reserve)?|fomc|bce|fmi|fondo monetario|ocse|opec\+?|aie|agenzia internazionale dell'energia|bri|boj|"
    r"eurostat|istat|insee|destatis|banca d'italia|banca (?:centrale )?(?:del|di|d'|europea)[ ']?\w*|bank of \w+|riksbank|norges bank|bundesbank|"
    r"ministero|ministri|ministr[oa]|tesoro|commissione|congress\w*|parlamento|consiglio(?: direttivo)?|corte|governo|"
    r"cancellier[ea]|presidente|governator[ei]|vicepresidente|ufficio|istituto|agenzia|autorità|comitato|esma|eba|eiopa|"
    r"sec|cftc|fdic|fao|banca mondiale|omc|nazioni unite|s&p|moody's|fitch|cme|fedwatch|gdpnow|ifo|zew|"
    r"banche centrali|banca centrale|budget lab|factset|lseg|reuters|bloomberg|economisti (?:sentiti|interpellati|consultati)|"
    r"indagine|sondaggio|verbali|world gold council|ici|etfgi|freddie mac|portavoce|società|gruppo|compagni[ae]|amministrat\w+ delegat\w|bilancio|comunicato|segretariato|"
    r"energy information administration|congressional budget office|modello (?:della|gdpnow)|bank|fonti ufficiali)"
)
_SAY_IT = (
    r"(?:ha detto|hanno detto|dice|dicono|collega|collegano|attribuisce|attribuiscono|prevede|prevedono|previst[oaie]|previsione|previsioni|si aspetta|si aspettano|stima|stimava|stimano|"
    r"proiezioni|ha annunciato|annunciat[oaie]|ha confermato|ha avvertito|hanno avvertito|mostra|mostrano|indicava|indica|indicano|"
    r"ha riferito|ha riportato|calcola|ha pubblicato|ha dichiarato|ha comunicato|dava|davano|ha spiegato|ha definito|"
    r"ha descritto|ha parlato|ha scritto|hanno concordato|calendario|ha smentito|ha rivisto|ha deciso|ha stabilito|ha stimato|"
    r"ipotizza|dati|rapporto|segnala|segnalato|ritiene|vede|attende|attendono|programma|ha messo)"
)
_FUTURES_EN = r"\b(?:futures|swaps|options prices|market prices)\b[^.]{0,60}\b(?:imply|implied|implies|price in|priced)\b"
_FUTURES_IT = (
    r"\b(?:futures?|swap|prezzi di mercato)\b[^.]{0,60}\b(?:indica\w*|implic\w*|scontano|scontavano)\b"
)
_ATTRIBUTED = {
    "en": re.compile(
        rf"\baccording to (?!us|our|sources|people|market|traders|insiders|those)|\b{_WHO_EN}\b[^.]{{0,110}}\b{_SAY_EN}\b|"
        rf"\b{_SAY_EN}\b[^.]{{0,40}}\b(?:by|from|of) (?:the )?(?:{_WHO_EN}|\w+ survey|\w+'s model)\b|{_FUTURES_EN}|\b{_WHO_EN}(?:'s|s')? (?:\w+ )?(?:forecasts?|projections?|estimates?)\b|"
        rf"\bas (?:it )?announced\b"
    ),
    "it": re.compile(
        rf"\bsecondo (?!noi|il nostro|la nostra|fonti|voci|gli operatori|i ben|qualunque|quasi|il consenso|il mercato)|\b{_WHO_IT}\b[^.]{{0,110}}\b{_SAY_IT}\b|"
        rf"\b{_SAY_IT}\b[^.]{{0,40}}\b(?:dal|dalla|dall'|dai|dalle|della|del|dell'|di|il|la|l')\s?{_WHO_IT}\b|{_FUTURES_IT}|"
        rf"\bcome annunciato in\b|\bper (?:la bce|il fmi|l'ocse|la fed)\b"
    ),
}
_PRONOUN = {
    "en": re.compile(r"^(?:it|they|he|she|its|their)\b[^.]{0,40}\b(?:said|says|expects?|projects?|forecasts?|sees|estimates?)\b"),
    "it": re.compile(r"^(?:si aspetta|prevede|stima|essa|esso|ha (?:detto|aggiunto)|l'istituto)\b"),
}  # fmt: skip
_OFFICIAL_VERB_EN = (
    r"(?:announce|publish|release|present|vote|decide|meet|hold (?:a|an|its|the|two|three)|auction|issue|report|apply|take effect|come into force|"
    r"enter into force|expire|review|update|hear|open|close|stop|begin|start|end|be (?:published|released|announced|held|"
    r"revised|presented|updated|exchanged|accepted|introduced|auctioned|cancelled|no)|sell|offer|debate|submit|chair|speak|"
    r"testify|revise|replace|phase|introduce|give (?:a|its)|run (?:until|from)|join|appear|move to|change to|last until|consider)"
)
_OFFICIAL_VERB_IT = (
    r"(?:annunc\w+|pubblich\w+|presente\w+|vote\w+|decider\w+|si riunir\w+|terr[àa]\w*|collocher\w+|emetter\w+|comuniche\w+|"
    r"si applicher\w+|entrer\w+ in vigore|scadr\w+|rivedr\w+|aggiorner\w+|aprir\w+|chiuder\w+|smetter\w+|inizier\w+|comincer\w+|"
    r"finir\w+|termine\w+|sar(?:à|anno) (?:pubblicat|annunciat|presentat|rivist|aggiornat|resi|res)\w+|uscir\w+|venderà|discuter\w+|"
    r"parler\w+|sostituir\w+|introdurr\w+|offrir\w+|esaminer\w+|diffonder\w+|rilascer\w+|passer\w+ al)"
)
_DAY_EN = (
    r"(?:\bon (?:mon|tues|wednes|thurs|fri)day|\b\d{1,2}(?:st|nd|rd|th)? (?:january|february|march|april|may|june|july|august|"
    r"september|october|november|december)|\b(?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december) \d|\b(?:in|until|by|from|for) (?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december|20\d\d)|\bnext (?:week|month|year|meeting)|\bat its next|\btomorrow)"
)
_DAY_IT = (
    r"(?:\b(?:lunedì|martedì|mercoledì|giovedì|venerdì)|\b(?:il |l')?\d{1,2}º? (?:gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|"
    r"agosto|settembre|ottobre|novembre|dicembre)|\b(?:a|in|da|entro|fino a|ad) (?:gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|"
    r"agosto|settembre|ottobre|novembre|dicembre)|\b20[2-4]\d\b|\bprossim[oa] (?:settimana|mese|anno|riunione)|\bdomani)"
)
_BODY_EN = rf"(?:{_WHO_EN}|calendar|rule|law|bill|notes|act|tax|tariffs?|scheme|programme|measure|release|figures?|report|banknotes|data|budget|states?|lawmakers|voters|election|referendum|auction|meeting|rate decision)"
_BODY_IT = rf"(?:{_WHO_IT}|calendario|norma|legge|decreto|titoli|imposta|dazi|programma|misura|dat[oi]|rapporto|banconote|bilancio|stati|elezioni|asta|riunione|regolamento|pubblicazione|stima)"
_SCHEDULED = {
    "en": re.compile(
        rf"\b{_BODY_EN}\b[^.]{{0,50}}\b(?:will|shall|is (?:due|set|scheduled|expected) to|are (?:due|set|scheduled|expected) to|is to|are to|plans? to)(?: not| also| then| again)? {_OFFICIAL_VERB_EN}\b"
        rf"|\b(?:will|is due to|is to|are to) {_OFFICIAL_VERB_EN}\b[^.]{{0,60}}{_DAY_EN}"
    ),
    "it": re.compile(rf"\b{_BODY_IT}\b[^.]{{0,60}}\b{_OFFICIAL_VERB_IT}\b|\b{_OFFICIAL_VERB_IT}\b[^.]{{0,60}}{_DAY_IT}|{_DAY_IT}[^.]{{0,40}}\b{_OFFICIAL_VERB_IT}\b"),
}  # fmt: skip
_DEFINITION = {
    "en": re.compile(
        r"\b(?:means?|is called|are called|is known as|refers? to|denotes?|is defined|consists? of|in (?:technical )?jargon|"
        r"the (?:word|term|name|expression|phrase|label)|is the (?:attempt|name|term|practice|right|purchase|sale|idea|length|price|share|habit|use)|"
        r"(?:is|are) an? (?:\w+ )?(?:order|estimate|instruction|fund|label|measure|strategy|contract|agreement|term|way|technique|phrase|opinion|list|agent|price|word|number|line|phase|rate|loan|survey)|"
        r"(?:limit|market|stop) orders? (?:is|are) (?:carried out|executed|placed)|gives its (?:holder|owner|buyer)|describes|stands for|use the word|says how)\b"
    ),
    "it": re.compile(
        r"\b(?:significa|vuol dire|si chiama(?:no)?|si dic(?:e|ono) (?:che un|di)|chiamano|è detto|è detta|sono dett[ie]|si definisc\w+|si intende|s'intende|indica (?:il|la|un)|"
        r"ordin[ei] (?:a mercato|limitat[oi]|stop|con limite) vien\w+|il termine|la parola|l'espressione|è il (?:nome|termine|tentativo|diritto|prezzo)|consiste|"
        r"è (?:un|una|uno|un') ?(?:\w+ )?(?:ordine|stima|istruzione|fondo|etichetta|misura|strategia|contratto|accordo|termine|modo|tecnica|opinione|elenco|prezzo|parola|numero|linea|fase|tasso|prestito|sondaggio|indicatore)|"
        r"è la (?:stima|differenza|pratica|vendita|tecnica)|dà il diritto|descrive)\b"
    ),
}
_NAMED = re.compile(
    r"\b(?:gold|oro|silver|argento|oil|petrolio|brent|bitcoin|nvidia|tesla|apple|bunds?|btps?|treasuries|dollar|dollaro|euro(?! area)|yen|"
    r"s&p|nasdaq|dax|ftse|nikkei|copper|rame|utilit\w+|banks|banche|small caps?|technology|tecnologia)\b"
)
_PAST = {
    "en": re.compile(
        r"\b(?:in|during|since|on|between|from|at the end of|of) (?:the )?(?:\d{1,2} )?(?:(?:early|late|mid-?) ?)?(?:january|february|march|april|may|june|july|august|september|october|"
        r"november|december|1[89]\d\d|20[0-2]\d|(?:first|second|third|fourth) quarter|week|year|summer|crisis)\b|\b(?:last|previous) (?:week|month|quarter|year|summer)|"
        r"\b(?:yesterday|ago|a year (?:before|earlier))\b|\bon (?:mon|tues|wednes|thurs|fri)day\b|\b(?:january|march|june|september|october|november|december) (?:1[89]|20)\d\d"
    ),
    "it": re.compile(
        r"\b(?:in|nel|nell'|dal|dall'|a|ad|tra|fra|di|il|l'|durante|del) ?(?:\d{1,2}º? )?(?:gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|"
        r"dicembre|1[89]\d\d|20[0-2]\d|(?:primo|secondo|terzo|quarto) trimestre|estate|crisi)\b|\b(?:scors[oa]|precedente)\b|\b(?:ieri|(?:ann[oi]|mes[ei]|giorn[oi]|settiman[ae]|trimestr[ei]|tempo) fa|un anno prima)\b|"
        r"\b(?:lunedì|martedì|mercoledì|giovedì|venerdì)\b"
    ),
}
_TOLD = {
    "en": re.compile(
        r"\b(?:up|down) [\d.,]+ ?(?:%|bp|percentage points|points) to\b|\b(?:was|were|had|did|rose|fell|stood|grew|lost|bought|sold|said|held|made|took|came|went|kept|left|met|paid|spent|became|began|hit|saw|shrank|"
        r"brought|sent|ran|gave|drew|won|broke|wrote|told|spoke|found|got|sank|slid|drove|withdrew|led|cost|heard|set|(?:has|have) (?:\w+ )?(?:been|lost|held|"
        r"come|fallen|risen|grown|become|\w{3,}ed)|(?!need|speed|feed|exceed|proceed|hundred|indeed|seed|weed|overpriced|priced|stretched|baked|stacked|parked|"
        r"skewed|tilted|poised|supposed|deserved|mixed|crowded|placed|rewarded|tempted)\w{3,}ed)\b"
    ),
    "it": re.compile(
        r"\b(?:si (?:è|sono) (?:\w+ ){0,2}\w+(?:t|s)[oaie]|era|erano|aveva\w*|fu|furono|stat[oaie]|ha(?:nno)? (?:\w+ )?\w+(?:to|so|sto|tto|nto|lto|rto|sso)|è (?:\w+ )?(?:sces|sal|cresciu|aumenta|diminui|cala|cambia|rimas|passa|arriva|"
        r"diventa|ridott|allarga|ristret|tornat|finit|uscit|avvenut|inizia|comincia)\w*|sono (?:\w+ )?(?:sces|sal|cresciu|aumenta|diminui|cala|cambia|rimas|passa|arriva|diventa|ridott|allarga|"
        r"ristret|finit|uscit|moss|avvenut)\w*|\w{3,}(?:arono|irono|erono)|\w{3,}ò|scese|salì|perse|chiuse|rimase|\w{2,}[aei]va(?:no)?)\b"
    ),
}  # fmt: skip
_AHEAD = {
    "en": re.compile(r"\b(?:will|won't|would|could|may(?! \d)|might|should|ought|next|coming|ahead|set to|likely|about to|going to|from here|poised|bound to)\b"),
    "it": re.compile(r"\b(?!estremo)(?:\w{2,}(?<!tir)(?:rà|ranno|rebbe|rebbero)|prossim\w+|destinat\w|sta per|stanno per|in arrivo|d'ora in)\b"),
}  # fmt: skip
_MECHANISM = {
    "en": re.compile(r"\b(?:when|whenever|if)\b[^.,]{3,60}\b(?:rises?|falls?|increases?|decreases?|goes up|go up|goes down|go down|is (?:above|below|higher|lower)|pays?|changes?|moves?|grows?|cannot|does not)\b"),
    "it": re.compile(r"\b(?:quando|se)\b[^.,]{3,60}\b(?:sal(?:e|gono)|scend(?:e|ono)|aument(?:a|ano)|diminuisc\w+|super(?:a|ano)|è (?:sopra|sotto|più)|pag(?:a|ano)|cambi(?:a|ano)|cresc(?:e|ono)|non)\b"),
}  # fmt: skip
_ENDS = re.compile(r"[.!]['\")]*\s*$")
_QUOTE = re.compile(r'"[^"]{1,400}"')


class Context:
    """A sentence with the previous one; each context is computed when first needed."""

    def __init__(self, text: str, before: str, lang: str, start: int = 0) -> None:
        self.text, self.before, self.lang, self.start = text, before, lang, start

    def excuses(self, name: str, match: re.Match[str]) -> bool:
        if name == "quoted":
            return self.attributed and any(a <= match.start() and match.end() <= b for a, b in self.quotes)
        return bool(getattr(self, name))

    @cached_property
    def definition(self) -> bool:
        """Whether a term is explained, without a figure or a tradable asset."""
        if not _DEFINITION[self.lang].search(self.text):
            return False
        return not any(char.isdigit() for char in self.text) and not _NAMED.search(self.text)

    @cached_property
    def attributed(self) -> bool:
        if _ATTRIBUTED[self.lang].search(self.text):
            return True
        return bool(_PRONOUN[self.lang].search(self.text) and _ATTRIBUTED[self.lang].search(self.before))

    @cached_property
    def scheduled(self) -> bool:
        return bool(_SCHEDULED[self.lang].search(self.text))

    @cached_property
    def past(self) -> bool:
        """Whether a dated past event is stated and nothing refers to the future."""
        return bool(_PAST[self.lang].search(self.text)) and not _AHEAD[self.lang].search(self.text)

    @cached_property
    def told(self) -> bool:
        """Whether a past event is stated, dated or not."""
        return bool(_TOLD[self.lang].search(self.text))

    @cached_property
    def open(self) -> bool:
        """Whether there is no full stop at the end, as in headings and list items."""
        return not _ENDS.search(self.text)

    @cached_property
    def mechanism(self) -> bool:
        return bool(_MECHANISM[self.lang].search(self.text)) and not _NAMED.search(self.text)

    @cached_property
    def quotes(self) -> list[tuple[int, int]]:
        return [match.span() for match in _QUOTE.finditer(self.text)]


def sentences_of(text: str, lang: str) -> list[Context]:
    """Returns the sentences of a folded text, each with the previous one."""
    parts = segments(text)
    before = ["", *(part.text for part in parts)]
    return [Context(part.text, last, lang, part.start) for part, last in zip(parts, before, strict=False)]
