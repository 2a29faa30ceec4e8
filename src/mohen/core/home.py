"""The folder a memory is kept in, and who may read it. No path leaves this room."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from mohen.errors import InvalidArgument, IoFailed

FOLDER_MODE, FILE_MODE = 0o700, 0o600
KEYS = "author-keys"  # of an author whose rows are on a server
TOKEN_FILE = "token"  # what callers of `mohen serve` must bear
SERVER_FILE = "server.json"  # where a running one listens; gone with it
_SIDE_FILES = ("", "-wal", "-shm")
_RESERVE = "reserve"
_TO_OPEN = 1 << 18  # bytes that it takes to open the databases
_PROJECTS = "projects"


def default_home() -> Path:
    """`MOHEN_HOME`, else the platform's place for a user's data (C61)."""
    if named := os.environ.get("MOHEN_HOME"):
        return _expanded(named)
    from platformdirs import user_data_path

    return user_data_path("mohen", appauthor=False)


def home_path(named: str | os.PathLike[str] | None) -> Path:
    """As it was named, else the default."""
    return default_home() if named is None else _expanded(named)


def _expanded(named: str | os.PathLike[str]) -> Path:
    try:
        return Path(named).expanduser()
    except RuntimeError:
        raise InvalidArgument(
            "home is in the folder of a user who has none", field="home"
        ) from None


class _Entry(NamedTuple):
    name: str
    path: Path
    mode: int


class Home:
    def __init__(self, path: Path) -> None:
        self.path = path

    def make(self) -> None:
        """The folder, if it is not there yet."""
        try:
            if self.path.exists() and not self.path.is_dir():
                raise InvalidArgument("home must be a folder", field="home")
            self.path.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        except ValueError:
            raise InvalidArgument("home must be the path of a folder", field="home") from None
        except OSError as error:
            said = errno.errorcode.get(error.errno or 0, "OSError")
            raise IoFailed(f"the home folder cannot be made ({said})", field="home") from None

    def is_there(self) -> bool:
        return self.path.is_dir()

    def loose(self) -> list[str]:
        """What others than its owner may touch."""
        if os.name != "posix":
            return []  # other systems keep a user's folder to the user by other means
        others = stat.S_IRWXG | stat.S_IRWXO
        return [each.name for each in self._entries() if each.mode & others]

    def make_private(self) -> dict[str, int]:
        """Give everything the mode it should have, neither looser nor tighter; answers what
        was changed."""
        changed = {}
        for each in self._entries() if os.name == "posix" else []:
            wanted = FOLDER_MODE if each.path.is_dir() else FILE_MODE
            if each.mode != wanted:
                with suppress(FileNotFoundError):
                    each.path.chmod(wanted)
                    changed[each.name] = wanted
        return changed

    def _entries(self) -> Iterator[_Entry]:
        """The folder and what is in it. SQLite's own files come and go while one looks."""
        for path in (self.path, *sorted(self.path.glob("*"))):
            with suppress(FileNotFoundError):
                name = "." if path == self.path else path.name
                yield _Entry(name, path, stat.S_IMODE(path.stat().st_mode))

    def room(self, name: str) -> Path:
        """Where a project lives that has no other folder."""
        return self.path / _PROJECTS / name

    def is_room(self, path: Path) -> bool:
        with suppress(OSError):
            return path.parent.samefile(self.path / _PROJECTS)
        return False

    def sizes(self) -> dict[str, int]:
        """Bytes of each file in it, by its name; what tells of a running server is none of it."""
        found = {}
        for path in sorted(self.path.glob("*")):
            with suppress(FileNotFoundError):
                if path.is_file() and path.name not in (SERVER_FILE, _RESERVE):
                    found[path.name] = path.stat().st_size
        return found

    def others(self, stores: Sequence[str]) -> list[str]:
        """What stands in it beside these databases, and is nobody's passing note."""
        found = (each.name for each in sorted(self.path.glob("*")))
        ours = (*(f"{name}{side}" for name in stores for side in (*_SIDE_FILES, "-mark")), _RESERVE)
        return [name for name in found if name not in (*ours, SERVER_FILE)]

    def free_bytes(self) -> int:
        import shutil

        return shutil.disk_usage(self.path).free

    def lay_by(self, most: int) -> None:
        """Keep room that nobody else can take, for deleting needs some on the day the disk is
        full; never more than half of what is left."""
        with suppress(OSError):
            if (have := self._laid_by()) < most:
                self._lay_by(min(most, (have + self.free_bytes()) // 2))

    def lend(self, below: int = _TO_OPEN) -> int:
        """Give that room back to the disk, where less than so much is free; answers how much."""
        with suppress(OSError):
            if self.free_bytes() < below and (have := self._laid_by()):
                (self.path / _RESERVE).unlink()
                return have
        return 0

    def take_back(self, lent: int) -> None:
        """As far as nobody else was faster."""
        with suppress(OSError):
            self._lay_by(min(lent, self.free_bytes()))

    def _laid_by(self) -> int:
        path = self.path / _RESERVE
        return path.stat().st_size if path.exists() else 0

    def _lay_by(self, size: int) -> None:
        if (have := self._laid_by()) >= size:
            return
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        with os.fdopen(os.open(self.path / _RESERVE, flags, FILE_MODE), "ab") as file:
            if hasattr(os, "posix_fallocate"):  # zeros alone may be packed to nothing
                os.posix_fallocate(file.fileno(), have, size - have)
            else:
                file.write(bytes(size - have))

    def size(self, name: str) -> int:
        """Bytes of a database with its log."""
        size = 0
        for path in (self.path / name, self.path / f"{name}-wal"):
            with suppress(FileNotFoundError):
                size += path.stat().st_size
        return size

    def aside(self) -> list[str]:
        """Damaged files that were set aside; they still hold what they held."""
        return sorted(each.name for each in self.path.glob("*.damaged-*"))

    def delete_aside(self) -> int:
        """Delete them; answers how many."""
        names = self.aside()
        for name in names:
            with suppress(OSError):
                (self.path / name).unlink()
        return len(names) - len(self.aside())

    def set_aside(self, name: str, stamp: int) -> str:
        """Move a damaged database away under a name with the time; nothing is deleted."""
        aside = f"{name}.damaged-{stamp}"
        for side in _SIDE_FILES:
            old = self.path / f"{name}{side}"
            if old.exists():
                old.rename(self.path / f"{aside}{side}")
        return aside
