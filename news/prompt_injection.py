"""Recognises headlines that address a language model instead of a reader (prompt injection).

They are tagged by the rules, and neither sent to a model nor quoted in texts.
"""

import re

from news.models import Headline
from news.stories.clusters import StoryItem

SPEAKS_TO_MODELS = re.compile(
    r"""\b(ignor\w*|disregard|forget|override)\b.{0,40}\b(above|previous|prior|instructions?|prompts?|rules)\b
    | \b(ignora\w*|dimentica\w*|trascura\w*)\b.{0,40}\b(precedent\w+|istruzion\w+|regole|quanto\s+sopra)\b
    | \bsystem\s+prompt\b | \bprompt\s+di\s+sistema\b | \bas\s+an?\s+(ai|language)\s+model\b
    | ["'“]\s*(tags?|id|items)\s*["'”]\s*: | <\s*/?\s*(system|assistant|user|think|instructions?)\b | \[/?INST\] | <\|
    | \b(tag|label|etichetta)\w*\s+(all|every|each|tutt\w+|ogni)\b.{0,40}\b(headlines?|titol\w+|as|come)\b
    | \b(write|add|append|include|insert|repeat|quote|say|print|output)\b.{0,60}
      \b(in|to|into|at\s+the\s+(end|start)\s+of)\s+(your|the)\s+(text|answer|reply|output|summary|log|title|translation)\b
    | \b(scriv\w+|aggiung\w+|inserisc\w+|ripet\w+|riport\w+)\b.{0,60}
      \b(nel|nella|al|alla|in\s+fondo\s+al(la)?)\s+(tuo|tua|testo|risposta|riassunto|titolo|traduzione|log)\b
    | \b(assistant|chatbot|chatgpt|llm|translator|writer|reviewer|ai)\s*[:,]\s*
      (please|you|now|write|say|answer|pass)\b
    | \bto\s+(the\s+)?(ai|chatbot|language\s+model|assistant|reviewer)s?\s*:
    | \bend\s+of\s+(data|material|headlines|input)\b
    | \btext_id\b | \bverdict\W{0,4}(is\s+)?pass\b | ={3,}\s*\w*\s*={0,3}\s*(system|user|end|begin|task)\b
    | \b(new|updated?|nuov\w+)\s+(task|instructions?|rules|istruzion\w+|regole)\s*:""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


def has_instructions(headline: Headline | StoryItem) -> bool:
    return is_instruction(f"{headline.title}\n{headline.summary}")


def is_instruction(text: str) -> bool:
    return bool(SPEAKS_TO_MODELS.search(text))
