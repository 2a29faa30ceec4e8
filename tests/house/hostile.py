"""Every regular expression of the product, and for each the text that hurts it most.

A pattern hurts when a text that keeps it going, and never lets it end, makes it start over at every
character. What keeps it going stands in the pattern itself: the body of each repeat, behind what
has to stand before it. Work is compared at two sizes, in the processor time of this thread.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cache
from pathlib import Path
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

import mohen
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
_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
_PLAIN = ("1", "a", "a ", " ", "\n", " \n", "一", "不，", "「", "<", "[", "(", '"', "A", "- ", "1.")
_SIZE = 1_000
_CHOICES = "a1 一A\n.-/#*<\"'(["


class Found(NamedTuple):
    name: str
    pattern: re.Pattern[Any]
    ways: frozenset[str]


def patterns() -> Iterator[Found]:
    """Each pattern at the top of a module, or inside a value there, with how it is used."""
    seen = set()
    for info in pkgutil.walk_packages(mohen.__path__, "mohen."):
        if info.name.endswith("__main__"):
            continue
        module = importlib.import_module(info.name)
        used = _uses(module.__file__ or "")
        for name, value in vars(module).items():
            for path, each in _within(f"{info.name}.{name}", value):
                compiled = compiled_of(each)
                if (compiled.pattern, compiled.flags) not in seen:
                    seen.add((compiled.pattern, compiled.flags))
                    ways = frozenset(used.get(name, ())) if each is value else frozenset()
                    yield Found(path, compiled, ways or frozenset({"finditer"}))


def written_where_used() -> Iterator[Found]:
    """Each pattern that stands in a call, as in `re.search("…", text)`."""
    for file in sorted(Path(mohen.__path__[0]).rglob("*.py")):
        place = ".".join(file.relative_to(Path(mohen.__path__[0]).parent).with_suffix("").parts)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="re"), attr=way),
                    args=[ast.Constant(value=str(source)), *_],
                ) if way in _WAYS:
                    name = f"{place}.{node.lineno}"
                    yield Found(name, re.compile(source), frozenset({_WAYS[way]}))


def compiled_of(pattern: Any) -> re.Pattern[Any]:
    if isinstance(pattern, re.Pattern):
        return pattern
    pattern.search  # noqa: B018  (a lazy one is compiled when it is first asked)
    return pattern._compiled


def _within(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if len(path) > 200 or path.endswith("__"):
        return
    if isinstance(value, LazyPattern | re.Pattern):  # type: ignore[arg-type, misc]
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


def _uses(file: str) -> dict[str, set[str]]:
    """By private name, the methods that are called on it in its module.

    A name that is handed on may be used in any way, as one that others import.
    """
    used: dict[str, set[str]] = defaultdict(set)
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    asked = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in _WAYS:
            asked.add(node.value)
            if isinstance(node.value, ast.Name):
                used[node.value.id].add(_WAYS[node.attr])
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node not in asked and isinstance(node.ctx, ast.Load):
            used[node.id].add("finditer")
    return {name: ways for name, ways in used.items() if name.startswith("_")}


def attacks(pattern: re.Pattern[Any]) -> list[tuple[str, str]]:
    """What may hurt it: a beginning, and what is then repeated."""
    source = (
        pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin1")
    )
    flags = pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags
    bodies: list[tuple[str, str]] = []
    _sample(parser.parse(source, flags), "", bodies)
    got = dict.fromkeys(("", body) for _, body in bodies if body)
    for before, body in bodies:
        if body and len(before) < 40:
            got[before, body] = None
            got["", before + body] = None
            got["", before] = None
    got |= dict.fromkeys(("", each) for each in _PLAIN)
    return [(before, body) for before, body in got if body][:40]


def _sample(sequence: Any, before: str, bodies: list[tuple[str, str]]) -> str:
    """A text that the sequence takes; what its long repeats repeat goes into `bodies`."""
    out = before
    for op, value in sequence:
        if op is sre.LITERAL:
            out += chr(value)
        elif op is sre.NOT_LITERAL:
            out += "b" if value == ord("a") else "a"
        elif op is sre.ANY:
            out += "a"
        elif op is sre.IN:
            out += _one_of(value)
        elif op in _REPEATS:
            least, most, body = value
            inner: list[tuple[str, str]] = []
            unit = _sample(body, out, inner)[len(out) :]
            if most is sre.MAXREPEAT or most > 100:
                bodies += ((out, _sample(each, "", [])) for each in _alternatives(body))
            bodies += inner
            out += unit * min(least or (most > 0 and most is sre.MAXREPEAT), 50)
        elif op is sre.SUBPATTERN:
            out = _sample(value[3], out, bodies)
        elif op is sre.ATOMIC_GROUP:
            out = _sample(value, out, bodies)
        elif op is sre.BRANCH:
            first, *_ = [_sample(branch, out, bodies) for branch in value[1]]
            out = first
        elif op in (sre.ASSERT, sre.ASSERT_NOT):
            _sample(value[1], out if value[0] > 0 else "", bodies)
        elif op is sre.GROUPREF_EXISTS:
            out = _sample(value[1], out, bodies)
    return out


def _alternatives(body: Any) -> list[Any]:
    """Each of what one round of a repeat may take."""
    while len(body) == 1 and body[0][0] is sre.SUBPATTERN:
        body = body[0][1][3]
    return body[0][1][1][:12] if len(body) == 1 and body[0][0] is sre.BRANCH else [body]


def _one_of(items: Any) -> str:
    """A character of the set, one that other sets are likely to hold as well."""
    for each in _CHOICES:
        if any(_holds(item, each) for item in items if item[0] is not sre.NEGATE) != (
            items[0][0] is sre.NEGATE
        ):
            return each
    op, value = items[-1]
    return chr(value[0] if op is sre.RANGE else value) if op is not sre.CATEGORY else "#"


def _holds(item: Any, character: str) -> bool:
    op, value = item
    if op is sre.LITERAL:
        return value == ord(character)
    if op is sre.RANGE:
        return value[0] <= ord(character) <= value[1]
    return bool(_CATEGORIES[value].match(character))


_CATEGORIES = {
    sre.CATEGORY_DIGIT: re.compile(r"\d"),
    sre.CATEGORY_NOT_DIGIT: re.compile(r"\D"),
    sre.CATEGORY_SPACE: re.compile(r"\s"),
    sre.CATEGORY_NOT_SPACE: re.compile(r"\S"),
    sre.CATEGORY_WORD: re.compile(r"\w"),
    sre.CATEGORY_NOT_WORD: re.compile(r"\W"),
}


def text_of(before: str, body: str, size: int) -> str:
    """That many characters, and an end that no pattern asks for."""
    return before + body * max(1, size // len(body)) + "\x00"


def seconds(work: Callable[[], object], tries: int = 1) -> float:
    """The processor time of this thread, the best of some tries."""
    best = float("inf")
    for _ in range(tries):
        start = time.thread_time()
        work()
        best = min(best, time.thread_time() - start)
    return best


@cache
def _a_step() -> float:
    """What a character costs a plain search on this machine, now."""
    text = "ab" * 50_000
    return seconds(lambda: re.search("[ac]x", text), 5) / len(text)


class Work(IntEnum):
    """How many times as much a text may take that is four times as long, with a wide margin."""

    LINE = 8
    SQUARE = 100


def worst(found: Found, most: Work) -> str | None:
    """The attack that takes more than it may."""
    for before, body in attacks(found.pattern):
        for way in found.ways:
            growth = growth_of(found.pattern, way, (before, body), most)
            if growth > most:
                return f"{way} of {before!r} + {body!r} * n, {growth:.0f} times for 4 n"
    return None


_FEW = 60  # rounds: what takes long with so few of them may double with each
_DOUBLING = 4  # times the work for three rounds more


def growth_of(pattern: re.Pattern[Any], way: str, attack: tuple[str, str], most: Work) -> float:
    """How many times the work of a quarter of the text; 0 where it is little."""

    def cost(length: int, tries: int = 1) -> float:
        text: Any = text_of(*attack, length)
        if isinstance(pattern.pattern, bytes):
            text = text.encode("latin1", "replace")
        if way == "finditer":
            return seconds(lambda: sum(1 for _ in pattern.finditer(text)), tries)
        return seconds(lambda: getattr(pattern, way)(text), tries)

    # By small steps: where work doubles with each round, a large one never comes back.
    size = _SIZE if most is Work.LINE else _SIZE // 4
    enough = _SIZE * 30 * _a_step()
    step = len(attack[1])
    length = min(4 * step, size)
    while (spent := cost(length)) < enough and length < size:
        length = min(length + max(step, length // 8), size)
    if spent < enough:
        return 0
    few = length < _FEW * step
    if few and cost(length + 3 * step, 2) > _DOUBLING * cost(length, 2):
        return float("inf")
    quarter = length // 4
    growth = cost(length, 3) / max(cost(quarter, 3), 1e-6)
    if most < growth < 40:  # a repeat with a bound: beyond it no more; or a moment of noise
        growth = min(cost(8 * _SIZE) / cost(2 * _SIZE, 2) for _ in range(3))
    return growth
