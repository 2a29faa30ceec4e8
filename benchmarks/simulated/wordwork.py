"""How an author takes single words out of plain text: modifiers, intensifiers, chatter, a word
that is not liked."""

from __future__ import annotations

import re
from collections.abc import Callable

from simulated import hand_words as words

_LISTED = "|".join(sorted(words.MODIFIERS_ZH, key=len, reverse=True))
_HAN = "一-鿿"
# 轻轻地, 斑斑点点的, 粗糙的; not where it is what the sentence says (软软的。)
_MODIFIER_ZH = re.compile(rf"(?:{_LISTED}|([{_HAN}])\1([{_HAN}])\2|([{_HAN}])\3)[的地](?=[{_HAN}])")
_DEGREE_ZH = re.compile(rf"(?:{'|'.join(words.INTENSIFIERS_ZH)})(?=[{_HAN}])(?!太|阳|子|平|后)")
_DEGREE_EN = re.compile(rf"\b(?:{'|'.join(words.INTENSIFIERS_EN)}) (?=[a-z])", re.IGNORECASE)
_ADVERB_EN = re.compile(r" ?\b([A-Za-z]+ly)\b")
_ADJECTIVE_EN = re.compile(rf"\b([a-z]+(?:{'|'.join(words.ADJECTIVES_EN)})) (?=[a-z])")
_SAYS_IT = re.compile(r"\b(?:was|were|is|are|be|been|felt|seemed|looked|looks|feels|seems) $")
_PARTICLE_ZH = re.compile(rf"[{words.PARTICLES_ZH}]+(?=[，。！？…；”—])")
_CHATTY_EN = re.compile(rf"\b(?:{'|'.join(words.CHATTY_EN)})\b,? ?", re.IGNORECASE)
_CONTRACTED = re.compile(r"\b[A-Za-z]+['’][a-z]+\b")


def counted(knob: str, text: str, language: str) -> str:
    """The text with one such word less, from the front."""
    return _WORK[knob](text, language)


def without_word(text: str, word: str) -> str:
    """Another word, or none, the first time it is there."""
    found = re.search(rf"\b{word}\b" if word.isascii() else word, text, re.IGNORECASE)
    if not found:
        return text
    return _replaced(text, found, words.INSTEAD[word.lower()])


def _modifiers(text: str, language: str) -> str:
    if language == "zh":
        found = _MODIFIER_ZH.search(text)
        return _replaced(text, found, "") if found else _intensifiers(text, language)
    for found in _ADVERB_EN.finditer(text):
        if found[1].lower() not in words.NO_ADVERBS:
            return _replaced(text, found, "")
    for found in _ADJECTIVE_EN.finditer(text):
        said = _SAYS_IT.search(text[: found.start()])
        if found[1] not in words.NO_ADJECTIVES and not said:
            return _articled(text[: found.start()], text[found.end() :])
    return _intensifiers(text, language)


def _intensifiers(text: str, language: str) -> str:
    if language == "zh":
        text = text.replace("很多", "许多", 1)
        found = _DEGREE_ZH.search(text)
    else:
        found = _DEGREE_EN.search(text)
    return _replaced(text, found, "") if found else text


def _colloquial(text: str, language: str) -> str:
    if language == "zh":
        return _PARTICLE_ZH.sub("", text, count=1)
    found = _CHATTY_EN.search(text)
    if not found:
        return text
    said = words.CHATTY_EN[found.group().strip(" ,").lower()]
    ending = re.search(r",? ?$", found.group())
    return _replaced(text, found, said + (ending[0] if said and ending else ""))


def _contractions(text: str, _language: str) -> str:
    for found in _CONTRACTED.finditer(text):
        whole = _expanded(found.group().replace("’", "'"))
        if whole:
            return _replaced(text, found, whole)
    return text


def _expanded(word: str) -> str:
    known = words.EXPANDED.get(word.lower())
    if known:
        return known
    for ending, full in words.EXPANDED_ENDS.items():
        if word.endswith(ending):
            return word.removesuffix(ending) + full
    return ""


def _replaced(text: str, found: re.Match[str], other: str) -> str:
    """A capital stays where the sentence begins."""
    before, rest = text[: found.start()], text[found.end() :]
    if not other and not before.rstrip('“" \n')[-1:].isalnum():
        rest = rest.lstrip(", ")
    if found.group().lstrip()[:1].isupper():
        made = (other + rest).lstrip()
        return before + made[:1].upper() + made[1:]
    return before + other + rest


def _articled(before: str, rest: str) -> str:
    """A dangerous man, an empty one."""
    if before.endswith((" a ", " an ", "A ", "An ")):
        stem = before.rstrip().removesuffix("n") if before.endswith("n ") else before.rstrip()
        before = stem + ("n " if rest[:1] in "aeiou" else " ")
    return before + rest


_WORK: dict[str, Callable[[str, str], str]] = {
    "modifiers": _modifiers,
    "intensifiers": _intensifiers,
    "colloquial": _colloquial,
    "contractions": _contractions,
}
