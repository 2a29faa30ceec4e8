"""A pattern that is compiled when it is first used is that pattern."""

from __future__ import annotations

import re

from mohen.text.lazy_pattern import LazyPattern


def test_it_does_what_the_compiled_one_does() -> None:
    lazy, compiled = LazyPattern(r"(?P<word>[a-z]+)", re.IGNORECASE), re.compile(r"(?i)([a-z]+)")
    text = "One, two"
    assert lazy.findall(text) == compiled.findall(text)
    assert lazy.sub("x", text) == "x, x"
    assert lazy.split(text) == compiled.split(text)
    assert [found.span() for found in lazy.finditer(text)] == [(0, 3), (5, 8)]
    assert lazy.fullmatch(text) is None
    assert (lazy.match(text), lazy.search(text)) != (None, None)
    assert lazy.pattern == r"(?P<word>[a-z]+)"
    assert dict(lazy.groupindex) == {"word": 1}


def test_nothing_is_compiled_or_asked_for_before_it_is_used_and_then_once() -> None:
    made: list[str] = []

    def source() -> str:
        made.append("x")
        return "x+"

    lazy = LazyPattern(source)
    assert made == []
    assert lazy.search("axx")
    assert lazy.sub("", "axx") == "a"
    assert made == ["x"]


def test_bytes_are_as_good() -> None:
    assert LazyPattern(rb"\d").findall(b"a1") == [b"1"]
