"""A prompt is only ever appended to: what stands before an addition stays, to the byte."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from mohen.policy import Policy
from mohen.text import quoted
from mohen.text.tokens import estimate
from shows import shows
from worlds import World

TEXT = "雪下了一夜。林远站在门口，听见远处有马蹄声。"
FILES = {
    ".mohen/style-guide.md": "# 风格\n短句为主。",
    ".mohen/characters/lin.md": "# 林远\n剑客，左手有疤。",
    ".mohen/world.md": "# 世界\n北境终年积雪。",
    ".mohen/outline.md": "# 大纲\n## 第三章\n林远遇袭。",
}


@pytest.fixture
def novel(world: World, tmp_path: Path) -> World:
    """A project that has something of everything."""
    for name, text in FILES.items():
        put(tmp_path, name, text)
    world.ok("project:bind", projectId="novel", folder=str(tmp_path / "novel"))
    for content in ("第一条规则：少用副词", "第二条规则：不用感叹号"):
        create(world, "preference", content)
    for content in ("他怕水", "雪是线索"):
        create(world, "fact", content)
    world.record()
    return world


def put(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / "novel" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def create(world: World, kind: str, content: str, **changes: Any) -> str:
    world.clock.advance(seconds=1)
    here = {"scope": "project", "projectId": "novel", **changes}
    return world.ok("memory:create", type=kind, content=content, **here)["id"]


def prefix(world: World, skill: str = "continue", text: str = TEXT, **asked: Any) -> str:
    return world.ok(
        "context:assemble", skillId=skill, projectId="novel", text=text, **asked
    )["system"]  # fmt: skip


def talked(world: World) -> None:
    """One more turn of a conversation, and its digest."""
    world.ok(
        "compaction:save",
        projectId="novel",
        conversationId="c1",
        messages=[{"role": "user", "content": "林远该不该死？"}] * 2,
    )


# -- what is added, and the heading under which the first other byte may stand


KEEPS_ALL = "(all of it)"
ADDITIONS: dict[str, tuple[Callable[[World, Path], object], str]] = {
    "note": (lambda w, _: create(w, "note", "井在城北"), KEEPS_ALL),
    "global note": (
        lambda w, _: create(w, "note", "井在城南", scope="global", projectId=None),
        KEEPS_ALL,
    ),
    "fact": (lambda w, _: create(w, "fact", "她不会游泳"), KEEPS_ALL),
    "episode": (lambda w, _: w.record(), KEEPS_ALL),
    "chapter text": (lambda _, at: put(at, "chapters/01.md", "雪停了。"), KEEPS_ALL),
    "conversation turn": (lambda w, _: talked(w), KEEPS_ALL),
    "preference": (lambda w, _: create(w, "preference", "对话里不用省略号"), "- 第二条规则"),
    "rule": (
        lambda w, _: w.ok(
            "memory:semantic:add", rule="多写声音", scope="project", projectId="novel"
        ),
        "- 第二条规则",
    ),
    "card": (lambda _, at: put(at, ".mohen/characters/su.md", "# 苏青\n医者。"), "左手有疤"),
}


@shows("R155", "R175", "C104")
@pytest.mark.parametrize("kind", ADDITIONS)
def test_what_stands_before_an_addition_stays_to_the_byte(
    novel: World, tmp_path: Path, kind: str
) -> None:
    act, behind = ADDITIONS[kind]
    before = prefix(novel)
    # When something is added
    act(novel, tmp_path)
    after = prefix(novel, text=TEXT + "雪停了。")
    # Then the next prompt begins with the same bytes, up to the end of the block it is added to
    same = common(before, after)
    if behind == KEEPS_ALL:
        assert same.removesuffix(quoted.CLOSE) == before.removesuffix(quoted.CLOSE)
    else:
        assert behind in same
    # And nothing that was there was moved or taken out
    lines = iter(after.splitlines())
    assert all(line in lines for line in before.splitlines())
    assert tokens(same) > tokens(before) / 2


def common(one: str, other: str) -> str:
    """What both begin with."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return "".join(character for character, _ in same)


def tokens(text: str) -> int:
    return estimate(text, Policy().tokens)


@shows("R155", "R175", "C104")
def test_an_edited_fact_keeps_its_place(novel: World) -> None:
    first = create(novel, "fact", "剑在井底")
    create(novel, "note", "井在城北")
    before = prefix(novel).splitlines()
    novel.clock.advance(hours=1)
    novel.ok("memory:update", id=first, projectId="novel", patch={"content": "剑在塔顶"})
    after = prefix(novel).splitlines()
    assert after == [each.replace("剑在井底", "剑在塔顶") for each in before]


@shows("R155", "R175", "R137")
def test_where_the_room_is_full_only_the_last_block_is_sent_again(novel: World) -> None:
    for number in range(30):
        create(novel, "note", f"第{number}口井" + "，石头很旧" * 8)
    before = prefix(novel)
    # When a fact comes that goes before all notes, and one of those has no room any more
    create(novel, "fact", "井里有一把剑" + "，石头很旧" * 8)
    after = prefix(novel)
    # Then it stands behind what is left, and all before the notes is as it was
    heading = before.index("### 项目笔记")
    assert after[:heading] == before[:heading]
    notes = [each for each in before.splitlines() if each.startswith("- [note]")]
    assert set(before.splitlines()) - set(after.splitlines()) == {notes[0]}  # the oldest
    *_, last, close = after.splitlines()
    assert last.startswith("- [fact] 井里有一把剑")
    assert close == quoted.CLOSE


@shows("R148", "R155", "R156", "C87")
def test_what_all_skills_share_stands_before_what_one_adds(novel: World) -> None:
    # Skills that ask for the same begin with the same bytes, whatever each of them is to do
    assert prefix(novel, "continue") == prefix(novel, "expand")
    # One that asks for less has the same up to what it does not ask for
    whole, polish = prefix(novel), prefix(novel, "polish")
    same = common(whole, polish)
    assert same.endswith("### 人物设定\n")
    assert "短句为主" in same
    # What a skill is to do stands with the task
    user = novel.ok("context:assemble", skillId="expand", projectId="novel", text=TEXT)["user"]
    assert "- skill=expand\n" in user
    assert "### 技能\n扩写选区" in user
