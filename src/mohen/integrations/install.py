"""Sets a host up and takes that back: exactly our own entries, shown before they are written.

Of every file that is changed a copy is kept in the home. Where a file is as we left it, taking back
writes that copy: it is as before to the byte. Where somebody changed it since, our entries alone
are taken out of it.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import errorcode
from pathlib import Path
from typing import Any

from mohen.core.home import FILE_MODE, FOLDER_MODE
from mohen.core.values import dataclass
from mohen.errors import InvalidArgument, IoFailed
from mohen.integrations import json_text, toml_text, yaml_text
from mohen.integrations.setup import Entry, Folder, Part

_RECORD = "installed.json"


@dataclass(frozen=True, slots=True)
class Change:
    """A file before and after; None: it is not there."""

    path: Path
    before: bytes | None
    after: bytes | None

    def shown(self) -> Iterator[str]:
        """The difference, line by line."""
        name = str(self.path)
        yield from difflib.unified_diff(
            _lines(self.before),
            _lines(self.after),
            fromfile="/dev/null" if self.before is None else name,
            tofile="/dev/null" if self.after is None else name,
            lineterm="",
        )


class Installation:
    """What was set up in one host. `kept`: the folder of our home where that is remembered."""

    def __init__(self, kept: Path) -> None:
        self._kept = kept

    def install(self, plan: Sequence[Part]) -> list[Change]:
        """What would change. What an earlier setup wrote is taken back first."""
        base = self._base()
        wanted: dict[Path, bytes] = {}
        for part in plan:
            if isinstance(part, Folder):
                for name, text in part.files.items():
                    wanted[part.path / name] = text.encode()
            else:
                path = real(part.path)
                held = wanted[path] if path in wanted else base.get(path, _read(path))
                wanted[path] = _with(held, part)
        paths = dict.fromkeys([*base, *wanted])
        return _different(
            Change(path, _read(path), wanted.get(path, base.get(path))) for path in paths
        )

    def remove(self) -> list[Change]:
        """What would change."""
        return _different(
            Change(path, _read(path), before) for path, before in self._base().items()
        )

    def apply(self, changes: Sequence[Change], plan: Sequence[Part]) -> None:
        """Write them. With an empty plan nothing is left to be taken back."""
        record = self._record()
        if plan:
            self._remember(changes, plan, record)
        for each in changes:
            _write(each)
        still = {str(each.path) for each in plan if isinstance(each, Folder)}
        for own in set(record["own"]) - still:  # with what the host put beside our files
            shutil.rmtree(own, ignore_errors=True)
        if plan:
            return
        for made in sorted(record["folders"], reverse=True):
            with suppress(OSError):  # others have something there
                Path(made).rmdir()
        shutil.rmtree(self._kept, ignore_errors=True)

    @property
    def is_there(self) -> bool:
        return (self._kept / _RECORD).is_file()

    # -- what is remembered

    def _record(self) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads((self._kept / _RECORD).read_text("utf-8"))
        except FileNotFoundError:
            return {"files": [], "folders": [], "own": []}
        except (OSError, ValueError):
            raise IoFailed("what was set up in the host cannot be read", field="host") from None
        return found

    def _base(self) -> dict[Path, bytes | None]:
        """Every file that we changed, without what we put there."""
        return {Path(each["path"]): self._without(each) for each in self._record()["files"]}

    def _without(self, record: dict[str, Any]) -> bytes | None:
        path, now = Path(record["path"]), _read(Path(record["path"]))
        before = _read(self._kept / record["copy"]) if record["copy"] else None
        if now is None or _mark(now) == record["mark"] or not record["entries"]:
            return before if now is not None else None
        text = _text(now)
        for each in reversed(record["entries"]):
            entry = Entry(path, tuple(each["keys"]), each["value"], each["item"])
            text = _taken_out(text, entry, _text(before or b""))
        return text.encode()

    def _remember(
        self, changes: Sequence[Change], plan: Sequence[Part], record: dict[str, Any]
    ) -> None:
        """Before anything is written: who is stopped in between can take it back."""
        base = self._base()
        known = {each["path"]: each for each in record["files"]}
        folders, own = set(record["folders"]), set(record["own"])
        own.update(
            str(each.path) for each in plan if isinstance(each, Folder) and not each.path.exists()
        )
        with _translated():
            self._kept.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        for each in changes:
            path, before = str(each.path), base.get(each.path, each.before)
            if each.after is None or each.after == before:
                known.pop(path, None)
                continue
            copy = None
            if before is not None:
                copy = f"{hashlib.sha256(path.encode()).hexdigest()[:16]}.before"
                _private(self._kept / copy, before)
            known[path] = {
                "path": path,
                "copy": copy,
                "mark": _mark(each.after),
                "entries": _entries(plan, each.path),
            }
            folders.update(str(one) for one in each.path.parents if not one.exists())
        told = {"files": list(known.values()), "folders": sorted(folders), "own": sorted(own)}
        _private(self._kept / _RECORD, json.dumps(told, indent=2).encode())


def _entries(plan: Sequence[Part], path: Path) -> list[dict[str, Any]]:
    return [
        {"keys": each.keys, "value": each.value, "item": each.item}
        for each in plan
        if isinstance(each, Entry) and real(each.path) == path
    ]


# -- entries and texts


def _with(held: bytes | None, entry: Entry) -> bytes:
    text = _text(held or b"")
    return _edited(entry, lambda: _FORMATS[_kind(entry)](text, entry)).encode()


def _edited(entry: Entry, edit: Callable[[], str]) -> str:
    """Errors name the file, and not where it is."""
    try:
        return edit()
    except InvalidArgument as error:
        raise InvalidArgument(f"{entry.path.name}: {error.message}", field="host") from None


def _kind(entry: Entry) -> str:
    return {".toml": "toml", ".yaml": "yaml", ".yml": "yaml"}.get(entry.path.suffix, "json")


def _put_json(text: str, entry: Entry) -> str:
    put = json_text.append if entry.item else json_text.put
    return put(text, entry.keys, entry.value)


def _put_yaml(text: str, entry: Entry) -> str:
    block, name = entry.keys
    return yaml_text.put(text, block, name, entry.value)


_FORMATS: dict[str, Callable[[str, Entry], str]] = {
    "json": _put_json,
    "toml": lambda text, entry: toml_text.put(text, entry.keys, entry.value),
    "yaml": _put_yaml,
}


def _taken_out(text: str, entry: Entry, before: str) -> str:
    """Of a file that somebody else changed too: ours goes, and what it replaced comes back."""

    def edit() -> str:
        if _kind(entry) == "toml":
            return toml_text.remove(text, entry.keys)
        if _kind(entry) == "yaml":
            block, name = entry.keys
            was = yaml_text.get(before, block, name)
            if was is None:
                return yaml_text.remove(text, block, name)
            return yaml_text.restore(text, block, name, was)
        kept, held = json_text.reach(before, entry.keys)
        whole = kept == len(entry.keys)
        if entry.item:
            ours = not whole or entry.value not in held.value
            return json_text.remove(text, entry.keys, entry.value, kept=kept) if ours else text
        if whole:
            return json_text.put(text, entry.keys, held.value)
        return json_text.remove(text, entry.keys, kept=kept)

    return _edited(entry, edit)


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise InvalidArgument("a file of the host is not UTF-8: mend it first") from None


def _lines(raw: bytes | None) -> list[str]:
    return [] if raw is None else raw.decode(errors="replace").splitlines()


def _mark(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def _different(changes: Iterable[Change]) -> list[Change]:
    return [each for each in changes if each.before != each.after]


# -- files


def real(path: Path) -> Path:
    """Where a link leads: who keeps configurations elsewhere goes on doing so."""
    return Path(os.path.realpath(path))


def _read(path: Path) -> bytes | None:
    with _translated():
        try:
            return path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None


def _write(change: Change) -> None:
    """Whole or not at all, with the rights that it had."""
    with _translated():
        if change.after is None:
            change.path.unlink(missing_ok=True)
            return
        change.path.parent.mkdir(parents=True, exist_ok=True)
        mode = stat.S_IMODE(change.path.stat().st_mode) if change.before is not None else None
        beside = change.path.with_name(f".{change.path.name}.mohen")
        beside.write_bytes(change.after)
        if mode is not None:
            beside.chmod(mode)
        beside.replace(change.path)


def _private(path: Path, raw: bytes) -> None:
    with _translated():
        beside = path.with_name(f".{path.name}")
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE)
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
        beside.replace(path)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        said = errorcode.get(error.errno or 0, "OSError")
        raise IoFailed(f"a file of the host could not be used ({said})", field="host") from None
