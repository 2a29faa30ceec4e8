"""The sample project: a story to look at, and a memory that was really learned from it."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from faults.processes import Process
from mohen.memory import open_memory
from mohen.sample import replay, sample
from mohen.sample.model import Language
from mohen.sample.replay import Replay
from mohen.testing import ScriptedModel
from rulebooks import add, rules
from shows import shows
from worlds import World, Worlds

ZH, EN = "雾港来信", "Letters from Fog Harbour"
NAMES = {"zh": ZH, "en": EN}
WEEK = 7 * 24 * 3_600_000
both = pytest.mark.parametrize("language", ["zh", "en"])


class Loaded(NamedTuple):
    """A world that is only looked at, and what loading it said."""

    world: World
    project: str
    said: dict[str, Any]


@pytest.fixture(scope="module", params=["zh", "en"])
def loaded(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Loaded]:
    world = World(tmp_path_factory.mktemp("sample") / "home")
    yield Loaded(world, NAMES[request.param], load(world, request.param))
    world.close()


def load(world: World, language: str, **asked: Any) -> dict[str, Any]:
    (made,) = world.ok("sample:load", language=language, **asked)["projects"]
    return dict(made)


def about(rule: dict[str, Any]) -> tuple[str, str, str | None] | None:
    """What a rule asks for, whatever its language; None where nothing is measured."""
    wish = rule.get("predicate")
    if wish is None:
        return None
    return wish["feature"].partition(":")[0], wish["op"], wish.get("sceneType")


LEARNED = {
    ("mean_sentence_length", "<", "action"),
    ("exclamation", "<", "dialogue"),
    ("similes", "<", "description"),
    ("phrase", "<", None),
}


# -- what it shows


@shows("R73", "R74", "R92")
def test_one_call_gives_an_empty_home_something_true_to_look_at(loaded: Loaded) -> None:
    # Given an empty home, when the sample is loaded
    world, project, made = loaded
    # Then there is a folder with three chapters, and everything beside them
    assert made["projectId"] == project
    files = world.ok("project:files", projectId=project)
    kinds = Counter(each["kind"] for each in files["files"])
    assert kinds == {"chapter": 3, "character": 4, "world": 1, "style_guide": 1, "outline": 1}
    assert not any(each.get("trouble") for each in files["files"])
    # And a memory: what was done, what was learned, what is asked, what was noted
    assert (made["episodes"], made["rules"], made["conflicts"], made["knowledge"]) == (59, 6, 1, 5)
    assert len(world.ok("memory:episode:list", projectId=project, limit=100)["items"]) == 59
    assert len(world.ok("knowledge:list", projectId=project)["items"]) == 5


@shows("R35", "R47")
def test_the_rules_are_learned_and_of_the_same_kinds_in_both_languages(loaded: Loaded) -> None:
    world, project, _ = loaded
    found = rules(world, project)
    learned = {about(each) for each in found if each["origin"] == "distilled"}
    assert learned == LEARNED
    # Each with episodes that are there and speak for it
    for each in found:
        if each["origin"] == "distilled":
            why = world.ok("memory:semantic:why", id=each["id"], projectId=project)
            assert len(why["supporting"]) >= 5
            assert why["supporting"][0]["episodeId"]
            world.episode(why["supporting"][0]["episodeId"], project)
    # And learning again says the same
    world.ok("memory:semantic:distill", projectId=project)
    again = {about(each) for each in rules(world, project)}
    assert again == {about(each) for each in found}


@shows("R67", "R72", "R78")
@both
def test_what_the_author_typed_and_what_they_do_is_one_question(
    world: World, language: str
) -> None:
    load(world, language)
    project = NAMES[language]
    by_id = {each["id"]: each for each in rules(world, project)}
    (asked,) = world.ok("memory:conflict:list", projectId=project)["items"]
    origins = {by_id[each]["origin"] for each in asked["ruleIds"]}
    assert (asked["reason"], origins) == ("CONTRADICTION", {"manual", "distilled"})
    # One more was typed that nothing measures, and one learned rule was confirmed
    assert sum(each["origin"] == "manual" for each in by_id.values()) == 2
    confirmed = [
        about(each)
        for each in by_id.values()
        if each["userConfirmed"] and each["origin"] == "distilled"
    ]
    assert confirmed == [("mean_sentence_length", "<", "action")]
    # And it can be settled as any other
    chosen = {"conflictId": asked["id"], "chosenRuleId": asked["ruleIds"][0]}
    world.ok("memory:conflict:resolve", projectId=project, **chosen)
    assert world.ok("memory:conflict:list", projectId=project)["items"] == []


@shows("R171")
def test_one_slip_is_planted_in_chapter_three_and_no_other(loaded: Loaded) -> None:
    (found,) = loaded.world.ok("graph:check", projectId=loaded.project)["findings"]
    assert (found["kind"], found["chapter"]) == ("state", 3)
    assert {each["ref"] for each in found["evidence"]} >= {"chapters/03.md"}


# -- learning can be watched


@shows("R79")
def test_it_was_learned_week_by_week(loaded: Loaded) -> None:
    world, project, _ = loaded
    now = world.clock.now()
    answer = world.ok("memory:learning:history", projectId=project, limit=100)
    moments = {each["at"] for each in answer["items"]}
    assert min(moments) == now - 8 * WEEK
    assert max(moments) == now
    assert len(moments) >= 6
    # One after another, and each surer with the weeks
    created = [each["at"] for each in answer["items"] if each["kind"] == "created"]
    assert len(set(created)) >= 3
    raised = Counter(each["ruleId"] for each in answer["items"] if each["kind"] == "raised")
    assert len(raised) == len(LEARNED)


def test_the_author_has_less_and_less_to_change(loaded: Loaded) -> None:
    world, project, _ = loaded
    now = world.clock.now()
    told = world.ok("memory:episode:list", projectId=project, limit=100)["items"]
    assert all(now - 8 * WEEK <= each["timestamp"] <= now for each in told)
    weeks: dict[int, list[float]] = {}
    for each in told:
        given = each["feedback"]
        lost = given["implicit"]["signal"] in ("FULL_REJECT", "UNDO_AFTER_ACCEPT")
        cost = 1.0 if lost else given["editDistance"]
        weeks.setdefault((each["timestamp"] - (now - 8 * WEEK)) // WEEK, []).append(cost)
    mean = [sum(weeks[at]) / len(weeks[at]) for at in sorted(weeks)]
    assert len(mean) == 8
    assert mean[0] > mean[3] > mean[5] > 0
    assert max(mean[5:]) < min(mean[:3]) / 4


# -- it is alone


@shows("R90", "C77")
def test_nothing_of_it_is_global_and_nothing_else_is_touched(world: World) -> None:
    # Given an author with a project and a global rule
    world.record()
    add(world, "少用比喻", scope="global")
    before = world.ok("memory:episode:list", projectId="novel")["items"]
    # When both samples are loaded, and removed again
    loaded = world.ok("sample:load")["projects"]
    assert [each["projectId"] for each in loaded] == [ZH, EN]
    everywhere = world.ok("memory:semantic:list", scope="global")["items"]
    assert [each["rule"] for each in everywhere] == ["少用比喻"]
    assert world.ok("memory:episode:list", projectId="novel")["items"] == before
    assert rules(world)[0]["rule"] == "少用比喻"
    world.ok("sample:remove")
    # Then everything is as it was
    assert world.ok("memory:episode:list", projectId="novel")["items"] == before
    assert [each["projectId"] for each in world.ok("project:list")["items"]] == []
    assert not list((world.home / "projects").iterdir())
    for text in (*texts("zh"), *texts("en")):
        assert text.encode() not in bytes_of(world.home)


def texts(language: str) -> list[str]:
    """A passage of each week: what must be gone from every file when it is removed."""
    told = replay.read(Language(language), sample.texts(language))
    return [week.acts[0].candidates[0][:30] for week in told.weeks]


def bytes_of(home: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file())


def test_no_model_is_asked(worlds: Worlds) -> None:
    model = ScriptedModel("{}")
    load(worlds(model=model), "en")
    assert model.asked == []


def test_a_paused_author_is_told_first(world: World) -> None:
    world.ok("memory:learning:pause")
    refused = world.fails("sample:load", language="zh")
    assert (refused["code"], "resume" in refused["message"]) == ("CONFLICT", True)
    assert not (world.home / "projects").exists()


# -- twice, and anew


def test_a_second_load_is_refused_and_says_what_to_do(world: World) -> None:
    load(world, "zh")
    refused = world.fails("sample:load", language="zh")
    assert (refused["code"], refused["details"]) == (
        "CONFLICT",
        {"field": "reset", "projects": [ZH]},
    )
    assert "reset" in refused["message"]
    # What is missing of both is still loaded
    made = world.ok("sample:load", language="both")["projects"]
    assert [(each["projectId"], each["episodes"]) for each in made] == [(ZH, 59), (EN, 59)]
    assert world.fails("sample:load")["details"]["projects"] == [ZH, EN]


def test_a_reset_begins_anew_and_keeps_what_the_author_wrote(world: World) -> None:
    # Given a sample that its author has played with
    made = load(world, "en")
    assert "keptFolder" not in made
    world.record(projectId=EN)
    add(world, "Never write about dreams", projectId=EN)
    chapter = Path(made["folder"], "chapters", "01.md")
    chapter.write_text("Mine.\n", "utf-8")
    Path(made["folder"], "chapters", "02.md").unlink()
    # When it is reset
    again = load(world, "en", reset=True)
    # Then it is as it was in the beginning, and the author's text is beside it
    assert (again["episodes"], again["rules"], again["folder"]) == (59, 6, made["folder"])
    assert chapter.read_text("utf-8").startswith("# Chapter 1")
    assert Path(made["folder"], "chapters", "02.md").exists()
    assert Path(again["keptFolder"], "chapters", "01.md").read_text("utf-8") == "Mine.\n"
    # And a reset of one that nobody changed keeps nothing
    assert "keptFolder" not in load(world, "en", reset=True)


@shows("R88")
@pytest.mark.parametrize("channel", ["memory:clear:project", "memory:clear:all"])
def test_a_sample_that_was_cleared_can_be_loaded_again(world: World, channel: str) -> None:
    load(world, "zh")
    what = {"projectId": ZH} if channel == "memory:clear:project" else {}
    token = world.fails(channel, **what)["details"]["confirmToken"]
    world.ok(channel, **what, confirmToken=token)
    # No reset has to be asked for: there is nothing left to lose
    made = load(world, "zh")
    assert (made["episodes"], made["rules"], made["conflicts"]) == (59, 6, 1)
    assert "keptFolder" not in made


def test_a_removed_sample_leaves_what_the_author_changed(world: World) -> None:
    made = load(world, "zh")
    mine = Path(made["folder"], "chapters", "04.md")
    mine.write_text("# 第四章\n", "utf-8")
    (gone,) = world.ok("sample:remove", language="zh")["projects"]
    assert (gone["episodes"], gone["rules"], gone["files"]) == (59, 6, 10)
    assert gone["leftFolder"] == made["folder"]
    assert [each for each in Path(made["folder"]).rglob("*") if each.is_file()] == [mine]
    # Nothing is there to be removed twice, and nothing of the author's is written over
    assert world.fails("sample:remove", language="zh")["code"] == "NOT_FOUND"
    refused = world.fails("sample:load", language="zh")
    assert (refused["code"], refused["details"]["refs"]) == ("CONFLICT", ["chapters/04.md"])


@pytest.mark.parametrize("reset", [False, True])
def test_a_project_of_the_authors_own_is_left_alone(world: World, reset: bool) -> None:
    world.record(projectId=ZH)
    refused = world.fails("sample:load", language="zh", reset=reset)
    assert (refused["code"], refused["details"]["projectId"]) == ("CONFLICT", ZH)
    assert world.fails("sample:remove", language="zh")["code"] == "NOT_FOUND"
    assert len(world.ok("memory:episode:list", projectId=ZH)["items"]) == 1


def test_a_language_that_there_is_none_of(world: World) -> None:
    refused = world.fails("sample:load", language="fr")
    assert (refused["code"], refused["details"]["field"]) == ("INVALID_ARGUMENT", "language")


# -- interrupted


@shows("R110")
def test_what_fails_halfway_is_finished_by_the_next_load(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a load that dies in its fourth week
    calls: list[str] = []
    learn = Replay._learn

    def dies(parts: Any, project_id: str) -> None:
        calls.append(project_id)
        if len(calls) == 4:
            raise RuntimeError("the machine is gone")
        learn(parts, project_id)

    with monkeypatch.context() as patch:
        patch.setattr(Replay, "_learn", dies)
        assert world.fails("sample:load", language="zh")["code"] == "INTERNAL"
    # When it is loaded again, then all of it is there, once
    made = load(world, "zh")
    assert (made["episodes"], made["rules"], made["conflicts"], made["knowledge"]) == (59, 6, 1, 5)


class _Loading(Process):
    script = __file__


@shows("R110")
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a POSIX notion")
@pytest.mark.process
@pytest.mark.parametrize("after", [1, 5, 8])
def test_a_process_killed_while_loading_leaves_nothing_in_the_way(home: Path, after: int) -> None:
    # Given a process that is killed after so many weeks
    child = _Loading("load", home)
    child.wait_until_ready()
    child.tell(go=True)
    assert [child.line() for _ in range(after)] == [str(n) for n in range(1, after + 1)]
    child.kill()
    # When somebody loads it again, then it is whole
    with open_memory(home) as memory:
        (made,) = memory.sample.load("en")
    assert (made.episodes, made.rules, made.conflicts, made.knowledge) == (59, 6, 1, 5)


def _load_slowly(home: str) -> None:
    """The child: says the number of each week that it has learned from."""
    learn, weeks = Replay._learn, Counter[str]()

    def told(parts: Any, project_id: str) -> None:
        learn(parts, project_id)
        weeks[project_id] += 1
        print(weeks[project_id], flush=True)
        if weeks[project_id] == 8:
            sys.stdin.readline()  # to be killed before it says that it is whole

    Replay._learn = told
    print("ready", flush=True)
    json.loads(sys.stdin.readline())
    with open_memory(home) as memory:
        memory.sample.load("en")


if __name__ == "__main__":
    _load_slowly(sys.argv[2])
