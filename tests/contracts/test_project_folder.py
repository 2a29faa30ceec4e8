"""A project's folder as it is read and written, with what each kind of system can do."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mohen.errors import InvalidArgument, IoFailed
from mohen.manuscript import directory
from mohen.manuscript.files import Folder
from mohen.manuscript.model import FileKind, Trouble
from mohen.manuscript.policy import Files
from mohen.policy import Policy
from shows import shows

SECRET = "the secret outside"
AT_ONCE = Files(settle_ms=0)  # keeps what was written just now, too


@pytest.fixture(params=["by handle", "by path"])
def _system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both branches, wherever the test runs: `by path` is how Windows is driven."""
    if request.param == "by path":
        monkeypatch.setattr(directory, "_BY_HANDLE", False)
    elif not directory._BY_HANDLE:
        pytest.skip("this system cannot")


pytestmark = pytest.mark.usefixtures("_system")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "secret.md").write_text(SECRET, "utf-8")
    made = tmp_path / "novel"
    made.mkdir()
    return made


@pytest.fixture
def put(root: Path) -> Callable[..., Path]:
    """`put(".mohen/outline.md", "…")`"""

    def put(ref: str, content: str | bytes = "x") -> Path:
        path = root / ref
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return put


def shelf(root: Path, policy: Files = AT_ONCE) -> Folder:
    return Folder(str(root), policy)


def refs(root: Path, kind: FileKind) -> list[str]:
    return [each.ref for each in shelf(root).files(kind)]


def troubles(root: Path, kind: FileKind) -> dict[str, Trouble | None]:
    return {each.ref: each.trouble for each in shelf(root).files(kind)}


# -- which files


@shows("R167", "C61")
def test_files_are_found_by_where_they_stand(root: Path, put: Callable[..., Path]) -> None:
    for ref in (
        "AGENTS.md",
        ".mohen/style-guide.md",
        ".mohen/style_guide.md",
        ".mohen/characters/林远.md",
        ".mohen/characters/ann.md",
        ".mohen/characters/.ann.md.swp",
        ".mohen/characters/._ann.md",
        ".mohen/characters/portrait.png",
        ".mohen/characters/deeper/hidden.md",
        ".mohen/world.md",
        ".mohen/world/镇子.md",
        ".mohen/settings/magic.md",
        ".mohen/outline.md",
        ".mohen/skills/my-skill/SKILL.md",
        ".mohen/skills/empty/notes.md",
        ".mohen/skills/README.md",
        "README.md",
    ):
        put(ref)
    assert refs(root, FileKind.AGENTS) == ["AGENTS.md"]
    assert refs(root, FileKind.STYLE_GUIDE) == [".mohen/style-guide.md", ".mohen/style_guide.md"]
    assert refs(root, FileKind.CHARACTER) == [
        ".mohen/characters/ann.md",
        ".mohen/characters/林远.md",
    ]
    assert refs(root, FileKind.WORLD) == [
        ".mohen/settings/magic.md",
        ".mohen/world.md",
        ".mohen/world/镇子.md",
    ]
    assert refs(root, FileKind.OUTLINE) == [".mohen/outline.md"]
    assert refs(root, FileKind.SKILL) == [".mohen/skills/my-skill/SKILL.md"]
    assert refs(root, FileKind.CHAPTER) == []
    for kind in FileKind:
        assert all(shelf(root).read(ref).kind is kind for ref in refs(root, kind))
    assert shelf(root).read("README.md").kind is FileKind.OTHER


def test_chapters_come_in_the_order_a_reader_counts(root: Path, put: Callable[..., Path]) -> None:
    for name in ("ch10.md", "ch2.md", "ch1.txt"):
        put(f"chapters/{name}")
    for name in ("第十章.md", "第二章.md"):
        put(f"正文/{name}")
    put("manuscript/01 dawn.TXT")
    assert refs(root, FileKind.CHAPTER) == [
        "chapters/ch1.txt",
        "chapters/ch2.md",
        "chapters/ch10.md",
        "正文/第二章.md",
        "正文/第十章.md",
        "manuscript/01 dawn.TXT",
    ]


def test_text_comes_without_mark_and_with_plain_lines(root: Path, put: Callable[..., Path]) -> None:
    put(".mohen/outline.md", b"\xef\xbb\xbf\xe9\x9b\xa8\r\n1\r2\n")
    assert shelf(root).read(".mohen/outline.md").text == "雨\n1\n2\n"


def test_too_many_files_are_seen_to_be_too_many(root: Path, put: Callable[..., Path]) -> None:
    for name in "abc":
        put(f".mohen/characters/{name}.md")
    found = shelf(root, Files(files_max=2)).files(FileKind.CHARACTER)
    assert [(each.ref, each.trouble) for each in found] == [
        (".mohen/characters/a.md", None),
        (".mohen/characters/b.md", None),
        (".mohen/characters", Trouble.TOO_LARGE),
    ]


@pytest.mark.skipif(os.name != "posix", reason="no such names there")
def test_a_name_that_no_reference_can_say_is_shown_and_not_read(
    root: Path, put: Callable[..., Path]
) -> None:
    for name in ("a\nref:b.md", "back\\slash.md", "con.md", "c:d.md"):
        put(f".mohen/characters/{name}", SECRET)
    os.close(os.open(os.fsencode(root / ".mohen/characters") + b"/\xff.md", os.O_CREAT))
    found = shelf(root).files(FileKind.CHARACTER)
    assert len(found) == 5
    for each in found:
        assert (each.text, each.trouble) == ("", Trouble.INVALID_FORMAT)
        assert "\n" not in each.ref
        each.ref.encode()


# -- never outside


@shows("R169", "C98")
def test_no_link_is_followed(root: Path, tmp_path: Path, put: Callable[..., Path]) -> None:
    outside = tmp_path / "elsewhere"
    (outside / "x").mkdir(parents=True)
    for name in ("a.md", "x/SKILL.md"):
        (outside / name).write_text(SECRET, "utf-8")
    put(".mohen/characters/real.md", "real")
    (root / ".mohen/characters/link.md").symlink_to(tmp_path / "secret.md")
    (root / ".mohen/characters/gone.md").symlink_to(tmp_path / "nowhere.md")
    (root / ".mohen/characters/loop.md").symlink_to("loop.md")
    (root / ".mohen/world").symlink_to(outside)
    (root / "AGENTS.md").symlink_to(tmp_path / "secret.md")
    (root / "chapters").symlink_to(outside, target_is_directory=True)
    (root / ".mohen/skills").mkdir()
    (root / ".mohen/skills/x").symlink_to(outside / "x")
    assert troubles(root, FileKind.CHARACTER) == {
        ".mohen/characters/gone.md": Trouble.OUTSIDE,
        ".mohen/characters/link.md": Trouble.OUTSIDE,
        ".mohen/characters/loop.md": Trouble.OUTSIDE,
        ".mohen/characters/real.md": None,
    }
    assert troubles(root, FileKind.WORLD) == {".mohen/world": Trouble.OUTSIDE}
    assert troubles(root, FileKind.AGENTS) == {"AGENTS.md": Trouble.OUTSIDE}
    assert troubles(root, FileKind.CHAPTER) == {"chapters": Trouble.OUTSIDE}
    assert troubles(root, FileKind.SKILL) == {".mohen/skills/x": Trouble.OUTSIDE}
    for ref in ("AGENTS.md", "chapters/a.md", ".mohen/world/a.md", ".mohen/skills/x/SKILL.md"):
        assert shelf(root).read(ref).trouble is Trouble.OUTSIDE
    texts = [each.text for kind in FileKind for each in shelf(root).files(kind)]
    assert SECRET not in texts


def test_a_link_in_the_place_of_our_folder_is_named_once_a_kind(root: Path, tmp_path: Path) -> None:
    (root / ".mohen").symlink_to(tmp_path)
    assert troubles(root, FileKind.WORLD) == {".mohen": Trouble.OUTSIDE}
    assert troubles(root, FileKind.STYLE_GUIDE) == {".mohen": Trouble.OUTSIDE}


def test_the_folder_itself_may_be_reached_through_a_link(
    root: Path, tmp_path: Path, put: Callable[..., Path]
) -> None:
    put("AGENTS.md", "here")
    (tmp_path / "way").symlink_to(root)
    assert shelf(tmp_path / "way").read("AGENTS.md").text == "here"


NAMES = st.sampled_from(
    ["..", ".", "", "secret.md", "link.md", "up", ".mohen", "novel", "a.md", "C:", "~", "~root"]
)
WAYS = st.lists(NAMES | st.text(max_size=4), max_size=6).flatmap(
    lambda names: st.sampled_from(["/", "\\", "//"]).map(lambda between: between.join(names))
)


@shows("R169", "C98")
@settings(
    max_examples=300,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@example("up/secret.md")
@example("link.md")
@example("../secret.md")
@given(WAYS | st.text())
def test_no_reference_whatever_reads_or_changes_a_byte_outside(root: Path, ref: str) -> None:
    secret = root.parent / "secret.md"
    if not (root / "up").is_symlink():
        (root / "up").symlink_to(root.parent)
        (root / "link.md").symlink_to(secret)
    around = sorted(root.parent.iterdir())
    folder = shelf(root)
    said = []
    for act in (folder.read, lambda ref: folder.write(ref, "mine"), folder.delete):
        try:
            said.append(repr(act(ref)))
        except (InvalidArgument, IoFailed) as refused:
            said.append(refused.message)
    assert SECRET not in "".join(said)
    assert str(root.parent) not in "".join(said)
    assert secret.read_text("utf-8") == SECRET
    assert sorted(root.parent.iterdir()) == around
    assert (root / "up").is_symlink()
    assert (root / "link.md").is_symlink()


# -- read once


@shows("R167")
def test_an_unchanged_file_is_not_read_again(
    root: Path, put: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(50):
        put(f".mohen/characters/{number}.md", f"card {number}")
    folder = shelf(root)
    first = folder.files(FileKind.CHARACTER)
    opened: list[str] = []
    really = directory.Directory.open
    monkeypatch.setattr(
        directory.Directory,
        "open",
        lambda self, name: (opened.append(name), really(self, name))[1],
    )
    assert folder.files(FileKind.CHARACTER) == first
    assert opened == []
    put(".mohen/characters/7.md", "card seven")
    assert {each.ref: each.text for each in folder.files(FileKind.CHARACTER)}[
        ".mohen/characters/7.md"
    ] == "card seven"
    assert opened == ["7.md"]


def test_a_replaced_file_of_the_same_size_and_time_is_read_again(
    root: Path, put: Callable[..., Path]
) -> None:
    path = put("AGENTS.md", "one")
    folder = shelf(root)
    assert folder.read("AGENTS.md").text == "one"
    was = path.stat()
    other = put("other.md", "two")
    other.replace(path)
    os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert folder.read("AGENTS.md").text == "two"


def test_a_file_that_was_changed_just_now_is_not_trusted_to_rest(
    root: Path, put: Callable[..., Path]
) -> None:
    """On a coarse clock a second change leaves no trace."""
    put("AGENTS.md", "one")
    folder = shelf(root, Files(settle_ms=60_000))
    folder.read("AGENTS.md")
    assert not folder._kept


def test_what_is_kept_is_bounded(root: Path, put: Callable[..., Path]) -> None:
    folder = shelf(root, Files(settle_ms=0, cache_chars=25))
    for number in range(5):
        put(f".mohen/characters/{number}.md", "x" * 10)
    assert len(folder.files(FileKind.CHARACTER)) == 5
    assert list(folder._kept) == [".mohen/characters/3.md", ".mohen/characters/4.md"]
    put(".mohen/outline.md", "y" * 30)
    assert folder.read(".mohen/outline.md").text == "y" * 30
    assert folder._chars <= 25


def test_many_may_read_at_once(root: Path, put: Callable[..., Path]) -> None:
    for number in range(20):
        put(f".mohen/characters/{number}.md", str(number) * 10)
    folder = shelf(root, Files(settle_ms=0, cache_chars=50))
    expected = folder.files(FileKind.CHARACTER)
    same: list[bool] = []

    def work() -> None:
        same.extend(folder.files(FileKind.CHARACTER) == expected for _ in range(20))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert same == [True] * 80
    assert folder._chars == sum(len(content.text) for _, content in folder._kept.values())


# -- writing


def test_what_was_written_is_read(root: Path) -> None:
    folder = shelf(root)
    folder.write(".mohen/conversations/c1.json", "雨\n")
    assert (root / ".mohen/conversations/c1.json").read_bytes() == "雨\n".encode()
    assert folder.read(".mohen/conversations/c1.json").text == "雨\n"
    folder.write(".mohen/conversations/c1.json", "雪\n")
    assert folder.read(".mohen/conversations/c1.json").text == "雪\n"
    assert folder.delete(".mohen/conversations/c1.json")
    assert not folder.delete(".mohen/conversations/c1.json")
    assert not folder.delete("nowhere/at/all.md")
    assert folder.read(".mohen/conversations/c1.json").trouble is Trouble.NOT_FOUND
    assert list((root / ".mohen/conversations").iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
def test_a_rewritten_file_keeps_its_rights(root: Path, put: Callable[..., Path]) -> None:
    path = put(".mohen/outline.md", "one")
    path.chmod(0o640)
    shelf(root).write(".mohen/outline.md", "two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_write_that_fails_leaves_what_was_there(
    root: Path, put: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(".mohen/outline.md", "one")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(IoFailed, match="ENOSPC"):
        shelf(root).write(".mohen/outline.md", "two")
    assert path.read_text("utf-8") == "one"
    assert [each.name for each in path.parent.iterdir()] == ["outline.md"]


def test_links_are_not_written_through_nor_deleted(root: Path, tmp_path: Path) -> None:
    (root / ".mohen").mkdir()
    (root / ".mohen/outline.md").symlink_to(tmp_path / "secret.md")
    (root / "chapters").symlink_to(tmp_path)
    for ref in (".mohen/outline.md", "chapters/secret.md"):
        with pytest.raises(IoFailed):
            shelf(root).write(ref, "mine")
        with pytest.raises(IoFailed):
            shelf(root).delete(ref)
    assert (tmp_path / "secret.md").read_text("utf-8") == SECRET
    assert (root / ".mohen/outline.md").is_symlink()


def test_what_could_not_be_read_again_is_not_written(root: Path) -> None:
    with pytest.raises(IoFailed, match="larger"):
        shelf(root, Files(file_bytes_max=5)).write("a.md", "雨雨")
    with pytest.raises(InvalidArgument, match="character"):
        shelf(root).write("a.md", "\ud800")
    with pytest.raises(IoFailed):
        shelf(root / "gone").write("a.md", "x")
    assert list(root.iterdir()) == []
    assert not (root / "gone").exists()


# -- the stamp


def test_the_stamp_changes_with_every_file_that_is_read(
    root: Path, put: Callable[..., Path]
) -> None:
    folder = shelf(root)
    seen = [folder.stamp()]
    card = put(".mohen/characters/ann.md", "one")
    seen.append(folder.stamp())
    card.write_text("two!", "utf-8")
    seen.append(folder.stamp())
    card.rename(card.with_name("anna.md"))
    seen.append(folder.stamp())
    put("chapters/1.md")
    seen.append(folder.stamp())
    assert len(set(seen)) == len(seen)
    put("notes.txt", "nobody reads this")
    put(".mohen/conversations/c1.json", "{}")
    assert folder.stamp() == seen[-1]
    (root / ".mohen/characters/anna.md").unlink()
    (root / "chapters/1.md").unlink()
    assert folder.stamp() == seen[0] != ""
    assert shelf(root / "gone").stamp() == ""


def test_chapters_may_lie_in_the_folder_itself_if_their_names_say_so(tmp_path: Path) -> None:
    for name in (
        "chapter2.md", "chapter10.md", "第一章 雪.txt", "03-snow.md", "Ch_4.md",
        "README.md", "notes.md", "chart.md", "AGENTS.md", "changelog.txt",
    ):  # fmt: skip
        (tmp_path / name).write_text("雪。", "utf-8")
    found = Folder(str(tmp_path), Policy().files).files(FileKind.CHAPTER)
    assert {each.ref for each in found} == {
        "chapter2.md", "chapter10.md", "第一章 雪.txt", "03-snow.md", "Ch_4.md",
    }  # fmt: skip
    refs = [each.ref for each in found]
    assert refs.index("chapter2.md") < refs.index("chapter10.md")
