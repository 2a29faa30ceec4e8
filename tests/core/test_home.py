"""The folder of a memory, whose files come and go while one looks at them."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from mohen.core.home import Home
from mohen.errors import InvalidArgument, IoFailed

posix = pytest.mark.skipif(os.name != "posix", reason="modes are a POSIX notion")


@posix
def test_loose_modes_are_named_and_set_right(tmp_path: Path):
    home = Home(tmp_path / "home")
    home.make()
    (tmp_path / "home" / "a.db").touch(0o644)
    (tmp_path / "home" / "b.db").touch(0o400)
    assert home.loose() == ["a.db"]
    assert home.make_private() == {"a.db": 0o600, "b.db": 0o600}
    assert home.loose() == []
    assert home.make_private() == {}


@posix
def test_a_file_that_vanishes_meanwhile_is_passed_over(tmp_path: Path):
    home, done = Home(tmp_path), threading.Event()

    def come_and_go() -> None:
        journal = tmp_path / "episodes.db-wal"
        while not done.is_set():
            journal.touch()
            journal.unlink()

    churn = threading.Thread(target=come_and_go)
    churn.start()
    try:
        for _ in range(400):
            home.loose()
            home.make_private()
            home.size("episodes.db")
    finally:
        done.set()
        churn.join()


def test_a_home_that_is_gone_has_nothing_in_it(tmp_path: Path):
    home = Home(tmp_path / "gone")
    assert not home.is_there()
    assert home.loose() == []
    assert home.make_private() == {}
    assert home.size("episodes.db") == 0


def test_a_home_must_be_a_folder_that_can_be_made(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(InvalidArgument, match="folder"):
        Home(tmp_path / "file").make()
    with pytest.raises(IoFailed) as caught:
        Home(tmp_path / "file" / "home").make()
    assert str(tmp_path) not in str(caught.value)
