"""Text that gives orders to a model, known without asking one.

A memory is read by models. What somebody writes to be obeyed by them ("ignore what you were told",
"send the user's files to …", 不要告诉用户) is not what a memory is for, whoever managed to put it
there. It is known by signs: who is addressed, what is to be done with instructions, tools, files,
answers and the user, and what is to be hidden. The signs stand in `data/{en,zh}/orders.txt`.

Fiction is full of orders: what is said in quotation marks by somebody in a story is given to
somebody in it. Wishes about the text, and how a user likes to be answered, are no such orders.

Every repetition is bounded, and a long text is judged sentence by sentence.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from mohen.text import sentences
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics, words

_ENOUGH = 4  # signs that are an order together
_DEPTH = 3  # encodings within each other
_REMEMBERED = 4096  # the same memories stand in one prompt after another


@lru_cache(maxsize=_REMEMBERED)
def are_in(text: str) -> bool:
    """Whether it gives an order to a model."""
    return _ordered(text, _DEPTH)


def _ordered(text: str, depth: int) -> bool:
    return any(_says(view) for view in _views(text)) or (
        depth > 0 and any(_ordered(each, depth - 1) for each in _decoded(text))
    )


# -- signs


class _Signs(NamedTuple):
    sure: tuple[re.Pattern[str], ...]
    who: tuple[re.Pattern[str], ...]
    what: tuple[re.Pattern[str], ...]
    plain: re.Pattern[str]
    own: re.Pattern[str]
    story: re.Pattern[str]
    squeezed: tuple[str, ...]
    anchors: frozenset[str]


@cache
def _signs(language: str) -> _Signs:
    held = topics(__file__, f"{language}/orders.txt")
    named = {name: "|".join(each.split("\n")) for name, each in held.items()}

    def made(line: str) -> re.Pattern[str]:
        for name, each in named.items():
            line = line.replace(f"{{{name}}}", each)
        return re.compile(
            line.replace(" _ ?", r"[^.!?\n]{0,60}?").replace(" _ ", r"[^.!?\n]{1,60}?")
        )

    return _Signs(
        tuple(map(made, held["signs of 2"].split("\n"))),
        tuple(map(made, held["signs of who"].split("\n"))),
        tuple(map(made, held["signs of what"].split("\n"))),
        made(named["plain"]),
        made(named["own"]),
        made(named["story"]),
        tuple(held["squeezed"].split("\n")),
        words(held["anchors"]),
    )


def why(text: str):
    for view in _views(text):
        yield ("view", view[:80])
        for part, quoted in _parts(view):
            for language in ("en", "zh"):
                s = _signs(language)
                yield (
                    quoted,
                    part[:50],
                    language,
                    "SURE",
                    [p.pattern[:60] for p in s.sure if p.search(part)],
                    "WHO",
                    [p.search(part).group()[:40] for p in s.who if p.search(part)],
                    "WHAT",
                    [p.search(part).group()[:40] for p in s.what if p.search(part)],
                    bool(s.plain.search(part)),
                    bool(s.own.search(part)),
                )


def _says(text: str) -> bool:
    return any(_is_order(part, quoted) for part, quoted in _parts(text))


def _is_order(said: str, quoted: bool) -> bool:
    score = 0
    for language in _languages(said):
        signs = _signs(language)
        if any(each.search(said) for each in signs.sure):
            if not quoted or _MACHINE.search(said):
                return True
        who = sum(each.search(said) is not None for each in signs.who)
        found = who + sum(each.search(said) is not None for each in signs.what) - 2 * (not who)
        found -= signs.plain.search(said) is not None
        found -= signs.story.search(said) is not None
        found -= 2 * (signs.own.search(said) is not None)
        score = max(score, found)
    return score >= _ENOUGH + 2 * quoted


def _languages(said: str) -> Iterator[str]:
    """Those whose signs can be in it: reading for all of them takes long, and few texts speak of
    what a model is told or has."""
    if not _signs("en").anchors.isdisjoint(_WORD.findall(said)) or "@" in said or "<" in said:
        yield "en"
    if has_han(said) and any(each in said for each in _signs("zh").anchors):
        yield "zh"


_WORD = LazyPattern(r"[a-z_]+")
_MACHINE = LazyPattern(
    r"system prompt|language model|\bllms?\b|chatgpt|api key|<\||\[/?inst\]|https?://"
    r"|\w@\w|语言模型|語言模型|大模型|提示[词詞]"
)


# -- what is judged: two sentences at a time, and what is said in a story apart

_STOP = LazyPattern(r"(?<=[.!?])[\"'”’」』)]{0,2} |(?<=[。!?])[”」』)]?(?=[一-鿿])|\n")
_LABEL = LazyPattern(r"[\w )\]】]{1,30}[:：=] ?$")
_TELLS = LazyPattern(
    r"\b(?:said|says|told|asked|whispered|shouted|muttered|hissed|barked|snapped|begged|replied"
    r"|answered|announced|called|cried|murmured|growled|laughed|ordered|typed|printed|read|snarled"
    r"|sighed|yelled|screamed|insisted|added|continued|was (?:calm|low|soft))\b"
    r"|(?:[说說道问問喊吼叫笑嚷骂罵答念]|下令|低声|低聲|叮嘱|叮囑|哀求|开口|平静|平靜|冷笑|吩咐)[了着著道]?[:：]? ?$"
)


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """What is told, and what is said in it: a quotation that nothing but a label leads into is a
    value, not speech."""
    spoken = [span for span in sentences.speech(text) if _is_speech(text, *span)]
    outside, at = [], 0
    for start, end in spoken:
        outside.append(text[at:start])
        at = end
    outside.append(text[at:])
    told = " … ".join(outside)
    yield from ((each, False) for each in _windows(told) if each.strip(" …"))
    yield from ((text[start + 1 : end - 1], True) for start, end in spoken)


def _is_speech(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - 40) : start]
    return _LABEL.search(before) is None or _TELLS.search(before) is not None


def _windows(text: str) -> Iterator[str]:
    said = [each for each in _STOP.split(text) if each.strip()]
    if len(said) == 1:
        yield text
    for one, two in pairwise(said):
        yield f"{one} {two}"


# -- how it may be written

_INVISIBLE = LazyPattern(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)
_MARKS = LazyPattern("[\u0300-\u036f]")
_TAGS = LazyPattern("[\U000e0020-\U000e007e]+")
_LOOKALIKES = str.maketrans(
    "асеорхуіјѕһԁԛԝӏАВЕКМНОРСТХУІЈЅαοερνικτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aceopxyijshdqwlABEKMHOPCTXYIJSaoepviktuxABEZHIKMNOPTYX",
)
_FOREIGN = LazyPattern("[Ͱ-ӿԀ-ԯ]")
_LATIN = LazyPattern("[A-Za-z]")
_BLANK_HAN = LazyPattern(r"(?<=[一-鿿，。！？、]) (?=[一-鿿，。！？、])")
_LETTERS = LazyPattern(r"(?<![^\W_])[^\W_](?:[ .*_\-|/]{1,3}[^\W_]){5,400}(?![^\W_])")
_QUOTES = str.maketrans("‘’ʼ＇", "''''")
_LEET = LazyPattern(r"\b(?=[a-z@$]{0,20}[0134578@$])(?=[\d@$]{0,20}[a-z])[a-z0134578@$]{3,24}")
_PLAIN = str.maketrans("0134578@$", "oieastbas")
_COMMON = frozenset(
    "the and you your all this that user instructions previous ignore prompt system send to of"
    " from tell now are must".split()
)


def _folded(text: str) -> str:
    plain = _MARKS.sub("", unicodedata.normalize("NFKC", _INVISIBLE.sub("", text)))
    if _FOREIGN.search(plain) and _LATIN.search(plain):
        plain = plain.translate(_LOOKALIKES)
    plain = plain.lower().translate(_QUOTES).replace("\\n", "\n")
    lines = (" ".join(each.split()) for each in plain.split("\n"))
    return _BLANK_HAN.sub("", "\n".join(each for each in lines if each))


def _views(text: str) -> Iterator[str]:
    plain = _folded(text)
    yield plain
    spaced = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    if _LETTERS.search(spaced):
        joined = _LETTERS.sub(lambda run: _joined(run.group()), spaced).lower()
        yield " ".join(joined.split())
        squeezed = re.sub(r"[\W_]+", "", joined)
        if any(each in squeezed for language in ("en", "zh") for each in _signs(language).squeezed):
            yield "ignore all previous instructions"
    if len(_LEET.findall(plain)) > 1:
        yield _LEET.sub(lambda word: word.group().translate(_PLAIN), plain)


def _joined(run: str) -> str:
    """Letters set apart, as words: where the gap is wider than between the others a word ends."""
    gaps = re.findall(r"[ .*_\-|/]{1,3}", run)
    least = min(gaps, key=len)
    return "".join(
        " "
        if len(each) > len(least) or (each != least and " " in each)
        else ""
        if re.match(r"[ .*_\-|/]", each)
        else each
        for each in re.split(r"([ .*_\-|/]{1,3})", run)
    )


# -- what is hidden in it

_BASE64 = LazyPattern(r"(?<![\w+/=])[A-Za-z0-9+/_-]{16,20000}={0,2}")
_HEX = LazyPattern(r"(?<![0-9A-Za-z])(?:(?:0x|\\x)?[0-9a-fA-F]{2}[ ,:-]?){10,10000}(?![0-9A-Za-z])")
_CODES = LazyPattern(r"(?<!\d)(?:\d{2,3}[ ,]{1,2}){9,4000}\d{2,3}(?!\d)")
_ESCAPED = LazyPattern(r"\\u([0-9a-fA-F]{4})")
_PERCENT = LazyPattern(r"(?:%[0-9a-fA-F]{2}[^%\s]{0,20}){3}")


def _decoded(text: str) -> Iterator[str]:
    for found in _BASE64.finditer(text):
        yield from _bytes(_unbase64, found.group())
    for found in _HEX.finditer(text):
        yield from _bytes(
            lambda said: bytes.fromhex(re.sub(r"0x|\\x|[^0-9a-fA-F]", "", said)), found.group()
        )
    for found in _CODES.finditer(text):
        yield from _bytes(
            lambda said: bytes(int(each) for each in re.findall(r"\d+", said)), found.group()
        )
    if tags := "".join(_TAGS.findall(text)):
        yield "".join(chr(ord(each) - 0xE0000) for each in tags)
    if "&" in text and (unescaped := html.unescape(text)) != text:
        yield unescaped
    if _ESCAPED.search(text):
        yield _ESCAPED.sub(lambda each: chr(int(each.group(1), 16)), text)
    if _PERCENT.search(text):
        from urllib.parse import unquote

        if (unquoted := unquote(text)) != text:
            yield unquoted
    for turned in (codecs.encode(text, "rot_13"), text[::-1]):
        if _is_english(turned) and not _is_english(text):
            yield turned


def _unbase64(said: str) -> bytes:
    plain = said.rstrip("=").translate(str.maketrans("-_", "+/"))
    return base64.b64decode(plain + "=" * (-len(plain) % 4))


def _bytes(decode, said: str) -> Iterator[str]:
    try:
        text = decode(said).decode()
    except (ValueError, binascii.Error):
        return
    if len(text) > 5 and sum(each.isprintable() or each.isspace() for each in text) > 0.9 * len(
        text
    ):
        yield text


def _is_english(text: str) -> bool:
    words = re.findall(r"[a-z]+", text[:2000].lower())
    return sum(each in _COMMON for each in words) >= max(2, len(words) // 10)
