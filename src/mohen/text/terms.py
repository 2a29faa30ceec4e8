"""Terms: what full-text search compares. One expansion serves documents and queries.

Chinese, Japanese, Korean and the other scripts written without spaces become overlapping character
pairs, because a pair needs no dictionary and misses nothing; English becomes stems without stop
words; every other script keeps its words whole. The index tokenizer (`ascii`) takes ASCII letters
and digits and everything above as they are, so a term is made of nothing else.
"""

from __future__ import annotations

import threading
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from itertools import chain, filterfalse
from operator import add
from typing import Protocol

from Stemmer import Stemmer

from mohen.core.fulltext import Word
from mohen.core.values import dataclass
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import as_written, for_terms
from mohen.text.word_lists import topics, words

_Read = Callable[[str], str]

# The expansion takes no policy: two sizes of term in one index would never meet.
_STEMS_KEPT = 16_384  # words whose terms are remembered
_TERM_CHARS = 64  # code points of a term


class QueryBounds(Protocol):
    """How many terms a query may have."""

    @property
    def query_terms(self) -> int: ...


# Han with its extensions, Kana, Bopomofo, Hangul; Thai, Lao, Burmese and Khmer share their habit.
_UNSPACED = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u303b\u3041-\u3096\u3099\u309a"
    "\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb\u1100-\u11ff\uf900-\ufaff"
    "\U0001aff0-\U0001b16f\U00020000-\U0003347f"
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u1049\u1050-\u109d\u1780-\u17d3"
)
# Marks are no letters to `re`, yet a Hindi or a vowelled Arabic word is one word.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed"
    "\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u0a01-\u0a4d"
    "\u0a81-\u0acd\u0b01-\u0b57\u0b82-\u0bcd\u0c00-\u0c56\u0c81-\u0cd6\u0d00-\u0d4d\u0d82-\u0ddf"
)
# The possessive ASCII word comes first because it is the quick one; a word that goes on in other
# letters (café) falls through to the general one.
_ASCII_WORD = r"[a-z0-9]++(?:'[a-z0-9]++)*+"
_LETTERS = rf"[^\W_{_UNSPACED}]+"
_WORD = (
    r"\d{1,3}(?:,\d{3})+(?!\d)"
    rf"|{_ASCII_WORD}(?![^\x00-\x7f])"
    rf"|{_LETTERS}(?:'{_LETTERS}|[{_MARKS}]+(?:{_LETTERS})?)*"
)
_SIGN = "[\U0001f1e6-\U0001f1ff]{2}|[\U0001f300-\U0001f3fa\U0001f400-\U0001faff\u2600-\u27bf]"
# Looking first whether a token can begin here passes over spaces and punctuation cheaply.
_TOKEN = LazyPattern(
    r"(?=[^\x00-/:-`{-\x7f])"
    rf"(?:([{_UNSPACED}]+)|(\d+)(?=([{_UNSPACED}]))|({_WORD})|({_SIGN}))"
)
# One that begins as both do is found quicker than either.
_ASCII_TOKEN = LazyPattern(
    r"[a-z0-9](?:(?<=\d)\d{0,2}(?:,\d{3})+(?!\d)|[a-z0-9]*+(?:'[a-z0-9]++)*+)"
)
_DIGIT = LazyPattern(r"[0-9]")
_AROUND = ".,:;?!()"  # a number, mostly
_SURFACE = LazyPattern(rf"([{_UNSPACED}]+)|(?:(?![{_UNSPACED}])[\w'’{_MARKS}])+")
_ONE_CHARACTER = LazyPattern(rf"[{_UNSPACED}]")
_PAIR = LazyPattern(rf"[{_UNSPACED}]{{2}}")
_TOKEN_CHARACTER = LazyPattern(r"[a-zA-Z0-9\x80-\U0010ffff]")
_LATIN_ACCENT = LazyPattern("([a-z])[\u0300-\u036f]+")


@dataclass(frozen=True, slots=True)
class _Words:
    """The lists of `data/`, for English words."""

    stop: frozenset[str]
    contracted: frozenset[str]
    irregular: dict[str, str]  # form → base


@cache
def _english() -> _Words:
    listed = topics(__file__, "en/terms.txt")
    families = map(str.split, listed["irregular"].splitlines())
    return _Words(
        words(listed["stop"]),
        words(listed["contracted"]),
        {form: base for base, *forms in families for form in forms},
    )


@cache
def _chinese() -> tuple[frozenset[str], frozenset[str]]:
    """Characters of grammar, and units that a number already holds. Asked alone these find nearly
    everything, so they stay out of a query that has anything better. Documents keep them all."""
    listed = topics(__file__, "zh/terms.txt")
    return frozenset(listed["function"]), frozenset(listed["units"])


@cache
def _everywhere() -> tuple[frozenset[str], frozenset[str]]:
    """Chinese characters and English stems that stand in any text."""
    function, units = _chinese()
    common = frozenset("".join(topics(__file__, "zh/terms.txt")["everywhere"].split()))
    english = words(topics(__file__, "en/terms.txt")["everywhere"])
    return function | units | common, frozenset(_stems(english))


class _Stemmer(threading.local):
    """One stemmer a thread: it keeps the word it works on in itself."""

    def __init__(self) -> None:
        self.english = Stemmer("english", 0)  # what it would remember, `_word_terms` does


_stemmer = cache(_Stemmer)


def expand(text: str) -> list[str]:
    """The terms of a document, in its order and with repetition.

    The last character of a run stands alone as well: with it every character of a run begins
    some term, and a query of one character is a prefix (see `as_words`).
    """
    plain = for_terms(text)
    if plain.isascii():
        return [*chain.from_iterable(map(_of_pieces.__getitem__, plain.split()))]
    found: list[str] = []
    for run, number, unit, word, sign in _TOKEN.findall(plain):
        if run:
            found += map(add, run, run[1:])
            found.append(run[-1])
        elif word:
            found += _word_terms(word)
        elif number:
            found += _number_terms(number, unit)
        else:
            found.append(sign)
    return found


class _OfPieces(dict[str, tuple[str, ...]]):
    """The terms of a piece of ASCII without a blank: no token goes over one. The words of a
    language come again and again, with the same marks, and are remembered; numbers are not."""

    def __missing__(self, piece: str) -> tuple[str, ...]:
        if (bare := piece.strip(_AROUND)).isdecimal():
            return (_plain_number(bare),)
        found = (*chain.from_iterable(map(_word_terms, _ASCII_TOKEN.findall(piece))),)
        if len(piece) <= _TERM_CHARS and not _DIGIT.search(piece):
            if len(self) >= _STEMS_KEPT:
                self.clear()
            self[piece] = found
        return found


_of_pieces = _OfPieces()


def telling(text: str) -> frozenset[str]:
    """Terms that hardly two texts share by chance: none with a character of grammar or of every
    day in it, no lone character, no English word that stands everywhere."""
    characters, english = _everywhere()
    return frozenset(
        each
        for each in _asked(text)
        if each not in english
        and characters.isdisjoint(each)
        and not _ONE_CHARACTER.fullmatch(each)
    )


def is_unspaced(term: str) -> bool:
    """Whether it is of a script without spaces, and so perhaps no word."""
    return _ONE_CHARACTER.match(term) is not None


def tells(term: str, *, known: bool) -> float:
    """How far a term of a question says what it is about, 0-1; `known`: some text holds it.

    What stands in any text says nothing. Of two characters that are said next to each other
    nowhere nobody knows whether they are a word: they count half, and nothing where one of them is
    of every day."""
    if not is_unspaced(term):
        return float(term not in _everywhere()[1])
    function, units_ = _chinese()
    common = sum(each in _everywhere()[0] for each in term)
    if len(term) == 1 or common > 1 or not (function | units_).isdisjoint(term):
        return 0.0
    return 1.0 if known else 0.5 * (not common)


def query_terms(text: str, *, policy: QueryBounds) -> list[str]:
    return list(_query_terms(text, policy.query_terms))


@lru_cache  # a prompt asks for episodes and for entries with the same words
def _query_terms(text: str, most: int) -> tuple[str, ...]:
    """The terms to ask for: each once, in order, at most so many of them.

    Of too many the most repeated stay, then the latest: what a long passage keeps coming back
    to is what it is about, and its end is where the author stands.
    """
    counts = Counter(_asked(text))
    telling = list(filterfalse(_says_little, counts)) or list(counts)
    if len(telling) <= most:
        return tuple(telling)
    latest_first = telling[::-1]
    latest_first.sort(key=counts.__getitem__, reverse=True)
    kept = frozenset(latest_first[: max(most, 0)])
    return tuple(term for term in telling if term in kept)


def in_its_script(text: str) -> list[str]:
    """The terms of a question in traditional characters as they are written. What was stored before
    the two scripts were matched has its terms so; `query_terms` gives the simplified ones."""
    if for_terms(text) == as_written(text):
        return []
    simple = frozenset(_asked(text))
    return [term for term in dict.fromkeys(_asked(text, as_written)) if term not in simple]


def rarest(asked: Sequence[str], spread: Mapping[str, int], most: int) -> list[str]:
    """Of the terms of a long question those in the fewest texts, while they stand in at most
    `most` together: a word that is everywhere tells little and costs all the time. One at least.

    `spread`: in how many texts each stands. A lone character asks for all that begins with it,
    so it goes last.
    """
    known = [term for term in asked if spread.get(term, 0) or len(term) == 1]
    line = sorted(known, key=lambda term: (len(term) == 1, spread.get(term, 0)))
    kept: list[str] = []
    for term in line:
        most -= spread.get(term, 0)
        if kept and (most < 0 or len(term) == 1):
            break
        kept.append(term)
    return [term for term in asked if term in kept]


def unframed(text: str, *, policy: QueryBounds) -> list[str]:
    """The terms of what is asked for, without those that only ask: 记得那段……, the scene where …;
    all of them where there are no others."""
    han, words_ = _listed("framing")
    plain = for_terms(text)
    for each in han:
        plain = plain.replace(each, " ")
    left = [term for term in query_terms(plain, policy=policy) if term not in words_]
    return left or query_terms(text, policy=policy)


class Asks(StrEnum):
    """What somebody wants to know of a time, who does not say what it was about."""

    TALK = "talk"
    DONE = "done"


def asks_for(text: str) -> frozenset[Asks]:
    """Whether it asks what was said, or what was done or happened, and names nothing besides:
    我们聊了哪些话题, what did we work on. Nothing at all asks for both."""
    plain = for_terms(text)
    if not any(map(str.isalnum, plain)):
        return frozenset(Asks)
    found = frozenset(each for each in Asks if _holds(plain, each))
    return found if found and not _names_more(plain) else frozenset()


def _holds(plain: str, topic: str) -> bool:
    zh, en = (topics(__file__, f"{each}/terms.txt")[topic].split() for each in ("zh", "en"))
    return any(each in plain for each in zh) or not frozenset(en).isdisjoint(_LATIN.findall(plain))


_LATIN = LazyPattern(r"[a-z]+")


def _names_more(plain: str) -> bool:
    listed = [_listed(each) for each in (*Asks, "besides")]
    for han, _ in listed:
        for each in han:
            plain = plain.replace(each, " ")
    characters, english = _everywhere()
    known = english.union(*(words_ for _, words_ in listed))
    return not all(
        characters.issuperset(each) if is_unspaced(each) else each in known
        for each in _asked(plain)
    )


@cache
def _listed(topic: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """Chinese as it is written, English as terms."""
    zh, en = (topics(__file__, f"{each}/terms.txt")[topic] for each in ("zh", "en"))
    return tuple(zh.split()), frozenset(expand(en))


def standing(asked: Sequence[str], text: str) -> frozenset[str]:
    """Which of a question's terms a text holds."""
    plain = for_terms(text)
    rest = [term for term in asked if not _ONE_CHARACTER.match(term)]
    found = frozenset(term for term in asked if _ONE_CHARACTER.match(term) and term in plain)
    return found | frozenset(expand(text)).intersection(rest) if rest else found


def as_they_stand(asked: Sequence[str], text: str) -> list[str]:
    """The words of a text that a question asks for, each once, as they are written there: moved
    for `move`, 記憶 for 记忆."""
    wanted, found = frozenset(asked), dict[str, None]()
    for token in _SURFACE.finditer(text):
        if token[1]:
            found.update(dict.fromkeys(_asked_runs(wanted, token[1])))
        elif not wanted.isdisjoint(expand(token[0])):
            found[token[0].strip("'’")] = None
    return list(found)


def _asked_runs(wanted: frozenset[str], run: str) -> Iterator[str]:
    """What of a run is asked for: pairs that overlap are one."""
    plain, begin, end = for_terms(run), 0, 0
    for at in range(len(run) if len(run) == len(plain) else 0):  # else: nobody can tell where
        pair = plain[at : at + 2]
        reach = at + 2 if len(pair) == 2 and pair in wanted else at + (plain[at] in wanted)
        if reach == at:
            continue
        if at >= end:
            if end > begin:
                yield run[begin:end]
            begin = at
        end = max(end, reach)
    if end > begin:
        yield run[begin:end]


def apart(asked: Sequence[str], text: str) -> frozenset[str]:
    """Pairs of characters of which both stand near each other, with something between them or the
    other way round: 撕信 in 把信撕成碎片, 雨夜 in 雨下了一夜."""
    plain = for_terms(text)
    return frozenset(term for term in asked if _stand_near(term, plain))


_NEAR = 6  # characters


def _stand_near(pair: str, plain: str) -> bool:
    """Characters of every day stand near each other by chance."""
    everywhere, _ = _everywhere()
    if not _PAIR.fullmatch(pair) or not everywhere.isdisjoint(pair):
        return False
    place = plain.find(pair[0])
    while place >= 0:
        if pair[1] in plain[max(0, place - _NEAR) : place + _NEAR + 1]:
            return True
        place = plain.find(pair[0], place + 1)
    return False


def lone(asked: Sequence[str]) -> list[str]:
    """The characters of a short question's pairs, for texts in which they stand apart."""
    everywhere, _ = _everywhere()
    found = dict.fromkeys(
        each for term in asked if _PAIR.fullmatch(term) for each in term if each not in everywhere
    )
    return list(found) if len(found) <= _SHORT else []


_SHORT = 5  # characters of a question whose parts may stand apart


def units(term: str) -> Iterable[str]:
    """What a term says: a word itself, of a pair of characters those that are more than grammar."""
    if not _ONE_CHARACTER.match(term):
        return (term,)
    function, _ = _chinese()
    return [each for each in term if each not in function]


def as_words(terms: Iterable[str]) -> list[Word]:
    """What full text is asked for. A lone character of an unspaced script asks for all terms that
    begin with it; what holds no letter is no word."""
    return [
        Word(term, bool(_ONE_CHARACTER.fullmatch(term)))
        for term in terms
        if _TOKEN_CHARACTER.search(term)
    ]


def _tokens(text: str, read: _Read = for_terms) -> Iterable[tuple[str, str, str, str, str]]:
    """Of each token one is filled: a run, a number before a unit (and the unit), a word, a sign."""
    plain = read(text)
    if plain.isascii():
        return [("", "", "", word, "") for word in _ASCII_TOKEN.findall(plain)]
    return _TOKEN.findall(plain)


def _asked(text: str, read: _Read = for_terms) -> list[str]:
    found: list[str] = []
    for run, number, unit, word, sign in _tokens(text, read):
        if run:
            found += map(add, run, run[1:]) if run[1:] else run
        elif word:
            found += _word_terms(word)
        elif number:
            found += _number_terms(number, unit)
        else:
            found.append(sign)
    return found


@lru_cache(maxsize=_STEMS_KEPT)
def _says_little(term: str) -> bool:
    function, units = _chinese()
    return function.issuperset(term) or term in units


def _number_terms(number: str, unit: str) -> tuple[str, str]:
    """`05月` is found by 5 and, more sharply, by `5月`."""
    plain = _plain_number(number)
    return plain, plain + unit


def _plain_number(digits: str) -> str:
    return (digits.replace(",", "").lstrip("0") or "0")[:_TERM_CHARS]


@lru_cache(maxsize=_STEMS_KEPT)
def _word_terms(word: str) -> tuple[str, ...]:
    if word.replace(",", "").isdecimal():
        return (_plain_number(word),)
    plain = word if word.isascii() else _without_accents(word)
    if "'" in plain:
        return _apostrophe_terms(plain)
    return tuple(_stems((plain,)))


def _without_accents(word: str) -> str:
    """Latin letters lose their accents; й and the vowels of Hindi are letters of their own."""
    parts = unicodedata.normalize("NFD", word)
    return unicodedata.normalize("NFC", _LATIN_ACCENT.sub(r"\1", parts))


def _apostrophe_terms(word: str) -> tuple[str, ...]:
    """don't is a stop word, Mohen's is mohen, O'Neil is found as oneil and as neil."""
    joined = word.replace("'", "")
    head, _, tail = word.rpartition("'")
    listed = _english()
    if joined in listed.stop or (tail == "t" and head.endswith("n")):
        return ()
    if tail in listed.contracted:
        return tuple(_stems((head.replace("'", ""),)))
    return tuple(_stems((joined, tail)))


def _stems(words: Iterable[str]) -> Iterator[str]:
    listed = _english()
    for word in words:
        if word not in listed.stop:
            cut = word[:_TERM_CHARS]
            base = listed.irregular.get(cut, cut)
            yield _stemmer().english.stemWord(base) if cut.isascii() else cut
