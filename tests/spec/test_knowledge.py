"""What is known, and its life: kept, looked at, corrected, archived, brought back (seed 001)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mohen.policy import Policy
from shows import shows
from worlds import World

PEANUTS = "用户对花生过敏"


def capture(world: World, content: str, **asked: Any) -> dict[str, Any]:
    return world.ok("knowledge:capture", **{"projectId": "agent", "content": content, **asked})


def kept(world: World, content: str, **asked: Any) -> dict[str, Any]:
    return dict(capture(world, content, **asked)["item"])


def get(world: World, id: str, project: str = "agent") -> dict[str, Any]:
    return world.ok("knowledge:get", id=id, projectId=project)


# -- keeping


@shows("R184", "R210", "C53")
def test_a_fact_is_certain_numbered_and_knows_where_it_was_said(world: World) -> None:
    # When a fact is captured
    item = kept(world, PEANUTS, source="session_abc123:15", entities=["用户", " 花生 ", "用户"])
    # Then it has the seed's fields
    assert item["id"].startswith("f_")
    assert item["id"].endswith("_001")
    assert (item["type"], item["confidence"], item["state"]) == ("fact", 1, "active")
    assert item["entities"] == ["用户", "花生"]
    assert item["sources"] == ["session_abc123:15"]
    # And what is told of it names the line
    [source] = get(world, item["id"])["sources"]
    assert (source["session"], source["line"]) == ("session_abc123", 15)


@shows("R187", "R184")
@pytest.mark.parametrize("said", [PEANUTS, "I am allergic to peanuts", "The user's name is Anna"])
def test_what_endangers_somebody_or_says_who_they_are_matters_fully(
    world: World, said: str
) -> None:
    item = kept(world, said)
    assert item["importance"] == item["score"] == 1


@shows("R185", "R210")
def test_a_belief_says_how_sure_it_is_and_why(world: World) -> None:
    belief = kept(world, "用户可能在科技公司工作", type="belief", basis="经常开会")
    assert belief["id"].startswith("b_")
    assert (belief["confidence"], belief["basis"]) == (0.6, "经常开会")


@shows("R185")
def test_a_belief_is_never_certain_and_a_fact_always(world: World) -> None:
    sure = capture(world, "用户大概喜欢爬山", type="belief", confidence=1.0)
    assert sure["item"]["confidence"] < 1
    assert "belief" in sure["warnings"][0]
    unsure = capture(world, "用户养了一只猫", confidence=0.4)
    assert unsure["item"]["confidence"] == 1
    assert "belief" in unsure["warnings"][0]


@shows("R210")
@pytest.mark.parametrize(("asked", "becomes"), [(1.5, 1), (-3, 0), (1e300, 1)])
def test_a_number_out_of_range_is_brought_there_and_said(
    world: World, asked: float, becomes: float
) -> None:
    captured = capture(world, "用户去过北京", importance=float(asked))
    assert captured["item"]["importance"] == becomes
    assert "importance" in captured["warnings"][0]


@shows("R210")
@pytest.mark.parametrize(
    ("field", "asked"),
    [
        ("content", {"content": " \n "}),
        ("content", {"content": "长" * 10_001}),
        ("entities", {"entities": ["名" * 101]}),
        ("entities", {"entities": [str(each) for each in range(51)]}),
        ("basis", {"basis": "因" * 1_001}),
        ("type", {"type": "dream"}),
    ],
)
def test_what_makes_no_sense_is_refused(world: World, field: str, asked: dict[str, Any]) -> None:
    error = world.fails("knowledge:capture", **{"content": PEANUTS, **asked})
    assert error["code"] == "INVALID_ARGUMENT"
    assert error["details"]["field"] == field


@shows("R188", "R189")
def test_the_same_words_again_are_the_same_item_and_matter_more(world: World) -> None:
    first = kept(world, "用户去过北京", importance=0.5)
    again = capture(world, "  用户去过北京。")
    assert again["known"] is True
    assert again["item"]["id"] == first["id"]
    assert again["item"]["importance"] == pytest.approx(0.7)
    for _ in range(5):
        again = capture(world, "用户去过北京")
    assert again["item"]["importance"] == 1


def test_the_same_saying_is_not_counted_twice(world: World) -> None:
    first = kept(world, "用户去过北京", importance=0.5, source="s:4")
    again = capture(world, "用户去过北京", source="s:4")
    assert (again["known"], again["item"]) == (True, first)
    elsewhere = capture(world, "用户去过北京", source="s:9")
    assert elsewhere["item"]["sources"] == ["s:4", "s:9"]
    assert elsewhere["item"]["importance"] == pytest.approx(0.7)


def test_what_was_guessed_and_is_now_certain_is_one_fact_with_a_history(world: World) -> None:
    guess = kept(world, "用户养猫", type="belief")
    fact = kept(world, "用户养猫")
    assert get(world, guess["id"])["item"]["supersededBy"] == fact["id"]
    assert [each["id"] for each in get(world, fact["id"])["history"]] == [fact["id"], guess["id"]]
    # And guessing it again adds nothing
    again = capture(world, "用户养猫", type="belief")
    assert (again["item"]["id"], again["known"]) == (fact["id"], True)
    assert "known as a fact" in again["warnings"][0]


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("用户住在北京", "用户搬到上海了"),
        ("I live in Berlin", "The user lives in Hamburg"),
        ("我住在北京", "I moved to Berlin"),
    ],
)
def test_a_newer_value_kept_by_hand_takes_the_place_of_the_older(
    world: World, before: str, now: str
) -> None:
    # Given where somebody lives
    old = kept(world, before)
    world.clock.advance(days=3)
    # When it is somewhere else
    new = kept(world, now)
    # Then only that holds, and both are told with their validity
    told = world.ok("knowledge:history", id=old["id"], projectId="agent")["items"]
    assert [each["id"] for each in told] == [new["id"], old["id"]]
    assert [each["state"] for each in told] == ["active", "superseded"]
    assert told[1]["validTo"] == new["createdAt"]
    # And saying it again in other words is the same
    assert capture(world, now)["known"] is True


@shows("C94", "C62")
def test_what_is_typed_is_numbered_too_and_does_not_fade(world: World) -> None:
    typed = [
        world.ok("memory:create", type=kind, content=f"{kind} 甲", scope="global")["id"]
        for kind in ("fact", "belief", "summary", "note", "dream.motif")
    ]
    assert [id.partition("_")[0] for id in typed] == ["f", "b", "s", "n", "kn"]
    world.live(days=2_000)
    told = world.ok("knowledge:get", projectId="agent", id=typed[0])
    assert told["item"]["origin"] == "manual"
    assert told["currentScore"] == told["item"]["score"]


# -- looking


@shows("R190", "C48")
def test_the_score_that_is_told_is_of_now(world: World) -> None:
    item = kept(world, "用户昨天去了北京", importance=0.5)
    world.live(days=30)
    told = get(world, item["id"])
    assert told["item"]["score"] == 0.5
    assert told["currentScore"] == pytest.approx(0.5 * 0.8353, abs=1e-4)


@shows("C92")
def test_nobody_sees_what_is_of_another_project(world: World) -> None:
    item = kept(world, PEANUTS, projectId="agent")
    for channel in ("get", "history", "archive", "restore"):
        error = world.fails(f"knowledge:{channel}", id=item["id"], projectId="other")
        assert error["code"] == "MEMORY_SCOPE_DENIED"
        assert "花生" not in str(error)
    patch = {"importance": 0.1}
    error = world.fails("knowledge:update", id=item["id"], projectId="other", patch=patch)
    assert error["code"] == "MEMORY_SCOPE_DENIED"
    assert world.ok("knowledge:list", projectId="other")["items"] == []
    assert world.ok("knowledge:list")["items"] == []
    assert world.ok("knowledge:entities", projectId="other")["items"] == []
    assert world.ok("knowledge:stats", projectId="other")["total"] == 0


@shows("C92")
def test_an_agent_reads_whom_it_may_see_and_changes_nothing_there(
    world: World, tmp_path: Any
) -> None:
    item = kept(world, PEANUTS, projectId="first")
    for name in ("first", "second"):
        world.ok("agent:init", agentId=name, sees=["first"] if name == "second" else [])
    assert get(world, item["id"], "second")["item"]["content"] == PEANUTS
    error = world.fails("knowledge:archive", id=item["id"], projectId="second")
    assert error["code"] == "MEMORY_SCOPE_DENIED"


def test_pages_hold_the_projects_own_and_what_is_global(world: World) -> None:
    for number in range(5):
        kept(world, f"第{number}件事")
    kept(world, "人人知道的事", projectId=None)
    kept(world, "别人的事", projectId="other")
    found: list[str] = []
    cursor = None
    while True:
        asked = {"cursor": cursor} if cursor else {}
        page = world.ok("knowledge:list", projectId="agent", limit=2, **asked)
        found += [each["content"] for each in page["items"]]
        cursor = page["page"].get("nextCursor")
        if cursor is None:
            break
    assert sorted(found) == sorted([*(f"第{n}件事" for n in range(5)), "人人知道的事"])


def test_a_list_is_narrowed_by_state_and_type(world: World) -> None:
    fact = kept(world, "一件事")
    belief = kept(world, "也许的事", type="belief")
    world.ok("knowledge:archive", projectId="agent", id=fact["id"])

    def ids(**asked: Any) -> list[str]:
        found = world.ok("knowledge:list", projectId="agent", **asked)["items"]
        return [each["id"] for each in found]

    assert ids() == sorted([fact["id"], belief["id"]])
    assert ids(states=["active"]) == [belief["id"]]
    assert ids(types=["fact"]) == [fact["id"]]
    assert ids(states=["denied"]) == []


@shows("R212", "C54")
def test_stats_count_active_and_archive_together(world: World) -> None:
    # Given items of every band, on and off the edges
    for at, importance in enumerate((1.0, 0.9, 0.89, 0.7, 0.69, 0.4, 0.39, 0.0)):
        kept(world, f"第{at}件事", importance=importance, entities=["用户", f"人{at % 2}"])
    belief = kept(world, "也许的事", type="belief", importance=0.5)
    world.ok("knowledge:archive", projectId="agent", id=belief["id"])
    # Then the seed's figures are true
    stats = world.ok("knowledge:stats", projectId="agent")
    assert (stats["total"], stats["active"], stats["archived"]) == (9, 8, 1)
    assert stats["byType"] == {"fact": 8, "belief": 1}
    assert stats["byImportance"] == {"critical": 2, "high": 2, "medium": 3, "low": 2}
    assert stats["entities"] == 3
    assert stats["warnings"] == []


@shows("C55")
def test_too_many_active_items_are_warned_of_and_nothing_more(world: World) -> None:
    for number in range(world.policy.knowledge.active_soft + 1):
        kept(world, f"第{number}件事")
    stats = world.ok("knowledge:stats", projectId="agent")
    assert stats["active"] == world.policy.knowledge.active_soft + 1
    assert "active_most" in stats["warnings"][0]


def test_an_entity_is_known_by_all_that_speaks_of_it(world: World) -> None:
    lives = kept(world, "用户住在北京")
    cat = kept(world, "用户养了一只猫", entities=["用户", "年糕"])
    names = {each["name"] for each in world.ok("knowledge:entities", projectId="agent")["items"]}
    assert {"用户", "北京", "年糕"} <= names
    user = world.ok("knowledge:entity", name="用户", projectId="agent")
    assert user["type"] == "person"
    assert user["attributes"]["location"]["value"] == "北京"
    assert set(user["facts"]) == {lives["id"], cat["id"]}
    error = world.fails("knowledge:entity", name="李四", projectId="agent")
    assert error["code"] == "NOT_FOUND"


# -- its life


@shows("R215", "R227")
def test_an_item_is_archived_and_brought_back(world: World) -> None:
    item = kept(world, "用户昨天去了北京", importance=0.2)
    cold = world.ok("knowledge:archive", id=item["id"], projectId="agent")
    assert cold["state"] == "archived"
    assert world.ok("knowledge:archive", id=item["id"], projectId="agent") == cold
    assert world.ok("memory:list", projectId="agent")["items"] == []
    back = world.ok("knowledge:restore", id=item["id"], projectId="agent")
    assert (back["state"], back["score"]) == ("active", 0.3)
    assert len(world.ok("memory:list", projectId="agent")["items"]) == 1


def test_what_something_newer_stands_for_is_not_brought_back(world: World) -> None:
    guess = kept(world, "用户养猫", type="belief")
    fact = kept(world, "用户养猫")
    error = world.fails("knowledge:restore", id=guess["id"], projectId="agent")
    assert error["code"] == "CONFLICT"
    assert error["details"]["supersededBy"] == fact["id"]
    assert world.fails("knowledge:archive", projectId="agent", id=guess["id"])["code"] == "CONFLICT"


@shows("C94")
def test_what_is_corrected_by_hand_is_the_users_and_does_not_fade(world: World) -> None:
    item = kept(world, "用户住在北京")
    after = world.ok(
        "knowledge:update",
        id=item["id"],
        projectId="agent",
        version=item["version"],
        patch={"content": "用户住在上海", "importance": 0.9},
    )
    assert (after["origin"], after["version"]) == ("manual", item["version"] + 1)
    assert (after["content"], after["importance"]) == ("用户住在上海", 0.9)
    assert (after["attribute"], after["value"]) == ("location", "上海")
    world.live(days=1_000)
    assert get(world, item["id"])["currentScore"] == after["score"]
    # And what it said before is nowhere
    assert "住在北京".encode() not in world.bytes_everywhere()
    assert world.ok("knowledge:search", projectId="agent", query="上海")["items"]


def test_a_correction_of_something_that_changed_meanwhile_is_refused(world: World) -> None:
    item = kept(world, PEANUTS)
    patch = {"importance": 0.5}
    world.ok(
        "knowledge:update", projectId="agent", id=item["id"], patch=patch, version=item["version"]
    )
    error = world.fails(
        "knowledge:update", projectId="agent", id=item["id"], patch=patch, version=item["version"]
    )
    assert error["code"] == "CONFLICT"
    assert (
        world.fails("knowledge:update", projectId="agent", id=item["id"], patch={})["code"]
        == "INVALID_ARGUMENT"
    )
    blank = world.fails(
        "knowledge:update", projectId="agent", id=item["id"], patch={"content": " "}
    )
    assert blank["details"]["field"] == "patch.content"


@shows("R227", "R226")
def test_a_hit_in_the_archive_brings_an_item_back(world: World) -> None:
    item = kept(world, "用户可能喜欢爵士乐", type="belief", importance=0.2)
    world.ok("agent:init", agentId="agent")
    world.live(days=30)
    world.ok("knowledge:consolidate", projectId="agent", force=True)
    assert get(world, item["id"])["item"]["state"] == "archived"
    found = world.ok("knowledge:search", projectId="agent", query="爵士乐")["items"]
    assert [each["id"] for each in found] == [item["id"]]
    back = get(world, item["id"])["item"]
    assert (back["state"], back["score"], back["accesses"]) == ("active", 0.3, 1)


@shows("R226")
def test_being_of_use_counts_once_a_day(world: World) -> None:
    item = kept(world, "用户对花生过敏", importance=0.5)
    asked = {"projectId": "agent", "query": "花生过敏", "purpose": "context"}
    for _ in range(3):
        world.ok("knowledge:search", **asked)
    once = get(world, item["id"])["item"]
    assert (once["accesses"], once["score"]) == (1, pytest.approx(0.55))
    world.clock.advance(days=1)
    world.ok("knowledge:search", **asked)
    assert get(world, item["id"])["item"]["accesses"] == 2


# -- what is not to be kept


def test_names_that_are_not_to_be_kept_are_not(world: World) -> None:
    world.ok("memory:settings:update", redactNames=["林远"])
    item = kept(world, "林远对花生过敏", entities=["林远"], basis="林远说的", type="belief")
    patch = {"content": "林远对虾过敏"}
    world.ok("knowledge:update", id=item["id"], projectId="agent", patch=patch)
    assert "林远" not in str(get(world, item["id"]))
    # The setting itself names them; no row of what is known does
    found = world.ok("knowledge:search", projectId="agent", query="林远对什么过敏")["items"]
    assert [each["id"] for each in found] == [item["id"]]


def test_a_prompt_chooses_from_the_best_known(worlds: Any) -> None:
    policy = Policy()
    few = replace(policy, knowledge=replace(policy.knowledge, prompt_most=2))
    world = worlds(policy=few)
    for at in range(4):
        kept(world, f"第{at}件事", importance=at / 10)
    shown = world.ok("memory:injection:preview", projectId="agent")["items"]
    assert {each["content"] for each in shown} == {"第2件事", "第3件事"}


@shows("C92")
def test_who_names_no_project_sees_what_is_global_only(world: World) -> None:
    """Given a memory of a project. When somebody asks for it by its id, which is easily guessed,
    and names no project. Then they are refused, and nothing of it is told."""
    item = kept(world, PEANUTS)
    for channel in ("get", "history", "archive", "restore"):
        error = world.fails(f"knowledge:{channel}", id=item["id"])
        assert error["code"] == "MEMORY_SCOPE_DENIED"
        assert "花生" not in str(error)


# -- both Chinese scripts


@pytest.mark.parametrize(
    ("said", "asked"),
    [("用户的書房裡養了兩隻烏龜", "书房里的乌龟"), ("用户的书房里养了两只乌龟", "書房裡的烏龜")],
)
def test_traditional_and_simplified_find_each_other(world: World, said: str, asked: str) -> None:
    # Given something that was said in one script, beside other things
    item = kept(world, said)
    kept(world, "用户每天早上跑步")
    # When it is asked for in the other
    found = world.ok("knowledge:search", projectId="agent", query=asked)["items"]
    # Then it is found, as it was said
    assert [each["id"] for each in found][:1] == [item["id"]]
    assert found[0]["content"] == said
