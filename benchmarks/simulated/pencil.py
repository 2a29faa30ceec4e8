"""How an author mends plain text by hand: one small change at a time, as a person makes it.

    changed = change("length", -1, text, "zh", rng)

The same text back means there is nothing more to be done. It knows nothing of how the text came
about: neither the stock nor the moves of any writer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from simulated import hand_words as words
from simulated.passage import Passage
from simulated.prose import Writer, draw_knobs, knobs_of
from simulated.wordwork import counted, without_word

SPOKEN_CLAUSES = 3.0  # about, with what follows: he said
ENDS = frozenset("。！？….!?\n")
_QUOTES = '“”"'
_BIT = {
    "zh": re.compile(r"([^，；。！？…—\n]*)((?:[，；。！？…—\n]|”(?![，；。！？]))*)"),
    "en": re.compile(r"([^,;.!?…—\n]*)((?:\s*[,;.!?…—]+[”\"]?\s*|[”\"]?\s*\n\s*)*)"),
}
_MARK = {
    "exclamation": re.compile(r"[！!]+"),
    "ellipsis": re.compile(r"…+|\.{3,}"),
    "dash": re.compile(r"\s*(?:—+|--)\s*"),
}
_SAID = {
    "zh": re.compile(
        r"(?:[^，。！？…\n”“]{1,8}[：，])?“[^”\n]*”(?:[^“”。！？，…\n]{1,6}[说道问][。！]|\n)?"
    ),
    "en": re.compile(
        r"(?:[A-Z][\w ]{0,24}, )?“[^”\n]*”(?: [\w ]{1,24}(?:said|asked|answered|replied|added"
        r"|repeated|says|asks|answers|replies|adds|repeats)[.!])?\s?"
    ),
}
_ASKED = re.compile("[？?]")
_WHO = re.compile(r"\b(?:I|[Hh]e|[Ss]he|[Tt]hey|[Ww]e)\b")
_JOINED = re.compile(r"^(?:and then|and|but|then|so|while) ", re.IGNORECASE)

Change = Callable[[str, str, Random], str]


def change(knob: str, direction: int, text: str, language: str, rng: Random) -> str:
    """The text with one change towards more (+1) or less (-1) of it."""
    if knob in _MARK:
        return _unmarked(knob, text, language)
    if knob.startswith("word:"):
        return _tidied(without_word(text, knob.removeprefix("word:")))
    made = _CHANGES.get((knob, direction))
    return _tidied(made(text, language, rng) if made else counted(knob, text, language))


def for_no_reason(text: str, language: str, rng: Random) -> str:
    """Two clauses change places: what has nothing to do with any like, and no direction."""
    sentences = _sentences(text, language)
    inner = [bit for each in sentences if not _quoted(each) for bit in each.bits[1:] if bit.body]
    if len(inner) < 2:
        return text
    first, second = rng.sample(inner, 2)
    first.body, second.body = second.body, first.body
    return _text(sentences)


# -- a text in clauses and sentences


@dataclass(slots=True)
class _Bit:
    """A clause and the mark behind it."""

    body: str
    mark: str

    @property
    def ends(self) -> bool:
        return not ENDS.isdisjoint(self.mark)


@dataclass(slots=True, eq=False)
class _Sentence:
    bits: list[_Bit]

    def size(self, language: str) -> int:
        body = "".join(each.body + " " for each in self.bits)
        return len(body.split()) if language == "en" else len(re.findall(r"[一-鿿]", body))


def _sentences(text: str, language: str) -> list[_Sentence]:
    sentences: list[_Sentence] = [_Sentence([])]
    for body, mark in _BIT[language].findall(text):
        if not (body or mark):
            continue
        if sentences[-1].bits and sentences[-1].bits[-1].ends:
            continued = language == "en" and body[:1].islower()  # “Go!” he said
            if not continued:
                sentences.append(_Sentence([]))
        sentences[-1].bits.append(_Bit(body, mark))
    return [each for each in sentences if each.bits]


def _text(sentences: Sequence[_Sentence]) -> str:
    return "".join(bit.body + bit.mark for each in sentences for bit in each.bits)


def _quoted(sentence: _Sentence) -> bool:
    return any(mark in bit.body + bit.mark for bit in sentence.bits for mark in _QUOTES)


def _without(text: str, sentences: list[_Sentence], gone: _Sentence) -> str:
    """A sentence takes its mark with it; the end of a paragraph stays."""
    if len(sentences) == 1:
        return text
    at = sentences.index(gone)
    if at and "\n" in gone.bits[-1].mark:
        sentences[at - 1].bits[-1].mark = sentences[at - 1].bits[-1].mark.rstrip() + "\n"
    return _text([each for each in sentences if each is not gone])


def _tidied(text: str) -> str:
    text = re.sub(r"\n\s*\n+", "\n", text)
    text = re.sub(r"(?<=[^\s]) {2,}", " ", text)
    return re.sub(r"[ \t]+(?=\n)|\s+\Z|\A\s+", "", text)


# -- marks


def _unmarked(knob: str, text: str, language: str) -> str:
    """The next one as a full stop, or as a comma where the sentence goes on."""
    found = _MARK[knob].search(text)
    if not found:
        return text
    rest = text[found.end() :]
    stop, comma = ("。", "，") if language == "zh" else (".", ",")
    goes_on = bool(re.match(r"[”\"]? [a-z]" if language == "en" else r"[^\n”\"]", rest))
    if knob == "dash":
        mark = comma if language == "zh" else ", "
    elif knob == "ellipsis" and goes_on and language == "zh":
        mark = stop
    else:
        mark = comma if goes_on and language == "en" else stop
    return text[: found.start()] + mark + rest


# -- the length of sentences


def _shorter(text: str, language: str, _rng: Random) -> str:
    """The longest sentence that has a comma becomes two, about in its middle."""
    sentences = _sentences(text, language)
    long = [each for each in sentences if len(each.bits) > 1 and _places(each)]
    if not long:
        return text
    sentence = max(long, key=lambda each: each.size(language))
    middle = sentence.size(language) / 2
    at = min(
        _places(sentence),
        key=lambda place: abs(_Sentence(sentence.bits[: place + 1]).size(language) - middle),
    )
    bit, after = sentence.bits[at], sentence.bits[at + 1]
    bit.mark = re.sub(r"\s*[，；,;—]+", "。" if language == "zh" else ".", bit.mark)
    if language == "en":
        bit.mark = bit.mark.rstrip() + " "
        after.body = _begun(after.body, sentence.bits[0].body)
    return _text(sentences)


def _places(sentence: _Sentence) -> list[int]:
    """Where a comma may become a full stop."""
    return [
        at
        for at, bit in enumerate(sentence.bits[:-1])
        if bit.body.strip() and not bit.ends and not any(each in bit.mark for each in _QUOTES)
    ]


def _begun(body: str, head: str) -> str:
    """A clause as the beginning of a sentence; `head` is how the one before began, and who acts
    there goes on acting."""
    plain = _JOINED.sub("", body.lstrip())
    who = _WHO.search(head)
    if plain != body.lstrip() and who and not _has_subject(plain):
        return f"{who[0].capitalize()} {plain}"
    return plain[:1].upper() + plain[1:]


def _has_subject(clause: str) -> bool:
    word = clause.split(" ", 1)[0]
    return word.capitalize() in words.LOWERED | words.SUBJECTS or word[:1].isupper()


def _longer(text: str, language: str, _rng: Random) -> str:
    """The two shortest neighbours become one, and so may their paragraphs."""
    sentences = _sentences(text, language)
    pairs = [
        (first, second)
        for first, second in pairwise(sentences)
        if not (_quoted(first) or _quoted(second) or _ASKED.search(first.bits[-1].mark))
    ]
    if not pairs:
        return text
    first, second = min(pairs, key=lambda pair: sum(each.size(language) for each in pair))
    if language == "zh":
        first.bits[-1].mark = "，"
    else:
        first.bits[-1].mark = ", and "
        word, _, rest = second.bits[0].body.partition(" ")
        if word in words.LOWERED:
            second.bits[0].body = f"{word.lower()} {rest}"
    return _text(sentences)


# -- what is said, compared and heard


def _less_said(text: str, language: str, rng: Random) -> str:
    said = list(_SAID[language].finditer(text))
    if not said or all(each.group().strip() == text.strip() for each in said):
        return text
    gone = rng.choice(said)
    ending = "\n" if gone.group().endswith("\n") else ""
    return text[: gone.start()] + ending + text[gone.end() :]


def _more_said(text: str, language: str, rng: Random) -> str:
    """One more line of speech, a paragraph of its own. Out of a stock so large that no author
    says a thing twice: what is said again and again would be learned as a saying."""
    plain = dict.fromkeys(knobs_of(language), 0.0)
    knobs = draw_knobs(rng, language, "dialogue", plain) | {"length": SPOKEN_CLAUSES}
    writer = Writer(rng, language, "dialogue", knobs)
    who = rng.choice(writer.stock.module.WHO)
    line = Passage(language, "dialogue", who, who, first=False, past=True)
    line.paragraphs = [[writer.speech()]]
    paragraphs = text.split("\n")
    paragraphs.insert(rng.randint(1, len(paragraphs)), line.text())
    return "\n".join(paragraphs)


def _no_simile(text: str, language: str, _rng: Random) -> str:
    """The clause that compares is cut, with its sentence where there is no other."""
    sentences = _sentences(text, language)
    signs = words.SIMILES_ZH if language == "zh" else words.SIMILES_EN
    for sentence in sentences:
        for bit in sentence.bits:
            if any(sign in bit.body for sign in signs):
                return _cut(text, sentences, sentence, bit, language)
    return text


def _cut(
    text: str, sentences: list[_Sentence], sentence: _Sentence, bit: _Bit, language: str
) -> str:
    if len(sentence.bits) == 1:
        return _without(text, sentences, sentence)
    at = sentence.bits.index(bit)
    if at:
        sentence.bits[at - 1].mark = bit.mark
    elif language == "en":
        sentence.bits[1].body = _begun(sentence.bits[1].body, "")
    sentence.bits.remove(bit)
    return _text(sentences)


def _more_heard(text: str, language: str, rng: Random) -> str:
    sentences = _sentences(text, language)
    plain = [each for each in sentences if not _quoted(each)]
    new = [each for each in words.HEARD[language] if each not in text]
    if not plain or not new:
        return text
    sentence = rng.choice(plain)
    last = sentence.bits[-1]
    sentence.bits.append(_Bit(rng.choice(new), last.mark))
    last.mark = "，" if language == "zh" else ", "
    return _text(sentences)


_CHANGES: dict[tuple[str, int], Change] = {
    ("length", -1): _shorter,
    ("length", 1): _longer,
    ("dialogue", -1): _less_said,
    ("dialogue", 1): _more_said,
    ("similes", -1): _no_simile,
    ("sound", 1): _more_heard,
}
