"""What the memory itself put into a prompt is no news when it comes back (C64)."""

from __future__ import annotations

from typing import Any

from inside import inside
from shows import shows
from worlds import World

RECALLED = "大雪封住了北境的隘口，七个人都没有回来。"


def prompt(world: World) -> dict[str, Any]:
    return world.ok("context:assemble", skillId="continue", projectId="novel", text="隘口上的雪。")


@shows("C64")
def test_a_prompt_that_is_reported_as_the_context_does_not_come_back_as_a_memory(
    world: World,
) -> None:
    # Given a prompt that holds a rule, a fact and an earlier interaction
    world.ok("memory:semantic:add", rule="写到雪的时候不用比喻句", scope="global")
    world.ok(
        "memory:create", type="fact", scope="project", projectId="novel",
        content="隘口的守军一共只有四十人",
    )  # fmt: skip
    world.record(inputContext="隘口", candidates=[RECALLED], selectedIndex=0)
    made = prompt(world)
    whole = made["system"] + "\n" + made["user"]
    assert RECALLED in whole
    # When a tool records what it sent as the context, with the generation's id or without
    for named in ({"generationId": made["generationId"]}, {}):
        episode = world.record(
            inputContext=whole, candidates=["雪停了。"], selectedIndex=0, **named
        )
        kept = world.episode(episode["episodeId"])["trigger"]["inputContext"]
        # Then nothing that the memory put in is kept again, and the author's text is
        assert "隘口上的雪" in kept
        for ours in (RECALLED, "不用比喻句", "四十人"):
            assert ours not in kept


@shows("C64")
def test_sentences_we_recalled_are_not_measured_as_the_models_or_the_authors(
    world: World,
) -> None:
    loud = "冲过去把北边的隘口给我守住！今天一个人也不要放他们走！"
    world.record(inputContext="隘口", candidates=[loud], selectedIndex=0)
    made = prompt(world)
    assert loud in made["user"]

    def measured(**named: Any) -> str:
        recorded = world.record(
            inputContext="隘口", candidates=["雪停了。风也停了。", loud], selectedIndex=1, **named
        )
        with inside(world.memory).episodes_db.read() as reader:
            [episode] = inside(world.memory).episode_store.get(id=recorded["episodeId"])
            return str(inside(world.memory).episode_store.evidence(reader, episode.seq))

    echoed = measured(generationId=made["generationId"])
    assert echoed != measured()
    assert measured(generationId="gen_unknown") == measured()


@shows("C64")
def test_what_stands_among_the_recent_is_known_again_beside_a_conversation(world: World) -> None:
    # Given a digest of a conversation and an interaction side by side in L4
    asked = "把守夜人的那一段写得更冷一些"
    world.ok(
        "compaction:save", projectId="novel", conversationId="talk",
        messages=[{"role": "user", "content": asked}],
    )  # fmt: skip
    world.record(inputContext="隘口", candidates=[RECALLED], selectedIndex=0)
    made = prompt(world)
    recent = made["user"].partition("## 当前上下文")[0]
    assert asked in recent
    # When a tool reports that part of the prompt as the context
    episode = world.record(
        inputContext=f"{recent}\n{RECALLED}",
        candidates=["雪停了。"],
        selectedIndex=0,
        generationId=made["generationId"],
    )
    kept = world.episode(episode["episodeId"])["trigger"]["inputContext"]
    # Then neither is kept again
    assert asked not in kept
    assert RECALLED not in kept


@shows("C64")
def test_what_the_author_adds_by_hand_is_theirs_though_it_stood_in_the_prompt(
    world: World,
) -> None:
    world.record(inputContext="隘口", candidates=[RECALLED], selectedIndex=0)
    made = prompt(world)
    assert RECALLED in made["user"]

    def measured(**named: Any) -> str:
        recorded = world.record(
            inputContext="隘口", candidates=["雪停了。风也停了。"], selectedIndex=0,
            finalText=f"雪停了。{RECALLED}风也停了。", **named,
        )  # fmt: skip
        with inside(world.memory).episodes_db.read() as reader:
            [episode] = inside(world.memory).episode_store.get(id=recorded["episodeId"])
            return str(inside(world.memory).episode_store.evidence(reader, episode.seq))

    assert measured(generationId=made["generationId"]) == measured()
