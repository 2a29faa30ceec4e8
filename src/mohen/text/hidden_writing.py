"""Text as a model would read it, however it is written: spelled apart, in other alphabets, encoded.

`spellings` gives the text with look-alikes and invisible characters undone, `hidden` whatever is
encoded in it. Repetitions are bounded, and what is decoded is no longer than what it came from.
"""

from __future__ import annotations

import base64
import html
import re
import unicodedata
from collections.abc import Callable, Iterator
from string import ascii_lowercase, ascii_uppercase
from urllib.parse import unquote

from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import words

_DEPTH = 3  # encodings within each other


def hidden(text: str, depth: int = _DEPTH) -> Iterator[str]:
    """What is encoded in it, spelled like the rest."""
    for each in _decoded(text) if depth else ():
        yield from spellings(each)
        yield from hidden(each, depth - 1)


# -- how it may be spelled

_INVISIBLE = LazyPattern(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff\u0300-\u036f]+"
)
_LOOKALIKES = str.maketrans(
    "асеорхуіјѕһԁԛԝӏАВЕКМНОРСТХУІЈЅαοερνικτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aceopxyijshdqwlABEKMHOPCTXYIJSaoepviktuxABEZHIKMNOPTYX",
)
_FOREIGN = LazyPattern("[Ͱ-ӿԀ-ԯ]")
_LATIN = LazyPattern("[A-Za-z]")
_HAN_APART = LazyPattern(r"(?<=[一-鿿，。！？、]) (?=[一-鿿，。！？、])")
_QUOTES = str.maketrans("‘’ʼ＇", "''''")
_APART = r"[ .*_\-|/~+=·•,，、]{1,3}"
_LETTERS = LazyPattern(rf"(?<![^\W_])[^\W_](?:{_APART}[^\W_]){{5,400}}(?![^\W_])")
_GAP = LazyPattern(f"({_APART})")
_LEET = LazyPattern(r"\b(?=[a-z@$]{0,20}[0134578@$])(?=[\d@$]{0,20}[a-z])[a-z0134578@$]{3,24}")
_PLAIN = str.maketrans("0134578@$", "oieastbas")


def spellings(text: str) -> Iterator[str]:
    """In lower case, with straight quotes and single blanks; the plainest first."""
    seen = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    plain = _folded(seen)
    yield plain
    if _LETTERS.search(seen):
        yield _folded(_LETTERS.sub(lambda run: _joined(run.group()), seen))
    if len(_LEET.findall(plain)) > 1:
        yield _LEET.sub(lambda word: word.group().translate(_PLAIN), plain)


def _folded(text: str) -> str:
    if _FOREIGN.search(text) and _LATIN.search(text):
        text = text.translate(_LOOKALIKES)
    lines = (" ".join(each.split()) for each in text.lower().translate(_QUOTES).splitlines())
    return _HAN_APART.sub("", "\n".join(each for each in lines if each))


def _joined(run: str) -> str:
    """Letters set apart, as words: a gap that is wider than the others, or has a blank where they
    have none, stands between words."""
    pieces = _GAP.split(run)
    narrow = min(pieces[1::2], key=len)
    return "".join(
        each if place % 2 == 0 else "" if each == narrow else " "
        for place, each in enumerate(pieces)
    )


# -- what may be hidden in it

_BASE64 = LazyPattern(r"(?<![\w+/=])[A-Za-z0-9+/_-]{16,20000}={0,2}")
_URL_SAFE = str.maketrans("-_", "+/")
_HEX = LazyPattern(r"(?<![0-9A-Za-z])(?:(?:0x|\\x)?[0-9a-fA-F]{2}[ ,:-]?){10,10000}(?![0-9A-Za-z])")
_NO_HEX = LazyPattern(r"0x|\\x|[^0-9a-fA-F]")
_CODES = LazyPattern(r"(?<!\d)(?:\d{2,3}[ ,]{1,2}){9,4000}\d{2,3}(?!\d)")
_NUMBER = LazyPattern(r"\d+")
_TAGS = LazyPattern("[\U000e0020-\U000e007e]+")
_TAG_A = 0xE0000
_ROT13 = str.maketrans(  # a codec is read from a file when it is asked for, which may not be read
    ascii_lowercase + ascii_uppercase,
    "".join(each[13:] + each[:13] for each in (ascii_lowercase, ascii_uppercase)),
)
_ESCAPED = LazyPattern(r"\\u([0-9a-fA-F]{4})")
_PERCENT = LazyPattern(r"(?:%[0-9a-fA-F]{2}[^%\s]{0,20}){3}")
_WORD = LazyPattern(r"[a-z]+")
_COMMON = words(
    "the and you your all this that user instructions previous ignore prompt system send to of"
    " from tell now are must"
)
_LOOKED_AT = 2000  # characters by which a language is known


def _decoded(text: str) -> Iterator[str]:
    for pattern, decode in (
        (_BASE64, _of_base64),
        (_HEX, lambda said: bytes.fromhex(_NO_HEX.sub("", said))),
        (_CODES, lambda said: bytes(map(int, _NUMBER.findall(said)))),
    ):
        for found in pattern.finditer(text):
            yield from _read(decode, found.group())
    if tags := "".join(_TAGS.findall(text)):
        yield "".join(chr(ord(each) - _TAG_A) for each in tags)
    if "&" in text:
        yield from _other(html.unescape(text), text)
    if "\\" in text:
        plain = _ESCAPED.sub(lambda each: chr(int(each.group(1), 16)), text)
        yield from _other(plain.replace("\\n", "\n"), text)
    if _PERCENT.search(text):
        yield from _other(unquote(text), text)
    for turned in (text.translate(_ROT13), text[::-1]):
        if _is_english(turned) and not _is_english(text):
            yield turned


def _other(made: str, text: str) -> Iterator[str]:
    if made != text:
        yield made


def _of_base64(said: str) -> bytes:
    plain = said.rstrip("=").translate(_URL_SAFE)
    return base64.b64decode(plain + "=" * (-len(plain) % 4))


def _read(decode: Callable[[str], bytes], said: str) -> Iterator[str]:
    """Nothing where it is no text."""
    try:
        text = decode(said).decode()
    except ValueError:
        return
    shown = sum(each.isprintable() or each.isspace() for each in text)
    if len(text) > 5 and shown > 0.9 * len(text):
        yield text


def _is_english(text: str) -> bool:
    said = _WORD.findall(text[:_LOOKED_AT].lower())
    return sum(each in _COMMON for each in said) >= max(2, len(said) // 10)


def squeezed(text: str) -> str:
    """Its letters alone, where they are set apart so evenly that no word can be told."""
    runs = _LETTERS.findall(_INVISIBLE.sub("", unicodedata.normalize("NFKC", text)))
    return re.sub(r"[\W_]+", "", "".join(runs)).lower()
