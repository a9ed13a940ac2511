"""The vocabulary of headline tags: sixteen words with labels and meanings in both languages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag: the word stored and used in the API, its label for readers and its meaning for models."""

    word: str
    label_en: str
    label_it: str
    meaning_en: str
    meaning_it: str


VOCABULARY: tuple[Tag, ...] = (
    Tag(
        "USA",
        "USA",
        "USA",
        "Economy, policy, markets or public bodies of the United States.",
        "Economia, politica, mercati o enti pubblici degli Stati Uniti.",
    ),
    Tag(
        "EU",
        "EU",
        "UE",
        "European Union, euro area or a member state and its institutions; not the United Kingdom or Switzerland.",
        "Unione europea, area euro o uno Stato membro e le sue istituzioni; non Regno Unito né Svizzera.",
    ),
    Tag(
        "Asia",
        "Asia",
        "Asia",
        "China, Japan, India, Korea, Taiwan and the rest of Asia and the Pacific.",
        "Cina, Giappone, India, Corea, Taiwan e il resto dell'Asia e del Pacifico.",
    ),
    Tag(
        "AI",
        "AI",
        "IA",
        "Artificial intelligence: models, the chips and data centres built for it, its rules and its effects.",
        "Intelligenza artificiale: modelli, chip e centri dati dedicati, regole ed effetti.",
    ),
    Tag(
        "Conflict",
        "Conflict",
        "Conflitto",
        "War, armed attack, terrorism, truce, or sanctions that follow from them; never a labour dispute.",
        "Guerra, attacco armato, terrorismo, tregua o sanzioni che ne derivano; mai una vertenza di lavoro.",
    ),
    Tag(
        "Central Banks",
        "Central banks",
        "Banche centrali",
        "Decisions, minutes, speeches or staff of a central bank.",
        "Decisioni, verbali, discorsi o vertici di una banca centrale.",
    ),
    Tag(
        "Inflation",
        "Inflation",
        "Inflazione",
        "Consumer, producer or wage inflation.",
        "Inflazione al consumo, alla produzione o salariale.",
    ),
    Tag(
        "Growth",
        "Growth",
        "Crescita",
        "Output, surveys, sales, confidence, housing.",
        "Produzione, sondaggi, vendite, fiducia, case.",
    ),
    Tag(
        "Jobs",
        "Jobs",
        "Lavoro",
        "Employment, unemployment, layoffs, pay talks, strikes.",
        "Occupazione, disoccupazione, licenziamenti, contratti, scioperi.",
    ),
    Tag(
        "Trade",
        "Trade",
        "Commercio",
        "Tariffs, export controls, trade balances, shipping and supply chains.",
        "Dazi, controlli all'export, bilance commerciali, trasporti e filiere.",
    ),
    Tag(
        "Politics",
        "Politics",
        "Politica",
        "Elections, governments, laws, budgets and public debt.",
        "Elezioni, governi, leggi, bilanci e debito pubblico.",
    ),
    Tag(
        "Bonds",
        "Bonds",
        "Obbligazioni",
        "Yields, auctions, spreads, ratings and corporate credit.",
        "Rendimenti, aste, spread, rating e credito alle imprese.",
    ),
    Tag(
        "Equities",
        "Equities",
        "Azioni",
        "Share indices, company results, deals and listings.",
        "Indici azionari, conti, fusioni e quotazioni.",
    ),
    Tag(
        "Currencies",
        "Currencies",
        "Valute",
        "Exchange rates and currency intervention.",
        "Cambi e interventi valutari.",
    ),
    Tag(
        "Commodities",
        "Commodities",
        "Materie prime",
        "Oil, gas, power, metals and crops.",
        "Petrolio, gas, elettricità, metalli e agricoli.",
    ),
    Tag(
        "Crypto",
        "Crypto",
        "Cripto",
        "Crypto-assets, stablecoins and the firms that deal in them.",
        "Criptoattività, stablecoin e società del settore.",
    ),
)

TAGS: tuple[str, ...] = tuple(tag.word for tag in VOCABULARY)

_BY_WORD = {tag.word: tag for tag in VOCABULARY}


def label(word: str, language: str) -> str:
    """Returns the tag's label in Italian for "it", else in English; KeyError for a word not in ``TAGS``."""
    tag = _BY_WORD[word]
    return tag.label_it if language == "it" else tag.label_en


def meaning(word: str, language: str) -> str:
    """Returns the tag's meaning in Italian for "it", else in English; KeyError for a word not in ``TAGS``."""
    tag = _BY_WORD[word]
    return tag.meaning_it if language == "it" else tag.meaning_en
