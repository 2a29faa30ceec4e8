"""Somebody who spoils the files of a running memory and of its project, and restores them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import apsw

DATABASES = ("episodes.db", "mind.db")
GARBAGE = 40_000

Undo = Callable[[], object] | None


class Vandal:
    """`spoil` does one thing by chance; what can be taken back is taken back by `relent`, and
    `restore` puts back everything as it was when the vandal came."""

    def __init__(self, home: Path, folder: Path, chance: Random) -> None:
        self.home, self.folder, self._chance = home, folder, chance
        self._sound = home.with_name("sound")
        shutil.copytree(home, self._sound / "home")
        shutil.copytree(folder, self._sound / "folder")
        self._undo: Undo = None
        self.done: list[str] = []

    def spoil(self) -> None:
        act = self._chance.choice(ACTS)
        self.done.append(act.__name__)
        with suppress(OSError, apsw.Error):  # it may be gone already
            self._undo = act(self)

    def relent(self) -> None:
        undo, self._undo = self._undo, None
        if undo is not None:
            with suppress(OSError):
                undo()

    def restore(self) -> None:
        """Sound files under new names and then in place, as from a backup."""
        self.relent()
        self.home.mkdir(exist_ok=True)
        for name in DATABASES:
            path = self.home / name
            if path.is_dir():
                path.rmdir()
            for side in ("-wal", "-shm"):
                path.with_name(name + side).unlink(missing_ok=True)
            shutil.copy(self._sound / "home" / name, path.with_suffix(".new"))
            path.with_suffix(".new").replace(path)
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self._sound / "folder", self.folder)

    # -- choices

    def database(self) -> Path:
        return self.home / self._chance.choice(DATABASES)

    def log(self) -> Path:
        return self.home / f"{self._chance.choice(DATABASES)}-wal"

    def file(self) -> Path:
        found = [each for each in self.folder.rglob("*") if each.is_file()]
        return self._chance.choice(found) if found else self.folder / "nothing"

    def place(self) -> int:
        """The beginning of a file, of a page, or somewhere."""
        return self._chance.choice([0, 4_096, 10_000])

    def bytes(self) -> bytes:
        return self._chance.randbytes(GARBAGE)


def _overwrite(path: Path, start: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(start)
        file.write(data)


def _halve(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def _away(path: Path) -> Undo:
    away = path.with_name(f"{path.name}.away")
    path.rename(away)

    def back() -> None:
        if path.is_dir():  # somebody made a new one meanwhile
            shutil.rmtree(path)
        away.replace(path)

    return back


def delete_a_database(vandal: Vandal) -> None:
    vandal.database().unlink()


def delete_a_database_with_its_log(vandal: Vandal) -> None:
    path = vandal.database()
    for side in ("", "-wal", "-shm"):
        path.with_name(path.name + side).unlink(missing_ok=True)


def delete_a_log(vandal: Vandal) -> None:
    vandal.log().unlink()


def truncate_a_database(vandal: Vandal) -> None:
    _halve(vandal.database())


def truncate_a_log(vandal: Vandal) -> None:
    _halve(vandal.log())


def garble_a_database(vandal: Vandal) -> None:
    _overwrite(vandal.database(), vandal.place(), vandal.bytes())


def garble_a_log(vandal: Vandal) -> None:
    _overwrite(vandal.log(), 0, vandal.bytes())


def empty_a_database(vandal: Vandal) -> None:
    vandal.database().write_bytes(b"")


def put_a_directory_in_its_place(vandal: Vandal) -> None:
    path = vandal.database()
    path.unlink()
    path.mkdir()


def lock_a_database(vandal: Vandal) -> Undo:
    other = apsw.Connection(str(vandal.database()))
    other.set_busy_timeout(1_000)
    other.execute("BEGIN EXCLUSIVE")
    return other.close


def keep_a_database_to_oneself(vandal: Vandal) -> Undo:
    other = apsw.Connection(str(vandal.database()))
    other.execute("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE").fetchall()
    return other.close


def take_the_rights(vandal: Vandal) -> Undo:
    path = vandal.database()
    path.chmod(0)
    return lambda: path.chmod(0o600)


def rename_a_database(vandal: Vandal) -> Undo:
    return _away(vandal.database())


def rename_the_home(vandal: Vandal) -> Undo:
    return _away(vandal.home)


def rename_the_folder(vandal: Vandal) -> Undo:
    return _away(vandal.folder)


def delete_the_folder(vandal: Vandal) -> None:
    shutil.rmtree(vandal.folder)


def delete_a_file(vandal: Vandal) -> None:
    vandal.file().unlink()


def garble_a_file(vandal: Vandal) -> None:
    vandal.file().write_bytes(b"\xff\xfe" + vandal.bytes())


def put_a_pipe_in_its_place(vandal: Vandal) -> None:
    path = vandal.file()
    path.unlink()
    os.mkfifo(path)


def lead_a_file_outside(vandal: Vandal) -> None:
    path = vandal.file()
    path.unlink()
    path.symlink_to("/etc/passwd")


ACTS: list[Callable[[Vandal], Undo]] = [
    delete_a_database,
    delete_a_database_with_its_log,
    delete_a_log,
    truncate_a_database,
    truncate_a_log,
    garble_a_database,
    garble_a_log,
    empty_a_database,
    put_a_directory_in_its_place,
    lock_a_database,
    keep_a_database_to_oneself,
    take_the_rights,
    rename_a_database,
    rename_the_home,
    rename_the_folder,
    delete_the_folder,
    delete_a_file,
    garble_a_file,
    put_a_pipe_in_its_place,
    lead_a_file_outside,
]
