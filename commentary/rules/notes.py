"""The part of a row's note that a text can take up. Pure."""

import re

from commentary.facts.snapshot import RowFacts

ASKING = {
    "en": re.compile(r"(?:How|What|Which|Who|Whether)\b"),
    "it": re.compile(r"(?:Quant[oaie]|A quant[ie]|Come|Che cosa|Se|Chi)\b"),
}


def explanation(row: RowFacts, language: str) -> tuple[str, bool]:
    """The first clause of a row's note without full stop, and whether it begins like a question.

    Empty when the clause holds digits: they are no figures of this text, and would read as such.
    """
    note = row.note_it if language == "it" else row.note_en
    clause = re.split(r"[;.]", note)[0].strip()
    if re.search(r"\d", clause):
        clause = clause.split(",")[0].strip()
    if not clause or re.search(r"\d", clause):
        return "", False
    lower = clause[1:2].islower() or clause[1:2] == " "
    text = clause[:1].lower() + clause[1:] if lower else clause
    return text, bool(ASKING[language].match(clause))
