"""The author sees what was learned, why, and what became of it (R40, R73–R79, C9, C67, C76)."""

from __future__ import annotations

from typing import Any

from factories import policy
from inside import inside
from mohen.rules.channels import DistillProgress
from mohen.rules.model import Op, Origin, Predicate
from mohen.server.schema import model_of
from rulebooks import NO_SHOUTING, add, believe, book, destroy_episodes, listed, only, rule, update
from shows import shows
from worlds import World

# -- listing


@shows("C67", "R73", "R74")
def test_the_list_is_confirmed_first_then_by_confidence(world: World) -> None:
    world.record()
    believe(world, rule("rule_low", confidence=0.3, text="一", predicate=None))
    believe(world, rule("rule_b", confidence=0.9, text="二", predicate=None))
    believe(world, rule("rule_a", confidence=0.9, text="三", origin=Origin.LEARNED))
    believe(world, rule("rule_sure", confidence=0.1, text="四", user_confirmed=True))
    answer = book(world)
    assert listed(world) == ["rule_sure", "rule_a", "rule_b", "rule_low"]
    assert answer["counts"] == {
        "total": 4,
        "confirmed": 1,
        "byCategory": {"style": 0, "structure": 0, "character": 0, "pacing": 4, "vocabulary": 0},
        "byOrigin": {"distilled": 3, "learned": 1},
        "episodes": 1,
    }
    assert listed(world, category="style") == []
    assert book(world, category="style")["counts"]["total"] == 4


@shows("R74", "C91")
def test_the_list_says_how_much_waits_to_be_learned_from(world: World) -> None:
    for project in ("novel", "novel", "other"):
        world.record(projectId=project)
    assert book(world)["learning"] == {"paused": False, "projectId": "novel", "pendingEpisodes": 2}
    assert book(world, None)["learning"] == {"paused": False, "pendingEpisodes": 3}


@shows("R107")
def test_a_rule_names_its_newest_episodes_and_counts_all(world: World) -> None:
    names = [f"ep_{n:06d}" for n in range(250)]
    believe(world, rule(), by=names[:150], against=names[150:])
    shown = only(world)
    assert shown["supportingEpisodes"] == names[149:49:-1]
    assert shown["contradictingEpisodes"] == names[:149:-1]
    assert shown["tally"] == {"supporting": 150, "contradicting": 100, "gone": 0}


@shows("R68", "R71")
def test_a_rule_the_author_drifted_on_is_recently_updated_for_a_month(world: World) -> None:
    believe(world, rule(drifted_at=world.clock.now()))
    assert only(world)["recentlyUpdated"]
    world.clock.advance(days=30)
    assert not only(world)["recentlyUpdated"]


@shows("C9", "R66", "R58")
def test_confidence_does_not_age(world: World) -> None:
    believe(world, rule("rule_a"))
    believe(world, rule("rule_b", text="另", user_confirmed=True))
    before = book(world)["items"]
    world.clock.advance(days=400)
    assert book(world)["items"] == before


@shows("R96")
def test_rules_are_listed_while_the_episodes_cannot_be_read(world: World) -> None:
    episode = world.record()["episodeId"]
    believe(world, rule(), by=[episode])
    destroy_episodes(world)
    answer = book(world)
    assert [each["supportingEpisodes"] for each in answer["items"]] == [[episode]]
    assert "episodes" not in answer["counts"]
    assert "pendingEpisodes" not in answer["learning"]
    told = world.ok("memory:semantic:why", id="rule_a")
    assert [each["episodeId"] for each in told["supporting"]] == [episode]


# -- why


@shows("C76", "C16", "R83")
def test_why_a_rule_is_believed(world: World) -> None:
    # Given a rule that one edit speaks for and one acceptance against
    edit = world.record(candidates=["他缓缓地举起了剑，望着远方的群山。"], selectedIndex=0,
                        finalText="他举剑。望山。")["episodeId"]  # fmt: skip
    other = world.record()["episodeId"]
    believe(world, rule(), by=[edit], against=[other])
    # When one asks why
    told = world.ok("memory:semantic:why", id="rule_a", projectId="novel")
    # Then the formula is shown with its numbers
    assert told["formula"] == {
        "consistency": 0.5, "episodes": 2, "prior": 5, "confidence": 0.14,
    }  # fmt: skip
    # And the edit with both texts and what it measured
    (spoke,) = told["supporting"]
    assert (spoke["episodeId"], spoke["sceneType"]) == (edit, "action")
    assert spoke["aiText"].startswith("他缓缓地")
    assert spoke["finalText"] == "他举剑。望山。"
    assert spoke["measured"] < 15
    (difference,) = spoke["differences"]
    assert difference["kind"] == "final_vs_chosen"
    assert difference["value"] < 0
    assert [each["episodeId"] for each in told["contradicting"]] == [other]


@shows("C76")
def test_when_the_text_is_gone_the_digest_and_the_measure_are_shown(tmp_path: Any) -> None:
    world = World(tmp_path / "home", policy=policy(capacity={"active_per_project": 1}))
    first = world.record(candidates=["他缓缓地举起了剑，望着远方的群山。"], selectedIndex=0,
                         finalText="他举剑。望山。", importance=0.0)["episodeId"]  # fmt: skip
    believe(world, rule(), by=[first])
    world.record()
    (spoke,) = world.ok("memory:semantic:why", id="rule_a")["supporting"]
    assert "finalText" not in spoke
    assert "aiText" not in spoke
    assert spoke["digest"].startswith("skill=continue")
    assert spoke["differences"][0]["value"] < 0
    world.close()


@shows("C76")
def test_why_a_word_is_avoided(world: World) -> None:
    cut = world.record(
        candidates=["他突然拔剑，雨声盖过了脚步，远处的钟响了三下。"],
        selectedIndex=0,
        finalText="他拔剑，雨声盖过了脚步，远处的钟响了三下。",
    )["episodeId"]
    avoid = Predicate("phrase:突然", Op.LESS, 1.0, "uses")
    believe(world, rule(text="避免使用「突然」", predicate=avoid), by=[cut])
    (spoke,) = world.ok("memory:semantic:why", id="rule_a")["supporting"]
    assert spoke["differences"] == [{"kind": "final_vs_chosen", "weight": 1.0, "value": -1.0}]


def test_of_the_authors_own_word_there_is_no_formula(world: World) -> None:
    made = add(world)
    told = world.ok("memory:semantic:why", id=made["id"])
    assert "formula" not in told
    assert told["supporting"] == told["contradicting"] == []
    assert told["rule"] == made


# -- history and pause


@shows("R74", "C38", "C93")
def test_the_learning_history_is_paged_and_holds_no_text(world: World) -> None:
    made = add(world)
    made = update(world, made, category="pacing")
    world.ok("memory:semantic:delete", id=made["id"])
    first = world.ok("memory:learning:history", projectId="novel", limit=2)
    assert [each["kind"] for each in first["items"]] == ["deleted", "edited"]
    rest = world.ok(
        "memory:learning:history", projectId="novel", cursor=first["page"]["nextCursor"]
    )
    assert [each["kind"] for each in rest["items"]] == ["created"]
    assert "nextCursor" not in rest["page"]
    assert NO_SHOUTING not in str(first) + str(rest)
    for cursor in ("x", "-1", "9" * 30, "٣"):
        error = world.fails("memory:learning:history", projectId="novel", cursor=cursor)
        assert error["details"]["field"] == "cursor"


@shows("R79", "C38")
def test_pausing_one_project_or_all(world: World) -> None:
    def paused(project: str) -> bool:
        assert (
            inside(world.memory).learning_pause.is_paused(project)
            == (book(world, project)["learning"]["paused"])
        )
        return bool(book(world, project)["learning"]["paused"])

    # When one project is paused, episodes are recorded still
    state = world.ok("memory:learning:pause", projectId="novel")
    assert state == {"paused": True, "projectId": "novel", "since": world.clock.now()}
    assert (paused("novel"), paused("other")) == (True, False)
    world.record()
    # Pausing again does not move the beginning, and a restart does not forget it
    world.clock.advance(hours=1)
    assert world.ok("memory:learning:pause", projectId="novel") == state
    world.reopen()
    assert paused("novel")
    # When all is paused, every project is
    world.ok("memory:learning:pause")
    assert (paused("novel"), paused("other")) == (True, True)
    # When all is resumed, a project's own pause stands
    assert world.ok("memory:learning:resume") == {"paused": False}
    assert (paused("novel"), paused("other")) == (True, False)
    assert world.ok("memory:learning:resume", projectId="novel")["paused"] is False
    assert not paused("novel")


def test_a_pause_that_cannot_be_read_is_none(world: World) -> None:
    parts = inside(world.memory)
    parts.mind_db.write(
        lambda tx: parts.settings_store.put_settings(tx, {"learning_paused": "{"}, now=1)
    )
    assert book(world)["learning"]["paused"] is False


# -- learning, as the author asks for it

SLOW = "他缓缓地举起了手中那把沉重的长剑，望着远方连绵起伏的群山，久久没有说出一句话来"


def prefer_short(world: World, times: int) -> None:
    for n in range(times):
        world.record(
            inputContext=f"雨夜{n}",
            candidates=[f"{SLOW}，第{n}次。", f"他举剑。望山。{n}。"],
            selectedIndex=1,
        )


@shows("R40", "R45", "R46", "R74")
def test_the_author_asks_for_a_distillation(world: World) -> None:
    prefer_short(world, 5)  # too few for one by itself
    assert book(world)["items"] == []
    prefer_short(world, 4)
    world.clock.advance(hours=1)
    # When the author presses the button
    done = world.ok("memory:semantic:distill", projectId="novel")
    # Then it says what came of it, and the list shows it
    assert done["status"] == "completed"
    (run,) = done["runs"]
    assert (run["runId"], run["trigger"], run["episodes"]) == (done["runId"], "manual", 9)
    assert listed(world) == done["created"] == run["created"]
    state = book(world)["learning"]
    assert (state["pendingEpisodes"], state["lastDistilledAt"]) == (0, world.clock.now())
    # And whoever listened heard how far it came
    heard = [data for push, data in world.pushes if push == "memory:distill:progress"]
    assert [each["stage"] for each in heard][-1] == "completed"
    for each in heard:
        model_of(DistillProgress).model_validate(each)
    # When nobody wants to wait, the id to listen for comes at once
    later = world.ok("memory:semantic:distill", projectId="novel", wait=False)
    assert (later["status"], later["runs"]) == ("running", [])
    assert later["runId"] in {data.get("runId") for _, data in world.pushes}


def test_a_distillation_of_nothing_has_no_run(world: World) -> None:
    assert world.ok("memory:semantic:distill") == {
        "status": "completed", "created": [], "updated": [], "conflicts": [], "runs": [],
    }  # fmt: skip


@shows("R77", "B8", "C64", "C93")
def test_what_the_author_deleted_is_not_learned_again(world: World) -> None:
    # Given a rule that was learned from what the author chose
    prefer_short(world, 30)
    learned = [each["id"] for each in book(world)["items"]]
    assert learned
    # When the author deletes it and goes on as before
    for each in learned:
        assert world.ok("memory:semantic:delete", id=each)["episodesMarked"] > 0
    prefer_short(world, 30)
    world.ok("memory:semantic:distill", projectId="novel")
    # Then it does not come back
    assert book(world)["items"] == []


@shows("R79")
def test_while_learning_is_paused_nothing_is_learned_and_everything_recorded(world: World) -> None:
    world.ok("memory:learning:pause", projectId="novel")
    prefer_short(world, 30)
    refused = world.fails("memory:semantic:distill", projectId="novel")
    assert refused["code"] == "CONFLICT"
    answer = book(world)
    assert answer["items"] == []
    assert (answer["counts"]["episodes"], answer["learning"]["pendingEpisodes"]) == (30, 30)
    # When it is resumed, what was recorded meanwhile teaches
    world.ok("memory:learning:resume", projectId="novel")
    assert world.ok("memory:semantic:distill", projectId="novel")["created"] == listed(world)
    assert listed(world)
