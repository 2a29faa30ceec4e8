"""The folder a memory is kept in, and who may read it. No path leaves this room."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from pathlib import Path

from mohen.errors import InvalidArgument, IoFailed

FOLDER_MODE, FILE_MODE = 0o700, 0o600
_SIDE_FILES = ("", "-wal", "-shm")


class Home:
    def __init__(self, path: Path) -> None:
        self.path = path

    def make(self) -> None:
        """The folder, if it is not there yet."""
        if self.path.exists() and not self.path.is_dir():
            raise InvalidArgument("home must be a folder", field="home")
        try:
            self.path.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
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
        return [name for name, path, _ in self._entries() if path.stat().st_mode & others]

    def make_private(self) -> dict[str, int]:
        """Give everything the mode it should have, neither looser nor tighter; answers what
        was changed."""
        changed = {}
        for name, path, mode in self._entries() if os.name == "posix" else []:
            if stat.S_IMODE(path.stat().st_mode) != mode:
                path.chmod(mode)
                changed[name] = mode
        return changed

    def _entries(self) -> list[tuple[str, Path, int]]:
        if not self.is_there():
            return []
        return [
            (".", self.path, FOLDER_MODE),
            *(
                (each.name, each, FOLDER_MODE if each.is_dir() else FILE_MODE)
                for each in sorted(self.path.iterdir())
            ),
        ]

    def free_bytes(self) -> int:
        return shutil.disk_usage(self.path).free

    def size(self, name: str) -> int:
        """Bytes of a database with its log."""
        together = (self.path / name, self.path / f"{name}-wal")
        return sum(each.stat().st_size for each in together if each.exists())

    def set_aside(self, name: str, stamp: int) -> str:
        """Move a damaged database away under a name with the time; nothing is deleted."""
        aside = f"{name}.damaged-{stamp}"
        for side in _SIDE_FILES:
            old = self.path / f"{name}{side}"
            if old.exists():
                old.rename(self.path / f"{aside}{side}")
        return aside
