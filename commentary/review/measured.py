"""Sentences about markets or money that rest on nothing: not measured, dated, explained, announced or attributed.

A lexicon knows the forbidden things that somebody thought of. Lawful commentary has a narrow form: what was
measured, when, how a term works, who said what. A sentence in the present tense about an asset, a market or
savers that has none of these is an opinion, in whatever words, and is refused in a DRY text.
"""

import re
from enum import Enum

from commentary.review.context import Context

_TOPIC = {
    "en": re.compile(
        r"\b(?:stocks?|shares?|equit(?:y|ies)|bonds?|treasur(?:y|ies)|bills?|bunds?|btps?|gilts?|gold|silver|copper|metals?|oil|crude|bitcoin|crypto|"
        r"dollar|euro|yen|sterling|pound|franc|currenc(?:y|ies)|markets?|yields?|spreads?|credit|duration|small caps|banks?|utilities|tech(?:nology)?|"
        r"semiconductors|miners|funds?|etfs?|trackers?|apps?|investors?|savers?|traders?|holders?|buyers|sellers|latecomers|consumers|cash|"
        r"savings|deposits?|pullbacks?|dips?|rally|rallies|volatility|sentiment|cycle|recession|cuts|easing|carry|"
        r"portfolios?|positions?|coupons|maturities|paper|returns|calm|bids?|chips?|"
        r"americas?|europe|japan|emerging)\b"
    ),
    "it": re.compile(
        r"\b(?:azion[ei]|titol[oi]|obbligazion[ei]|treasury|bot|bund|btp|gilt|oro|argento|rame|metall[oi]|petrolio|greggio|bitcoin|cripto|dollaro|euro|yen|"
        r"sterlina|franco|valut[ae]|mercat[oi]|borsa|borse|rendiment[oi]|spread|credito|duration|small cap|banch?[ae]|bancari|utility|tecnologia|semiconduttori|"
        r"minerari|fond[oi]|etf|app|investitori|risparmiator[ei]|risparmi|operatori|compratori|venditori|ritardatari|consumatori|liquidità|depositi|"
        r"ribass[oi]|rialz[oi]|rally|volatilità|ciclo|recessione|tagli|allentament[oi]|portafogli?o?|posizioni|cedol[ae]|"
        r"scadenz[ae]|carta|calma|soldi|chip|america|europa|giappone|emergenti|listini|gilt)\b"
    ),
}  # fmt: skip
_PLAIN = {
    "en": re.compile(
        r"^(?:an? |the )?(?:higher|lower|stronger|weaker|strong|weak|rising|falling|tighter|looser|new|old|larger|smaller) |\b(?:has|have) no |\bpays? (?:a|no) |"
        r"^(?:an?) (?:[a-z-]+ ){1,3}(?:holds|gives|pays|has|consists|buys|lends|sets|tracks|covers|counts)\b|\b(?:means?|called|describes?|shows?|measures?|says? (?:how|what|nothing|that)|does not say|counts?|covers?|comes? from|includes?|including|compares?|compared|depends?|"
        r"separates?|makes? (?:\w+ ){0,3}(?:cheaper|dearer|more expensive|less expensive)|raises?|lowers?|opposite|publish\w*|reports?|is (?:a|an|not|also|one|made|computed|calculated|"
        r"expressed|measured|based|drawn|taken|revised|weighted|rebalanced|the (?:price|rate|yield|gap|difference|value|share|return|pace|sum|average|part|number|name|term|ratio|extra|same|interest|amount|"
        r"index|money|cost|result))|are (?:a|the|not|also|called|made|taken|based|estimates|yields|loans|adjusted|revised)|takes? no account|explains?|lists?|refers?|page|per|because|which|"
        r"differ\w*|appl(?:ies|y)|contains?|stale|figures?|series|data|survey|usually|consists?|readings?|tone|glossary|weight|calendar|meetings?|monitors?|insures|protects deposits|keeps watch|"
        r"follows|tracks|named|sources?|in its own history|of its (?:own )?history|than a (?:year|month|week) (?:before|earlier)|how (?:much|many)|free of risk|without|neither|nobody buys|arrives late|changes only|imply|implies|"
        r"than in the|zero|accounts? for|makes up|employs?|sells? chips|lend(?:s|ers)?|borrow(?:s|ers)?|think of|falls; when|coupon|in plain words|as a share of|reflects?|average|reasons?|laws?|rules?|bill has|highest credit rating|overnight at|not listed|swing with|after taking|card companies|labels?|basket|consists|agenda|licen[cs]e|tax(?:es)? on|parties|industry|statistics|ministry|agency|regulator)\b|^(?:when|if|after|how|what|the (?:ten-year rate|price|rate|amount|value|gap|ratio|share|yield|average|difference|number|index)) "
    ),
    "it": re.compile(
        r"^(?:un'|un |una |i |le |gli |il |la |l')?[a-zàèìòù]+ (?:del lavoro )?(?:più alt\w|più bass\w|più fort\w|più debol\w|fort\w|debol\w|solid\w|crescent\w|in aumento|in calo|più strett\w) |\bnon (?:ha|hanno) |\bpaga(?:no)? |"
        r"^(?:un|una) (?:[a-zàèìòù-]+ ){1,3}(?:detiene|ha|paga|conta|segue|presta|compra|raccoglie)\b|\b(?:significa|vuol dire|si chiama\w*|si dice|dett[oaie]|chiamat[oaie]|descriv\w+|mostra\w*|mostriamo|misura\w*|dice (?:quanto|come|che|nulla)|non dic\w+|cont(?:a|ano) (?:le|i|gli|solo|anche)|comprend\w+|veng\w+|viene|"
        r"dipend\w+|separa\w*|rend(?:e|ono) (?:\S+ ){0,2}(?:più|meno)|opposte|pubblic\w+|è (?:un|una|un'|il|lo|l'|anche|non|quanto|espress\w|fatt\w|calcolat\w|misurat\w|la (?:differenza|distanza|media|quota|somma|parte|linea|facilità|velocità))|"
        r"sono (?:un|una|rendimenti|stime|anche|prezzi|prestiti|calcolat\w|espress\w)|riferi\w+|spieg\w+|elenca\w*|indica\w*|pagina|perché|dat[oi]|serie|indagine|indicator\w+|di solito|consist\w+|valor[ei]|rilevazion\w+|"
        r"tono|glossario|peso|pesa|quota|calendario|riunion\w+|monitora|assicura|vigila|osserva|segue|font[ei]|differ\w+|applic\w+|contien\w+|nella sua storia|della (?:propria|sua) storia|di un (?:anno|mese) prima|rispetto (?:a|al|all'|alla|ai|agli|alle)|"
        r"quanto|privo di rischio|senza|nessuno compra|zero|vend\w+ chip|presta\w*|prestito|prestiti|debitore|si pensi|cedola|considera|si muov\w+|tass[oi] al quale|al netto|ricavat\w+|il prezzo di|in parole semplici|in rapporto a\w*|scost\w+|stagional\w+|rating|riflette|riflettono|media|ragion[ei]|norm[ae]|legge|regol[ae]|imposta|partiti|è letto|non è tolt\w+|presso la|si dicono|si legg\w+|settore|ministero|autorità|statistic\w+|paniere|da (?:due|tre|quattro|cinque|sei|\w+) (?:mesi|trimestri|anni|settimane))\b|^(?:quando|se|dopo|quanto|come|che cosa|tiene conto|la tensione|il (?:prezzo|tasso|rapporto|valore|divario)|la (?:distanza|differenza|quota)|una variazione) "
    ),
}  # fmt: skip
# A term explained by a phrase alone, as a glossary does: "The gap between …", "Una fase in cui …".
_PHRASE = {
    "en": re.compile(
        r"^(?:an?|the) (?:[a-z-]+ ){1,4}(?:that|in which|on which|at which|between|drawn|a (?:bond|central bank) \w+|of an?|which|who)\b|"
        r"^high inflation together"
    ),
    "it": re.compile(
        r"^(?:un|una|il|lo|la|gli|le|i|qualcosa|quant[eio]|l') ?(?:[a-zàèéìòù']+ ){0,4}(?:che|in cui|con cui|al quale|alla quale|su cui|fra|tra|un['a]? ?\w+ offre)\b|"
        r"^(?:quant[eio]|inclin[ei]|inflazione alta insieme|acquisti di titoli da parte|la riduzione dei)\b"
    ),
}  # fmt: skip
_DIGIT = re.compile(r"\d")


class Basis(Enum):
    """What a sentence rests on, by its form."""

    SOME = "some"
    LITTLE = (
        "little"  # neither past, explained, announced nor attributed, but with a figure, or not about markets
    )
    NONE = "none"


def basis(context: Context, kind: str, style: str) -> Basis:
    """Headers and scenarios are spared the question: they have no such form."""
    text, lang = context.text, context.lang
    if (
        kind == "log_header"
        or style == "SPECULATIVE"
        or len(text.split()) < 4
        or context.open
        or context.told
    ):
        return Basis.SOME
    if _PLAIN[lang].search(text) or _PHRASE[lang].search(text):
        return Basis.SOME
    if context.attributed or context.scheduled or context.definition or context.mechanism:
        return Basis.SOME
    return Basis.NONE if _TOPIC[lang].search(text) and not _DIGIT.search(text) else Basis.LITTLE
