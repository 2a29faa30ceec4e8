"""Every regular expression of the product, and whether some text makes it work beyond its length.

Nothing here goes by seconds. What a search costs is compared with what a plain search of as many
characters costs in the same moment, and with what it costs itself on a text of another size: work
that grows as it may and work that does not lie so far apart (tens against thousands of steps a
character) that a busy machine cannot turn one into the other. A search that would never come back
is stopped.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import signal
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple

import mohen
from house.attacks import ENDS, Attack, attacks
from mohen.knowledge.policy import Extraction, Screening
from mohen.knowledge.understanding.pattern_engine import Template
from mohen.text.lazy_pattern import LazyPattern

_WAYS = {
    "match": "match",
    "fullmatch": "fullmatch",
    "search": "finditer",  # where nothing is found it is the same
    "finditer": "finditer",
    "findall": "finditer",
    "sub": "finditer",
    "subn": "finditer",
    "split": "finditer",
}
_ANY = {"finditer", "fullmatch"}


class Found(NamedTuple):
    """`longest`: what it looks at was cut to so many characters before; 0: it was not."""

    name: str
    pattern: re.Pattern[Any]
    ways: frozenset[str]
    longest: int = 0


# -- the patterns there are


def patterns() -> Iterator[Found]:
    """Each once, with every way in which it is used: at the top of a module, inside a value there,
    made by a function that needs nothing for it, or written into the call."""
    uses = _Uses()
    seen: dict[tuple[Any, int], Found] = {}
    for each in _everywhere(uses):
        key = each.pattern.pattern, each.pattern.flags
        if before := seen.get(key):
            longest = before.longest and each.longest and max(before.longest, each.longest)
            each = before._replace(ways=before.ways | each.ways, longest=longest)
        seen[key] = each
    yield from seen.values()


def _everywhere(uses: _Uses) -> Iterator[Found]:
    for info in pkgutil.walk_packages(mohen.__path__, "mohen."):
        if info.name.endswith("__main__"):
            continue
        try:
            module = importlib.import_module(info.name)
        except ModuleNotFoundError as missing:
            if info.name.startswith("mohen.integrations.") and "mohen" not in str(missing.name):
                continue  # stands in for something that is not installed here
            raise
        for name, value in vars(module).items():
            made = _made(value) if getattr(value, "__module__", "") == info.name else value
            for path, each in _within(f"{info.name}.{name}", made):
                if isinstance(each, Template):
                    pattern = _compiled(each.pattern)
                    yield Found(path, pattern, frozenset({"fullmatch"}), _CLAUSE)
                else:
                    ways = _ONCE.get(path) or uses.of(info.name, path)
                    yield Found(path, _compiled(each), ways, _longest(path))
    yield from uses.written


# A string that does not end is looked for once: what is behind it is passed over.
_ONCE = {"mohen.knowledge.transcripts.json_stream._TOKEN": frozenset({"match"})}


def _longest(path: str) -> int:
    return next((most for place, most in _CUT.items() if path.startswith(place)), 0)


_CLAUSE = Extraction().clause_most
_CUT = {
    "mohen.episodes.comments._token": 1_000,
    "mohen.knowledge.understanding.borrowed_text.": 0,
    "mohen.knowledge.understanding.fragments.": 0,
    "mohen.knowledge.understanding.similarity.": 0,
    "mohen.knowledge.understanding.en.sentence_cues.CHAT": Screening().chatter,
    "mohen.knowledge.understanding.zh.sentence_cues.CHAT": Screening().chatter,
    "mohen.knowledge.understanding.sentence_cues.EN.chat": Screening().chatter,
    "mohen.knowledge.understanding.sentence_cues.ZH.chat": Screening().chatter,
    "mohen.knowledge.understanding.": Screening().unbroken,
}
"""Where texts were cut before, and to how many characters; the first that fits."""


def _made(value: Any) -> Any:
    """What a kept function makes of nothing; other values are as they are."""
    if not hasattr(value, "cache_info"):
        return value
    given = signature(value)
    return value() if not given.parameters and "Pattern" in str(given.return_annotation) else None


def _within(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if len(path) > 200 or path.endswith("__"):
        return
    if isinstance(value, LazyPattern | re.Pattern | Template):  # type: ignore[arg-type, misc]
        yield path, value
    elif isinstance(value, tuple | list):
        for index, each in enumerate(value):
            yield from _within(f"{path}[{index}]", each)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _within(f"{path}[{str(key)[:20]}]", each)
    elif hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        for name in value.__dataclass_fields__:
            yield from _within(f"{path}.{name}", getattr(value, name, None))


def _compiled(pattern: Any) -> re.Pattern[Any]:
    if isinstance(pattern, re.Pattern):
        return pattern
    pattern.search  # noqa: B018  (a lazy one is compiled when it is first asked)
    compiled: re.Pattern[Any] = pattern._compiled
    return compiled


class _Uses:
    """In which ways patterns are used, by the last of their names.

    A private name is its module's, others are everybody's. A pattern that is given on by keyword
    (`Cues(opens=OPENS)`) is used as what it is called there; one that is given on in another
    way may be used in any.
    """

    def __init__(self) -> None:
        self._ways: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._given_on: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.written: list[Found] = []
        root = Path(mohen.__path__[0])
        for file in sorted(root.rglob("*.py")):
            place = ".".join(file.relative_to(root.parent).with_suffix("").parts)
            self._read(place.removesuffix(".__init__"), file.read_text(encoding="utf-8"))

    def of(self, module: str, path: str) -> frozenset[str]:
        name = path.rpartition(".")[2].partition("[")[0]
        key = _key(module, name)
        ways = set(self._ways[key])
        for given in self._given_on[key]:
            ways |= self._ways["", given] or _ANY
        return frozenset(ways or _ANY)

    def _read(self, module: str, source: str) -> None:
        if "re" not in source:
            return
        tree = ast.parse(source)
        settled = set()
        for node in ast.walk(tree):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="re"), attr=way),
                    args=[ast.Constant(value=str(text)), *_],
                ) if way in _WAYS:
                    name = f"{module}:{node.lineno}"
                    made = re.compile(text)
                    self.written.append(
                        Found(name, made, frozenset({_WAYS[way]}), _longest(module))
                    )
                case ast.Attribute(value=owner, attr=way) if way in _WAYS:
                    either = [owner.body, owner.orelse] if isinstance(owner, ast.IfExp) else [owner]
                    for each in either:
                        if isinstance(each, ast.Name | ast.Attribute):
                            settled.add(each)
                            self._ways[_key(module, _name(each))].add(_WAYS[way])
                case ast.keyword(arg=str(field), value=ast.Name() | ast.Attribute() as owner):
                    settled.add(owner)
                    self._given_on[_key(module, _name(owner))].add(field)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
                name = _name(node)
                if name.isupper() and node not in settled:
                    self._ways[_key(module, name)] |= _ANY


def _name(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


def _key(module: str, name: str) -> tuple[str, str]:
    return (module if name.startswith("_") else "", name)


# -- what they cost

_FIRST = 40  # characters: what takes long with so few doubles with each
_SHORT, _LONG = 1_000, 8_000  # characters
_SUSPICIOUS = 25  # times a plain search of as many characters, at which one looks closer
_DEAR = 1_500  # times that: too much, however it grows
_GROWTH = 20  # times as much for eight times the text; the square is 64
_STOPPED = 0.5  # seconds of the processor that no search of these texts comes near


def worst(found: Found, walks: int = 0) -> str | None:
    """The attack that takes more than it may, and how much it takes."""
    for attack in attacks(found.pattern, walks) if walks else attacks(found.pattern):
        for way in sorted(found.ways):
            for work in _works(found.pattern, way, attack):
                if hurt := _hurt(work, found.longest):
                    return f"{way} of {attack.before!r} + {attack.repeated!r} * n: {hurt}"
    return None


def _hurt(work: _Work, longest: int) -> str:
    try:
        return _excess(work, longest)
    except _Stopped:
        return "it does not come back"


def _excess(work: _Work, longest: int) -> str:
    if work.dearness(_FIRST) > _DEAR and work.dearness(_FIRST, 3) > _DEAR:
        return "much for a few characters"
    size = longest or _SHORT
    dear = work.dearness(size)
    if dear > _DEAR and (dear := work.dearness(size, 5)) > _DEAR:
        return f"{dear:.0f} plain searches"
    if longest or dear < _SUSPICIOUS or work.growth(1) < _GROWTH:
        return ""
    growth = work.growth(3)
    return f"{growth:.0f} times for 8 times the text" if growth > _GROWTH else ""


def _works(pattern: re.Pattern[Any], way: str, attack: Attack) -> Iterator[_Work]:
    """A search goes on behind an end: one text has both of them."""
    if way == "finditer":
        yield _Work(pattern, way, attack, ENDS)
    else:
        yield from (_Work(pattern, way, attack, (end,)) for end in ENDS)


class _Work(NamedTuple):
    pattern: re.Pattern[Any]
    way: str
    attack: Attack
    ends: tuple[str, ...]

    def dearness(self, size: int, tries: int = 1) -> float:
        """How many plain searches of as many characters it costs. The first ones are free: a
        call costs something before it looks at a text."""
        return self.cost(size, tries) / (max(size, 400) * plain_step())

    def growth(self, tries: int) -> float:
        return self.cost(_LONG, tries) / self.cost(_SHORT, tries)

    def cost(self, size: int, tries: int = 1) -> float:
        """In processor time of this thread, the least of some tries."""
        text: Any = "".join(self.attack.text(size // len(self.ends), each) for each in self.ends)
        if isinstance(self.pattern.pattern, bytes):
            text = text.encode("latin1", "replace")
        ask = getattr(self.pattern, self.way)
        least = float("inf")
        for _ in range(tries):
            with _stopped_after(_STOPPED):
                start = time.thread_time()
                if self.way == "finditer":
                    for _ in ask(text):
                        pass
                else:
                    ask(text)
                least = min(least, time.thread_time() - start)
        return least


@cache
def plain_step() -> float:
    """What a character costs a plain search on this machine."""
    text, plain, least = "ab" * 20_000, re.compile("[ac]x"), float("inf")
    for _ in range(20):
        start = time.thread_time()
        plain.search(text)
        least = min(least, time.thread_time() - start)
    return least / len(text)


class _Stopped(Exception):
    """Raised inside the search: `re` looks for signals now and then."""


@contextmanager
def _stopped_after(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise _Stopped

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
