"""The folder `memory/` of a workspace: nothing outside is touched, nothing is half written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mohen.errors import InvalidArgument, IoFailed
from mohen.knowledge.workspace.directory import Workspace


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "workspace"
    made.mkdir()
    return made


def test_what_is_written_is_read(folder: Path) -> None:
    files = Workspace(str(folder))
    files.write("layer2/active/facts.jsonl", "用户\r\n对花生过敏\n")
    assert files.read("layer2/active/facts.jsonl") == "用户\r\n对花生过敏\n"
    assert files.refs() == ("layer2/active/facts.jsonl",)
    assert files.delete("layer2/active/facts.jsonl") is True
    assert files.delete("layer2/active/facts.jsonl") is False
    assert files.read("layer2/active/facts.jsonl") is None


def test_bytes_that_are_no_text_stay_as_they_are(folder: Path) -> None:
    (folder / "memory").mkdir()
    path = folder / "memory" / "a.jsonl"
    path.write_bytes(b"\xff\xfe{broken\n")
    files = Workspace(str(folder))
    text = files.read("a.jsonl")
    assert text is not None
    files.write("a.jsonl", text)
    assert path.read_bytes() == b"\xff\xfe{broken\n"


@pytest.mark.parametrize("ref", ["../x", "a/../../x", "/etc/passwd", "C:/x", "a\\b", "", "."])
def test_no_reference_leads_out(folder: Path, ref: str) -> None:
    files = Workspace(str(folder))
    with pytest.raises(InvalidArgument):
        files.read(ref)
    with pytest.raises(InvalidArgument):
        files.write(ref, "x")


def test_a_link_leads_nowhere(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "a.md").write_text("secret")
    (folder / "memory").mkdir()
    (folder / "memory" / "layer1").symlink_to(elsewhere)
    (folder / "memory" / "b.md").symlink_to(elsewhere / "a.md")
    files = Workspace(str(folder))
    assert files.refs() == ()
    for ref in ("layer1/a.md", "b.md"):
        with pytest.raises(IoFailed):
            files.read(ref)
        with pytest.raises(IoFailed):
            files.write(ref, "x")
    assert (elsewhere / "a.md").read_text() == "secret"


def test_a_workspace_that_is_gone(tmp_path: Path) -> None:
    files = Workspace(str(tmp_path / "nowhere"))
    assert files.read("config.json") is None
    assert files.refs() == ()
    with pytest.raises(IoFailed) as told:
        files.write("config.json", "{}")
    assert str(tmp_path) not in str(told.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_not_ours(folder: Path) -> None:
    (folder / "memory").mkdir(mode=0o500)
    with pytest.raises(IoFailed):
        Workspace(str(folder)).write("a", "x")


def test_what_somebody_changed_meanwhile_is_not_written_over(folder: Path) -> None:
    files = Workspace(str(folder))
    files.write("a.jsonl", "ours\n")
    before = files.read("a.jsonl")
    (folder / "memory" / "a.jsonl").write_text("theirs\n")
    assert files.write("a.jsonl", "ours again\n", before) is False
    assert files.read("a.jsonl") == "theirs\n"
    assert files.write("a.jsonl", "ours again\n", "theirs\n") is True
    assert files.refs() == ("a.jsonl",)
    assert sorted(each.name for each in (folder / "memory").iterdir()) == ["a.jsonl"]


def test_what_a_killed_process_left_half_written_is_swept_and_never_listed(folder: Path) -> None:
    files = Workspace(str(folder))
    files.write("layer2/active/facts.jsonl", "{}\n")
    active = folder / "memory" / "layer2" / "active"
    old, new, other = (
        active / name for name in (f".{'a' * 16}.tmp", f".{'b' * 16}.tmp", ".notes.tmp")
    )
    for each in (old, new, other):
        each.write_text("{", "utf-8")
        os.utime(each, (0, 0))
    os.utime(new)
    files.sweep()
    assert not old.exists()
    assert new.exists()  # somebody may be writing it
    assert other.exists()  # not ours
    assert files.refs() == ("layer2/active/.notes.tmp", "layer2/active/facts.jsonl")
