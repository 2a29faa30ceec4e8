"""Chapters at the desk: in their order, as their files say, and never over somebody else's work."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from inside import inside
from mohen.errors import StoreCorrupt
from mohen.manuscript.store import FolderStore
from shows import shows
from worlds import World, Worlds

RAIN = "chapters/第九章 雨.md"


def put(folder: Path, ref: str, content: str | bytes) -> Path:
    path = folder / ref
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.fixture
def novel(world: World, tmp_path: Path) -> Path:
    folder = tmp_path / "novel"
    put(folder, RAIN, "# 第九章 雨\n\n雨下了一夜。\n")
    put(folder, "chapters/第十章 雪.md", "雪停了。\n")
    put(folder, ".mohen/outline.md", "雨夜重逢。")
    world.ok("project:bind", projectId="novel", folder=str(folder))
    return folder


def read(world: World, ref: str = RAIN) -> dict[str, Any]:
    return world.ok("chapter:read", projectId="novel", ref=ref)


def write(world: World, text: str, version: str, ref: str = RAIN) -> dict[str, Any]:
    return world.ok("chapter:write", projectId="novel", ref=ref, text=text, version=version)


def listed(world: World) -> list[dict[str, Any]]:
    return list(world.ok("project:chapters", projectId="novel")["items"])


def pushed(world: World, name: str) -> list[dict[str, Any]]:
    return [data for push, data in world.pushes if push == name]


# -- reading


@shows("R169", "R167")
def test_given_a_folder_when_chapters_are_listed_then_a_reader_could_count_them(
    world: World, novel: Path
) -> None:
    items = listed(world)
    assert [(each["ref"], each["title"]) for each in items] == [
        (RAIN, "第九章 雨"),
        ("chapters/第十章 雪.md", "第十章 雪"),
    ]
    assert items[1]["chars"] == 5
    assert items[1]["modifiedAt"] == (novel / items[1]["ref"]).stat().st_mtime_ns // 10**6
    assert read(world, items[1]["ref"])["version"] == items[1]["version"]
    assert str(novel) not in json.dumps(items, ensure_ascii=False)


@shows("R149")
def test_a_chapter_that_cannot_be_read_is_listed_with_its_code(world: World, novel: Path) -> None:
    put(novel, "chapters/11.md", "雨".encode("utf-16"))
    (novel / "chapters/12.md").symlink_to(novel / RAIN)
    troubles = {each["ref"]: each.get("trouble") for each in listed(world)}
    assert troubles["chapters/11.md"] == "INVALID_FORMAT"
    assert troubles["chapters/12.md"] == "OUTSIDE"
    for ref, code in troubles.items():
        if code is not None:
            error = world.fails("chapter:read", projectId="novel", ref=ref)
            assert (error["code"], error["details"]["reason"]) == ("IO_ERROR", code)
            error = world.fails("chapter:write", projectId="novel", ref=ref, text="x", version="")
            assert (error["code"], error["details"]["reason"]) == ("IO_ERROR", code)


def test_a_folder_that_is_gone_is_said_to_be_missing(world: World, novel: Path) -> None:
    novel.rename(novel.with_name("away"))
    assert world.ok("project:chapters", projectId="novel") == {"items": [], "missing": True}
    assert world.fails("chapter:read", projectId="novel", ref=RAIN)["code"] == "NOT_FOUND"


@shows("C92")
def test_nothing_but_chapters_of_the_project_is_read_or_written(world: World, novel: Path) -> None:
    put(novel, "AGENTS.md", "说人话。")
    put(novel.parent, "secret.md", "secret")
    for ref in (
        ".mohen/outline.md",
        "AGENTS.md",
        "../secret.md",
        "chapters/../../secret.md",
        str(novel / RAIN),
        "chapters\\1.md",
        "chapters/.hidden.md",
        "chapters/1.png",
        "",
    ):
        for channel, more in (
            ("chapter:read", {}),
            ("chapter:write", {"text": "x", "version": ""}),
        ):
            error = world.fails(channel, projectId="novel", ref=ref, **more)
            assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "ref")
    error = world.fails("chapter:read", projectId="other", ref=RAIN)
    assert (error["code"], error["details"]["field"]) == ("NOT_FOUND", "projectId")
    assert (novel / "AGENTS.md").read_text("utf-8") == "说人话。"


# -- writing


def test_given_a_chapter_when_it_is_written_then_the_file_says_so(
    world: World, novel: Path
) -> None:
    before = read(world)
    after = write(world, "# 第九章 大雨\n\n雨停了。\n", before["version"])
    assert (novel / RAIN).read_text("utf-8") == "# 第九章 大雨\n\n雨停了。\n"
    assert after["title"] == "第九章 大雨"
    assert after["version"] != before["version"]
    now = read(world)
    assert {key: now[key] for key in ("version", "modifiedAt")} == {
        key: after[key] for key in ("version", "modifiedAt")
    }
    # and again, from the version that was answered
    assert write(world, "雨又下了。", after["version"])["chars"] == 5
    assert sorted(each.name for each in (novel / "chapters").iterdir()) == [
        "第九章 雨.md",
        "第十章 雪.md",
    ]


def test_a_file_that_was_changed_elsewhere_is_not_overwritten(world: World, novel: Path) -> None:
    before = read(world)
    put(novel, RAIN, "另一个程序写的。")
    error = world.fails(
        "chapter:write", projectId="novel", ref=RAIN, text="我写的。", version=before["version"]
    )
    assert error["code"] == "CONFLICT"
    assert error["details"] == {"field": "version", "version": read(world)["version"]}
    assert (novel / RAIN).read_text("utf-8") == "另一个程序写的。"
    # Then the author decides for their own
    write(world, "我写的。", error["details"]["version"])
    assert (novel / RAIN).read_text("utf-8") == "我写的。"
    # And what is put back as it was is the version that it was
    put(novel, RAIN, before["text"])
    assert read(world)["version"] == before["version"]


def test_a_chapter_that_was_taken_away_is_not_made_again(world: World, novel: Path) -> None:
    before = read(world)
    (novel / RAIN).unlink()
    error = world.fails(
        "chapter:write", projectId="novel", ref=RAIN, text="x", version=before["version"]
    )
    assert error["code"] == "NOT_FOUND"
    assert not (novel / RAIN).exists()


@shows("C91")
def test_two_processes_that_write_at_once_do_not_overwrite_each_other(
    worlds: Worlds, tmp_path: Path
) -> None:
    put(tmp_path / "novel", RAIN, "雨。")
    first = worlds()
    first.ok("project:bind", projectId="novel", folder=str(tmp_path / "novel"))
    second = World(first.home)
    version = read(first)["version"]
    write(first, "第一个窗口。", version)
    error = second.fails(
        "chapter:write", projectId="novel", ref=RAIN, text="第二个窗口。", version=version
    )
    assert error["code"] == "CONFLICT"
    assert read(second)["text"] == "第一个窗口。"
    second.close()


@pytest.mark.parametrize(
    ("raw", "text", "written"),
    [
        (b"\xef\xbb\xbfa\r\nb\r\n", "a\nc\n", b"\xef\xbb\xbfa\r\nc\r\n"),
        (b"a\r\nb\r\n", "a\nb\n\nc", b"a\r\nb\r\n\r\nc"),
        (b"a\nb", "\ufeffa\r\nb", b"a\nb"),
        (b"a\r\nb\nc\n", "a\nx\nc\n", b"a\r\nx\nc\n"),
        (b"", "雨\n".encode().decode(), "雨\n".encode()),
    ],
)
def test_a_file_keeps_its_mark_and_its_ends_of_lines(
    world: World, novel: Path, raw: bytes, text: str, written: bytes
) -> None:
    path = put(novel, RAIN, raw)
    answer = write(world, text, read(world)["version"])
    assert path.read_bytes() == written
    assert read(world)["version"] == answer["version"]


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
def test_a_file_keeps_its_rights_and_a_text_that_is_the_same_its_time(
    world: World, novel: Path
) -> None:
    path = novel / RAIN
    path.chmod(0o640)
    write(world, "雨。", read(world)["version"])
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    as_it_was, version = path.stat().st_mtime_ns, read(world)["version"]
    world.pushes.clear()
    assert write(world, "雨。", version)["version"] == version
    assert path.stat().st_mtime_ns == as_it_was
    assert pushed(world, "chapter:written") == []


def test_a_text_that_could_not_be_read_again_is_not_written(world: World, novel: Path) -> None:
    before = read(world)
    for text in ("a\0b", "x" * (2**20 + 1), "雨" * (2**20 // 3 + 1)):
        error = world.fails(
            "chapter:write", projectId="novel", ref=RAIN, text=text, version=before["version"]
        )
        assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "text")
    assert read(world) == before
    write(world, "x" * 2**20, before["version"])  # exactly as much as is read
    assert len(read(world)["text"]) == 2**20


# -- beginning


def test_given_chapters_when_one_more_is_begun_then_it_is_the_next(
    world: World, novel: Path
) -> None:
    made = world.ok("chapter:create", projectId="novel", title="  风 ")
    assert (made["ref"], made["title"], made["text"]) == (
        "chapters/第十一章 风.md",
        "第十一章 风",
        "# 第十一章 风\n\n",
    )
    assert [each["ref"] for each in listed(world)][-1] == made["ref"]
    write(world, "# 风\n\n起风了。\n", made["version"], made["ref"])
    again = world.ok("chapter:create", projectId="novel", title="风")
    assert again["ref"] == "chapters/第十二章 风.md"
    assert read(world, made["ref"])["text"] == "# 风\n\n起风了。\n"


def test_a_name_that_is_taken_is_never_written_over(world: World, novel: Path) -> None:
    (novel / "chapters/第十一章 风.md").mkdir()  # whatever it is that stands there
    assert world.ok("chapter:create", projectId="novel", title="风")["ref"] == (
        "chapters/第十二章 风.md"
    )
    named = world.ok("chapter:create", projectId="novel", title="第九章 雨")
    assert named["ref"] == "chapters/第九章 雨 2.md"
    assert read(world)["text"].startswith("# 第九章 雨")


@pytest.mark.parametrize("title", ["", " \n ", "x" * 121])
def test_a_title_is_a_line(world: World, novel: Path, title: str) -> None:
    error = world.fails("chapter:create", projectId="novel", title=title)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "title")


# -- who is told, and who goes on


@shows("R167")
def test_our_own_write_is_told_as_ours_and_others_as_theirs(world: World, novel: Path) -> None:
    inside(world.memory).projects.look()
    written = write(world, "雨停了。", read(world)["version"])
    put(novel, "chapters/第十章 雪.md", "另一个程序写的。")  # meanwhile
    inside(world.memory).projects.look()
    (ours,) = pushed(world, "chapter:written")
    assert ours == {
        "projectId": "novel",
        "ref": RAIN,
        "version": written["version"],
        "at": world.clock.now(),
    }
    (theirs,) = pushed(world, "context:files:changed")
    assert theirs["refs"] == ["chapters/第十章 雪.md"]
    # And whoever changes the same file after us is told of too
    world.pushes.clear()
    world.ok("chapter:create", projectId="novel", title="风")
    put(novel, RAIN, "又一个程序写的，长一些。")
    inside(world.memory).projects.look()
    (theirs,) = pushed(world, "context:files:changed")
    assert theirs["refs"] == [RAIN]


def test_the_story_follows_what_is_written(world: World, novel: Path) -> None:
    put(novel, ".mohen/characters/林远.md", "# 林远\n\n- 眼睛：蓝\n")
    world.ok("graph:refresh", projectId="novel")
    write(world, "# 第九章 雨\n\n林远站在雨里。\n", read(world)["version"])
    assert world.ok("graph:refresh", projectId="novel")["read"] == 1
    assert world.ok("graph:refresh", projectId="novel")["read"] == 0


@shows("R93")
def test_the_author_writes_on_while_the_memory_cannot_be_read(
    world: World, novel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = read(world)["version"]

    def destroyed(*_: object) -> None:
        raise StoreCorrupt("a row of mind.db makes no sense; run `mohen doctor`")

    monkeypatch.setattr(FolderStore, "get", destroyed)
    written = write(world, "雨还在下。", version)
    assert read(world)["text"] == "雨还在下。"
    assert listed(world)[0]["version"] == written["version"]
    assert world.ok("chapter:create", projectId="novel", title="风")["ref"]
    # What was never known cannot be found now
    error = world.fails("project:chapters", projectId="other")
    assert error["code"] == "DB_ERROR"
