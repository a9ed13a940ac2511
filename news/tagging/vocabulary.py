"""The vocabulary of headline tags: sixteen words with labels in both languages."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag: the word stored and used in the API, its label for readers and its meaning for models."""

    word: str
    label_en: str
    label_it: str
    meaning: str


VOCABULARY = (
    Tag("USA", "USA", "USA", "Economy, policy, markets or public bodies of the United States."),
    Tag("EU", "EU", "UE",
        "European Union, euro area or a member state and its institutions; not the United Kingdom or Switzerland."),
    Tag("Asia", "Asia", "Asia", "China, Japan, India, Korea, Taiwan and the rest of Asia and the Pacific."),
    Tag("AI", "AI", "IA",
        "Artificial intelligence: models, the chips and data centres built for it, its rules and its effects."),
    Tag("Conflict", "Conflict", "Conflitto",
        "War, armed attack, terrorism, truce, or sanctions that follow from them; never a labour dispute."),
    Tag("Central Banks", "Central banks", "Banche centrali",
        "Decisions, minutes, speeches or staff of a central bank."),
    Tag("Inflation", "Inflation", "Inflazione", "Consumer, producer or wage inflation."),
    Tag("Growth", "Growth", "Crescita", "Output, surveys, sales, confidence, housing."),
    Tag("Jobs", "Jobs", "Lavoro", "Employment, unemployment, layoffs, pay talks, strikes."),
    Tag("Trade", "Trade", "Commercio", "Tariffs, export controls, trade balances, shipping and supply chains."),
    Tag("Politics", "Politics", "Politica", "Elections, governments, laws, budgets and public debt."),
    Tag("Bonds", "Bonds", "Obbligazioni", "Yields, auctions, spreads, ratings and corporate credit."),
    Tag("Equities", "Equities", "Azioni", "Share indices, company results, deals and listings."),
    Tag("Currencies", "Currencies", "Valute", "Exchange rates and currency intervention."),
    Tag("Commodities", "Commodities", "Materie prime", "Oil, gas, power, metals and crops."),
    Tag("Crypto", "Crypto", "Cripto", "Crypto-assets, stablecoins and the firms that deal in them."),
)  # fmt: skip

TAGS: tuple[str, ...] = tuple(tag.word for tag in VOCABULARY)

_BY_WORD = {tag.word: tag for tag in VOCABULARY}


def label(word: str, language: str) -> str:
    """Returns the tag's label in Italian for "it", else in English; KeyError for a word not in ``TAGS``."""
    tag = _BY_WORD[word]
    return tag.label_it if language == "it" else tag.label_en
