"""A passage as a writer sees it: paragraphs of sentences of clauses, with every word that could
as well be left out known as such. Rendering it makes text; switching words makes an edit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

DASH = {"zh": "——", "en": " — "}
STOP, SHOUT, ASK, TRAIL = "stop", "exclamation", "question", "ellipsis"
_MARKS = {
    "zh": {STOP: "。", SHOUT: "！", ASK: "？", TRAIL: "……"},
    "en": {STOP: ".", SHOUT: "!", ASK: "?", TRAIL: "..."},
}
_QUOTES = ("“", "”")
_ARTICLE = re.compile(r"\b([Aa]) (?=[aeiou])")
_PRESENT = {
    "did not": "does not", "didn't": "doesn't", "could not": "cannot", "couldn't": "can't",
    "would not": "will not", "wouldn't": "won't", "had not": "has not", "hadn't": "hasn't",
    "was not": "is not", "wasn't": "isn't",
}  # fmt: skip
_PRESENT_OF_I = _PRESENT | {
    "did not": "do not", "didn't": "don't", "had not": "have not", "hadn't": "haven't",
}  # fmt: skip
_NARRATOR = {
    ("zh", "WHO"): "我", ("zh", "HIS"): "我的", ("zh", "HIM"): "我",
    ("en", "WHO"): "I", ("en", "HIS"): "my", ("en", "HIM"): "me", ("en", "HIMSELF"): "myself",
}  # fmt: skip
_OTHERS = {
    "he": {"HIS": "his", "HIM": "him", "HIMSELF": "himself"},
    "she": {"HIS": "her", "HIM": "her", "HIMSELF": "herself"},
}


class Word:
    """`kind` names what it is to a reader (modifiers, WHO, verb …), "" a word like any other."""

    __slots__ = ("kind", "on", "text")

    def __init__(self, kind: str, text: str, on: bool = True) -> None:
        self.kind, self.text, self.on = kind, text, on

    def copy(self) -> Word:
        return Word(self.kind, self.text, self.on)


@dataclass(slots=True)
class Clause:
    words: list[Word]
    kind: str = ""  # sound, similes … where the whole clause is one
    join: str = ""  # before it, unless it opens the sentence

    def copy(self) -> Clause:
        return Clause([each.copy() for each in self.words], self.kind, self.join)

    def of_narrator(self) -> bool:
        """Its subject is the narrator (a particle may come before)."""
        for word in self.words:
            if word.kind != "colloquial":
                return word.kind == "WHO"
        return False


@dataclass(slots=True)
class Sentence:
    clauses: list[Clause]
    mark: str = STOP
    speech: bool = False
    says: str = ""  # what follows a speech: he said

    def copy(self) -> Sentence:
        clauses = [each.copy() for each in self.clauses]
        return Sentence(clauses, self.mark, self.speech, self.says)

    def plain(self) -> bool:
        return not self.speech and self.mark != ASK


@dataclass(slots=True)
class Passage:
    language: str
    scene: str
    who: str  # he, she, 他, 她
    name: str
    first: bool
    past: bool
    paragraphs: list[list[Sentence]] = field(default_factory=list)

    def copy(self) -> Passage:
        paragraphs = [[each.copy() for each in paragraph] for paragraph in self.paragraphs]
        return replace(self, paragraphs=paragraphs)

    def sentences(self) -> Iterator[Sentence]:
        for paragraph in self.paragraphs:
            yield from paragraph

    def words(self) -> Iterator[Word]:
        for sentence in self.sentences():
            for clause in sentence.clauses:
                yield from clause.words

    def tidy(self) -> None:
        """What an edit emptied goes."""
        for paragraph in self.paragraphs:
            paragraph[:] = [each for each in paragraph if each.clauses]
        self.paragraphs[:] = [each for each in self.paragraphs if each]

    # -- as text

    def text(self) -> str:
        gap = "" if self.language == "zh" else " "
        lines = [gap.join(map(self._sentence, each)) for each in self.paragraphs]
        return "\n".join(lines)

    def _sentence(self, sentence: Sentence) -> str:
        body = self._clauses(sentence)
        zh = self.language == "zh"
        if not zh:
            body = _ARTICLE.sub(r"\1n ", body[:1].upper() + body[1:])
        mark = _MARKS[self.language][sentence.mark]
        if not sentence.speech:
            return body + mark
        opened, closed = _QUOTES
        if not sentence.says:
            return opened + body + mark + closed
        if zh:
            return f"{self._who()}{sentence.says}：{opened}{body}{mark}{closed}"
        inner = "," if sentence.mark == STOP else mark
        return f"{opened}{body}{inner}{closed} {self._who()} {self._verb(sentence.says)}."

    def _clauses(self, sentence: Sentence) -> str:
        made, narrated = "", False
        for number, clause in enumerate(sentence.clauses):
            joined = clause.join if number else ""
            again = narrated and clause.of_narrator() and not sentence.speech
            drop = again and joined not in (" while ", " as ")
            made += joined + self._clause(clause, sentence.speech, drop)
            narrated = clause.of_narrator()
        return made

    def _clause(self, clause: Clause, speech: bool, drop: bool) -> str:
        words = clause.words
        if drop:
            words = words[1 + [each.kind for each in words].index("WHO") :]
        return self._gap().join(
            self._word(each, speech, clause)
            for each in words
            if each.on or each.kind == "contractions"
        )

    def _gap(self) -> str:
        return "" if self.language == "zh" else " "

    def _word(self, word: Word, speech: bool, clause: Clause) -> str:
        kind = word.kind
        if kind == "verb":
            return self._verb(word.text)
        if kind == "contractions":
            return self._contracted(word, speech, clause)
        if kind == "colloquial" and self.language == "en":
            return word.text + ","
        if kind in ("WHO", "HIS", "HIM", "HIMSELF"):
            return self._person(word)
        return word.text

    def _person(self, word: Word) -> str:
        if self.first:
            return _NARRATOR[self.language, word.kind]
        if word.kind == "WHO":
            return self.name if word.text else self.who
        return _OTHERS[self.who][word.kind] if self.language == "en" else self.who

    def _who(self) -> str:
        return _NARRATOR[self.language, "WHO"] if self.first else self.who

    def _verb(self, forms: str) -> str:
        plain, past, third = forms.split("|")
        if self.past:
            return past
        return plain if self.first else third

    def _contracted(self, word: Word, speech: bool, clause: Clause) -> str:
        full, short = word.text.split("^")
        chosen = short if word.on else full.replace("_", " ")
        if speech or self.past:
            return chosen
        forms = _PRESENT_OF_I if self.first and clause.of_narrator() else _PRESENT
        return forms.get(chosen, chosen)
