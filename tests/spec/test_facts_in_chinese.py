"""What users say in Chinese of their projects, decisions, plans and work is kept, word by word.

Every example goes the whole way: said to an agent, consolidated without a model, and asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mohen.testing import FrozenClock
from shows import shows
from transcripts import DAY_ONE, OpenClawFile
from worlds import World


class Listener:
    """An agent that is told something, and what its memory makes of it."""

    def __init__(self, folder: Path) -> None:
        clock = FrozenClock(DAY_ONE + 12 * 3_600_000)
        (folder / "claw").mkdir()
        self.talk = OpenClawFile(folder / "sessions" / "first.jsonl", at=clock.now())
        self.world = World(folder / "home", clock=clock)
        self.world.ok(
            "agent:init",
            workspace=str(folder / "claw"),
            agentId="claw",
            sources=[{"kind": "openclaw", "path": str(folder / "sessions")}],
        )

    def told(self, *texts: str) -> list[dict[str, Any]]:
        for each in texts:
            self.talk.say(each)
        self.world.ok("knowledge:consolidate", projectId="claw", force=True)
        items = self.world.ok("knowledge:list", projectId="claw")["items"]
        return [each for each in items if each["type"] != "summary"]

    def kinds(self) -> dict[str, str]:
        found = self.world.ok("knowledge:entities", projectId="claw")["items"]
        return {each["name"]: each["type"] for each in found}


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    made = Listener(tmp_path)
    yield made
    made.world.close()


@shows("R195", "R205")
def test_projects_and_what_was_decided_about_them(listener: Listener) -> None:
    # Given what users say of what they make
    items = listener.told(
        "我正在开发个人项目“墨痕”",
        "我的项目叫天问",
        "我在用 Rust 写一个叫“寒武纪”的个人项目",
        "寒武纪项目的数据库我决定用 SQLite",
        "在写一部小说，叫《雾港来信》",
    )
    # Then each is kept as it was said, no word of it cut
    assert {each["content"] for each in items} == {
        "用户在开发个人项目“墨痕”",
        "用户的项目叫天问",
        "用户在用 Rust 写一个叫“寒武纪”的个人项目",
        "用户决定寒武纪项目的数据库用 SQLite",
        "用户在写一部小说",
        "用户的小说叫《雾港来信》",
    }
    # And each work is known by its name, as a project
    kinds = listener.kinds()
    assert {kinds[each] for each in ("墨痕", "天问", "寒武纪", "雾港来信")} == {"project"}
    # And nothing else is taken for one
    assert not {"个人项目", "开发个人项目", "决定寒武纪", "寒武纪项目"} & {*kinds}


@shows("R195", "C46")
def test_a_decision_that_is_changed_replaces_the_first(listener: Listener) -> None:
    listener.told("寒武纪项目的数据库我决定用 SQLite")
    items = listener.told("寒武纪的数据库我打算换成 DuckDB")
    assert [each["content"] for each in items] == ["用户打算把寒武纪的数据库换成 DuckDB"]
    items = listener.told("寒武纪的数据库用的是 Postgres")
    assert [each["content"] for each in items] == ["寒武纪的数据库用的是 Postgres"]


@shows("R185", "R195")
def test_names_work_and_plans(listener: Listener) -> None:
    items = listener.told("你的名字是 Tkao", "我可能会去科技公司实习", "我换工作了，现在在腾讯")
    kept = {each["content"]: each for each in items}
    assert {*kept} == {
        *("助手叫Tkao", "用户可能会去科技公司实习", "用户换工作了", "用户在腾讯工作")
    }
    # What may be is believed, not known
    assert kept["用户可能会去科技公司实习"]["type"] == "belief"
    assert listener.kinds()["腾讯"] == "organization"


@shows("R194", "R205")
def test_what_says_nothing_of_the_user_is_not_kept(listener: Listener) -> None:
    assert not listener.told(
        "我朋友说他想移民",
        "写一篇第一人称小说，我是一个潜水员，住在小岛上",
        "如果我有一百万，我就去环游世界",
        "本来想买特斯拉",
        "我手机快没电了",
        "我跑了一遍测试，有两个失败了",
        "我喜欢第二个",
    )
