"""Serialises parts to the bytes of a prompt: fixed chapters, append-only (R155).

The text of the sections, joined, is the prompt to the byte, so that the cache report can replay
what a provider's prefix cache would have seen.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from operator import attrgetter

from mohen.core.values import dataclass
from mohen.prompts.model import Chapter, Cut, Layer, Reference, Section
from mohen.prompts.prompt_headings import Words
from mohen.text import quoted
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.tokens import Count

_BETWEEN_CHAPTERS, _BETWEEN_PARTS = "\n\n", "\n"
_RULER = "\n\n---\n\n"
_DEFUSED = "<∕"  # a stroke that looks the same and closes nothing
_CLOSING = LazyPattern(
    rf"<\s*/(?=\s*(?:before|selection|after|instruction|file|{quoted.TAG})\s*>)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One piece of a chapter before it is serialized; without a heading it is the chapter's own."""

    chapter: Chapter
    name: str
    text: str
    heading: str | None = None
    refs: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    material: tuple[str, ...] = ()  # the memory's own text, one for each reference
    cuts: tuple[Cut, ...] = ()
    recalled: bool = False

    @property
    def layer(self) -> Layer:
        return Layer(min(self.chapter, Layer.CURRENT))


def tagged(tag: str, text: str) -> str:
    """The author's own words, between tags that they cannot close."""
    return f"<{tag}>\n{_CLOSING.sub(_DEFUSED, text)}\n</{tag}>"


def one_line(text: str) -> str:
    return " ".join(text.split())


def serialize(parts: Sequence[Part], words: Words, count: Count) -> tuple[Section, ...]:
    """The parts in the order of the chapters, each with the text it adds to the prompt."""
    ordered, texts = _texts(parts, words)
    return tuple(
        Section(
            layer=part.layer,
            name=part.name,
            text=text,
            tokens=count(text),
            refs=part.refs,
            references=part.references,
            material=part.material,
            cuts=part.cuts,
            recalled=part.recalled,
        )
        for part, text in zip(ordered, texts, strict=True)
    )


def cost(parts: Sequence[Part], words: Words, count: Count) -> int:
    """What they come to when they are serialized."""
    return sum(map(count, _texts(parts, words)[1]))


def _texts(parts: Sequence[Part], words: Words) -> tuple[list[Part], list[str]]:
    ordered = sorted(parts, key=attrgetter("chapter"))
    return ordered, [_text(part, at, ordered, words) for at, part in enumerate(ordered)]


def _text(part: Part, at: int, ordered: Sequence[Part], words: Words) -> str:
    first = at == 0 or ordered[at - 1].chapter is not part.chapter
    opening = f"## {words.chapters[part.chapter]}\n" if first else ""
    heading = "" if part.heading is None else f"### {part.heading}\n"
    return opening + heading + part.text + _joint(part, ordered[at + 1 : at + 2])


def _joint(part: Part, following: Sequence[Part]) -> str:
    """What stands between this part and the next; nothing at the end of either message."""
    if not following or (part.chapter is Chapter.PROJECT and not following[0].layer.stable):
        return ""
    return _BETWEEN_PARTS if following[0].chapter is part.chapter else _BETWEEN_CHAPTERS


def messages(sections: Iterable[Section]) -> tuple[str, str]:
    """System (L0–L3) and user (the rest)."""
    system: list[str] = []
    user: list[str] = []
    for each in sections:
        said = system if each.layer.stable else user
        said.append(each.text)
    return "".join(system), "".join(user)


def prefix_hash(system: str) -> str:
    """Of the exact bytes of L0–L3 and nothing else (C68)."""
    return f"p1:{hashlib.sha256(system.encode()).hexdigest()}"


def prompt_hash(system: str, user: str) -> str:
    return prefix_hash(system + _RULER + user)
