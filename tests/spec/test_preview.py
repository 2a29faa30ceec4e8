"""What a prompt would be given, in order, each item explained (seed 003 §4, §6)."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mohen import embedders
from mohen.core.settings_model import EmbedderConfig
from mohen.policy import Policy
from mohen.testing import FailingEmbedder, ScriptedWriter
from mohen.text.tokens import Message, estimate
from shows import shows
from worlds import World, Worlds


def add(world: World, content: str, kind: str = "fact", project: str | None = "novel") -> str:
    scope = {"scope": "global"} if project is None else {"scope": "project", "projectId": project}
    return world.ok("memory:create", type=kind, content=content, **scope)["id"]


def preview(world: World, **asked: Any) -> dict[str, Any]:
    return world.ok("memory:injection:preview", **{"projectId": "novel", **asked})


def shown(world: World, layer: str | None = None, **asked: Any) -> list[str]:
    items = preview(world, **asked)["items"]
    return [each["content"] for each in items if layer in (None, each["layer"])]


def crowded(world: World) -> None:
    """More facts than a prompt is shown: the oldest is about the well."""
    add(world, "剑沉在井底" + "，无人知晓" * 60)
    for n in range(8):
        world.clock.advance(seconds=1)
        add(world, f"第{n}座城" + "，石头很旧" * 60)


# -- order and reasons


@shows("R132", "R135", "R136", "R143", "C33")
def test_items_stand_in_the_order_of_injection_each_with_its_reason(world: World) -> None:
    # Rules are in L2, the rest in L3 in the order it was made
    note = add(world, "雪是线索", "note", project=None)
    world.clock.advance(seconds=1)
    fact = add(world, "他怕水", "fact")
    rule = add(world, "动作场景用短句", "preference", project=None)
    answer = preview(world)
    assert [each["id"] for each in answer["items"]] == [rule, note, fact]
    assert answer["mode"] == "deterministic"
    assert "diagnostics" not in answer
    assert answer["items"][-1] == {
        "id": fact,
        "type": "fact",
        "scope": "project",
        "origin": "manual",
        "content": "他怕水",
        "reason": {
            "kind": "deterministic",
            "message": {"en": "you wrote it", "zh": "你写下的"},
        },
        "layer": "stable",
    }


@shows("R44", "C26", "C67")
def test_rules_read_in_the_prompt_as_the_seed_has_them(world: World) -> None:
    # Given a rule the author typed, and one that was learned from three acts
    world.ok("memory:create", type="preference", scope="global", content="严格第一人称叙述")
    for _ in range(3):
        world.ok(
            "memory:preferences:ingest",
            projectId="novel",
            skillId="polish",
            action="accept",
            evidenceRef="对白口语化",
        )
    # Then they stand under the header, confirmed first, each with how sure it is
    assert world.ok("memory:injection:preview", projectId="novel")["block"].splitlines() == [
        "[用户写作偏好 - 自动学习]",
        "- 严格第一人称叙述（置信度: 1.00，用户已确认）",
        "- 对白口语化（置信度: 0.37）",
    ]
    # And the header stands alone where nothing may be injected
    world.ok("memory:settings:update", injectionEnabled=False)
    empty = world.ok("memory:injection:preview", projectId="novel")["block"]
    assert empty == "[用户写作偏好 - 自动学习]"


@shows("R137")
def test_the_same_input_gives_the_same_preview(world: World) -> None:
    for n in range(6):
        add(world, f"事实{n}", project=None if n % 2 else "novel")
    first = preview(world)
    world.reopen()
    assert preview(world) == first


@shows("R135", "C92")
def test_without_a_project_only_what_is_global_is_shown(world: World) -> None:
    add(world, "他怕水")
    add(world, "雪是线索", project=None)
    assert [
        each["content"] for each in world.ok("memory:injection:preview", projectId=None)["items"]
    ] == ["雪是线索"]
    assert shown(world, projectId="poems") == ["雪是线索"]


@shows("R69", "C24")
def test_a_global_rule_that_the_project_overrides_is_left_out(world: World) -> None:
    add(world, "多用感叹号", "preference", project=None)
    add(world, "Prefer British spelling", "preference", project=None)
    add(world, "不用感叹号", "preference")
    assert shown(world) == ["Prefer British spelling", "不用感叹号"]
    assert shown(world, projectId="poems") == ["多用感叹号", "Prefer British spelling"]


@shows("B13", "R95")
def test_a_new_user_has_nothing_and_nothing_is_wrong(world: World) -> None:
    envelope = world.door.call("memory:injection:preview", {"queryText": "雪"})
    assert (envelope["data"]["items"], envelope["data"]["mode"]) == ([], "semantic")
    assert "degraded" not in envelope["meta"]


@shows("R125")
def test_with_injection_off_the_structure_is_the_same_and_empty(world: World) -> None:
    add(world, "他怕水")
    world.ok("memory:settings:update", injectionEnabled=False)
    assert preview(world) == {
        "items": [],
        "mode": "deterministic",
        "block": "[用户写作偏好 - 自动学习]",
    }
    assert preview(world, queryText="水") == {
        "items": [],
        "mode": "deterministic",
        "block": "[用户写作偏好 - 自动学习]",
    }


def test_a_confirmed_rule_says_so(world: World) -> None:
    for _ in range(3):
        answer = world.ok(
            "memory:preferences:ingest",
            projectId="novel", skillId="continue", action="accept", evidenceRef="每章留悬念",
        )  # fmt: skip
    [id] = answer["learned"]
    world.ok(
        "memory:semantic:update", id=id, projectId="novel", version=1, patch={"userConfirmed": True}
    )
    [item] = preview(world)["items"]
    assert (item["origin"], item["reason"]["message"]["en"]) == ("learned", "you confirmed it")


# -- the preview is the next prompt


SKILLS = ("continue", "polish", "dialogue", "consistency-check")
TYPES = ("preference", "preference", "preference", "fact", "note", "belief", "summary", "line")
TEXTS = (
    "雪下了一夜。林远拔剑冲向敌人，刀光一闪。",
    "「林远拔剑了？」他低声问。「是。」她说。",
    "She sat in the garden, watching the light fade over the roses.",
    "",
)
_RULE = re.compile(r"^- (.*)（置信度: [\d.]+(?:，用户已确认)?）$")
_ENTRY = re.compile(r"^- \[[^]]+\] (.*)$")


def furnished(world: World, rng: Random) -> None:
    """A store of any kind: few entries or more than there is room for, here and elsewhere."""
    for number in range(rng.choice((3, 60, 60))):
        kind, project = rng.choice(TYPES), rng.choice(("novel", "poems", None))
        scene = rng.choice(("对白场景", "动作场景", "叙述场景", "全文"))
        words = (
            f"{scene}里少用第{number}个词" if kind == "preference" else f"第{number}座城里林远拔剑"
        )
        id = add(world, words + "，很旧" * rng.choice((0, 30, 40)), kind, project)
        world.clock.advance(seconds=rng.randrange(2))
        if rng.random() < 0.2:
            owner = {"projectId": project} if project else {}
            world.ok("memory:update", id=id, patch={"content": f"{words}（改）"}, **owner)
    for _ in range(rng.choice((0, 3))):
        world.ok(
            "memory:preferences:ingest",
            projectId="novel", skillId="polish", action="accept", evidenceRef="对白口语化",
        )  # fmt: skip
    for _ in range(rng.choice((0, 4))):
        world.record()
    privacy, injection = rng.random() < 0.3, rng.random() < 0.9
    world.ok("memory:settings:update", privacyModeEnabled=privacy, injectionEnabled=injection)


def entries_in(messages: Sequence[Message]) -> list[str]:
    """The author's rules and entries in a prompt, in the order in which they stand there."""
    found = []
    for part in re.split("^##+ ", "\n".join(each.content for each in messages), flags=re.MULTILINE):
        heading, *lines = part.splitlines() or [""]
        pattern = {"用户偏好": _RULE, "本场景偏好": _RULE, "项目笔记": _ENTRY, "相关知识": _ENTRY}
        if heading in pattern:
            found += [said[1] for line in lines if (said := pattern[heading].match(line))]
    return found


@shows("R132", "R136", "R137", "C33", "C62", "C104")
@pytest.mark.parametrize("seed", range(6))
def test_the_preview_is_what_the_next_prompt_holds_in_that_order(worlds: Worlds, seed: int) -> None:
    # Given any store, any skill and any text, a window wide or narrow, an embedder or none
    rng = Random(seed)
    writer = ScriptedWriter("好。", window=rng.choice((32_768, 8_192)))
    broken = FailingEmbedder(embedders.make(EmbedderConfig(kind="builtin"), Policy()))
    world = worlds(writer=writer, embedder=broken)
    furnished(world, rng)
    broken.broken = rng.random() < 0.4
    for skill in rng.sample(SKILLS, 2):
        text = rng.choice(TEXTS if skill in ("continue", "dialogue") else TEXTS[:-1])
        # When somebody looks and then writes
        items = preview(world, queryText=text, skillId=skill)["items"]
        world.ok("ai:skill:run", projectId="novel", skillId=skill, text=text, candidates=1)
        # Then the prompt that was really sent holds exactly that
        held = entries_in(writer.asked[-1].messages)
        assert [" ".join(each["content"].split()) for each in items] == held


def test_without_a_skill_it_is_the_prompt_of_continue(world: World) -> None:
    add(world, "不用感叹号", "preference")
    add(world, "他怕水")
    assert preview(world) == preview(world, skillId="continue")
    # A check asks for no preferences, and is given none
    assert shown(world, skillId="consistency-check") == ["他怕水"]
    error = world.fails("memory:injection:preview", projectId="novel", skillId="no-such")
    assert error["code"] == "NOT_FOUND"


# -- limits


def test_a_prompt_is_shown_so_much_and_no_more(world: World) -> None:
    for n in range(80):
        add(world, f"每章写第{n}种天气", "preference")
    add(world, "长" * 400)
    items = preview(world)["items"]
    assert 10 < sum(each["type"] == "preference" for each in items) < 80
    assert items[-1]["content"] == "长" * 359 + "…"
    crowded(world)
    bounds = Policy().context
    room = bounds.author_tokens + bounds.notes_tokens
    assert sum(estimate(each, Policy().tokens) for each in shown(world)) <= room


# -- with a query


@shows("R136", "C28", "C33")
def test_a_query_adds_behind_the_baseline_and_never_moves_it(world: World) -> None:
    crowded(world)
    plain = shown(world)
    assert not any("井底" in each for each in plain)
    answer = preview(world, queryText="那把剑在井底吗")
    stable = [each["content"] for each in answer["items"] if each["layer"] == "stable"]
    [found] = [each for each in answer["items"] if each["layer"] == "dynamic"][:1]
    assert answer["mode"] == "semantic"
    assert stable == plain == shown(world, "stable", queryText="石头")
    assert found["content"].startswith("剑沉在井底")
    assert found["reason"]["kind"] == "semantic"
    assert 0 < found["reason"]["score"] <= 1
    ids = [each["id"] for each in answer["items"]]
    assert len(set(ids)) == len(ids)
    assert answer["items"][-1]["layer"] == "dynamic"


@shows("R136")
def test_an_empty_query_says_so_and_an_absent_one_does_not(world: World) -> None:
    add(world, "他怕水")
    empty = preview(world, queryText=" ")
    assert empty["mode"] == "deterministic"
    assert (empty["diagnostics"]["degradedFrom"], empty["diagnostics"]["reason"]) == (
        "semantic",
        "EMPTY_QUERY",
    )
    assert "diagnostics" not in preview(world)
    assert empty["items"] == preview(world)["items"]


# -- broken


@pytest.fixture
def embedder() -> FailingEmbedder:
    made = embedders.make(EmbedderConfig(kind="builtin"), Policy())
    return FailingEmbedder(made, broken=True)


def fallbacks(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.levelname for each in caplog.records if "fell back" in each.message]


@shows("R136", "R94")
def test_without_an_embedder_the_order_is_deterministic_and_the_reason_visible(
    tmp_path: Path, embedder: FailingEmbedder, caplog: pytest.LogCaptureFixture
) -> None:
    world = World(tmp_path / "home", embedder=embedder)
    crowded(world)
    plain = shown(world)
    # When the embedder fails, words still find, and everybody can see why it is only words
    with caplog.at_level(logging.WARNING, "mohen.prompts.preview"):
        answers = [preview(world, queryText="井底的剑") for _ in range(3)]
    answer = answers[-1]
    assert answer["mode"] == "deterministic"
    assert answer["diagnostics"]["reason"] == "ENCODING_FAILED"
    stable = [each["content"] for each in answer["items"] if each["layer"] == "stable"]
    assert stable == plain
    assert answer["items"][-1]["reason"]["kind"] == "words"
    # Three in a row are worth an error in the log; one success and the count begins anew
    assert fallbacks(caplog) == ["WARNING", "WARNING", "ERROR"]
    assert "井底" not in caplog.text
    embedder.broken = False
    assert preview(world, queryText="井底的剑")["mode"] == "semantic"
    caplog.clear()
    embedder.broken = True
    with caplog.at_level(logging.WARNING, "mohen.prompts.preview"):
        preview(world, queryText="井底的另一把剑")
    assert fallbacks(caplog) == ["WARNING"]
    world.close()


@shows("R136")
def test_without_its_file_the_preview_is_empty_and_says_why(world: World) -> None:
    add(world, "他怕水")
    world.close()
    world.destroy("mind.db")
    world.memory = world._open()
    answer = preview(world, queryText="水")
    assert answer["items"] == []
    assert answer["diagnostics"]["reason"] == "MIND_UNREADABLE"
