"""The story's graph and what contradicts itself in it (R170, R171)."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from inside import inside
from mohen.core.scope import Scope
from mohen.errors import ModelError
from mohen.testing import ScriptedModel
from shows import shows
from story.corpus import CHINESE
from worlds import World, Worlds


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return bound(tmp_path / "novel", CHINESE)


def bound(folder: Path, files: dict[str, str]) -> Path:
    for ref, text in files.items():
        path = folder / ref
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.strip() + "\n", "utf-8")
    return folder


@pytest.fixture
def novel(world: World, folder: Path) -> World:
    world.ok("project:bind", projectId="novel", folder=str(folder))
    return world


def check(world: World, **asked: Any) -> dict[str, Any]:
    return world.ok("graph:check", projectId="novel", **asked)


def finding(world: World, word: str) -> dict[str, Any]:
    return next(f for f in check(world)["findings"] if word in f["message"]["zh"])


# -- contradictions


@shows("R171")
def test_a_dead_man_who_comes_to_the_wedding_is_found_with_both_places(novel: World) -> None:
    # When the story is checked
    found = finding(novel, "周伯在第2章已死")
    # Then both sides are shown, word for word, with file and line
    assert (found["kind"], found["severity"], found["intentional"]) == ("state", "high", False)
    assert [each["ref"] for each in found["evidence"]] == ["chapters/02.md", "chapters/04.md"]
    assert [each["excerpt"] for each in found["evidence"]] == [
        "周伯死了。",
        "周伯推开门，笑道：“我来喝喜酒了。”",
    ]
    assert found["message"]["en"].startswith("周伯 dies in chapter 2")


@shows("R171")
def test_all_five_kinds_are_found(novel: World) -> None:
    answer = check(novel)
    assert {each["kind"] for each in answer["findings"]} == {
        "state",
        "time",
        "place",
        "knowledge",
        "relation",
    }
    assert answer["checked"]["chapters"] == 8
    assert answer["checked"]["files"] == len(CHINESE)
    assert answer["warnings"] == []


def test_a_check_may_be_of_one_chapter_or_from_one_on(novel: World) -> None:
    everything = check(novel)["findings"]
    of_six = check(novel, chapter=6)["findings"]
    assert of_six == [each for each in everything if each["chapter"] == 6]
    assert check(novel, chapter="chapters/06.md")["findings"] == of_six
    assert all(each["chapter"] >= 5 for each in check(novel, since="第五章 真相")["findings"])
    refused = novel.fails("graph:check", projectId="novel", chapter="尾声")
    assert (refused["code"], refused["details"]["field"]) == ("INVALID_ARGUMENT", "chapter")


def test_a_mended_chapter_has_nothing_to_report(novel: World, folder: Path) -> None:
    before = check(novel)["findings"]
    chapter = folder / "chapters" / "04.md"
    chapter.write_text(chapter.read_text("utf-8").replace("周伯推开门", "周大推开门"), "utf-8")
    after = check(novel)["findings"]
    assert [each for each in before if each not in after] == [
        each for each in before if "周伯在第2章已死" in each["message"]["zh"]
    ]


# -- what is meant


def test_what_the_author_means_is_shown_as_meant_until_the_text_changes(
    novel: World, folder: Path
) -> None:
    # Given a contradiction that the author means
    found = finding(novel, "周伯在第2章已死")
    meant = novel.ok("graph:exempt", projectId="novel", findingId=found["id"], reason="他是鬼")
    assert (meant["intentional"], meant["reason"]) == (True, "他是鬼")
    # Then it is shown as meant, though lines move
    chapter = folder / "chapters" / "04.md"
    chapter.write_text("\n\n" + chapter.read_text("utf-8"), "utf-8")
    assert finding(novel, "周伯在第2章已死")["intentional"]
    # When the text it rests on changes
    chapter.write_text(chapter.read_text("utf-8").replace("我来喝喜酒了", "我又来了"), "utf-8")
    # Then it is reported again
    assert not finding(novel, "周伯在第2章已死")["intentional"]


def test_an_exemption_is_taken_back(novel: World) -> None:
    id = finding(novel, "周伯在第2章已死")["id"]
    novel.ok("graph:exempt", projectId="novel", findingId=id)
    assert novel.ok("graph:unexempt", projectId="novel", findingId=id)["unexempted"]
    assert not novel.ok("graph:unexempt", projectId="novel", findingId=id)["unexempted"]
    assert not finding(novel, "周伯在第2章已死")["intentional"]


def test_nothing_can_be_exempted_that_is_not_there(novel: World) -> None:
    refused = novel.fails("graph:exempt", projectId="novel", findingId="find_0")
    assert (refused["code"], refused["details"]["field"]) == ("NOT_FOUND", "findingId")


# -- queries


@shows("R170")
def test_who_knew_what_by_chapter_three(novel: World) -> None:
    def knowers(at: int) -> set[str]:
        answer = novel.ok("graph:query", projectId="novel", entity="林家灭门真相", at=at, depth=0)
        return {
            each["entityName"]
            for each in answer["states"]
            if each["attribute"] in ("knows", "learns")
        }

    assert knowers(1) == {"周伯"}
    assert knowers(3) == {"周伯", "苏晴"}


@shows("R170")
def test_a_query_shows_what_held_then_with_its_evidence(novel: World) -> None:
    then = novel.ok("graph:query", projectId="novel", entity="阿远", at=1)
    assert "林远" in [each["name"] for each in then["entities"]]
    assert ("林震", "father", "林远") in [
        (each["fromName"], each["kind"], each["toName"]) for each in then["relations"]
    ]
    where = [each for each in then["states"] if each["attribute"] == "location"]
    assert [(each["entityName"], each["valueName"]) for each in where] == [("林远", "青石镇")]
    assert where[0]["evidence"]["ref"] == "chapters/01.md"
    now = novel.ok("graph:query", projectId="novel", entity="阿远", at=3)
    assert "临江城" in [each.get("valueName") for each in now["states"]]


def test_a_circle_of_relations_is_no_harm(world: World) -> None:
    for name in ("甲一", "乙二", "丙三"):
        put(world, entity={"name": name, "type": "character"})
    for a, b in (("甲一", "乙二"), ("乙二", "丙三"), ("丙三", "甲一")):
        put(world, relation={"from": a, "kind": "朋友", "to": b})
    answer = world.ok("graph:query", projectId="novel", entity="甲一", depth=3)
    assert answer["cyclic"]
    assert len(answer["entities"]) == 3
    way = world.ok("graph:path", projectId="novel", **{"from": "甲一", "to": "丙三"})
    assert [each["name"] for each in way["entities"]] == ["甲一", "丙三"]


def test_a_way_that_is_too_long_is_not_found(world: World) -> None:
    names = [f"人物{n}" for n in "一二三四"]
    for name in names:
        put(world, entity={"name": name, "type": "character"})
    for a, b in pairwise(names):
        put(world, relation={"from": a, "kind": "friend", "to": b})
    ends = {"from": names[0], "to": names[-1]}
    assert world.ok("graph:path", projectId="novel", **ends)["found"]
    assert not world.ok("graph:path", projectId="novel", maxDepth=2, **ends)["found"]


@pytest.mark.parametrize("form", ["json", "dot", "mermaid"])
def test_an_export_is_the_same_bytes_for_the_same_story(
    novel: World, folder: Path, worlds: Worlds, form: str
) -> None:
    first = novel.ok("graph:export", projectId="novel", format=form)["text"]
    other = worlds()
    other.ok("project:bind", projectId="novel", folder=str(folder))
    assert other.ok("graph:export", projectId="novel", format=form)["text"] == first
    assert "林远" in first
    if form == "json":
        assert {each["name"] for each in json.loads(first)["entities"]} >= {"林远", "霜刃"}


# -- cards in prose


PROSE = {
    ".mohen/characters/阿铁.md": "# 阿铁\n\n师父是周伯；铁匠，五十岁。\n住在青石镇。\n",
    ".mohen/characters/mara.md": "# Mara\n\nHer mentor is Old Zhou; a smith, thirty, green eyes.\n",
    ".mohen/world/places/望江楼.md": "临江城里最大的酒楼。\n",
    ".mohen/world.md": "# 世界\n\n临江城是江南第一大城。青石镇位于临江城以北。\n",
    "chapters/01.md": "# 第一章\n\n阿铁今年三十岁。阿铁坐在望江楼里。\n\nMara's eyes were brown.\n",
    "chapters/02.md": "# 第二章\n\n阿铁站在青石镇的桥头。阿铁站在望江楼上。\n",
}


@shows("R170", "R171")
def test_cards_in_prose_and_places_in_their_folders_are_in_the_graph_and_are_checked(
    world: World, tmp_path: Path
) -> None:
    # Given cards as people write them, and places in a folder of their own
    folder = bound(tmp_path / "novel", PROSE)
    world.ok("project:bind", projectId="novel", folder=str(folder))
    # Then the graph knows who they are, with the file and the line that says so
    known = world.ok("graph:query", projectId="novel", entity="阿铁")
    card = next(each for each in known["entities"] if each["name"] == "阿铁")
    assert card["attributes"] == {"age": "五十", "occupation": "铁匠"}
    ties = {(each["fromName"], each["kind"], each["toName"]): each for each in known["relations"]}
    assert set(ties) == {("周伯", "mentor", "阿铁"), ("阿铁", "lives_in", "青石镇")}
    said = ties["周伯", "mentor", "阿铁"]["evidence"]
    assert (said["ref"], said["firstLine"], said["excerpt"]) == (
        ".mohen/characters/阿铁.md",
        3,
        "师父是周伯；铁匠，五十岁。",
    )
    inn = world.ok("graph:query", projectId="novel", entity="望江楼")
    assert [(each["fromName"], each["kind"], each["toName"]) for each in inn["relations"]] == [
        ("望江楼", "located_at", "临江城")
    ]
    # And a check holds the chapters against them
    assert [
        (each["kind"], [place["excerpt"] for place in each["evidence"]])
        for each in check(world)["findings"]
    ] == [
        ("state", ["师父是周伯；铁匠，五十岁。", "阿铁今年三十岁。"]),
        (
            "state",
            ["Her mentor is Old Zhou; a smith, thirty, green eyes.", "Mara's eyes were brown."],
        ),
        ("place", ["阿铁站在青石镇的桥头。", "阿铁站在望江楼上。"]),
    ]


# -- what the user adds


def put(world: World, **given: Any) -> dict[str, Any]:
    return world.ok("graph:upsert", projectId="novel", **given)


def test_what_the_user_adds_is_read_in_the_chapters_too(novel: World, folder: Path) -> None:
    # Given somebody of whom there is no card
    chapter = folder / "chapters" / "07.md"
    chapter.write_text(chapter.read_text("utf-8") + "老掌柜死了。\n", "utf-8")
    query = {"projectId": "novel", "entity": "老掌柜"}
    assert novel.fails("graph:query", **query)["code"] == "NOT_FOUND"
    # When the user names them
    put(novel, entity={"name": "老掌柜", "type": "character"})
    # Then the chapters are read with that name
    states = novel.ok("graph:query", **query)["states"]
    assert [(each["attribute"], each["value"]) for each in states] == [("life", "dead")]


def test_the_users_own_words_can_contradict_a_card(novel: World) -> None:
    put(
        novel,
        state={"entity": "林远", "attribute": "眼睛", "value": "蓝色", "since": 6},
        evidence={"ref": "chapters/06.md", "firstLine": 3, "lastLine": 3, "excerpt": "蓝色"},
    )
    found = finding(novel, "林远的眼睛")
    assert [each["ref"] for each in found["evidence"]] == [
        ".mohen/characters/lin.md",
        "chapters/06.md",
    ]


def test_what_was_added_is_taken_back_with_all_that_was_said_of_it(world: World) -> None:
    id = put(world, entity={"name": "林远", "type": "character"})["entity"]["id"]
    put(world, entity={"name": "苏晴", "type": "character"})
    put(world, relation={"from": "林远", "kind": "朋友", "to": "苏晴"})
    put(world, state={"entity": "林远", "attribute": "秘密心愿", "value": "回家种田"})
    gone = world.ok("graph:delete", projectId="novel", id=id)
    assert (gone["facts"], gone["wiped"]) == (3, True)
    assert [e["name"] for e in world.ok("graph:query", projectId="novel")["entities"]] == ["苏晴"]
    assert "回家种田".encode() not in world.bytes_everywhere()


def test_what_stands_in_a_file_is_changed_there(novel: World) -> None:
    shown = novel.ok("graph:query", projectId="novel", entity="林远", depth=0)["entities"]
    refused = novel.fails("graph:delete", projectId="novel", id=shown[0]["id"])
    assert refused["code"] == "CONFLICT"


LIN = {"entity": {"name": "林远", "type": "character"}}


@pytest.mark.parametrize("ref", ["/etc/passwd", "../other/01.md", "C:\\novel\\01.md"])
def test_evidence_never_points_out_of_the_project(world: World, ref: str) -> None:
    refused = world.fails("graph:upsert", projectId="novel", **LIN, evidence={"ref": ref})
    assert refused["code"] == "INVALID_ARGUMENT"


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        ({}, "entity"),
        ({"entity": {"name": "林", "type": "character"}}, "entity.name"),
        ({"entity": {"name": "林远", "type": "ghost"}}, "entity.type"),
        ({"state": {"entity": "林远", "attribute": " ", "value": "x"}}, "state.attribute"),
        ({**LIN, "evidence": {"ref": "a.md", "firstLine": 3, "lastLine": 2}}, "evidence.lastLine"),
        ({**LIN, "evidence": {"excerpt": "雪" * 121}}, "evidence.excerpt"),
    ],
)
def test_what_cannot_be_added_names_its_field(
    world: World, payload: dict[str, Any], field: str
) -> None:
    refused = world.fails("graph:upsert", projectId="novel", **payload)
    assert (refused["code"], refused["details"]["field"]) == ("INVALID_ARGUMENT", field)


# -- whose story it is


@shows("C92")
def test_a_story_belongs_to_a_project(novel: World) -> None:
    for channel in ("graph:query", "graph:check", "graph:refresh", "graph:export"):
        refused = novel.fails(channel)
        assert (refused["code"], refused["details"]["field"]) == ("INVALID_ARGUMENT", "projectId")
    assert novel.ok("graph:query", projectId="poems")["entities"] == []


@shows("C92")
def test_nothing_is_said_of_what_belongs_to_another_project(novel: World) -> None:
    shown = novel.ok("graph:query", projectId="novel", entity="林远", depth=0)["entities"]
    meant = finding(novel, "周伯在第2章已死")["id"]
    novel.ok("graph:exempt", projectId="novel", findingId=meant)
    for channel, asked in (
        ("graph:query", {"entity": shown[0]["id"]}),
        ("graph:delete", {"id": shown[0]["id"]}),
        ("graph:unexempt", {"findingId": meant}),
        ("graph:exempt", {"findingId": meant}),
    ):
        refused = novel.fails(channel, projectId="poems", **asked)
        assert refused["code"] == "MEMORY_SCOPE_DENIED", channel
        assert "林远" not in str(refused)


# -- files


def test_only_what_changed_is_read_again(novel: World, folder: Path) -> None:
    first = novel.ok("graph:refresh", projectId="novel")
    assert first["read"] == first["files"] == len(CHINESE)
    assert novel.ok("graph:refresh", projectId="novel")["read"] == 0
    (folder / "chapters" / "07.md").write_text("# 第七章\n\n林远来到青石镇。\n", "utf-8")
    assert novel.ok("graph:refresh", projectId="novel")["read"] == 1
    (folder / "chapters" / "08.md").unlink()
    assert novel.ok("graph:refresh", projectId="novel")["gone"] == 1


def test_another_name_means_that_the_chapters_are_read_again(novel: World, folder: Path) -> None:
    novel.ok("graph:refresh", projectId="novel")
    (folder / ".mohen" / "characters" / "new.md").write_text("# 陆离\n", "utf-8")
    chapters = sum(ref.startswith("chapters/") for ref in CHINESE)
    assert novel.ok("graph:refresh", projectId="novel")["read"] == chapters + 1


def test_a_file_that_cannot_be_read_is_a_warning_and_what_it_said_stands(
    novel: World, folder: Path
) -> None:
    before = [each["id"] for each in check(novel)["findings"]]
    (folder / "chapters" / "02.md").write_bytes(b"\xff\xfe\x00")
    answer = check(novel)
    assert [each["ref"] for each in answer["warnings"]] == ["chapters/02.md"]
    assert [each["id"] for each in answer["findings"]] == before


def test_a_folder_that_is_gone_is_a_warning(novel: World, folder: Path) -> None:
    before = check(novel)["findings"]
    folder.rename(folder.with_name("elsewhere"))
    answer = check(novel)
    assert [each["code"] for each in answer["warnings"]] == ["NOT_FOUND"]
    assert answer["findings"] == before


@shows("C95")
def test_in_privacy_mode_no_excerpt_is_kept(novel: World) -> None:
    found = finding(novel, "周伯在第2章已死")
    novel.ok("graph:exempt", projectId="novel", findingId=found["id"])
    novel.ok("memory:settings:update", privacyModeEnabled=True)
    # Then the same finding says where, but not what
    private = finding(novel, "周伯在第2章已死")
    assert private["id"] == found["id"]
    assert private["intentional"]
    assert [each["firstLine"] for each in private["evidence"]] == [
        each["firstLine"] for each in found["evidence"]
    ]
    assert {each["excerpt"] for each in private["evidence"]} == {""}
    with inside(novel.memory).mind_db.read() as reader:
        bodies = "".join(row[0] for row in reader.execute("SELECT body FROM graph_facts"))
    assert "我来喝喜酒了" not in bodies


def test_a_project_that_is_cleared_leaves_nothing(novel: World) -> None:
    check(novel)
    asked = novel.fails("memory:clear:project", projectId="novel")
    token = asked["details"]["confirmToken"]
    receipt = novel.ok("memory:clear:project", projectId="novel", confirmToken=token)
    assert receipt["story"] > 0
    assert inside(novel.memory).story_store.facts(Scope("novel")).entities == ()


# -- for a prompt


@shows("R171")
def test_a_prompt_is_told_of_those_on_the_scene_as_of_the_chapter(novel: World) -> None:
    novel.ok("graph:refresh", projectId="novel")
    parts, text = inside(novel.memory), "林远看着周伯，青禾没有说话。"
    then = parts.story_lines.relevant("novel", text, chapter_id="chapters/01.md")
    now = parts.story_lines.relevant("novel", text, chapter_id="chapters/03.md")
    assert [each.text.split("（")[0] for each in then[:3]] == ["周伯", "林远", "沈青禾"]
    assert "周伯：生死 已死（第2章起）" not in [each.text for each in then]
    assert "周伯：生死 已死（第2章起）" in [each.text for each in now]
    assert now == parts.story_lines.relevant("novel", text, chapter_id="chapters/03.md")
    assert all(0 <= each.strength <= 1 and each.ref for each in now)
    assert len(now) <= 8 + 12
    assert parts.story_lines.relevant("novel", "没有人的一句话。", chapter_id=None) == ()


def test_a_prompt_never_waits_for_files_to_be_read(worlds: Worlds, folder: Path) -> None:
    # Given a project whose files nobody has read yet
    world = worlds(immediate=False)
    world.ok("project:bind", projectId="novel", folder=str(folder))
    parts = inside(world.memory)
    # When a prompt asks, it is answered with what is known: nothing
    assert parts.story_lines.relevant("novel", "林远", chapter_id=None) == ()
    # Then the files are read in the background, for the next one
    world.memory.drain()
    assert parts.story_lines.relevant("novel", "林远", chapter_id=None)


def test_a_prompt_in_english_is_told_in_english(novel: World) -> None:
    novel.ok("graph:refresh", projectId="novel")
    novel.ok("memory:settings:update", promptLanguage="en")
    said = inside(novel.memory).story_lines.relevant("novel", "周伯", chapter_id="3")
    assert "周伯: life dead (since chapter 2)" in [each.text for each in said]


def test_who_is_never_to_be_shown_is_not(world: World) -> None:
    put(world, entity={"name": "林远", "type": "character", "aiContextLevel": "never"})
    put(world, entity={"name": "旁白", "type": "character", "aiContextLevel": "always"})
    said = inside(world.memory).story_lines.relevant("novel", "林远来了", chapter_id=None)
    assert [each.text for each in said] == ["旁白（人物）"]


def test_names_to_be_masked_are_people_places_and_factions(novel: World) -> None:
    novel.ok("graph:refresh", projectId="novel")
    found = inside(novel.memory).story_lines.names("novel")
    assert {"林远", "阿远", "临江城", "沈青禾"} <= set(found)
    assert not {"霜刃", "大火", "玉佩的来历"} & set(found)
    assert list(found) == sorted(found, key=lambda name: (-len(name), name))


# -- with a model


SMALL = {
    ".mohen/characters/lin.md": "# 林远\n- 年龄：32\n",
    "chapters/01.md": "# 第一章\n\n林远闭上了眼睛，再也没有睁开。\n",
    "chapters/02.md": "# 第二章\n\n林远推开门，说：“我来了。”\n",
}


def saying(**changes: Any) -> str:
    state = {
        "entity": "林远",
        "attribute": "life",
        "value": "dead",
        "line": 3,
        "quote": "再也没有睁开",
        **changes,
    }
    return json.dumps({"states": [state]}, ensure_ascii=False)


def written(worlds: Worlds, tmp_path: Path, *script: Any) -> tuple[World, ScriptedModel]:
    model = ScriptedModel(*script)
    world = worlds(model=model)
    world.ok("project:bind", projectId="novel", folder=str(bound(tmp_path / "small", SMALL)))
    return world, model


@shows("C65", "R171")
def test_a_model_sees_what_no_pattern_does_and_cites_its_line(
    worlds: Worlds, tmp_path: Path
) -> None:
    # Given a death that is told in other words, and a model that reads it
    world, _ = written(worlds, tmp_path, saying(), '{"states": []}')
    # Then the dead man's coming back is found, resting on the model's citation
    (found,) = check(world)["findings"]
    assert [each["excerpt"] for each in found["evidence"]] == [
        "再也没有睁开",
        "林远推开门，说：“我来了。”",
    ]
    assert found["evidence"][0]["firstLine"] == 3


@pytest.mark.parametrize(
    "changes",
    [
        {"quote": "他死了，真的死了"},
        {"line": 1},
        {"line": 99},
        {"entity": "路人甲"},
        {"attribute": "mood", "value": "sad"},
        {"value": "sleeping"},
        {"quote": "再"},
    ],
)
def test_what_a_model_cannot_show_is_not_believed(
    worlds: Worlds, tmp_path: Path, changes: dict[str, Any]
) -> None:
    world, _ = written(worlds, tmp_path, saying(**changes), '{"states": []}')
    assert check(world)["findings"] == []


@shows("C65")
@pytest.mark.parametrize("line", ["the weather is fine", ModelError("down"), '{"states": 3}'])
def test_a_model_that_fails_is_visible_and_harms_nothing(
    worlds: Worlds, tmp_path: Path, line: Any
) -> None:
    world, model = written(worlds, tmp_path, line)
    answer = world.ok("graph:refresh", projectId="novel")
    assert answer["degraded"] == "UPSTREAM_ERROR"
    assert answer["read"] == len(SMALL)
    assert len(model.asked) == 1  # it is not asked again in vain


@shows("C95")
def test_in_privacy_mode_a_model_sees_nothing(worlds: Worlds, tmp_path: Path) -> None:
    world, model = written(worlds, tmp_path, saying())
    world.ok("memory:settings:update", privacyModeEnabled=True)
    world.ok("graph:refresh", projectId="novel")
    assert model.asked == []


def test_a_question_stays_within_its_budget(worlds: Worlds, tmp_path: Path) -> None:
    world, model = written(worlds, tmp_path, '{"states": []}')
    world.ok("graph:refresh", projectId="novel")
    assert all(each.max_tokens <= world.policy.story.answer_tokens for each in model.asked)
    assert all("林远" in each.messages[1].content for each in model.asked)
