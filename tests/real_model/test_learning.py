"""Learning and consolidation with a real language model: it may help, and can do no harm."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inside import inside
from mohen.core.settings_model import ModelConfig
from mohen.models.model import Receipt
from mohen.testing import FrozenClock
from transcripts import DAY_ONE, OpenClawFile
from worlds import World

SHORT = ["剑落。血溅。他倒下。", "刀起。人散。雪停。", "他冲。他斩。他退。"]
LONG = (
    "他在漫天的大雪之中缓缓地举起了那一把已经跟随了他整整十二年之久的旧刀，然后朝着敌人走了过去。"
)


def receipts(world: World) -> list[Receipt]:
    return inside(world.memory).receipt_store.list(limit=100)


def an_author(world: World) -> None:
    """Who makes short sentences of long ones, every time."""
    for number in range(12):
        world.record(
            candidates=[LONG], selectedIndex=0, finalText=SHORT[number % len(SHORT)],
            inputContext=f"第{number}次，雪还在下，两个人在桥上对峙。",
        )  # fmt: skip
        world.clock.advance(seconds=60)


def rules(world: World) -> dict[str, dict[str, Any]]:
    items = world.ok("memory:semantic:list", projectId="novel")["items"]
    return {each["id"]: each for each in items}


def test_what_it_says_of_an_author_is_used_or_refused_and_counted(
    world: World, tmp_path: Path
) -> None:
    # Given what statistics alone say of an author
    alone = World(tmp_path / "alone")
    for each in (alone, world):
        an_author(each)
        each.ok("memory:semantic:distill", projectId="novel")
    measured = {str(each.get("predicate")) for each in rules(alone).values()}
    alone.close()
    # Then a model takes none of it away, whatever it answered
    found = rules(world).values()
    assert measured
    assert measured <= {str(each.get("predicate")) for each in found}
    # And what it added cites episodes that are there
    there = {
        each["id"]
        for each in world.ok("memory:episode:list", projectId="novel", limit=100)["items"]
    }
    assert all(set(each["supportingEpisodes"]) <= there for each in found)
    # And whatever it was asked is on a receipt, with what it cost and what came of it
    asked = receipts(world)
    assert asked
    assert all(each.tokens_in > 0 for each in asked if each.result != "failed")
    assert {each.result for each in asked} <= {"ok", "nonsense", "failed"}


def test_what_was_talked_of_is_known_with_it_as_without(
    home: Path, tmp_path: Path, served: ModelConfig
) -> None:
    # Given an agent's conversation, with things that no rule can read
    clock = FrozenClock(DAY_ONE + 12 * 3_600_000)
    talk = OpenClawFile(tmp_path / "sessions" / "first.jsonl", at=clock.now())
    for each in (
        "我叫张三，在上海的一家小出版社当编辑",
        "我对花生过敏",
        "稿子改到第七遍的时候，忽然就不想让他死了",
        "The lighthouse bit keeps slipping away from me whenever the phone rings.",
        "Remember that the launch moved to 12 May.",
    ):
        talk.say(each)
        talk.say("好的，我记下了。", role="assistant")
    world = World(home, clock=clock)
    world.memory.settings.update(model=served)
    workspace = tmp_path / "claw"
    workspace.mkdir()
    source = {"kind": "openclaw", "path": str(talk.path.parent)}
    world.ok("agent:init", workspace=str(workspace), agentId="claw", sources=[source])
    # When it is consolidated with the model
    [outcome] = world.ok("knowledge:consolidate", projectId="claw")["outcomes"]
    # Then all that rules read is known
    known = {each["content"] for each in outcome["changes"] if each["done"] == "added"}
    assert "用户对花生过敏" in known
    assert any("张三" in each for each in known)
    # And it was asked for what they leave undecided, within its budget, and all is on receipts
    spent = sum(each.tokens_in + each.tokens_out for each in receipts(world))
    assert 0 < spent <= world.policy.models.consolidation_tokens
    assert outcome["tokens"] == spent
    world.close()
