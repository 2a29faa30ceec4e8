"""Authors' keys: made for good, read by their owner alone, and gone when they are destroyed."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

pytest.importorskip("cryptography")

from mohen.core.author_keys import KeyGiven, KeysInFolder, author_keys
from mohen.errors import InvalidArgument, IoFailed


def test_a_key_is_there_until_it_is_destroyed(tmp_path: Path) -> None:
    keys = KeysInFolder(tmp_path / "keys")
    assert keys.read("mind-a-1") is None
    made = keys.make("mind-a-1")
    assert keys.read("mind-a-1") == made
    assert KeysInFolder(tmp_path / "keys").names("mind-a-") == ["mind-a-1"]
    keys.destroy("mind-a-1")
    keys.destroy("mind-a-1")  # gone is gone
    assert keys.read("mind-a-1") is None
    assert list((tmp_path / "keys").iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_its_owner_alone_may_read_it(tmp_path: Path) -> None:
    KeysInFolder(tmp_path / "keys").make("mind-a-1")
    assert stat.S_IMODE((tmp_path / "keys").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "keys" / "mind-a-1.key").stat().st_mode) == 0o600


def test_its_bytes_are_written_over_before_the_file_goes(tmp_path: Path) -> None:
    """Given another name for the file, the key is not in it when it is destroyed."""
    keys = KeysInFolder(tmp_path)
    made = keys.make("mind-a-1")
    (tmp_path / "other").hardlink_to(tmp_path / "mind-a-1.key")
    keys.destroy("mind-a-1")
    assert made.hex().encode() not in (tmp_path / "other").read_bytes()


def test_a_damaged_file_is_no_key(tmp_path: Path) -> None:
    keys = KeysInFolder(tmp_path)
    (tmp_path / "mind-a-1.key").write_text("not a key")
    with pytest.raises(IoFailed):
        keys.read("mind-a-1")
    (tmp_path / "mind-a-1.key").write_text("abcd")
    assert keys.read("mind-a-1") is None


def test_where_nothing_can_be_written_no_key_is_made(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("a file, not a folder")
    with pytest.raises(IoFailed):
        KeysInFolder(tmp_path / "keys").make("mind-a-1")


def test_a_key_that_is_given_is_another_for_each_name_and_author_and_stays() -> None:
    ann, ben = KeyGiven(b"k" * 32, "ann"), KeyGiven(b"k" * 32, "ben")
    assert len({ann.read("a"), ann.read("b"), ben.read("a")}) == 3
    ann.destroy("a")
    assert ann.make("a") == ann.read("a")
    assert not ann.renews


def test_the_environment_says_where_keys_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    monkeypatch.delenv("MOHEN_AUTHOR_KEYS", raising=False)
    author_keys(home, "ann", "ann").make("one")
    monkeypatch.setenv("MOHEN_AUTHOR_KEYS", str(elsewhere))
    author_keys(home, "ann", "ann").make("two")
    assert len(list(home.rglob("*.key"))) == len(list(elsewhere.rglob("*.key"))) == 1
    monkeypatch.setenv("MOHEN_AUTHOR_KEY", "ab" * 32)
    assert not author_keys(home, "ann", "ann").renews
    monkeypatch.setenv("MOHEN_AUTHOR_KEY", "too short")
    with pytest.raises(InvalidArgument):
        author_keys(home, "ann", "ann")
