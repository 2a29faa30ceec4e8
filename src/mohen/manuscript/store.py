"""Which folder belongs to a project: the table folders of mind.db, and where folders really are."""

from __future__ import annotations

import errno
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from mohen.errors import IoFailed
from mohen.manuscript.model import Project

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

_COLUMNS = "project_id, folder, bound_at"
_PRIVATE, _USUAL = 0o700, 0o777


class FolderStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, tx: Tx, project: Project) -> None:
        """Its folder from now on, in place of the one it had."""
        tx.execute(
            f"INSERT OR REPLACE INTO folders ({_COLUMNS}) VALUES (?,?,?)",
            (project.id, project.folder, project.bound_at),
        )

    def owner(self, tx: Tx, folder: str) -> str | None:
        """The project that a folder belongs to."""
        named = self._database.named(tx, folder)
        found = tx.execute("SELECT project_id FROM folders WHERE folder = ?", (named,)).get
        return None if found is None else str(found)

    def remove(self, tx: Tx, project_id: str) -> bool:
        """Whether it had one."""
        tx.execute("DELETE FROM folders WHERE project_id = ?", (project_id,))
        return bool(tx.changes())

    def get(self, project_id: str) -> Project | None:
        with self._database.read() as reader:
            row = reader.execute(
                f"SELECT {_COLUMNS} FROM folders WHERE project_id = ?", (project_id,)
            ).get
        return None if row is None else Project(*row)

    def all(self) -> list[Project]:
        with self._database.read() as reader:
            found = reader.execute(f"SELECT {_COLUMNS} FROM folders ORDER BY project_id")
            return [Project(*row) for row in found]


# -- where folders are


def real(folder: str) -> Path | None:
    """A folder as it is, behind links and dots; None where there is none."""
    try:
        path = Path(folder).resolve(strict=True)
        return path if path.is_dir() else None
    except (OSError, ValueError, RuntimeError):  # a loop of links; a name no system can hold
        return None


def make(path: Path, *, private: bool) -> bool:
    """A folder, and with `private` the one above it, for its owner alone; whether it was not there
    before. Raises `IoFailed`."""
    mode = _PRIVATE if private else _USUAL
    try:
        if private:
            path.parent.mkdir(mode=mode, exist_ok=True)
        path.mkdir(mode=mode)
    except FileExistsError:
        return False
    except OSError as error:
        said = errno.errorcode.get(error.errno or 0, "OSError")
        raise IoFailed(f"the folder cannot be made ({said})", field="folder") from None
    return True


def lies_in(inner: Path, outer: Path) -> bool:
    """Whether a folder is another or somewhere below it, however the two are spelled."""
    inner = inner.resolve()
    for each in (inner, *inner.parents):
        with suppress(OSError):
            if each.samefile(outer):
                return True
    return False


def users_home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:  # a user without one
        return None
