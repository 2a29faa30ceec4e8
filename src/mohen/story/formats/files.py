"""Opens what a writer's tool wrote: a picture, a JSON file, an archive or a folder. Reads only.

A file from outside may be made to hurt: every size is bounded before anything is read, an archive's
own word on sizes is not believed, and a name that leads out of it is left out.
"""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from mohen.core.values import dataclass
from mohen.errors import InvalidArgument, IoFailed
from mohen.knowledge.workspace.model import Trouble

if TYPE_CHECKING:
    from mohen.story.policy import Story

_ARCHIVE = b"PK\x03\x04"
_READ = (".md", ".json")
_HIDDEN = ".obsidian"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """What stands at a path. Of an archive and a folder the texts, by their names."""

    name: str
    data: bytes = b""
    files: dict[str, str] | None = None
    marked: bool = False  # Obsidian's own folder is in it
    troubles: tuple[Trouble, ...] = ()


def opened(path: str, bounds: Story) -> Opened | None:
    """None where it is too large to be one of these: memories may be. Raises `InvalidArgument`,
    `IoFailed`."""
    root = Path(path)
    if not root.is_absolute():
        raise InvalidArgument("path must be absolute", field="path")
    try:
        if root.is_dir():
            return _folder(root, bounds)
        if not root.is_file() or root.stat().st_size > bounds.import_bytes:
            return None
        data = root.read_bytes()
    except OSError as error:
        raise IoFailed("a file could not be read", reason=type(error).__name__) from None
    if data.startswith(_ARCHIVE):
        return _archive(root.name, data, bounds)
    return Opened(name=root.name, data=data)


def _folder(root: Path, bounds: Story) -> Opened | None:
    files: dict[str, str] = {}
    troubles: list[Trouble] = []
    size, marked = 0, (root / _HIDDEN).is_dir()
    for path in _walked(root):
        ref = path.relative_to(root).as_posix()
        held = path.lstat()
        if not stat.S_ISREG(held.st_mode):
            continue
        size += held.st_size
        if len(files) >= bounds.import_files or size > bounds.import_bytes:
            return None
        if (text := _decoded(path.read_bytes())) is None:
            troubles.append(Trouble(ref, 0, "no text: left out"))
        else:
            files[ref] = text
    return Opened(name=root.name, files=files, marked=marked, troubles=tuple(troubles))


def _walked(root: Path) -> Iterator[Path]:
    for folder, below, names in os.walk(root, followlinks=False):
        below[:] = sorted(each for each in below if not each.startswith("."))
        for name in sorted(names):
            if name.lower().endswith(_READ) and not name.startswith("."):
                yield Path(folder, name)


def _archive(name: str, data: bytes, bounds: Story) -> Opened:
    files: dict[str, str] = {}
    troubles: list[Trouble] = []
    left, marked = bounds.import_bytes, False
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            held = archive.infolist()
            if len(held) > bounds.import_files:
                raise InvalidArgument(
                    f"an archive may hold {bounds.import_files} files", field="path"
                )
            for each in held:
                marked = marked or f"{_HIDDEN}/" in each.filename
                if each.is_dir() or _is_hidden(each.filename):
                    continue
                why = _unfit(each)
                if not why and each.filename.lower().endswith(_READ):
                    with archive.open(each) as inner:
                        read = inner.read(left + 1)  # whatever the archive says of its size
                    left -= len(read)
                    if left < 0:
                        raise InvalidArgument(
                            f"unpacked, the archive is larger than {bounds.import_bytes} bytes",
                            field="path",
                        )
                    text = _decoded(read)
                    why = "no text: left out" if text is None else ""
                    if text is not None:
                        files[each.filename] = text
                elif not why:
                    why = "no text: left out"
                if why:
                    troubles.append(Trouble(_presentable(each.filename), 0, why))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError):
        raise InvalidArgument("the archive is damaged", field="path") from None
    return Opened(name=name, data=data, files=files, marked=marked, troubles=tuple(troubles))


def _is_hidden(name: str) -> bool:
    return any(each.startswith((".", "__MACOSX")) and each != ".." for each in name.split("/"))


def _unfit(each: zipfile.ZipInfo) -> str:
    """Why a file of an archive is not looked at."""
    steps = each.filename.split("/")
    if each.filename.startswith("/") or ".." in steps or "\\" in each.filename or ":" in steps[0]:
        return "its name leads outside: left out"
    return "encrypted: left out" if each.flag_bits & 1 else ""


def _presentable(name: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in name)[:200]


def _decoded(data: bytes) -> str | None:
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError:
        return None


def is_archive(data: bytes) -> bool:
    return zipfile.is_zipfile(BytesIO(data))


def others(data: bytes, but: str, most: int) -> bytes:
    """An archive without one of its files; nothing where they are larger than that."""
    kept = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as archive, zipfile.ZipFile(kept, "w") as new:
        rest = [each for each in archive.infolist() if each.filename != but and not _unfit(each)]
        if sum(each.file_size for each in rest) > most:  # no more than it says is ever unpacked
            return b""
        for each in rest:
            new.writestr(each, archive.read(each))
    return kept.getvalue()


def packed(rest: bytes, name: str, text: str) -> bytes:
    """An archive with one more file."""
    made = BytesIO(rest)
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return made.getvalue()
