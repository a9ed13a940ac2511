"""Causes: the facts state none, and one that a headline gives must be given as that of its publisher."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from commentary.review.grounding.matching import Fault
from commentary.review.grounding.sentence import Sentence

NEAR = 30  # characters between "because" and the figure that it speaks of


def publishers(sentence: Sentence, stories: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    """ "Fourteen papers": as many as told one of the stories, or one more where others than one named are counted."""
    known = {story["publishers"] for story in stories if isinstance(story.get("publishers"), int)}
    for match in sentence.words.of["told_by"].finditer(sentence.text):
        number = int(sentence.words.numbers.get(match["n"], -1) if match["n"].isalpha() else match["n"])
        if known and number > 1 and not {number, number + bool(match["more"])} & known:
            yield Fault("count", *match.span(), "no story has so many publishers")


class Causes:
    """The causes that one sentence names; `attributed` when the material has headlines that may name one."""

    def __init__(self, sentence: Sentence, *, attributed: bool) -> None:
        self.sentence, self.attributed = sentence, attributed
        self.general = sentence.has("general") and not sentence.numbers

    def faults(self) -> Iterator[Fault]:
        """The facts state no cause; one that a headline gives must be given as that of its publisher."""
        sentence, words = self.sentence, self.sentence.words
        if (self.attributed and sentence.has("attributed")) or sentence.has("no_cause"):
            return
        yield from self._events()
        if not (sentence.numbers or sentence.ways):
            return
        for name in ("cause", "after_event"):
            for match in words.of[name].finditer(sentence.text):
                if name == "after_event" and not self._eventful(match.end()):
                    continue
                if not self.general and not self._implied(match):
                    yield Fault("cause", *match.span(), "the facts give no cause")
                    return
        for match in words.of["drives"].finditer(sentence.text):
            before = [
                each for each in sentence.mentions if each.start < match.start() and each.rows and each.whole
            ]
            moved = any(
                words.has("noun_of", sentence.text[way.end : way.end + 6])
                for way in sentence.ways
                if way.start < match.start()
            )
            if (
                not before
                and not moved
                and any(each.start > match.start() and each.rows for each in sentence.mentions)
            ):
                yield Fault("cause", *match.span(), "the facts give no cause")
                return

    def _events(self) -> Iterator[Fault]:
        """What somebody said or did: the figures tell of nobody's words, meetings or plans."""
        for match in self.sentence.words.of["event"].finditer(self.sentence.text):
            if not self.general:
                yield Fault("event", *match.span(), "the figures tell of no such event")
                return

    def _implied(self, match: re.Match[str]) -> bool:
        """ "Because the index is below zero, money is easier than usual": what a figure means, not why one moved."""
        sentence = self.sentence
        if not sentence.words.has("because", match[0]):
            return False
        start, end = sentence.part(match.end())
        told = [each for each in sentence.mentions if match.end() <= each.start and each.rows]
        moved = [way for way in sentence.ways if not start <= way.start < end]
        return bool(told) and told[0].start - match.end() <= NEAR and not moved

    def _eventful(self, at: int) -> bool:
        """Whether what follows "after" is something that happened elsewhere: no figure, number, date or move."""
        sentence = self.sentence
        end = min((cut for cut in sentence.cuts if cut > at), default=len(sentence.text))
        text = sentence.text[at:end]
        starts = [number.start for number in sentence.numbers] + [said.start for said in sentence.dates]
        starts += [mention.start for mention in sentence.mentions] + [way.start for way in sentence.ways]
        quiet = not any(at <= start < end for start in starts)
        return quiet and len(text.split()) >= 2 and not sentence.words.has("timely", text)
