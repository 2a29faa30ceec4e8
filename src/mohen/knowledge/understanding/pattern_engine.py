"""Matches sentence patterns quickly: cheap hints say which costly patterns may fit at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

from mohen.core.values import dataclass
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import Claim, Who
from mohen.text.lazy_pattern import LazyPattern


class Hints(NamedTuple):
    takes_back: bool
    corrects: bool
    signals: bool  # to remember, important, joking
    directs: bool
    timely: bool


# -- Sayings that are known: a pattern for what follows the subject, and what it claims.


@dataclass(frozen=True, slots=True)
class Matched:
    """A template that fits a clause: its match, and of whom the clause speaks."""

    match: re.Match[str]
    who: Who
    policy: Extraction

    def __getitem__(self, group: str) -> str:
        return (self.match[group] or "").strip()


_BEGINNING = 2  # characters of a hint that are looked up first

Build = Callable[[Matched], Iterable[Claim]]


@dataclass(frozen=True, slots=True)
class Template:
    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    build: Build


def template(hints: str, pattern: str, flags: int = 0) -> Callable[[Build], Template]:
    """Makes a template of the function that it decorates."""

    def made(build: Build) -> Template:
        return Template(tuple(hints.split("|")), LazyPattern(pattern, flags), build)

    return made


class Templates:
    """Templates in the order they are tried. Which hints a text has is asked once for all, and
    only of those that begin as something in it does. `cut`: whether a word of the text lies
    across a place; what would take a part of a word for a value does not fit."""

    __slots__ = ("_cut", "_hints", "_templates")

    def __init__(self, *templates: Template, cut: Callable[[str, int], bool] | None = None) -> None:
        self._cut = cut
        self._templates = tuple((1 << at, each) for at, each in enumerate(templates))
        hints: dict[str, int] = {}
        for bit, each in self._templates:
            for hint in each.hints:
                hints[hint] = hints.get(hint, 0) | bit
        self._hints: dict[str, list[tuple[str, int]]] = {}
        for hint, bits in hints.items():
            self._hints.setdefault(hint[:_BEGINNING], []).append((hint, bits))

    def claims(self, text: str, hinted: str, who: Who, policy: Extraction) -> list[Claim]:
        """What the first template that fits says; nothing where none does."""
        possible = self._possible(hinted)
        for bit, template in self._templates if possible else ():
            if not possible & bit:
                continue
            match = template.pattern.fullmatch(text)
            if match is None or self._cuts(text, match):
                continue
            found = [each.of(who) for each in template.build(Matched(match, who, policy))]
            if found:
                return found
        return []

    def _cuts(self, text: str, match: re.Match[str]) -> bool:
        return self._cut is not None and any(
            self._cut(text, place)
            for group in match.re.groupindex
            for place in {*match.span(group)} - {-1, 0, len(text)}
        )

    def _possible(self, hinted: str) -> int:
        beginnings = {*hinted, *map("".join, pairwise(hinted))}
        possible = 0
        for each in self._hints.keys() & beginnings:
            for hint, bits in self._hints[each]:
                if hint in hinted:
                    possible |= bits
        return possible
