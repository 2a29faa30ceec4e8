"""The skill that checks: what `graph:check` finds, through `ai:skill:run` (R171)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mohen.errors import ModelError
from mohen.testing import ScriptedWriter
from shows import shows
from spec.test_story import bound
from worlds import World, Worlds

ZH = {
    ".mohen/characters/周伯.md": "# 周伯\n",
    ".mohen/characters/苏晴.md": "# 苏晴\n- 眼睛：琥珀色\n",
    "chapters/01.md": "# 第一章\n\n周伯死了。苏晴哭了一夜。\n",
    "chapters/02.md": "# 第二章\n\n周伯推开门，笑道：“我来喝喜酒了。”\n",
}
EN = {
    ".mohen/characters/mara.md": "# Mara Quill\n- Eyes: green\n",
    "chapters/01.md": "# Chapter 1\n\nMara Quill looked up. Mara's eyes were brown.\n",
}
DEAD = {
    "zh": "周伯在第1章已死，第2章却又出场行动",
    "en": "周伯 dies in chapter 1, yet acts in chapter 2",
}
PLACES = [
    ("chapters/01.md", 3, "周伯死了。"),
    ("chapters/02.md", 3, "周伯推开门，笑道：“我来喝喜酒了。”"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return bound(tmp_path / "novel", ZH)


def at(world: World, folder: Path) -> World:
    world.ok("project:bind", projectId="novel", folder=str(folder))
    return world


def run(world: World, **asked: Any) -> dict[str, Any]:
    return world.ok("ai:skill:run", skillId="consistency-check", projectId="novel", **asked)


def places(found: dict[str, Any]) -> list[tuple[str, int, str]]:
    return [(each["ref"], each["firstLine"], each["excerpt"]) for each in found["evidence"]]


@shows("R171")
def test_without_a_model_it_gives_what_a_check_finds_with_both_lines(
    world: World, folder: Path
) -> None:
    # Given a dead man who comes to the wedding, and no model
    at(world, folder)
    # When the skill is run on the chapter
    text = (folder / "chapters/02.md").read_text("utf-8")
    said = run(world, text=text, chapterId="chapters/02.md", stream=True)
    # Then its findings are those of the check, each with every place that says so
    assert said["findings"] == world.ok("graph:check", projectId="novel")["findings"]
    (found,) = said["findings"]
    assert (found["kind"], found["message"], places(found)) == ("state", DEAD, PLACES)
    # And the candidate says the same in words, which were streamed
    (report,) = said["candidates"]
    assert report.splitlines()[2:] == [
        f"1. {DEAD['zh']}",
        *(f"   - {ref}:{line}  {words}" for ref, line, words in PLACES),
    ]
    pieces = [data["text"] for push, data in world.pushes if data.get("event") == "delta" and push]
    assert pieces == [report]
    # And nobody claims that a writer judged
    assert "own check" in said["model"]["notice"]["en"]
    assert "additions" not in said


def test_without_a_text_it_is_of_the_whole_story(world: World, folder: Path) -> None:
    said = run(at(world, folder))
    assert [each["message"] for each in said["findings"]] == [DEAD]


def test_an_english_story_is_reported_in_english(world: World, tmp_path: Path) -> None:
    said = run(at(world, bound(tmp_path / "novel", EN)))
    assert said["candidates"] == [
        "1 contradiction found (2 files, 1 chapter):\n\n"
        "1. Mara Quill's eyes: green in the setting, brown in chapter 1\n"
        "   - .mohen/characters/mara.md:2  - Eyes: green\n"
        "   - chapters/01.md:3  Mara's eyes were brown."
    ]


def test_a_text_that_stands_in_no_file_yet_is_held_against_the_story(
    world: World, folder: Path
) -> None:
    at(world, folder)
    # When a chapter is sent as it is on the desk, otherwise than its file
    mended = "# 第二章\n\n周大推开门。苏晴的眼睛是蓝色的。\n"
    said = run(world, text=mended, chapterId="chapters/02.md")
    # Then what it says counts, not what the file says
    assert [places(each) for each in said["findings"]] == [
        [
            (".mohen/characters/苏晴.md", 2, "- 眼睛：琥珀色"),
            ("chapters/02.md", 3, "苏晴的眼睛是蓝色的。"),
        ]
    ]
    # And a passage of no chapter comes behind the last
    said = run(world, text="苏晴的眼睛是蓝色的。")
    assert [each["chapter"] for each in said["findings"]] == [2, 3]
    # And nothing of it is kept
    assert len(world.ok("graph:check", projectId="novel")["findings"]) == 1


def test_what_is_meant_is_counted_and_not_told_again(world: World, folder: Path) -> None:
    (found,) = run(at(world, folder))["findings"]
    world.ok("graph:exempt", projectId="novel", findingId=found["id"], reason="他是鬼")
    said = run(world)
    assert said["candidates"] == ["没有发现矛盾（4 个文件，2 章）。\n\n有意为之：1 处。"]
    assert said["findings"][0]["intentional"]


def test_where_there_is_nothing_to_check_it_says_so(world: World) -> None:
    said = run(world, text="She waited.")
    assert said["findings"] == []
    assert said["candidates"] == ["No contradiction was found (0 files, 1 chapter)."]


@shows("R171")
def test_a_model_adds_and_its_words_are_marked(worlds: Worlds, folder: Path) -> None:
    # Given a model
    writer = ScriptedWriter("“哭了一夜”与下文的喜宴不合。")
    world = at(worlds(writer=writer), folder)
    # When the skill is run
    said = run(world, instruction="看看时间", stream=True)
    # Then what was found stands before what the model adds, which is marked as such
    assert [each["message"] for each in said["findings"]] == [DEAD]
    assert said["additions"] == ["“哭了一夜”与下文的喜宴不合。"]
    found, mark, added = said["candidates"][0].rpartition("语言模型的补充，墨痕未核对：\n\n")
    assert (DEAD["zh"] in found, bool(mark), added) == (True, True, said["additions"][0])
    pieces = [data["text"] for push, data in world.pushes if data.get("event") == "delta" and push]
    assert "".join(pieces) == said["candidates"][0]
    # And the model was told what was found, and the author's wish is kept as it was
    assert DEAD["zh"] in writer.asked[0].messages[1].content
    assert world.episode(said["episodeId"])["trigger"]["inputContext"] == "看看时间"


def test_a_model_that_fails_takes_nothing_away(worlds: Worlds, folder: Path) -> None:
    world = at(worlds(writer=ScriptedWriter(ModelError("down"))), folder)
    said = run(world)
    assert [each["message"] for each in said["findings"]] == [DEAD]
    assert "additions" not in said
    (warned,) = said["warnings"]
    assert (warned["code"], warned["source"]) == ("UPSTREAM_ERROR", "model")


def test_a_file_that_cannot_be_read_is_a_warning(world: World, folder: Path) -> None:
    (folder / "chapters/03.md").write_bytes(b"\xff\xfe\x00\xff")
    said = run(at(world, folder))
    assert ("INVALID_FORMAT", "chapters/03.md") in [
        (each["code"], each["source"]) for each in said["warnings"]
    ]
    assert len(said["findings"]) == 1
