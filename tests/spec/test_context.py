"""What goes into a prompt: six layers, exactly what the skill asked for, a prefix that stays."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mohen.errors import StoreBusy
from mohen.policy import Policy
from mohen.testing import ScriptedWriter
from shows import shows
from worlds import World, Worlds

CHAPTERS = ("角色与行为约束", "会话信息", "用户偏好", "项目设定")
CHAPTER_TEXT = (
    "雪下了一夜。\n\n林远站在门口，听见远处有马蹄声。\n\n"
    "「谁？」他低声问。没有人回答。\n\n他握紧了剑。"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A novel's folder with its settings in files."""
    root = tmp_path / "novel"
    files = {
        ".mohen/style-guide.md": "# 风格\n短句为主，忌形容词堆砌。",
        ".mohen/characters/lin.md": "# 林远\n- 别名：阿远\n剑客，左手有疤。",
        ".mohen/characters/su.md": "# 苏青\n医者，不会武功。",
        ".mohen/world.md": "# 世界\n北境终年积雪。",
        ".mohen/outline.md": "# 大纲\n## 第三章\n林远遇袭。\n## 第四章\n真相。",
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def own_skill(folder: Path, rules: dict[str, Any] | str, name: str = "mine") -> None:
    """A skill of the project's own with these context_rules."""
    said = rules if isinstance(rules, str) else json.dumps(rules)
    path = folder / ".mohen" / "skills" / name / "SKILL.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f"---\nname: {name}\ndescription: test\ntarget: cursor\ncontext_rules: {said}\n---\n写。\n",
        "utf-8",
    )


def bound(world: World, folder: Path) -> World:
    world.ok("project:bind", projectId="novel", folder=str(folder))
    return world


def assembled(world: World, **asked: Any) -> dict[str, Any]:
    return world.ok(
        "context:assemble",
        **{"skillId": "continue", "projectId": "novel", "text": CHAPTER_TEXT, **asked},
    )


def layer(answer: dict[str, Any], number: int) -> dict[str, Any]:
    return answer["layers"][number]


# -- layers


@shows("R146", "R147", "R148", "R155", "C67")
def test_six_layers_stand_in_their_order_whatever_is_known(world: World) -> None:
    answer = assembled(world)
    assert [each["layer"] for each in answer["layers"]] == [0, 1, 2, 3, 4, 5]
    assert re.findall("^## (.+)$", answer["system"], re.MULTILINE) == list(CHAPTERS)
    assert re.findall("^## (.+)$", answer["user"], re.MULTILINE) == [
        "最近摘要", "当前上下文", "输出格式",
    ]  # fmt: skip
    for each in answer["layers"]:
        assert 0 < each["tokens"] <= each["budget"], each


@shows("R160", "R95", "B13")
def test_a_new_author_has_a_placeholder_the_built_in_rules_and_nothing_is_wrong(
    world: World,
) -> None:
    answer = assembled(world)
    author = answer["system"].split("## 用户偏好\n")[1].split("\n\n## ")[0]
    assert author.splitlines()[:3] == ["[用户写作偏好 - 自动学习]", "(none)", "[内置默认规则]"]
    assert answer["memoryDegraded"] is False
    assert answer["warnings"] == []
    assert layer(answer, 2)["status"] == "empty"


@shows("R15", "R25", "R44", "R159", "C25", "C67")
def test_the_authors_rules_go_in_by_themselves_confirmed_first(world: World) -> None:
    world.ok("memory:semantic:add", rule="对白不用感叹号", scope="project", projectId="novel")
    answer = assembled(world)
    assert "- 对白不用感叹号（置信度: 1.00，用户已确认）" in answer["system"]
    assert "[内置默认规则]" not in answer["system"]
    [rule] = answer["injected"]["memory"]
    assert (rule["content"], rule["layer"]) == ("对白不用感叹号", 2)
    # And elsewhere it is not
    assert assembled(world, projectId="poems")["injected"]["memory"] == []


@shows("C24", "R90")
def test_a_global_rule_that_the_project_overrides_is_not_injected_there(world: World) -> None:
    world.ok("memory:semantic:add", rule="多用感叹号", scope="global")
    world.ok("memory:semantic:add", rule="不用感叹号", scope="project", projectId="novel")
    said = [each["content"] for each in assembled(world)["injected"]["memory"]]
    assert said == ["不用感叹号"]


@shows("C87")
def test_rules_without_room_that_are_about_the_scene_go_to_the_current_layer(
    world: World,
) -> None:
    # Given more confirmed rules than the layer holds, and one about dialogue that is unsure
    for number in range(60):
        world.ok(
            "memory:semantic:add",
            rule=f"第{number}条：写到第{number}种天气时要具体",
            scope="global",
        )
    world.ok("memory:semantic:add", rule="对白场景里不用感叹号", scope="global")
    rule = world.ok("memory:semantic:list", scope="global")["items"][-1]
    stable = assembled(world, sceneType="action")
    assert 0 < len(stable["injected"]["memory"]) < 60
    assert layer(stable, 2)["tokens"] <= layer(stable, 2)["budget"]
    assert any(cut["reason"] == "over_budget" for cut in layer(stable, 2)["trimmed"])
    assert rule["id"] not in [each["id"] for each in stable["injected"]["memory"]]
    # Then it stands with the scene it is about, and the prefix does not know
    talking = assembled(world, sceneType="dialogue")
    where = {each["id"]: each["layer"] for each in talking["injected"]["memory"]}
    assert where[rule["id"]] == 5
    assert talking["stablePrefixHash"] == stable["stablePrefixHash"]


# -- context_rules


@shows("R150", "R151")
def test_only_what_the_skill_asks_for_goes_in(world: World, folder: Path) -> None:
    own_skill(folder, {"surrounding": 500})
    answer = assembled(bound(world, folder), skillId="mine", cursor=len(CHAPTER_TEXT))
    whole = answer["system"] + answer["user"]
    for secret in ("剑客", "医者", "北境", "短句为主", "真相"):
        assert secret not in whole
    assert "他握紧了剑" in answer["user"]
    assert answer["injected"]["refs"] == []
    assert "(masked: context_rules.characters=false)" in answer["system"]


@shows("R168", "R169", "R174", "R167")
def test_settings_come_from_files_with_a_relative_reference(world: World, folder: Path) -> None:
    own_skill(folder, {"style_guide": True, "characters": True, "outline": True})
    answer = assembled(bound(world, folder), skillId="mine")
    assert "ref:.mohen/style-guide.md\n<file>\n# 风格" in answer["system"]
    assert "剑客" in answer["system"]
    assert answer["injected"]["refs"] == [
        ".mohen/characters/lin.md",
        ".mohen/characters/su.md",
        ".mohen/outline.md",
        ".mohen/style-guide.md",
        ".mohen/world.md",
    ]
    assert str(folder) not in json.dumps(answer)


@shows("R150")
def test_two_skills_that_differ_in_one_key_differ_in_that_alone(world: World, folder: Path) -> None:
    own_skill(folder, {"style_guide": True}, "plain")
    own_skill(folder, {"style_guide": True, "characters": True}, "cast")
    bound(world, folder)
    plain, cast = (assembled(world, skillId=each)["injected"]["refs"] for each in ("plain", "cast"))
    assert set(cast) - set(plain) == {
        ".mohen/characters/lin.md", ".mohen/characters/su.md", ".mohen/world.md",
    }  # fmt: skip
    assert set(plain) <= set(cast)


@shows("C32", "R158")
def test_an_explicit_no_masks_preferences_and_the_chapter_stays(world: World, folder: Path) -> None:
    world.ok("memory:semantic:add", rule="对白不用感叹号", scope="global")
    own_skill(folder, {"user_preferences": False}, "without")
    own_skill(folder, {"surrounding": 10}, "with")
    bound(world, folder)
    masked = assembled(world, skillId="without")
    assert "(masked: context_rules.user_preferences=false)" in masked["system"]
    assert masked["injected"]["memory"] == []
    assert '"user_preferences":false' in masked["user"]
    assert layer(masked, 2)["status"] == "masked"
    assert assembled(world, skillId="with")["injected"]["memory"] != []


@shows("R152", "R154")
@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ({"surrounding": -1}, "context_rules.surrounding"),
        ({"surrounding": 5001}, "context_rules.surrounding"),
        ({"characters": "yes please"}, "context_rules.characters"),
        ({"weather": True}, "context_rules.weather"),
        ("[1, 2", "frontmatter"),
    ],
)
def test_illegal_rules_are_refused_by_the_field_and_say_nothing_of_the_file(
    world: World, folder: Path, rules: dict[str, Any] | str, field: str
) -> None:
    own_skill(folder, rules)
    bound(world, folder)
    error = world.fails("context:assemble", skillId="mine", projectId="novel", text="雪")
    assert error["code"] == "INVALID_ARGUMENT"
    assert error["details"]["field"] == field
    assert "yes please" not in json.dumps(error)


@shows("R153")
def test_surroundings_are_cut_at_a_paragraph_and_say_so(world: World, folder: Path) -> None:
    own_skill(folder, {"surrounding": 30})
    answer = assembled(bound(world, folder), skillId="mine", cursor=len(CHAPTER_TEXT))
    assert "<before>\n「谁？」他低声问。没有人回答。\n\n他握紧了剑。\n</before>" in answer["user"]
    [cut] = [each for each in layer(answer, 5)["trimmed"] if each["source"] == "before"]
    assert (cut["reason"], cut["boundary"]) == ("surrounding", "paragraph")
    assert cut["beforeChars"] == len(CHAPTER_TEXT)
    # And nothing is cut that fits
    own_skill(folder, {"surrounding": 5000})
    whole = assembled(world, skillId="mine", cursor=len(CHAPTER_TEXT))
    assert CHAPTER_TEXT in whole["user"]
    assert [each for each in layer(whole, 5)["trimmed"] if each["source"] == "before"] == []


# -- the stable prefix


@shows("R141", "R148", "R156", "R157", "R175", "C28", "C29", "C68", "C87")
def test_what_varies_from_call_to_call_never_reaches_the_prefix(world: World, folder: Path) -> None:
    world.ok("memory:semantic:add", rule="动作场景用短句", scope="project", projectId="novel")
    bound(world, folder)
    first = assembled(world, skillId="expand")
    assert first["stablePrefixUnchanged"] is False
    for number, changes in enumerate(
        (
            {"selection": {"start": 0, "end": 5}},
            {"cursor": 3},
            {"sceneType": "dialogue"},
            {"sceneType": "action", "chapterId": "第三章"},
            {"instruction": "写得紧一些"},
            {"text": "完全不同的一章。苏青推门进来。"},
        )
    ):
        world.clock.advance(hours=number + 1)
        world.record(timestamp=world.clock.now())
        answer = assembled(world, skillId="expand", **changes)
        assert answer["system"] == first["system"]
        assert answer["stablePrefixHash"] == first["stablePrefixHash"]
        assert answer["stablePrefixUnchanged"] is True
        assert answer["promptHash"] != first["promptHash"]
    # A restart changes nothing either
    world.reopen()
    assert assembled(world, skillId="expand")["stablePrefixUnchanged"] is True


@shows("R156", "R157")
@pytest.mark.parametrize("change", ["rule", "file", "new file", "note"])
def test_the_prefix_changes_when_a_rule_or_a_file_does(
    world: World, folder: Path, change: str
) -> None:
    bound(world, folder)
    before = assembled(world, skillId="expand")
    if change == "rule":
        world.ok("memory:semantic:add", rule="少用副词", scope="project", projectId="novel")
    elif change == "file":
        (folder / ".mohen" / "characters" / "lin.md").write_text("# 林远\n改行做了厨子。", "utf-8")
    elif change == "new file":
        (folder / ".mohen" / "characters" / "an.md").write_text("# 安\n新来的。", "utf-8")
    else:
        world.ok(
            "memory:create", type="note", scope="project", projectId="novel", content="雪是线索"
        )
    after = assembled(world, skillId="expand")
    assert after["stablePrefixHash"] != before["stablePrefixHash"]
    assert after["stablePrefixUnchanged"] is False
    assert assembled(world, skillId="expand")["stablePrefixUnchanged"] is True


@shows("C68", "C87")
def test_each_skill_and_model_has_a_prefix_of_its_own(world: World) -> None:
    assembled(world)
    assert assembled(world, skillId="polish")["stablePrefixUnchanged"] is False
    assert assembled(world)["stablePrefixUnchanged"] is True
    # Counted otherwise, it is another one too, though its bytes be the same
    pytest.importorskip("bpe_openai")
    world.ok("memory:settings:update", tokenizer="o200k_base")
    assert assembled(world)["stablePrefixUnchanged"] is False
    assert assembled(world)["stablePrefixUnchanged"] is True
    world.ok("memory:settings:update", promptLanguage="en")
    english = assembled(world)
    assert english["stablePrefixUnchanged"] is False
    assert english["system"].startswith("## Role and constraints\n")


# -- injection off, deletion, privacy


@shows("C88")
def test_all_layers_are_counted_as_the_model_counts(worlds: Worlds) -> None:
    counts = {}
    for name in ("gpt-4o", "gpt-4"):
        writer = ScriptedWriter("好。")
        writer.name = name
        made = assembled(worlds(writer=writer))
        counts[name] = [layer(made, number)["tokens"] for number in (0, 1, 2, 3, 5)]
        assert made["tokenCount"] == sum(each["tokens"] for each in made["layers"])
    factor = Policy().tokens.factor_cl100k
    for plain, dearer in zip(counts["gpt-4o"], counts["gpt-4"], strict=True):
        assert dearer == pytest.approx(plain * factor, abs=10)


@shows("R11", "R16")
def test_a_skill_that_continues_stands_where_the_session_does(world: World) -> None:
    session = world.ok("session:begin", projectId="novel")["sessionId"]
    text = "雪" * 4_000 + "他停在门前" + "风" * 4_000
    world.ok("session:focus", sessionId=session, text=text, cursor=4_005)
    made = world.ok(
        "context:assemble", skillId="continue", projectId="novel", sessionId=session
    )["user"]  # fmt: skip
    before, after = (made.partition(f"<{side}>")[2] for side in ("before", "after"))
    assert before.partition("</before>")[0].endswith("他停在门前\n")
    assert after.startswith("\n风")


@shows("R144", "R125", "R161")
def test_injection_off_is_empty_and_has_the_same_shape(world: World) -> None:
    world.ok("memory:semantic:add", rule="对白不用感叹号", scope="project", projectId="novel")
    world.ok("memory:create", type="fact", scope="project", projectId="novel", content="他怕水")
    world.record()
    on = assembled(world)
    world.ok("memory:settings:update", injectionEnabled=False)
    off = assembled(world)
    assert off["injected"]["memory"] == off["injected"]["episodes"] == []
    assert off["injected"]["knowledge"] == []
    assert "对白不用感叹号" not in off["system"]
    assert "他怕水" not in off["system"] + off["user"]
    for each in ("system", "user"):
        headings = [re.findall("^##.*$", answer[each], re.MULTILINE) for answer in (on, off)]
        assert headings[0] == headings[1]


@shows("R161", "R15")
def test_a_deleted_rule_is_gone_from_the_next_prompt(world: World) -> None:
    rule = world.ok("memory:semantic:add", rule="对白不用感叹号", scope="global")
    assert assembled(world)["injected"]["memory"] != []
    world.ok("memory:semantic:delete", id=rule["id"])
    assert assembled(world)["injected"]["memory"] == []


@shows("R161", "C93")
def test_what_takes_the_place_of_a_deleted_one_at_the_same_moment_is_seen(world: World) -> None:
    rule = world.ok("memory:semantic:add", rule="不用感叹号", scope="global")
    note = world.ok("memory:create", type="fact", scope="global", content="城里有三口井")
    assert "三口井" in assembled(world)["system"]
    world.ok("memory:semantic:delete", id=rule["id"])
    world.ok("memory:delete", id=note["id"])
    world.ok("memory:semantic:add", rule="多用短句", scope="global")
    world.ok("memory:create", type="fact", scope="global", content="山上有两座庙")
    system = assembled(world)["system"]
    assert "多用短句" in system
    assert "两座庙" in system
    assert "感叹号" not in system.partition("## 用户偏好")[2]
    assert "三口井" not in system


@shows("C62")
@pytest.mark.parametrize("window", [32_768, 6_000])
def test_the_preview_and_the_prompt_show_the_same_rules_and_notes(
    worlds: Worlds, window: int
) -> None:
    world = worlds(writer=ScriptedWriter("好。", window=window))
    for number in range(40):
        world.ok("memory:semantic:add", rule=f"第{number}条规则：具体一些", scope="global")
        world.ok(
            "memory:create", type="fact", scope="global", content=f"第{number}个事实，很长" * 3
        )
    preview = world.ok("memory:injection:preview", projectId="novel")
    answer = assembled(world)
    assert preview["block"] in answer["system"]
    shown = {each["id"] for each in preview["items"]}
    injected = answer["injected"]
    assert shown == {each["id"] for each in injected["memory"]} | set(injected["knowledge"])


# -- failing sources


@shows("R93", "R97", "R98", "R149", "C34")
def test_a_destroyed_memory_still_gives_a_prompt_and_says_what_is_missing(world: World) -> None:
    world.ok("memory:semantic:add", rule="对白不用感叹号", scope="global")
    world.record()
    world.close()
    world.destroy("mind.db")
    world.destroy("episodes.db")
    world.memory = world._open()
    answer = assembled(world)
    assert answer["memoryDegraded"] is True
    assert "[内置默认规则]" in answer["system"]
    assert CHAPTER_TEXT[-5:] in answer["user"]
    said = {each["code"]: each["message"]["zh"] for each in answer["warnings"]}
    assert said["MEMORY_UNAVAILABLE"] == "记忆系统暂时不可用，AI 将以通用模式工作"
    assert "SETTINGS_UNAVAILABLE" in said
    assert layer(answer, 2)["status"] == "degraded"


@shows("R96", "R98")
def test_without_episodes_the_rules_still_go_in(world: World) -> None:
    world.ok("memory:semantic:add", rule="对白不用感叹号", scope="global")
    world.record()
    world.close()
    world.destroy("episodes.db")
    world.memory = world._open()
    answer = assembled(world)
    assert "对白不用感叹号" in answer["system"]
    assert answer["memoryDegraded"] is True
    codes = [each["code"] for each in answer["warnings"]]
    assert sorted(codes) == ["MEMORY_DEGRADED", "RECENT_UNAVAILABLE"]


@shows("R149")
def test_every_source_that_throws_leaves_one_warning_and_the_prompt_is_made(
    world: World, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bound(world, folder)
    own_skill(
        folder,
        {"style_guide": True, "characters": True, "recent_summary": 3, "knowledge_graph": True},
    )
    session = world.ok("session:begin", projectId="novel")["sessionId"]
    skill = assembled(world, skillId="mine")
    assert skill["warnings"] == []

    def broken(*_: object, **__: object) -> None:
        raise StoreBusy("broken on purpose")

    monkeypatch.setattr("mohen.prompts.stable_prefix.StablePrefixes.read", broken)
    monkeypatch.setattr("mohen.compaction.store.ConversationStore.page", broken)
    monkeypatch.setattr("mohen.story.for_prompts.StoryLines.relevant", broken)
    monkeypatch.setattr("mohen.episodes.store.EpisodeStore.newest", broken)
    monkeypatch.setattr("mohen.episodes.store.EpisodeStore.latest", broken)
    world.ok("session:end", sessionId=session)
    (folder / ".mohen" / "style-guide.md").write_bytes(b"\xff\xfe broken")
    answer = assembled(world, skillId="mine", sessionId=session)
    codes = sorted((each["code"], each["source"]) for each in answer["warnings"])
    assert codes == [
        ("IMMEDIATE_UNAVAILABLE", "session"),
        ("INVALID_FORMAT", ".mohen/style-guide.md"),
        ("KG_UNAVAILABLE", "story"),
        ("MEMORY_UNAVAILABLE", "episodes"),
        ("RECENT_UNAVAILABLE", "conversations"),
        ("RECENT_UNAVAILABLE", "runs"),
        ("SETTINGS_UNAVAILABLE", "preferences"),
    ]
    assert answer["system"].count("## ") >= len(CHAPTERS)


# -- limits and scope


@shows("R116", "C92")
def test_a_session_of_another_project_is_a_hard_stop(world: World) -> None:
    session = world.ok("session:begin", projectId="poems")["sessionId"]
    world.ok("session:note", sessionId=session, projectId="poems", kind="intent", text="秘密的意图")
    error = world.fails(
        "context:assemble", skillId="continue", projectId="novel", text="雪", sessionId=session
    )
    assert error["code"] == "CONTEXT_SCOPE_VIOLATION"
    assert "秘密" not in json.dumps(error, ensure_ascii=False)


def test_what_does_not_fit_into_the_window_is_refused_by_its_field(worlds: Worlds) -> None:
    world = worlds(writer=ScriptedWriter("雪", window=8192))
    error = world.fails(
        "context:assemble", skillId="polish", projectId="novel", text="雪夜行军。" * 4000
    )
    assert (error["code"], error["details"]["field"]) == ("CONTEXT_INPUT_TOO_LARGE", "selection")


@shows("C86", "C27")
def test_under_pressure_the_recalled_goes_first_and_the_nearest_text_stays(
    worlds: Worlds, folder: Path
) -> None:
    world = worlds(writer=ScriptedWriter("雪", window=8192))
    own_skill(folder, {"surrounding": 5000, "recent_summary": 5})
    bound(world, folder)
    for number in range(5):
        world.record(inputContext=f"雪夜行军{number}", finalText="大雪封山，人马俱寂。" * 30)
    lines = [f"第{number}里，雪更深了，人困马乏，前路不见。\n\n" for number in range(600)]
    here = len("".join(lines[:300]))
    answer = assembled(world, skillId="mine", text="".join(lines), cursor=here)
    assert answer["tokenCount"] <= 8192 * 0.75
    assert answer["injected"]["episodes"] == []
    assert "第299里" in answer["user"]
    assert "第0里" not in answer["user"]
    assert "CONTEXT_CAPACITY_FORCE_TRIM" in [each["code"] for each in answer["warnings"]]
    dropped = {each["source"] for number in (4, 5) for each in layer(answer, number)["trimmed"]}
    assert {"before", "after"} <= dropped
    assert any(each.startswith("ep_") for each in dropped)
    # With a little more room what is near is whole again, and the recalled is still out
    short = "".join(lines[200:400])
    near = assembled(world, skillId="mine", text=short, cursor=len("".join(lines[200:300])))
    assert short[: len(short) // 2] in near["user"]
    assert layer(near, 4)["tokens"] > layer(answer, 4)["tokens"]


@shows("C30", "C67")
def test_the_inspector_is_for_the_owner_only_and_leaves_no_trace(world: World) -> None:
    payload = {"skillId": "continue", "projectId": "novel", "text": "雪"}
    assert world.fails("context:inspect", **payload)["code"] == "CONTEXT_INSPECT_FORBIDDEN"
    world.ok("memory:settings:update", contextInspectionEnabled=True)
    seen = world.ok("context:inspect", **payload)
    assert [each["name"] for each in seen["projection"]] == [
        "rules", "settings", "retrieved", "immediate",
    ]  # fmt: skip
    assert "## 用户偏好" in seen["layers"][2]["text"]
    assert world.ok("context:cache", projectId="novel")["runs"] == []


# -- what was used counts


@shows("C63", "R65")
def test_an_episode_in_a_prompt_counts_as_recalled_and_a_look_does_not(world: World) -> None:
    episode = world.record()["episodeId"]
    world.ok("memory:settings:update", contextInspectionEnabled=True)
    world.ok("context:inspect", skillId="continue", projectId="novel", text="林远拔剑")
    assert world.episode(episode)["meta"]["recallCount"] == 0
    answer = assembled(world, text="林远拔剑，雨声更大。", sceneType="action")
    assert [each["id"] for each in answer["injected"]["episodes"]] == [episode]
    assert world.episode(episode)["meta"]["recallCount"] == 1


# -- a model of the tool's own


@shows("C87")
def test_a_tool_names_the_model_it_sends_the_prompt_to(world: World) -> None:
    mine = assembled(world, model="gpt-5-mini", window=8192)
    assert "- model=gpt-5-mini" in mine["system"]
    assert mine["model"] == "gpt-5-mini"
    assert sum(each["budget"] for each in mine["layers"]) <= 8192 * 0.75 + 4000
    assert mine["stablePrefixUnchanged"] is False
    assert assembled(world, model="gpt-5-mini", window=8192)["stablePrefixUnchanged"] is True
    assert assembled(world)["stablePrefixUnchanged"] is False
    error = world.fails("context:assemble", skillId="continue", text="雪", window=100)
    assert error["details"]["field"] == "window"


def test_a_skill_that_works_on_a_text_wants_one(world: World) -> None:
    error = world.fails("context:assemble", skillId="polish", projectId="novel", text=" \n")
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "text")
    world.ok("context:assemble", skillId="polish", projectId="novel", instruction="写一段雪景")
    world.ok("context:assemble", skillId="continue", projectId="novel")


# -- traces are kept after the answer


@shows("R82", "R84")
def test_a_trace_is_there_as_soon_as_anybody_asks_and_when_the_memory_closes(
    tmp_path: Path,
) -> None:
    world = World(tmp_path / "home", immediate=False)
    first = assembled(world)
    told = world.ok("memory:trace:get", generationId=first["generationId"], projectId="novel")
    assert told["stablePrefixHash"] == first["stablePrefixHash"]
    assert assembled(world)["stablePrefixUnchanged"] is True
    last = assembled(world)["generationId"]
    world.reopen()
    assert len(world.ok("context:cache", projectId="novel")["runs"]) == 3
    world.ok("memory:trace:get", generationId=last, projectId="novel")
    world.close()
