"""Explains weights by rules in English and Italian: facts and their meaning, without judgement."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

from briefing.core.numbers import NBSP, number
from commentary.language.grammar import article_of_number
from commentary.language.notation import count
from commentary.review.review import review
from portfolio.analysis.weights import HEAVIEST, PortfolioWeights

MOST_CURRENCIES = 4
NAMED = 3
EQUAL = 0.05  # closer shares print as the same digits, or nearly so
CURRENCIES = {
    "en": {"USD": "US dollars", "EUR": "euros", "GBP": "pounds sterling", "CHF": "Swiss francs", "JPY": "yen",
           "CAD": "Canadian dollars", "SEK": "Swedish kronor", "DKK": "Danish kroner", "NOK": "Norwegian kroner",
           "HKD": "Hong Kong dollars", "AUD": "Australian dollars", "PLN": "zloty"},
    "it": {"USD": "dollari statunitensi", "EUR": "euro", "GBP": "sterline", "CHF": "franchi svizzeri", "JPY": "yen",
           "CAD": "dollari canadesi", "SEK": "corone svedesi", "DKK": "corone danesi", "NOK": "corone norvegesi",
           "HKD": "dollari di Hong Kong", "AUD": "dollari australiani", "PLN": "zloty"},
}  # fmt: skip


class ReviewRefused(Exception):
    """Every form of the text failed the review."""


def write(weights: PortfolioWeights, *, tone: str, lang: str) -> tuple[str, ...]:
    """Returns paragraphs that pass the deterministic review: with tickers, else without, as a ticker may be a word.

    Raises ReviewRefused when the shortest form fails too: then no text is shown.
    """
    whole, unnamed = (compose(weights, tone=tone, lang=lang, named=named) for named in (True, False))
    for paragraphs in (whole, unnamed, unnamed[:1]):
        text = "\n\n".join(paragraphs)
        if review(text, lang=lang, kind="portfolio", style="DRY").passed:
            return paragraphs
    raise ReviewRefused


def compose(weights: PortfolioWeights, *, tone: str, lang: str, named: bool) -> tuple[str, ...]:
    """Returns unreviewed paragraphs on the heaviest positions, the concentration and the currencies."""
    sentences = (_Italian if lang == "it" else _English)(weights, tone)
    paragraphs = (sentences.positions(named=named), sentences.concentration(), sentences.currencies())
    return tuple(text for paragraph in paragraphs if (text := " ".join(paragraph)))


class _Sentences(ABC):
    """Parts common to both languages; figures have one decimal."""

    lang = ""
    joint = ""

    def __init__(self, weights: PortfolioWeights, tone: str) -> None:
        self.weights, self.tone = weights, tone
        self.size = weights.count
        self.many = count(weights.count, self.lang)
        self.index = number(weights.hhi, 0, self.lang)
        self.equals = number(weights.effective, 1, self.lang)

    @abstractmethod
    def positions(self, *, named: bool) -> Iterator[str]:
        """The heaviest positions, by ticker where `named`."""

    @abstractmethod
    def concentration(self) -> Iterator[str]:
        """How unevenly the value is spread."""

    @abstractmethod
    def currencies(self) -> Iterator[str]:
        """The currencies of the listings."""

    def share(self, value: float) -> str:
        return f"{number(value, 1, self.lang)}%"

    def listed(self, parts: list[str]) -> str:
        return f" {self.joint} ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))

    @property
    def level(self) -> bool:
        """Whether all positions have the same weight."""
        return self.size > 1 and self.weights.all[0] - self.weights.all[-1] < EQUAL

    def top(self, value: str) -> str:
        """ "AAA (24.5% of the value), BBB (12.0%) and CCC (8.0%)"; empty if one of them has no valid ticker."""
        chosen = self.weights.holdings[: min(NAMED, self.size)]
        if tuple(each.weight for each in chosen) != self.weights.all[: min(NAMED, self.size)]:
            return ""
        sentences = [f"{each.ticker} ({self.share(each.weight)})" for each in chosen]
        return self.listed([sentences[0].replace(")", f" {value})"), *sentences[1:]])

    @property
    def quoted(self) -> list[tuple[str, float]]:
        """The largest listing currencies by name, with their shares."""
        found = list(self.weights.currencies.items())[:MOST_CURRENCIES]
        return [(CURRENCIES[self.lang].get(code, code), share) for code, share in found if share >= EQUAL]

    @property
    def shows_concentration(self) -> bool:
        """Whether concentration adds information to the weights."""
        return self.size > 1 and not (self.level and self.tone == "NOVICE")


class _English(_Sentences):
    lang, joint = "en", "and"

    def positions(self, *, named: bool) -> Iterator[str]:
        top, first = self.top("of the value") if named else "", self.share(self.weights.all[0])
        if self.size == 1:
            only = (
                f"{self.weights.holdings[0].ticker} is the only position" if top else "There is one position"
            )
            yield f"{only}, so it accounts for 100% of the value."
        elif self.level:
            yield f"Each of the {self.many} positions accounts for {first} of the value."
        elif top:
            which = "The" if self.size <= NAMED else "The heaviest of the"
            yield f"{which} {self.many} positions are {top}."
        else:
            which = "heavier" if self.size == 2 else "heaviest"
            yield f"The {which} of the {self.many} positions accounts for {first} of the value."
        if self.size > HEAVIEST and not self.level:
            yield f"The five heaviest account for {self.share(self.weights.heaviest)} of the value."

    def concentration(self) -> Iterator[str]:
        index, equals = self.index, f"{self.equals}{NBSP}positions of equal size"
        if not self.shows_concentration:
            return
        if self.tone == "PRO":
            yield f"The Herfindahl-Hirschman index is {index}, the effective number of positions is {self.equals}."
        elif self.tone == "NOVICE":
            yield "Concentration describes how unevenly a value is spread."
            yield f"Measured by the squared weights, it is the same as that of {equals}."
        else:
            scale = "the sum of the squared weights"
            yield f"The Herfindahl-Hirschman index, {scale}, is {index} on a scale up to 10,000."
            yield f"That corresponds to {equals}."

    def currencies(self) -> Iterator[str]:
        if not self.quoted:
            return
        (first, share), *rest = self.quoted
        others = [f"{currency} for {self.share(part)}" for currency, part in rest]
        sentences = self.listed([f"{first} account for {self.share(share)} of the value", *others])
        yield f"By the currency of the listing, {sentences}."
        if self.weights.without_currency >= EQUAL:
            yield f"The currency is not known for {self.share(self.weights.without_currency)} of the value."
        if self.tone != "PRO":
            other = "it does not say in which currencies a company earns"
            yield f"The currency of a listing is the one in which its price is quoted; {other}."


class _Italian(_Sentences):
    lang, joint = "it", "e"

    def the_share(self, value: float) -> str:
        """ "il 62,4%", "l’8,0%", "lo 0,5%"."""
        text = self.share(value)
        article = article_of_number(text)
        return f"{article}{text}" if article == "l’" else f"{article} {text}"

    def positions(self, *, named: bool) -> Iterator[str]:
        top, first = self.top("del valore") if named else "", self.the_share(self.weights.all[0])
        if self.size == 1:
            only = (
                f"L’unica posizione è {self.weights.holdings[0].ticker}" if top else "C’è una sola posizione"
            )
            yield f"{only}, che rappresenta il 100% del valore."
        elif self.level:
            yield f"Ognuna delle {self.many} posizioni rappresenta {first} del valore."
        elif top:
            which = f"Le {self.many}" if self.size <= NAMED else f"Le più grandi delle {self.many}"
            yield f"{which} posizioni sono {top}."
        else:
            yield f"La più grande delle {self.many} posizioni rappresenta {first} del valore."
        if self.size > HEAVIEST and not self.level:
            yield f"Le cinque più grandi rappresentano insieme {self.the_share(self.weights.heaviest)} del valore."

    def concentration(self) -> Iterator[str]:
        index, equals = self.index, f"{self.equals}{NBSP}posizioni della stessa grandezza"
        if not self.shows_concentration:
            return
        if self.tone == "PRO":
            effective = f"il numero effettivo di posizioni è {self.equals}"
            yield f"L’indice di Herfindahl-Hirschman è {index} su una scala fino a 10.000, {effective}."
        elif self.tone == "NOVICE":
            yield "La concentrazione descrive quanto un valore è distribuito in modo disuguale."
            yield f"Misurata con i quadrati dei pesi, è uguale a quella di {equals}."
        else:
            scale = "la somma dei quadrati dei pesi"
            yield f"L’indice di Herfindahl-Hirschman, {scale}, è {index} su una scala fino a 10.000."
            yield f"Il valore corrisponde a quello di {equals}."

    def currencies(self) -> Iterator[str]:
        if not self.quoted:
            return
        (first, share), *rest = self.quoted
        others = [f"quelle in {currency} {self.the_share(part)}" for currency, part in rest]
        whole = f"Le quotazioni in {first} rappresentano {self.the_share(share)} del valore"
        yield f"{self.listed([whole, *others])}."
        if self.weights.without_currency >= EQUAL:
            yield f"La valuta non è nota per {self.the_share(self.weights.without_currency)} del valore."
        if self.tone != "PRO":
            other = "non dice in quali valute una società ottiene i suoi ricavi"
            yield f"La valuta di quotazione è quella in cui è espresso il prezzo; {other}."
