"""What a writer's file holds: things with names, keys and texts, and where each stands in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from mohen.core.values import dataclass
from mohen.knowledge.transfer.model import Form
from mohen.knowledge.workspace.model import Trouble
from mohen.story.model import ContextLevel, EntityType

Place = tuple[str | int, ...]
"""The way to a value inside a JSON value: names of fields and numbers of a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """Somebody or something that a file describes."""

    place: Place
    name: str
    kind: EntityType | None = None  # None: the file does not say, and nobody guesses
    aliases: tuple[str, ...] = ()
    level: ContextLevel | None = None  # None: the file does not say
    texts: tuple[tuple[Place, str], ...] = ()  # what is said of it, and where that stands
    links: tuple[tuple[str, str], ...] = ()  # relations to others, by kind and name
    fields: str = ""  # front matter, as lines that a card has


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A file that was recognised."""

    form: Form
    name: str  # by which a second import finds it again
    ref: str  # the file's own name
    value: Any
    things: tuple[Thing, ...] = ()
    picture: bytes = b""  # what a card is carried by: an image, or the other files of an archive
    troubles: tuple[Trouble, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of an original, and to whom it belongs: an entity or an item of knowledge."""

    place: Place
    owner: str
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Original:
    """A file as it came in, taken apart: what belongs to a thing goes when the thing does."""

    form: Form
    name: str
    ref: str
    body: Any
    holes: tuple[Place, ...] = ()  # where things stood
    things: tuple[Part, ...] = ()
    texts: tuple[Part, ...] = ()  # several at one place are one text
    picture: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """What Mohen knows of a thing when it is written out."""

    name: str
    kind: EntityType | None
    aliases: tuple[str, ...]
    level: ContextLevel
    text: str = ""
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Make:
    """How files of one make are read and written."""

    form: Form
    knows: Callable[[Any], bool]
    things: Callable[[Any], Iterator[Thing]]
    put: Callable[[Any, Thing, Telling], None]  # aliases and level, into what stands there
    fresh: Callable[[str, Sequence[Telling]], Any]  # a new file of that name
    titles: Callable[[Any], str] = field(default=lambda _value: "")
    files: Callable[[str, Any], Mapping[str, str]] | None = None  # where it is a folder
