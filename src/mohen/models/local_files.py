"""Weights in a folder of the home: whole files, and what came of others so far."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from mohen.core.home import FOLDER_MODE
from mohen.core.values import dataclass
from mohen.errors import IoFailed

if TYPE_CHECKING:
    from pathlib import Path

    from mohen.core.home import Home

FOLDER: Final = "models"
_WHOLE, _PART, _FACTS = ".gguf", ".part", ".json"
_SHA_SHOWN: Final = 16


@dataclass(frozen=True, slots=True)
class KeptModel:
    """A whole file. One that its owner put there has no facts."""

    name: str
    size: int
    licence: str | None = None
    source: str | None = None  # the hub's page
    sha256: str | None = None


class ModelFolder:
    """A file has its name only when it is whole and its sum is right; until then it is called by
    that sum, so that what is fetched anew goes on with the same file and no other."""

    def __init__(self, *, home: Home) -> None:
        self._path = home.path / FOLDER

    def all(self) -> list[KeptModel]:
        return sorted(self._whole(), key=lambda each: each.name)

    def path_of(self, name: str) -> Path | None:
        """Looked for and never put together: a name may come from anywhere."""
        return next((each for each in self._files(_WHOLE) if each.stem == name), None)

    def partial(self, name: str) -> int:
        """Bytes of what came of it so far."""
        return sum(each.stat().st_size for each in self._parts(name))

    def part(self, name: str, sha256: str) -> Path:
        """Where it grows. What was begun of another file by that name goes."""
        wanted = self._path / f"{name}.{sha256[:_SHA_SHOWN]}{_PART}"
        try:
            self._path.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            for each in self._parts(name):
                if each != wanted:
                    each.unlink(missing_ok=True)
        except OSError:
            raise _unwritable() from None
        return wanted

    def keep(self, model: KeptModel, part: Path) -> None:
        facts = {"licence": model.licence, "source": model.source, "sha256": model.sha256}
        whole = self._path / f"{model.name}{_WHOLE}"
        try:
            whole.with_suffix(_FACTS).write_text(json.dumps(facts), "utf-8")
            part.replace(whole)
        except OSError:
            raise _unwritable() from None

    def remove(self, name: str) -> bool:
        """The file and what was begun of it; whether there was anything."""
        whole = self.path_of(name)
        gone = [*self._parts(name)] + ([] if whole is None else [whole])
        try:
            for each in gone:
                each.unlink(missing_ok=True)
            if whole is not None:
                whole.with_suffix(_FACTS).unlink(missing_ok=True)
        except OSError:
            raise _unwritable() from None
        return bool(gone)

    def _whole(self) -> Iterator[KeptModel]:
        for each in self._files(_WHOLE):
            with suppress(FileNotFoundError):
                said = _facts(each.with_suffix(_FACTS))
                yield KeptModel(each.stem, each.stat().st_size, **said)

    def _parts(self, name: str) -> list[Path]:
        return [
            each
            for each in self._files(_PART)
            if each.stem.rpartition(".")[0] == name  # its sum stands between
        ]

    def _files(self, ending: str) -> list[Path]:
        try:
            return [each for each in self._path.iterdir() if each.name.endswith(ending)]
        except OSError:
            return []


def _facts(path: Path) -> dict[str, Any]:
    try:
        said = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    known = ("licence", "source", "sha256")
    return {each: said[each] for each in known if isinstance(said.get(each), str)}


def _unwritable() -> IoFailed:
    return IoFailed("the folder of models in the home cannot be written", reason="failed")
