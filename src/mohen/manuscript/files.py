"""The files of a writing project, read from its folder and never from anywhere else.

A file is read when it is asked for. Its text is kept, within bounds, while the file is as it was
(R167): an unchanged file costs one look at its entry.
"""

from __future__ import annotations

import codecs
import errno
import hashlib
import os
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from mohen.errors import InvalidArgument, IoFailed
from mohen.manuscript import file_refs, project_layout
from mohen.manuscript.directory import (
    Directory,
    create,
    entered,
    replace,
    require_plain,
    require_writable,
    sweep,
)
from mohen.manuscript.model import FileKind, ProjectFile, Trouble
from mohen.manuscript.project_layout import Found, Mark
from mohen.text.lazy_pattern import LazyPattern

if TYPE_CHECKING:
    from mohen.manuscript.policy import Files


# -- How lines end in a file: forgotten when it is read, and kept as they were when it is written.


_END = LazyPattern(r"\r\n|\r|\n")
_USUAL = "\n"


def same_line_ends(text: str) -> str:
    """Every line ends in the same way."""
    return text.replace("\r\n", _USUAL).replace("\r", _USUAL)


def like(old: str, new: str) -> str:
    """The new text, its lines ending as in the old: those before and after the change each in
    their own way, what was changed as most lines do."""
    lines, ends = _END.split(old), _END.findall(old)
    told = same_line_ends(new).split(_USUAL)
    if set(ends) <= {_USUAL}:
        return _USUAL.join(told)
    before = _alike(zip(lines, told, strict=False))
    after = _alike(zip(reversed(lines[before:]), reversed(told[before:]), strict=False))
    wanted = len(told) - 1
    first = min(before, len(ends), wanted)
    last = min(max(after - 1, 0), wanted - first)
    usual = Counter(ends).most_common(1)[0][0]
    kept = [*ends[:first], *[usual] * (wanted - first - last), *ends[len(ends) - last :], ""]
    for number in range(1, wanted):
        # Around a line of nothing these two would read as one end.
        if not told[number] and (kept[number - 1], kept[number]) == ("\r", "\n"):
            kept[number] = "\r"
    return "".join(line + end for line, end in zip(told, kept, strict=True))


def _alike(pairs: Iterable[tuple[str, str]]) -> int:
    """How many of the first are the same on both sides."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


_NS_IN_MS: Final = 1_000_000
_MARK: Final = codecs.BOM_UTF8.decode()


class _Content(NamedTuple):
    text: str = ""
    trouble: Trouble | None = None
    version: str = ""
    modified_at: int | None = None


class Folder:
    """See the module's first line."""

    def __init__(self, path: str, policy: Files) -> None:
        self._path = path
        self._policy = policy
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._kept: OrderedDict[str, tuple[Mark, _Content]] = OrderedDict()
        self._shown: dict[FileKind, tuple[list[Found], tuple[ProjectFile, ...]]] = {}
        self._chars = 0

    def files(self, kind: FileKind) -> tuple[ProjectFile, ...]:
        found = self._scan(kind)
        with self._lock:
            before, files = self._shown.get(kind, (None, ()))
            if before == found:
                self._touch(found)
                return files
        files = tuple(ProjectFile(each.ref, kind, *self._content(each)) for each in found)
        with self._lock:
            if all(each.mark is None or self._holds(each) for each in found):
                self._shown[kind] = found, files
        return files

    def read(self, ref: str) -> ProjectFile:
        found = project_layout.look(self._path, ref)
        return ProjectFile(ref, project_layout.kind_of(ref), *self._content(found))

    def write(self, ref: str, text: str) -> None:
        *way, name = file_refs.parts(ref)
        raw = self._bounded(_encoded(text))
        with _translated("written"), entered(self._path, way, make=True) as directory:
            replace(directory, name, raw)
        self._drop(ref)

    def rewrite(self, ref: str, text: str, version: str) -> ProjectFile | None:
        *way, name = file_refs.parts(ref)
        with self._writing, _translated("written"), self._held(way) as directory:
            sweep(directory)
            require_writable(directory.stat(name))
            before = self._raw(directory, name)
            if _version(before) != version:
                return None
            raw = self._bounded(_encoded_like(before, text))
            same = raw == before
            if not same and not replace(
                directory, name, raw, lambda: self._raw(directory, name) == before
            ):
                return None
            found = directory.stat(name)
        self._drop(ref)
        return ProjectFile(ref, project_layout.kind_of(ref), *_read(raw, found))

    def add(self, ref: str, text: str) -> ProjectFile | None:
        *way, name = file_refs.parts(ref)
        raw = self._bounded(_encoded(text))
        with _translated("written"), entered(self._path, way, make=True) as directory:
            try:
                create(directory, name, raw)
            except FileExistsError:
                return None
            found = directory.stat(name)
        return ProjectFile(ref, project_layout.kind_of(ref), *_read(raw, found))

    def delete(self, ref: str) -> bool:
        *way, name = file_refs.parts(ref)
        with _translated("deleted"):
            try:
                with entered(self._path, way) as directory:
                    require_plain(directory.stat(name))
                    directory.remove(name)
            except FileNotFoundError:
                return False
        self._drop(ref)
        return True

    def stamp(self) -> str:
        """One line a file: its mark, a blank, its reference. Empty where there is no folder."""
        try:
            Directory.at(self._path).close()
        except FileNotFoundError:
            return ""
        except OSError:  # there, and in trouble: the lines say so
            pass
        found = [each for kind in FileKind for each in self._scan(kind)]
        return "\n".join(["here .", *(f"{_said(each)} {each.ref}" for each in found)])

    def _scan(self, kind: FileKind) -> list[Found]:
        return project_layout.scan(self._path, kind, most=self._policy.files_max)

    # -- bytes

    @contextmanager
    def _held(self, way: list[str]) -> Iterator[Directory]:
        """A directory that no other process of ours writes to meanwhile."""
        with entered(self._path, way) as directory, directory.held():
            yield directory

    def _raw(self, directory: Directory, name: str) -> bytes:
        with os.fdopen(directory.open(name), "rb") as file:
            return file.read(self._policy.file_bytes_max + 1)

    def _bounded(self, raw: bytes) -> bytes:
        most = self._policy.file_bytes_max
        if len(raw) > most:
            raise IoFailed(f"the file would be larger than {most} bytes", reason=Trouble.TOO_LARGE)
        return raw

    # -- texts

    def _content(self, found: Found) -> _Content:
        if found.mark is None:
            return _Content(trouble=found.trouble)
        if found.mark.size > self._policy.file_bytes_max:
            return _Content(trouble=Trouble.TOO_LARGE)
        with self._lock:
            kept = self._kept.get(found.ref)
            if kept is not None and kept[0] == found.mark:
                self._kept.move_to_end(found.ref)
                return kept[1]
        return self._load(found.ref)

    def _load(self, ref: str) -> _Content:
        *way, name = ref.split("/")
        now = time.time_ns()
        try:
            with entered(self._path, way) as directory:
                opened = directory.open(name)
            with os.fdopen(opened, "rb") as file:
                found = os.fstat(opened)
                mark = Mark.of(found)
                raw = file.read(self._policy.file_bytes_max + 1)
        except OSError as error:
            return _Content(trouble=project_layout.trouble(error))
        if len(raw) > self._policy.file_bytes_max:
            return _Content(trouble=Trouble.TOO_LARGE)
        content = _read(raw, found)
        # Clocks of file systems are coarse: what was changed just now may be changed again
        # without a trace.
        if now - max(mark.changed, mark.touched) >= self._policy.settle_ms * _NS_IN_MS:
            self._keep(ref, mark, content)
        return content

    def _keep(self, ref: str, mark: Mark, content: _Content) -> None:
        with self._lock:
            self._discard(ref)
            self._kept[ref] = (mark, content)
            self._chars += len(content.text)
            while self._chars > self._policy.cache_chars:
                self._discard(next(iter(self._kept)))

    def _holds(self, found: Found) -> bool:
        kept = self._kept.get(found.ref)
        return kept is not None and kept[0] == found.mark

    def _touch(self, found: list[Found]) -> None:
        for each in found:
            if each.mark is not None:
                self._kept.move_to_end(each.ref)

    def _drop(self, ref: str) -> None:
        with self._lock:
            self._discard(ref)

    def _discard(self, ref: str) -> None:
        if (gone := self._kept.pop(ref, None)) is not None:
            self._chars -= len(gone[1].text)
            self._shown.clear()  # nothing is held on to beyond the bounds


def _read(raw: bytes, found: os.stat_result) -> _Content:
    try:
        text = raw.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError:
        return _Content(trouble=Trouble.INVALID_FORMAT)
    if "\0" in text:  # UTF-16 of plain letters passes for UTF-8
        return _Content(trouble=Trouble.INVALID_FORMAT)
    changed_at = found.st_mtime_ns // _NS_IN_MS
    return _Content(same_line_ends(text), None, _version(raw), changed_at)


def _version(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def _encoded_like(before: bytes, text: str) -> bytes:
    """A text in the manner of the file it replaces: with its mark, and its ends of lines."""
    mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
    old = before.removeprefix(codecs.BOM_UTF8).decode(errors="replace")
    return mark + _encoded(like(old, text.removeprefix(_MARK)))


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise InvalidArgument("text holds half a character", field="text") from None


def _said(found: Found) -> str:
    return found.trouble or "-".join(str(part) for part in found.mark or ())


# -- writing


@contextmanager
def _translated(done: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        said = errno.errorcode.get(error.errno or 0, "OSError")
        raise IoFailed(f"a file of the project could not be {done} ({said})") from None
