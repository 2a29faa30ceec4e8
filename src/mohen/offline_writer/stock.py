"""The stock of sentences in a language, read from `data/`: clauses with places to fill."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random
from typing import NamedTuple

from mohen.core.values import dataclass
from mohen.offline_writer.draft import Cast, Clause, Word
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics

_PIECE = LazyPattern(
    r"\{(?P<maybe>[^}]{1,200})\}|\((?P<either>[^)]{1,200})\)|(?P<cap>[A-Z]{3,})|(?P<verb>[a-z]{1,40})\+(?P<of>es|s|p)?"
    r"|(?P<short>[A-Za-z]{1,40}'[a-z]+)\^(?P<whose>s|p)?|(?P<very>~)|(?P<aloud>\^)"
)
_LINKS = frozenset(("and", "but", "until"))
_PERSONS = frozenset(("WHO", "HIS", "HIM", "SELF", "OTHER"))
_BETWEEN = frozenset(("then", "only", "sometimes", "never"))


class Piece(NamedTuple):
    """A place or a text of a line."""

    kind: str
    text: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One clause of the stock."""

    pieces: tuple[Piece, ...]
    link: str
    kind: str = ""
    linked: bool = False  # by a word of its own
    implied: bool = False  # its subject is that of the line before
    needs: frozenset[str] = frozenset()  # what a text must show before its beat may be said
    bars: frozenset[str] = frozenset()  # and what it may not

    def of_hero(self) -> bool:
        return self.pieces[0].kind == "WHO"


Beat = tuple[Line, ...]
Exchange = tuple[tuple[Beat, bool], ...]
"""What two say to one another, and whether it is a question."""


class Stock:
    """All that is there in a language: the files of `data/en/` and `data/zh/`. `modern`: for a
    text that plays today."""

    def __init__(self, language: str, *, modern: bool = False) -> None:
        said, words = _read(language, "speech"), _read(language, "words")
        self.language = language
        self.slots = {name: _listed(text) for name, text in _read(language, "slots").items()}
        self.scenes = _by_kind(_read(language, "scenes"))
        self.speech = _beats(said["speech"])
        self.asked = _beats(said["asked"])
        self.exchanges = [_exchange(row) for row in said["exchanges"].splitlines()]
        self.questions = _beats(said["questions"])
        self.brief = _beats(said["brief"], "brief")
        self.asides = _by_kind(_read(language, "asides"), aside=True)
        self.says = _listed(words["says"])
        self.asks = _listed(words["asks"])
        new = words.get("aloud modern", "") if modern else ""
        self.aloud = _listed(f"{new} {words['aloud']}")
        self.intensifiers = _listed(words["intensifiers"])
        self.hedges = _listed(words["hedges"]) or [""]
        self.adverbials = {
            said: instead.strip()
            for said, _, instead in (
                line.partition(":") for line in words["adverbials"].splitlines()
            )
        }
        self.joiners = _listed(words["joiners"]) or ["and"]
        self.openers = _listed(words["openers"])
        self.others = _listed(words["others"])
        self.frame = words["frame"]
        self._subjects = _subjects(self.scenes, _FEW[self.language])

    def subject(self, beat: Beat) -> frozenset[str]:
        """What a beat of a scene is about: the words that it has in common with few others."""
        return self._subjects.get(beat, frozenset())


@cache
def stock(language: str, *, modern: bool = False) -> Stock:
    return Stock("en" if language == "en" else "zh", modern=modern)


_FEW = {"en": 20, "zh": 10}
"""Beats in which a word, or in Chinese two characters, may stand that tells what they are about."""
_WORD = LazyPattern(r"[a-z]{4,40}|(?=([\u3400-\u9fff]{2}))")


def _subjects(scenes: dict[str, list[Beat]], few: int) -> dict[Beat, frozenset[str]]:
    told = {beat: _words(beat) for beats in scenes.values() for beat in beats}
    often = Counter(word for words in told.values() for word in words)
    return {
        beat: frozenset(word for word in words if often[word] <= few)
        for beat, words in told.items()
    }


def _words(beat: Beat) -> set[str]:
    text = " ".join(
        piece.text for told in beat for piece in told.pieces if piece.kind not in _PERSONS
    )
    return {found[0] or found[1] for found in _WORD.finditer(text.lower())}


def filled(told: Line, stock: Stock, cast: Cast, rng: Random, habits: dict[str, float]) -> Clause:
    """The line with its places filled, by chance and by habit."""
    words = [_word(each, stock, cast, rng, habits) for each in told.pieces]
    return Clause(words, told.kind, told.link, implied=told.implied)


def _word(piece: Piece, stock: Stock, cast: Cast, rng: Random, habits: dict[str, float]) -> Word:
    kind, text = piece.kind, piece.text
    if kind == "slot":
        return Word(cast.things.get(text) or rng.choice(stock.slots[text]))
    if kind == "either":
        return Word(rng.choice(text.split("|")), kind)
    if kind == "modifiers":
        return Word(text, kind, rng.random() < habits[kind])
    if kind == "intensifiers":
        on = rng.random() < habits[kind]
        return Word(rng.choice(stock.intensifiers), kind, on, rng.choice(stock.hedges))
    if kind == "colloquial":
        said = rng.choice(stock.aloud)
        return Word(
            said + "," if stock.language == "en" else said, kind, rng.random() < habits[kind]
        )
    if kind == "contractions":
        return Word(text, kind, rng.random() < habits[kind], subject=piece.subject)
    return Word(text, kind, subject=piece.subject)


def _read(language: str, name: str) -> dict[str, str]:
    return topics(__file__, f"{language}/{name}.txt")


def _listed(text: str) -> list[str]:
    return [each.replace("_", " ") for each in text.split()]


ANY = "any"
"""Of every kind of scene."""
PERSONS = frozenset(("WHO", "HIS", "HIM", "SELF"))


def _by_kind(groups: dict[str, str], *, aside: bool = False) -> dict[str, list[Beat]]:
    """`[sound train]` is a sound, and needs a train."""
    made: dict[str, list[Beat]] = {}
    for heading, text in groups.items():
        kind, *settings = heading.split()
        beats = _beats(text, kind if aside else "", frozenset(settings))
        made.setdefault(kind, []).extend(map(_carried, beats))
    return made


def _beats(text: str, kind: str = "", settings: frozenset[str] = frozenset()) -> list[Beat]:
    rows = text.splitlines()
    return [_needy([line(each, kind) for each in row.split(" / ")], settings) for row in rows]


def _needy(beat: list[Line], settings: frozenset[str]) -> Beat:
    """With what it needs: its settings, somebody to be about, and what it names."""
    kinds = {piece.kind for told in beat for piece in told.pieces}
    named = {piece.text for told in beat for piece in told.pieces if piece.kind == "slot"}
    who = {"WHO"} if kinds & PERSONS else set()
    bars = frozenset(each.removeprefix("-") for each in settings if each.startswith("-"))
    needs = {each for each in settings if not each.startswith("-")}
    needs |= named | who | (kinds & {"OTHER", "SELF"})
    return tuple(replace(told, needs=frozenset(needs), bars=bars) for told in beat)


def _exchange(row: str) -> Exchange:
    said = (each.strip() for each in row.split("//"))
    return tuple((_beats(each.rstrip("?"))[0], each.endswith("?")) for each in said)


def fits(beat: Beat, shown: frozenset[str]) -> bool:
    """Whether the text shows all that is needed, and nothing that would not go with it."""
    return beat[0].needs <= shown and beat[0].bars.isdisjoint(shown)


def _carried(lines: Beat) -> Beat:
    """`WHO wait+ / and tap+ the table`: the second has the subject of the first, to be said
    where it does not stand behind it."""
    made = [*lines[:1]]
    for told in lines[1:]:
        lead = [piece.kind for piece in told.pieces if piece.text not in _BETWEEN][:1]
        if lead and lead[0] in ("verb", "contractions"):
            told = replace(told, pieces=(_subject(made[-1]), *told.pieces), implied=True)
        made.append(told)
    return tuple(made)


def _subject(told: Line) -> Piece:
    first = told.pieces[0]
    if first.kind in ("WHO", "OTHER"):
        return first
    plural = any(piece.kind == "verb" and piece.subject == "p" for piece in told.pieces)
    return Piece("", "they" if plural else "it")


def line(text: str, kind: str = "") -> Line:
    first, _, rest = text.partition(" ")
    if first in _LINKS:
        return Line(tuple(_pieces(rest)), first, kind, linked=True)
    return Line(tuple(_pieces(text)), "and", kind)


def _pieces(text: str) -> list[Piece]:
    found, at = [], 0
    for match in _PIECE.finditer(text):
        if between := text[at : match.start()].strip():
            found.append(Piece("", between))
        found.append(_piece(match))
        at = match.end()
    if rest := text[at:].strip():
        found.append(Piece("", rest))
    return found


def _piece(match: re.Match[str]) -> Piece:
    if maybe := match["maybe"]:
        return Piece("modifiers", maybe)
    if either := match["either"]:
        return Piece("either", either)
    if cap := match["cap"]:
        return Piece(cap if cap in _PERSONS else "slot", cap)
    if verb := match["verb"]:
        return Piece("verb", verb, (match["of"] or "").removeprefix("e"))
    if short := match["short"]:
        return Piece("contractions", short, match["whose"] or "")
    return Piece("intensifiers" if match["very"] else "colloquial", "")
