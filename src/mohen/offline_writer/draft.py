"""A draft as its writer sees it: paragraphs of sentences of clauses of words.

Every word that could as well be left out, or said otherwise, is known as such. Switching them is
how a rule is obeyed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from itertools import pairwise

from mohen.core.values import dataclass
from mohen.offline_writer import verbs
from mohen.rules.model import Part
from mohen.text.lazy_pattern import LazyPattern

STOP, SHOUT, ASK, TRAIL = "stop", "exclamation", "question", "ellipsis"
COMMA, DASH, SEMICOLON, COLON, BARE = "comma", "dash", "semicolon", "colon", "bare"
HERO, OTHER = "hero", "other"
MARKS = {
    "zh": {STOP: "。", SHOUT: "！", ASK: "？", TRAIL: "……"},
    "en": {STOP: ".", SHOUT: "!", ASK: "?", TRAIL: "..."},
}
JOINTS = {
    "zh": {COMMA: "，", DASH: "——", SEMICOLON: "；", COLON: "：", STOP: "。", BARE: "，"},
    "en": {COMMA: ", ", DASH: " — ", SEMICOLON: "; ", COLON: ": ", STOP: ". ", BARE: " "},
}
_WORDLESS = frozenset((DASH, SEMICOLON, COLON, STOP))  # joints that take the place of `and`
_ARTICLE = LazyPattern(r"\b(?P<a>[Aa])n? (?=(?P<next>[a-z]+))")
_VOWEL = LazyPattern(r"[aeio]|u(?!s|ni)|hour|hon")
_GAPS = LazyPattern(r" +")
_BEFORE_MARK = LazyPattern(r"(?<! ) +(?=[,.;:!?])")
_PERSONS = {
    "I": {"WHO": "I", "HIS": "my", "HIM": "me", "SELF": "myself"},
    "he": {"WHO": "he", "HIS": "his", "HIM": "him", "SELF": "himself"},
    "she": {"WHO": "she", "HIS": "her", "HIM": "her", "SELF": "herself"},
}


@dataclass(slots=True)
class Word:
    """`kind` is what it is to a reader (modifiers, WHO, verb …), "" a word like any other."""

    text: str
    kind: str = ""
    on: bool = True
    off: str = ""  # what stands there instead
    subject: str = ""  # of a verb, where it is not that of the clause
    said: bool = False  # of the author's own: within what somebody says


@dataclass(slots=True)
class Clause:
    words: list[Word]
    kind: str = ""  # sound, similes … where the whole clause is one; brief
    link: str = "and"  # the English word that joins it to the one before
    joint: str = COMMA  # the mark that does
    own: bool = False  # the author's: kept to the letter
    implied: bool = False  # its subject is left out behind the clause it follows
    follows: Clause | None = None

    def of_hero(self) -> bool:
        return bool(self.words) and self.words[0].kind == "WHO"

    def of_other(self) -> bool:
        return bool(self.words) and self.words[0].kind == "OTHER"


@dataclass(slots=True)
class Sentence:
    clauses: list[Clause]
    mark: str = STOP
    speaker: str = ""  # hero or other, in direct speech
    says: str = ""  # the verb; none where nobody is named
    led: bool = False  # named before the speech, not after it
    fixed: bool = False  # the author's and not to be taken apart: it holds speech

    @property
    def told(self) -> bool:
        return not self.speaker and not self.fixed

    def is_of(self, part: Part | None) -> bool:
        """Whether any of it is said, or told; one of the author's may be both."""
        if part is None:
            return True
        if self.fixed:
            return any(part.holds(word.said) for each in self.clauses for word in each.words)
        return part.holds(bool(self.speaker))

    @property
    def ours(self) -> bool:
        """No word of the author's, hence to be replaced if need be."""
        return not self.fixed and not any(clause.own for clause in self.clauses)


@dataclass(slots=True)
class Cast:
    """Whom and what it is about."""

    pronoun: str  # 他, she; empty where a name is all that is known
    name: str = ""
    other: str = ""
    spoke: str = HERO  # who was named last, and has spoken if anybody did
    first: bool = False
    past: bool = True
    things: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Draft:
    language: str
    scene: str
    cast: Cast
    paragraphs: list[list[Sentence]] = field(default_factory=list)
    own: bool = False  # it is the author's text: nothing that happens is added or replaced
    part: Part | None = None  # what of it is being changed

    def sentences(self) -> Iterator[Sentence]:
        """Those of the part that is being changed."""
        return (each for each in self.all_sentences() if each.is_of(self.part))

    def all_sentences(self) -> Iterator[Sentence]:
        for paragraph in self.paragraphs:
            yield from paragraph

    def clauses(self) -> Iterator[Clause]:
        for sentence in self.sentences():
            yield from sentence.clauses

    def words(self) -> Iterator[Word]:
        for sentence in self.sentences():
            for clause in sentence.clauses:
                yield from (each for each in clause.words if self.changes(sentence, each))

    def changes(self, sentence: Sentence, word: Word) -> bool:
        """Whether a word is of the part that is being changed."""
        return self.part is None or not sentence.fixed or self.part.holds(word.said)

    def tidy(self) -> None:
        """What a change emptied goes, and those who speak take turns."""
        for paragraph in self.paragraphs:
            paragraph[:] = [each for each in paragraph if each.clauses]
        self.paragraphs[:] = [each for each in self.paragraphs if each]
        for before, after in pairwise([each for each in self.all_sentences() if each.speaker]):
            after.speaker = HERO if before.speaker == OTHER else OTHER

    # -- as text

    def text(self) -> str:
        return "\n".join(map(self._paragraph, self.paragraphs))

    def _paragraph(self, sentences: list[Sentence]) -> str:
        named = False  # once in a paragraph, then by pronoun
        shown = []
        before: Sentence | None = None
        for sentence in sentences:
            shown.append(self.sentence(sentence, named, self._goes_on(sentence, before)))
            named = named or bool(self.cast.name and self.cast.name in shown[-1])
            before = sentence
        return ("" if self.language == "zh" else " ").join(filter(None, shown))

    def _goes_on(self, sentence: Sentence, before: Sentence | None) -> bool:
        """Whether the subject can be left out, where there is no pronoun for it: Chinese goes on
        about the one it spoke of."""
        if self.language != "zh" or self.cast.pronoun or self.cast.first or before is None:
            return False
        own = [each.clauses[0] for each in (before, sentence) if each.told and each.clauses]
        plain = len(own) == 2 and all(
            each.of_hero() and not each.kind and len(each.words) > 1 for each in own
        )
        return plain and own[1].words[1].kind == "" and not own[1].words[1].text.startswith("的")

    def sentence(self, sentence: Sentence, named: bool = True, goes_on: bool = False) -> str:
        body = self._body(sentence, named, goes_on)
        if not body:
            return ""
        if sentence.fixed and not sentence.mark:
            return body
        mark = MARKS[self.language][sentence.mark]
        if not sentence.speaker:
            return body + mark
        if self.language == "zh":
            return self._said_zh(sentence, body + mark, named)
        return self._said_en(sentence, body, mark, named)

    def _said_zh(self, sentence: Sentence, speech: str, named: bool) -> str:
        quoted = f"“{speech}”"
        who = self._who(sentence.speaker, named)
        if not sentence.says or not who:
            return quoted
        if sentence.led:
            return f"{who}{sentence.says}：{quoted}"
        return f"{quoted}{who}{sentence.says}。"

    def _said_en(self, sentence: Sentence, body: str, mark: str, named: bool) -> str:
        who = self._who(sentence.speaker, named)
        if not sentence.says or not who:
            return f"“{body}{mark}”"
        person = "I" if sentence.speaker == HERO and self.cast.first else "s"
        says = verbs.conjugated(sentence.says, person, self.cast.past)
        if sentence.led:
            return f"{_capital(who)} {says}, “{body}{mark}”"
        inner = "," if sentence.mark == STOP else mark
        return f"“{body}{inner}” {who} {says}."

    def _body(self, sentence: Sentence, named: bool, goes_on: bool) -> str:
        made = ""
        before: Clause | None = None
        for clause in sentence.clauses:
            joint = self._joint(clause) if before else ""
            drop = not sentence.speaker and self._goes_without(clause, before, joint)
            drop = drop or (goes_on and before is None)
            inner = self.clause(clause, named, drop, quoted=bool(sentence.speaker))
            if not inner:
                continue
            if joint.endswith(". ") or not before:
                inner = self._opening(inner)
            made += joint + inner
            named = named or any(word.kind == "WHO" for word in clause.words)
            before = clause
        return made

    def _goes_without(self, clause: Clause, before: Clause | None, joint: str) -> bool:
        """Whether the subject was just named and need not be again."""
        if before is None or clause.own or joint.endswith(("：", "。")):
            return False
        same = clause.of_hero() and before.of_hero()
        if self.language == "zh":
            return same and not clause.words[1].text.startswith("的")
        linked = joint.endswith(("and ", "but "))
        return linked and (same or (clause.implied and clause.follows is before))

    def _joint(self, clause: Clause) -> str:
        mark = JOINTS[self.language][clause.joint]
        if self.language == "zh" or clause.joint in _WORDLESS:
            return mark
        return f"{mark}{clause.link} " if clause.link else mark

    def _opening(self, text: str) -> str:
        return text if self.language == "zh" else _capital(text)

    def clause(
        self, clause: Clause, named: bool = True, drop: bool = False, quoted: bool = False
    ) -> str:
        subject = self._subject(clause)
        words = clause.words[1:] if drop else clause.words
        shown = []
        for word in words:
            shown.append(self._word(word, subject, named, quoted))
            named = named or word.kind == "WHO"
        if clause.own:
            text = "".join(shown)
            return text if all(word.on for word in words) else _mended(text)
        if self.language == "zh":
            return "".join(shown)
        return _mended(" ".join(filter(None, shown)))

    def _subject(self, clause: Clause) -> str:
        if any(word.kind == "WHO" for word in clause.words):
            return "I" if self.cast.first else "s"
        return "s"

    def _word(self, word: Word, subject: str, named: bool, quoted: bool) -> str:
        if word.kind in ("WHO", "HIS", "HIM", "SELF"):
            return self._person(word.kind, named)
        if word.kind == "OTHER":
            return self.cast.other
        if word.kind == "verb":
            return verbs.conjugated(word.text, word.subject or subject, self.cast.past)
        if word.kind == "contractions" and not word.off:
            if quoted:
                return word.text if word.on else verbs.FULL[word.text]
            return verbs.negated(word.text, word.subject or subject, self.cast.past, word.on)
        return word.text if word.on else word.off

    def _person(self, kind: str, named: bool) -> str:
        if self.language == "en":
            if kind == "WHO" and self.cast.name and not named and not self.cast.first:
                return self.cast.name
            if not self.cast.first and not self.cast.pronoun:
                return f"{self.cast.name}'s" if kind == "HIS" else self.cast.name
            return _PERSONS["I" if self.cast.first else self.cast.pronoun][kind]
        return self._who(HERO, named)

    def _who(self, speaker: str, named: bool) -> str:
        if speaker == OTHER:
            return self.cast.other
        if self.cast.first:
            return "I" if self.language == "en" else "我"
        named = named or not self.cast.name
        return self.cast.pronoun if named and self.cast.pronoun else self.cast.name

    def stretches(self, clause: Clause) -> list[str]:
        """What of a clause is said in the same words whenever it is said."""
        found: list[list[str]] = [[]]
        for word in clause.words:
            if word.kind in ("", "verb", "HIS", "HIM", "SELF"):
                found[-1].append(self._word(word, self._subject(clause), True, quoted=False))
            elif found[-1]:
                found.append([])
        return [("" if self.language == "zh" else " ").join(each) for each in found if each]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _mended(text: str) -> str:
    """No doubled spaces, none before a mark, `an` before a vowel."""
    text = _BEFORE_MARK.sub("", _GAPS.sub(" ", text).strip())
    return _ARTICLE.sub(
        lambda found: found["a"] + ("n " if _VOWEL.match(found["next"]) else " "), text
    )
