"""What hurts a regular expression most, read off the expression itself.

A backtracking search takes more than its text in one of three ways: it starts over at each
character and runs on from there; two repeats share characters and every way to divide a run
between them is tried; a repeat repeats. All three want a long run of what a repeat takes, behind
what has to stand before it, and an end that fits nowhere. So an attack is a beginning, a piece that
is repeated, and an end.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
_LONG = 40  # rounds of a repeat: fewer are a constant of the pattern
_EVERYDAY = "a1 一A\n.-/#*<\"'([,:。，“「|_@\t"  # where sets may overlap without naming it
_WALKS = 5  # texts that the whole pattern takes, at random
_BEHIND = 3  # kinds of characters that are tried behind each beginning
_MOST = 12  # pieces for each of the walks: there are patterns of a thousand words


ENDS = ("\x00", "\n\n")
"""That fit nowhere; or only into `.` or `\\S`; or only into `\\s`."""


class Attack(NamedTuple):
    before: str
    repeated: str

    def text(self, size: int, end: str) -> str:
        return self.before + self.repeated * max(1, size // len(self.repeated)) + end


def attacks(pattern: re.Pattern[Any], walks: int = _WALKS) -> list[Attack]:
    """Each set of characters that several parts take in the same way has one for all of it."""
    return _Reader(pattern, walks).attacks()


class _Reader:
    def __init__(self, pattern: re.Pattern[Any], walks: int) -> None:
        source = pattern.pattern
        text = source if isinstance(source, str) else source.decode("latin1")
        flags = pattern.flags & ~re.UNICODE if isinstance(source, bytes) else pattern.flags
        self._tree = parser.parse(text, flags)
        self._ignore_case = bool(flags & re.IGNORECASE)
        self._walks = walks
        self._dice = random.Random(len(text))
        self._fits: dict[_Set, list[str]] = {}
        self._alphabet = self._letters()

    def attacks(self) -> list[Attack]:
        runs: list[tuple[str, Any]] = []
        self._walk(self._tree, "", runs, None)
        rounds = [(before, list(self._rounds(body))) for before, body in runs]
        found = dict.fromkeys(("", each) for _, some in rounds for each in some)
        if runs or _is_repeated(self._tree):
            for _ in range(self._walks):
                found["", self._walk(self._tree, "", [], self._dice)[:200]] = None
        for before, some in rounds:
            if 0 < len(before) < 60:
                found |= dict.fromkeys((before, each) for each in some[:_BEHIND])
                found |= dict.fromkeys(("", before + each) for each in some[:_BEHIND])
                found["", before] = None
        pieces = [each for each in found if each[1]][: _MOST * self._walks]
        return [Attack(*each) for each in pieces]

    def _letters(self) -> list[str]:
        """One character of each kind: two that stand in the same sets of the pattern are one."""
        sets = list(dict.fromkeys(_sets(self._tree)))[:60]
        named = dict.fromkeys([*_EVERYDAY, *(each for one in sets for each in _ends_of(one))])
        kinds: dict[tuple[bool, ...], str] = {}
        for each in named:
            kinds.setdefault(tuple(self._takes(one, each) for one in sets), each)
        return [each for kind, each in kinds.items() if any(kind)]

    def _takes(self, one: _Set, character: str) -> bool:
        return _holds(one, character) or (
            self._ignore_case and (_holds(one, character.lower()) or _holds(one, character.upper()))
        )

    def _fitting(self, one: _Set) -> list[str]:
        if one not in self._fits:
            fits = [each for each in self._alphabet if self._takes(one, each)]
            self._fits[one] = fits or [next(_ends_of(one), "#")]
        return self._fits[one]

    def _rounds(self, body: Any) -> Iterator[str]:
        """What one round of a repeat takes: each kind of character, or each alternative."""
        inner = _bare(body)
        if len(inner) == 1 and (one := _set_of(*inner[0])):
            yield from self._fitting(one)
        elif len(inner) == 1 and inner[0][0] is sre.BRANCH:
            for each in inner[0][1][1][:12]:
                yield from self._rounds(each)
        else:
            yield self._walk(inner, "", [], None)
            for _ in range(2 * self._walks):
                yield self._walk(inner, "", [], self._dice)

    def _walk(
        self, sequence: Any, before: str, runs: list[tuple[str, Any]], dice: random.Random | None
    ) -> str:
        """A text that the sequence takes, and its long repeats with what stands before each.

        Without dice: as short as can be, and of everyday characters.
        """
        out = before
        for op, value in sequence:
            if op is sre.LITERAL:
                out += chr(value)
            elif one := _set_of(op, value):
                fits = self._fitting(one)
                out += dice.choice(fits) if dice else fits[0]
            elif op in _REPEATS:
                least, most, body = value
                if most is sre.MAXREPEAT or most > _LONG:
                    runs.append((out, body))
                unit = self._walk(body, out, runs, dice)[len(out) :]
                times = least or int(most is sre.MAXREPEAT)
                if dice:
                    times = least + dice.choice((0, 1, 2)) if most is sre.MAXREPEAT else times
                    times = max(times, int(dice.random() < 0.5)) if most else 0
                out += unit * min(times, 30)
            elif op is sre.SUBPATTERN:
                out = self._walk(value[3], out, runs, dice)
            elif op is sre.ATOMIC_GROUP:
                out = self._walk(value, out, runs, dice)
            elif op is sre.BRANCH:
                if dice:
                    out = self._walk(dice.choice(value[1]), out, runs, dice)
                else:
                    out, *_ = [self._walk(each, out, runs, None) for each in value[1]]
            elif op in (sre.ASSERT, sre.ASSERT_NOT):
                self._walk(value[1], out if value[0] > 0 else "", runs, dice)
            elif op is sre.GROUPREF_EXISTS:
                out = self._walk(value[1], out, runs, dice)
        return out


_Set = tuple[Any, ...]
"""Items of a set of characters, as the parser of `re` has them."""


def _set_of(op: Any, value: Any) -> _Set | None:
    if op is sre.IN:
        return tuple(value)
    if op is sre.LITERAL:
        return ((op, value),)
    if op is sre.NOT_LITERAL:
        return ((sre.NEGATE, None), (sre.LITERAL, value))
    if op is sre.ANY:
        return ((sre.NEGATE, None), (sre.LITERAL, ord("\n")))
    return None


def _sets(sequence: Any) -> Iterator[_Set]:
    """Those with more than a character, and those that are repeated: where runs may overlap."""
    for op, value in sequence:
        if one := _set_of(op, value):
            if len(sequence) == 1 or op is not sre.LITERAL:
                yield one
        else:
            for each in _parts(op, value):
                yield from _sets(each)


def _parts(op: Any, value: Any) -> list[Any]:
    if op in _REPEATS:
        return [value[2]]
    if op is sre.SUBPATTERN:
        return [value[3]]
    if op is sre.ATOMIC_GROUP:
        return [value]
    if op is sre.BRANCH:
        return list(value[1])
    if op in (sre.ASSERT, sre.ASSERT_NOT):
        return [value[1]]
    if op is sre.GROUPREF_EXISTS:
        return [each for each in value[1:] if each]
    return []


def _is_repeated(sequence: Any) -> bool:
    return any(
        op in _REPEATS or any(map(_is_repeated, _parts(op, value))) for op, value in sequence
    )


def _bare(body: Any) -> Any:
    while len(body) == 1 and body[0][0] in (sre.SUBPATTERN, sre.ATOMIC_GROUP):
        body = body[0][1][3] if body[0][0] is sre.SUBPATTERN else body[0][1]
    return body


def _ends_of(one: _Set) -> Iterator[str]:
    for op, value in one:
        if op is sre.LITERAL:
            yield chr(value)
        elif op is sre.RANGE:
            yield chr(value[0])
            yield chr(value[1])


def _holds(one: _Set, character: str) -> bool:
    negated = one[0][0] is sre.NEGATE
    return any(_is(item, character) for item in one[negated:]) != negated


def _is(item: Any, character: str) -> bool:
    op, value = item
    if op is sre.LITERAL:
        return bool(value == ord(character))
    if op is sre.RANGE:
        return bool(value[0] <= ord(character) <= value[1])
    return bool(_CATEGORIES[value].match(character))


_CATEGORIES = {
    sre.CATEGORY_DIGIT: re.compile(r"\d"),
    sre.CATEGORY_NOT_DIGIT: re.compile(r"\D"),
    sre.CATEGORY_SPACE: re.compile(r"\s"),
    sre.CATEGORY_NOT_SPACE: re.compile(r"\S"),
    sre.CATEGORY_WORD: re.compile(r"\w"),
    sre.CATEGORY_NOT_WORD: re.compile(r"\W"),
}
