"""Where in a project's folder the files of each kind are, and what is there now."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from operator import attrgetter
from typing import Final, NamedTuple

from mohen.core.values import dataclass
from mohen.manuscript import file_refs
from mohen.manuscript.directory import Directory, NotAPlainFile, entered, is_directory, is_plain
from mohen.manuscript.model import FileKind, Trouble
from mohen.text.lazy_pattern import LazyPattern

_MARKDOWN: Final = (".md",)
_PROSE: Final = (".md", ".txt")
# In the folder itself stand other texts too: a chapter there says so, or is numbered.
_AS_A_CHAPTER: Final = LazyPattern(
    r"第|卷|章|[0-9]|ch(?:ap(?:ter)?)?[ ._-]?[0-9ivx]", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Place:
    """A file; or with `endings` the files in a directory, all or those that are named so, and
    with `deep` in each directory there; or with `each_has` the file of that name in each
    directory there. "" is the folder itself."""

    ref: str
    endings: tuple[str, ...] = ()
    each_has: str = ""
    deep: bool = False
    named: re.Pattern[str] | None = None

    @property
    def way(self) -> list[str]:
        return self.ref.split("/") if self.ref else []

    def at(self, name: str) -> str:
        return f"{self.ref}/{name}" if self.ref else name

    def is_one(self, name: str) -> bool:
        """A file of the author's, and not what an editor or a system leaves beside it."""
        plain = name.lower().endswith(self.endings) and not name.startswith(".")
        return plain and (self.named is None or self.named.match(name) is not None)

    def holds(self, ref: str) -> bool:
        above, _, name = ref.rpartition("/")
        if self.endings:
            inside = above == self.ref or (self.deep and above.rpartition("/")[0] == self.ref)
            return inside and self.is_one(name)
        if self.each_has:
            return above.rpartition("/")[0] == self.ref and name == self.each_has
        return ref == self.ref


_PLACES: Final = {
    FileKind.AGENTS: (_Place("AGENTS.md"),),
    FileKind.STYLE_GUIDE: (_Place(".mohen/style-guide.md"), _Place(".mohen/style_guide.md")),
    FileKind.CHARACTER: (_Place(".mohen/characters", _MARKDOWN),),
    FileKind.WORLD: (
        _Place(".mohen/settings", _MARKDOWN),
        _Place(".mohen/world.md"),
        _Place(".mohen/world", _MARKDOWN, deep=True),
    ),
    FileKind.OUTLINE: (_Place(".mohen/outline.md"),),
    FileKind.SKILL: (_Place(".mohen/skills", each_has="SKILL.md"),),
    FileKind.CHAPTER: (
        *(_Place(name, _PROSE) for name in ("chapters", "章节", "正文", "manuscript")),
        _Place("", _PROSE, named=_AS_A_CHAPTER),
    ),
}


class Mark(NamedTuple):
    """Differs when a file was changed or replaced."""

    changed: int
    touched: int
    size: int
    node: int

    @classmethod
    def of(cls, found: os.stat_result) -> Mark:
        return cls(found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino)


class Found(NamedTuple):
    """What stands at a reference: a file that can be read, or a trouble."""

    ref: str
    mark: Mark | None = None
    trouble: Trouble | None = None


def scan(path: str, kind: FileKind, *, most: int) -> list[Found]:
    """Everything of a kind below a path, in its order; nothing is read. Chapters come in the
    order a reader counts, everything else in that of its reference."""
    found: list[Found] = []
    for place in _PLACES.get(kind, ()):
        there = _at(path, place)
        if kind is FileKind.CHAPTER:
            there.sort(key=lambda each: (file_refs.natural(each.ref), each.ref))
        found += there
    if kind is not FileKind.CHAPTER:
        found.sort(key=attrgetter("ref"))
    once = list({each.ref: each for each in found}.values())
    if len(once) <= most:
        return once
    # What is left out is seen to be left out.
    return [*once[:most], Found(once[most].ref.rpartition("/")[0], trouble=Trouble.TOO_LARGE)]


def look(path: str, ref: str) -> Found:
    """What stands at one reference. Raises `InvalidArgument` for one that leads outside."""
    *way, name = file_refs.parts(ref)
    try:
        with entered(path, way) as directory:
            return _seen(ref, directory.stat(name))
    except OSError as error:
        return Found(ref, trouble=trouble(error))


def kind_of(ref: str) -> FileKind:
    for kind, places in _PLACES.items():
        if any(place.holds(ref) for place in places):
            return kind
    return FileKind.OTHER


def trouble(error: OSError) -> Trouble:
    if isinstance(error, FileNotFoundError):
        return Trouble.NOT_FOUND
    # A link where a name should be says the one or the other, by system.
    if isinstance(error, NotAPlainFile) or error.errno in (errno.ELOOP, errno.ENOTDIR):
        return Trouble.OUTSIDE
    return Trouble.IO_ERROR


def _at(path: str, place: _Place) -> list[Found]:
    try:
        if place.endings:
            with entered(path, place.way) as directory:
                found = directory.entries()
                below = list(_deep(directory, place)) if place.deep else []
            there = [_seen(place.at(name), stat) for name, stat in found if place.is_one(name)]
            return [*there, *below]
        if place.each_has:
            with entered(path, place.way) as directory:
                return list(_in_each(directory, place))
        *way, name = place.way
        with entered(path, way) as directory:
            return [_seen(place.ref, directory.stat(name))]
    except FileNotFoundError:
        return []
    except OSError as error:
        return [Found(_blocked(path, place), trouble=trouble(error))]


def _blocked(path: str, place: _Place) -> str:
    """How far the way to a place leads, so that what is in the way is named once."""
    for steps in range(len(place.way)):
        above = place.way[:steps]
        try:
            with entered(path, above):
                continue
        except OSError:
            return "/".join(above) or "."
    return place.ref or "."


def _deep(directory: Directory, place: _Place) -> Iterator[Found]:
    """The files in each directory there: places in `world/places/`."""
    for name, found in directory.entries():
        if name.startswith(".") or not is_directory(found) or not file_refs.is_sound(name):
            continue
        try:
            with directory.enter(name) as inner:
                for each, stat in inner.entries():
                    if place.is_one(each):
                        yield _seen(f"{place.at(name)}/{each}", stat)
        except OSError as error:
            yield Found(place.at(name), trouble=trouble(error))


def _in_each(directory: Directory, place: _Place) -> Iterator[Found]:
    for name, found in directory.entries():
        ref = f"{place.ref}/{name}"
        if name.startswith(".") or is_plain(found):
            continue
        if not is_directory(found) or not file_refs.is_sound(name):
            yield _seen(ref, found)
            continue
        try:
            with directory.enter(name) as inner:
                yield _seen(f"{ref}/{place.each_has}", inner.stat(place.each_has))
        except FileNotFoundError:
            continue
        except OSError as error:
            yield Found(ref, trouble=trouble(error))


def _seen(ref: str, found: os.stat_result) -> Found:
    if not file_refs.all_sound(ref):
        return Found(file_refs.presentable(ref), trouble=Trouble.INVALID_FORMAT)
    if not is_plain(found):
        return Found(ref, trouble=Trouble.OUTSIDE)
    return Found(ref, Mark.of(found))
