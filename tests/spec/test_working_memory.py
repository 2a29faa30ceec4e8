"""Working memory: what the author has in mind while a session lasts (seed 000, R1–R11)."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from factories import policy
from inside import inside
from mohen.core import calls
from mohen.episodes.style_evidence import Evidence
from mohen.errors import Canceled, NotFound, ScopeViolation
from mohen.policy import Policy
from mohen.session.model import Kind
from mohen.testing import ScriptedWriter
from mohen.text import tokens
from shows import shows
from worlds import FIGHT, GARDEN, World, Worlds

PAGE = "雪落在庭院里，没有人说话。"


class Author:
    """One editing session of a world."""

    def __init__(self, world: World, session: str = "s1", project: str = "novel") -> None:
        self.world = world
        self.id = session
        self.at = {"sessionId": session, "projectId": project}
        self.begun = world.ok("session:begin", projectId=project, sessionId=session)

    def looks_at(self, text: str, **more: Any) -> dict[str, Any]:
        return self.world.ok("session:focus", **self.at, text=text, **more)

    def notes(self, kind: str, text: str, **more: Any) -> dict[str, Any]:
        return self.world.ok("session:note", **self.at, kind=kind, text=text, **more)

    def signals(self, text: str, times: int) -> None:
        for _ in range(times):
            self.notes("signal", text)

    def state(self) -> dict[str, Any]:
        return self.world.ok("session:state", **self.at)

    def ends(self) -> dict[str, Any]:
        return self.world.ok("session:end", **self.at)


@pytest.fixture
def author(world: World) -> Author:
    return Author(world)


def texts(items: list[dict[str, Any]]) -> list[str]:
    return [each["text"] for each in items]


def left_by_sessions(world: World, project: str = "novel") -> list[str | None]:
    found = world.ok("memory:episode:list", projectId=project, skillUsed="session")["items"]
    return [each["feedback"]["explicit"] for each in found]


def asked_for(world: World, project: str = "novel") -> list[tuple[tuple[str, int], ...]]:
    """What the learner reads in each episode's comment, oldest first."""
    told = inside(world.memory).evidence_store.of(project, upto=10**6)
    return [Evidence.from_json(each.evidence).said for each in told]


def just_over(room: int) -> str:
    """The shortest run of words that does not fit."""
    whole = range(1, 20_000)
    return "短。" * whole[bisect_right(whole, room, key=lambda n: size("短。" * n))]


def size(text: str) -> int:
    return tokens.estimate(text, Policy().tokens)


def importance(items: list[dict[str, Any]]) -> dict[str, float]:
    return {each["text"]: each["importance"] for each in items}


# -- what it holds, and for how long


@shows("R4", "R6", "R7")
def test_a_session_offers_all_that_the_author_has_in_mind(author: Author) -> None:
    # Given an author who does a bit of everything
    author.looks_at(FIGHT, chapterId="ch15", sceneType="动作")
    author.notes("intent", "让打斗更快")
    author.notes("undo", "删去一个形容词")
    author.notes("signal", "句子太长")
    author.notes("dialogue", "再短一点", role="user")
    author.notes("dialogue", "剑落。", role="assistant")
    # Then it is all there, with what it costs and may cost
    state = author.state()
    focus = state["currentFocus"]
    assert (focus["chapterId"], focus["sceneType"], focus["text"]) == ("ch15", "action", FIGHT)
    assert texts(state["intentStack"]) == ["让打斗更快"]
    assert texts(state["undoBuffer"]) == ["删去一个形容词"]
    assert texts(state["tempSignals"]) == ["句子太长"]
    assert [(each["role"], each["text"]) for each in state["aiDialogContext"]] == [
        ("user", "再短一点"),
        ("assistant", "剑落。"),
    ]
    held = [item for part in ("intentStack", "undoBuffer", "tempSignals") for item in state[part]]
    held += state["aiDialogContext"]
    assert state["tokens"] == focus["tokens"] + sum(each["tokens"] for each in held)
    assert (state["tokenBudget"], state["evicted"]) == (8_000, 0)


@shows("R5")
def test_each_kind_is_replaced_kept_or_dropped_at_its_own_moment(author: Author) -> None:
    author.looks_at(FIGHT, chapterId="ch15", sceneType="action")
    author.notes("intent", "让打斗更快")
    author.notes("undo", "加一句")
    author.notes("redo", "加一句")
    author.notes("dialogue", "再短一点", conversationId="c1")
    author.notes("signal", "句子太长")
    # When the author turns the page, says things again, edits, and opens another conversation
    author.looks_at(GARDEN)
    author.notes("intent", "让打斗更快！")
    author.notes("signal", " 句子太长。")
    author.notes("undo", "换一个词")
    author.notes("dialogue", "写花园", conversationId="c2")
    # Then the focus is another, in the same chapter
    state = author.state()
    focus = state["currentFocus"]
    assert (focus["text"], focus["chapterId"], focus["sceneType"]) == (GARDEN, "ch15", None)
    # And intents and signals have gathered
    assert [(each["text"], each["uses"]) for each in state["intentStack"]] == [("让打斗更快", 2)]
    assert [(each["uses"], each["weight"]) for each in state["tempSignals"]] == [(2, 2.0)]
    # And what was undone cannot be redone after a new edit
    assert [(each["kind"], each["text"]) for each in state["undoBuffer"]] == [("undo", "换一个词")]
    # And the dialogue is of the new conversation
    assert texts(state["aiDialogContext"]) == ["写花园"]


@shows("R3", "R1")
def test_nothing_of_a_live_session_is_on_disk(world: World) -> None:
    # Given a session full of words that stand nowhere else
    author = Author(world, session="会话标识甲")
    secrets = [
        "焦点里的青铜灯",
        "意图里的青铜灯",
        "撤销里的青铜灯",
        "信号里的青铜灯",
        "对白里的青铜灯",
    ]
    author.looks_at(secrets[0], chapterId="章节标识乙")
    for kind, text in zip(("intent", "undo", "signal", "dialogue"), secrets[1:], strict=True):
        author.notes(kind, text)
    author.signals(secrets[3], times=4)
    author.state()
    world.record()
    # Then no file of the home holds any of them
    everything = world.bytes_everywhere()
    for secret in [*secrets, "会话标识甲", "章节标识乙"]:
        assert secret.encode() not in everything
    # And when it ends, only what settled is there
    author.ends()
    kept = world.bytes_everywhere()
    assert [secret.encode() in kept for secret in secrets] == [False, True, False, True, False]


# -- importance and the budget


@shows("R8")
def test_importance_follows_the_focus_the_clock_and_the_use(author: Author) -> None:
    # Given two intents of the same moment, one about the scene
    author.looks_at(FIGHT)
    author.notes("intent", "他拔剑冲向敌人时要快")
    author.notes("intent", "下午茶的点心")
    before = importance(author.state()["intentStack"])
    assert before["他拔剑冲向敌人时要快"] > before["下午茶的点心"]
    # When time passes both fade
    author.world.clock.advance(hours=1)
    faded = importance(author.state()["intentStack"])
    assert all(faded[text] < before[text] for text in before)
    # And one that the author comes back to matters more than ever
    author.notes("intent", "下午茶的点心")
    assert importance(author.state()["intentStack"])["下午茶的点心"] > before["下午茶的点心"]
    # And another focus turns it around
    author.looks_at("她端来下午茶的点心")
    after = importance(author.state()["intentStack"])
    assert after["下午茶的点心"] > after["他拔剑冲向敌人时要快"]


@shows("R9", "R7", "R59", "R99")
def test_a_full_session_lets_go_of_stale_intents_then_of_the_least_important(
    author: Author,
) -> None:
    # Given a full session: an old intent of another scene, often used; and dialogue, some of it
    # about this one
    for _ in range(20):
        author.notes("intent", "写完花园里的下午茶")
    author.world.clock.advance(hours=1)
    author.looks_at(FIGHT * 10)
    author.notes("intent", "他拔剑冲向敌人要快")
    author.notes("dialogue", "聊聊天气如何。" * 400)
    author.notes("dialogue", (FIGHT + "再快些。") * 150)
    state = author.state()
    assert (state["evicted"], texts(state["intentStack"])) == (
        0,
        ["写完花园里的下午茶", "他拔剑冲向敌人要快"],
    )
    # When one thing more comes that needs just a little room
    author.notes("dialogue", just_over(state["tokenBudget"] - state["tokens"]))
    # Then the stale intent goes, though it was used twenty times, and nothing else has to
    state = author.state()
    assert texts(state["intentStack"]) == ["他拔剑冲向敌人要快"]
    assert state["evicted"] == 1
    # When much comes
    author.notes("dialogue", "快。" * 1_000)
    # Then what has nothing to do with the scene goes first, and the rest stays
    state = author.state()
    assert "聊聊天气如何。" * 400 not in texts(state["aiDialogContext"])
    assert (FIGHT + "再快些。") * 150 in texts(state["aiDialogContext"])
    assert texts(state["intentStack"]) == ["他拔剑冲向敌人要快"]
    assert state["currentFocus"]["text"] == FIGHT * 10
    assert state["tokens"] <= state["tokenBudget"]


notings = st.tuples(
    st.sampled_from(["intent", "undo", "redo", "signal", "dialogue", "focus", "wait"]),
    st.text(alphabet="雪剑夜 ab🏮", min_size=1, max_size=12).filter(str.strip),
    st.sampled_from([1, 3, 40, 400]),
)


@shows("R7", "R9")
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(written=st.lists(notings, max_size=25))
def test_whatever_is_written_the_budget_holds_and_the_focus_stays(
    small: World, written: list[tuple[str, str, int]]
) -> None:
    author = Author(small, session=small.memory.new_id("s"))
    focus = None
    for kind, text, times in written:
        if kind == "wait":
            small.clock.advance(seconds=times)
        elif kind == "focus":
            author.looks_at(text * times)
            focus = (text * times)[-small.policy.session.focus_before :]
        else:
            author.world.door.call(
                "session:note", {"sessionId": author.id, "kind": kind, "text": text * times}
            )
        state = author.state()
        assert state["tokens"] <= state["tokenBudget"] == 300
        if focus is not None:
            shown = state["currentFocus"]["text"]
            assert shown
            assert focus.endswith(shown)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    rule = policy(session={"tokens": 300, "focus_tokens": 100, "live_max": 1_000})
    made = World(Path(tmp_path_factory.mktemp("small")) / "home", policy=rule)
    yield made
    made.close()


@shows("R7")
def test_one_thing_longer_than_a_session_is_refused(author: Author) -> None:
    error = author.world.fails("session:note", sessionId="s1", kind="dialogue", text="雪" * 20_000)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "text")
    assert author.state()["tokens"] == 0


# -- the end of a session


@shows("R10", "R2")
def test_at_the_end_what_was_said_often_becomes_an_episode_and_the_rest_is_gone(
    author: Author,
) -> None:
    # Given a session with a signal that reached the threshold and one that did not
    world = author.world
    author.looks_at(FIGHT, chapterId="ch15", sceneType="action")
    author.notes("intent", "雪夜突围")
    author.notes("dialogue", "再快一点")
    author.signals("句子太长", times=3)
    author.signals("太华丽", times=2)
    # When it ends
    settled = author.ends()
    # Then one episode was made of it, of which the learner can read what was asked for
    assert (settled["discarded"], settled["abandoned"], settled["failed"]) == (3, 0, [])
    (made,) = settled["episodes"]
    kept = world.episode(made)
    assert kept["trigger"]["skillUsed"] == "session"
    assert kept["trigger"]["inputContext"] == "ch15 · 雪夜突围"
    assert (kept["trigger"]["chapterId"], kept["trigger"]["sceneType"]) == ("ch15", "action")
    assert kept["feedback"]["explicit"] == "句子太长"
    assert kept["feedback"]["implicit"]["signal"] == "NEUTRAL"
    assert kept["feedback"]["implicit"]["weight"] == 0
    assert kept["meta"]["state"] == "closed"
    assert asked_for(world) == [(("mean_sentence_length", -1),)]
    # And the session is no more
    assert world.fails("session:state", sessionId="s1")["code"] == "NOT_FOUND"
    assert world.fails("session:end", sessionId="s1")["code"] == "NOT_FOUND"
    assert left_by_sessions(world) == ["句子太长"]


@shows("R10")
def test_how_often_is_the_authors_own_setting(author: Author) -> None:
    author.signals("句子太长", times=4)
    author.world.ok("memory:settings:update", preferenceLearningThreshold=5)
    assert author.ends()["episodes"] == []
    again = Author(author.world)
    again.signals("句子太长", times=1)
    author.world.ok("memory:settings:update", preferenceLearningThreshold=1)
    assert len(again.ends()["episodes"]) == 1


@shows("R10")
def test_a_hint_counts_less_than_a_sign(author: Author) -> None:
    for _ in range(5):
        author.notes("signal", "句子太长", weight=0.5)
    assert author.ends()["episodes"] == []


@shows("R10")
def test_where_no_scene_was_named_it_is_guessed_from_what_the_author_saw(author: Author) -> None:
    author.looks_at(FIGHT)
    author.signals("句子太长", times=3)
    trigger = author.world.episode(author.ends()["episodes"][0])["trigger"]
    assert (trigger["sceneType"], trigger["sceneInferred"]) == ("action", True)


@shows("R10")
def test_switching_the_project_settles_what_was_left_in_the_other(author: Author) -> None:
    # Given a session in one project
    world = author.world
    author.signals("句子太长", times=3)
    author.notes("intent", "雪夜突围")
    # When the same editor opens another
    begun = world.ok("session:begin", projectId="poems", sessionId="s1")
    # Then the first has settled, in its own project, and the second is empty
    settled = begun["settled"]
    assert (settled["projectId"], settled["discarded"]) == ("novel", 1)
    assert world.episode(settled["episodes"][0])["projectId"] == "novel"
    assert (begun["projectId"], begun["tokens"], begun["intentStack"]) == ("poems", 0, [])
    assert left_by_sessions(world, "poems") == []


def test_beginning_again_in_the_same_project_goes_on(author: Author) -> None:
    author.looks_at(FIGHT, chapterId="ch15")
    author.notes("intent", "雪夜突围")
    same = author.world.ok("session:begin", projectId="novel", sessionId="s1", chapterId="ch15")
    assert same["settled"] is None
    assert texts(same["intentStack"]) == ["雪夜突围"]
    assert same["currentFocus"]["text"] == FIGHT
    other = author.world.ok("session:begin", projectId="novel", sessionId="s1", chapterId="ch16")
    assert (other["currentFocus"]["chapterId"], other["currentFocus"]["text"]) == ("ch16", "")


@shows("R10")
def test_closing_the_memory_settles_every_session(world: World) -> None:
    for n in range(3):
        Author(world, session=f"s{n}").signals("句子太长", times=3)
    world.reopen()
    assert left_by_sessions(world) == ["句子太长"] * 3
    assert world.fails("session:state", sessionId="s1")["code"] == "NOT_FOUND"


@shows("R10")
def test_whoever_stays_away_for_hours_has_left(author: Author) -> None:
    world, parts = author.world, inside(author.world.memory)
    author.signals("句子太长", times=3)
    said_at = world.clock.now()
    world.clock.advance(hours=5)
    other = Author(world, session="s2")
    world.clock.advance(hours=5)
    other.notes("intent", "雪夜突围")
    (settled,) = parts.sessions.settle_idle()
    assert settled.session_id == "s1"
    # The episode is of when it was said, not of when that was noticed
    assert world.episode(settled.episodes[0])["timestamp"] == said_at
    assert other.state()["intentStack"]
    assert parts.sessions.settle_idle() == []


def test_of_too_many_sessions_the_one_idle_longest_settles(worlds: Worlds) -> None:
    world = worlds(policy=policy(session={"live_max": 2}))
    for n in (1, 2):
        Author(world, session=f"s{n}").signals("句子太长", times=3)
        world.clock.advance(seconds=1)
    world.ok("session:note", sessionId="s1", kind="intent", text="雪夜突围")
    Author(world, session="s3")
    assert world.fails("session:state", sessionId="s2")["code"] == "NOT_FOUND"
    assert left_by_sessions(world) == ["句子太长"]
    for name in ("s1", "s3"):
        world.ok("session:state", sessionId=name)


@shows("R10", "C95")
def test_in_privacy_mode_no_word_settles_and_what_was_meant_does(author: Author) -> None:
    world = author.world
    world.ok("memory:settings:update", privacyModeEnabled=True)
    author.notes("intent", "青铜灯下的约定")
    author.signals("句子太长了吧", times=3)
    (made,) = author.ends()["episodes"]
    kept = world.episode(made)
    assert kept["meta"]["private"]
    assert (kept["trigger"]["inputContext"], kept["feedback"]["explicit"]) == ("", None)
    assert asked_for(world) == [(("mean_sentence_length", -1),)]
    for secret in ("青铜灯", "句子太长"):
        assert secret.encode() not in world.bytes_everywhere()


@shows("R10")
def test_names_that_are_to_be_masked_are_masked(author: Author) -> None:
    world = author.world
    world.ok("memory:settings:update", redactNames=["林远"])
    author.notes("intent", "林远突围")
    author.signals("林远的话太啰嗦", times=3)
    author.ends()
    assert "林远的话".encode() not in world.bytes_everywhere()
    assert "林远突围".encode() not in world.bytes_everywhere()


@shows("R79", "R10")
def test_while_learning_is_paused_a_session_still_settles(author: Author) -> None:
    author.world.ok("memory:learning:pause", projectId="novel")
    author.signals("句子太长", times=3)
    assert len(author.ends()["episodes"]) == 1


@shows("R2")
def test_what_sessions_keep_saying_becomes_a_rule(world: World) -> None:
    # Given an author who complains of the same thing in every session
    for n in range(12):
        author = Author(world, session=f"s{n}")
        author.looks_at(FIGHT, sceneType="action")
        author.signals("句子太长", times=3)
        author.ends()
        world.clock.advance(hours=3)
    # Then it was learned, by the way of episodes
    world.ok("memory:semantic:distill", projectId="novel", wait=True)
    rules = world.ok("memory:semantic:list", projectId="novel")["items"]
    assert [each["predicate"]["feature"] for each in rules] == ["mean_sentence_length"]


@shows("C84", "R10")
def test_runs_that_nobody_answered_are_given_up_with_their_session(worlds: Worlds) -> None:
    # Given runs in this session, one of them answered, and one in another session
    world = worlds(writer=ScriptedWriter("剑落。血溅。"))
    author = Author(world)
    Author(world, session="s2")
    waiting, answered, elsewhere = run(world, "s1"), run(world, "s1"), run(world, "s2")
    world.ok("ai:skill:feedback", runId=answered["runId"], action="accept", selectedIndex=0)
    # When the session ends
    settled = author.ends()
    # Then the one that waited is abandoned, which is no rejection
    assert (settled["abandoned"], settled["failed"]) == (1, [])
    kept = world.episode(waiting["episodeId"])
    assert kept["meta"]["state"] == "abandoned"
    implicit = kept["feedback"]["implicit"]
    assert (implicit["signal"], implicit["weight"]) == ("ABANDONED", 0)
    # And nothing else is
    assert world.episode(answered["episodeId"])["meta"]["state"] == "closed"
    assert world.episode(elsewhere["episodeId"])["meta"]["state"] == "open"
    # Until that one ends as well, here with the memory
    world.reopen()
    assert world.episode(elsewhere["episodeId"])["meta"]["state"] == "abandoned"


def run(world: World, session: str) -> dict[str, Any]:
    return world.ok(
        "ai:skill:run", skillId="continue", projectId="novel", sessionId=session, text=FIGHT
    )


# -- when things go wrong


@shows("R10", "R93")
@pytest.mark.files("a lock on a file; the server's is in tests/postgres/test_writing.py")
def test_a_session_ends_though_nothing_can_be_written(worlds: Worlds) -> None:
    # Given a session with something to settle, and a file that somebody else holds
    world = worlds(policy=policy(storage={"busy_timeout_ms": 1}))
    author = Author(world)
    author.signals("句子太长", times=3)
    author.notes("intent", "雪夜突围")
    world.record()
    holder = apsw.Connection(str(world.home / "episodes.db"))
    holder.execute("BEGIN IMMEDIATE")
    # When it ends
    settled = author.ends()
    holder.close()
    # Then it has, and says what was lost
    assert (settled["episodes"], settled["discarded"]) == ([], 1)
    assert settled["failed"] == ["MEMORY_EPISODE_WRITE_FAILED"]
    assert world.fails("session:state", sessionId="s1")["code"] == "NOT_FOUND"
    assert left_by_sessions(world) == []


@shows("R10", "R93")
def test_without_its_settings_nothing_settles_because_they_may_forbid_it(author: Author) -> None:
    author.world.ok("memory:settings:update", privacyModeEnabled=True)
    author.signals("句子太长", times=3)
    inside(author.world.memory).mind_db.close()
    assert set(author.ends()["failed"]) == {"DB_ERROR"}
    assert left_by_sessions(author.world) == []


@shows("R93")
def test_a_session_goes_on_while_every_file_is_broken(author: Author) -> None:
    for name in ("episodes.db", "mind.db"):
        author.world.destroy(name)
    author.looks_at(FIGHT)
    author.notes("intent", "雪夜突围")
    assert texts(author.state()["intentStack"]) == ["雪夜突围"]


@shows("R10")
def test_nothing_of_a_cleared_project_comes_back(author: Author) -> None:
    parts = inside(author.world.memory)
    author.signals("句子太长", times=3)
    other = Author(author.world, session="s2", project="poems")
    assert parts.sessions.drop("novel") == 1
    assert author.world.fails("session:end", sessionId="s1")["code"] == "NOT_FOUND"
    assert left_by_sessions(author.world) == []
    other.state()
    assert parts.sessions.drop() == 1


# -- whose it is


@shows("C92")
@pytest.mark.parametrize(
    ("channel", "more"),
    [
        ("session:focus", {"text": "x"}),
        ("session:note", {"kind": "intent", "text": "x"}),
        ("session:state", {}),
        ("session:end", {}),
    ],
)
def test_a_session_of_another_project_is_denied_without_content(
    author: Author, channel: str, more: dict[str, Any]
) -> None:
    author.notes("intent", "雪夜突围")
    error = author.world.fails(channel, sessionId="s1", projectId="poems", **more)
    assert error["code"] == "MEMORY_SCOPE_DENIED"
    assert "雪夜" not in str(error)
    assert texts(author.state()["intentStack"]) == ["雪夜突围"]
    nobody = author.world.fails(channel, sessionId="nobody", **more)
    assert nobody["code"] == "NOT_FOUND"


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"kind": "intent"}, "INVALID_ARGUMENT", "text"),
        ({"kind": "intent", "text": " "}, "INVALID_ARGUMENT", "text"),
        ({"kind": "wish", "text": "x"}, "INVALID_ARGUMENT", "kind"),
        ({"kind": "intent", "itemId": "wm_9"}, "NOT_FOUND", "itemId"),
        ({"kind": "signal", "text": "x", "weight": 2.0}, "INVALID_ARGUMENT", "weight"),
        ({"kind": "dialogue", "text": "x", "role": "ghost"}, "INVALID_ARGUMENT", "role"),
    ],
)
def test_what_makes_no_sense_names_its_field(
    author: Author, more: dict[str, Any], code: str, field: str
) -> None:
    error = author.world.fails("session:note", sessionId="s1", **more)
    assert (error["code"], error["details"]["field"]) == (code, field)
    assert author.state()["tokens"] == 0


# -- for the prompt


@shows("R11", "R8")
def test_what_went_into_a_prompt_was_used_once_more(author: Author) -> None:
    parts = inside(author.world.memory)
    used = author.notes("intent", "雪夜突围")["item"]
    author.notes("intent", "花园")
    parts.sessions.touch("s1", [used["id"], "gone"])
    parts.sessions.touch("nobody", [used["id"]])
    seen = parts.sessions.view("s1", "novel")
    assert [(each.text, each.uses) for each in seen.items] == [("雪夜突围", 2), ("花园", 1)]
    assert seen.items[0].importance > seen.items[1].importance > 0


@shows("R11")
def test_a_run_sees_what_the_author_has_in_mind_and_leaves_its_words(worlds: Worlds) -> None:
    # Given an author with an intent
    writer = ScriptedWriter("剑落。血溅。")
    world = worlds(writer=writer)
    author = Author(world)
    author.looks_at(FIGHT, chapterId="ch15")
    author.notes("intent", "这一战必须输得难看")
    # When a skill runs in the session
    run(world, "s1")
    # Then the intent was in the prompt, and that is one more use of it
    assert "这一战必须输得难看" in writer.asked[0].messages[-1].content
    state = author.state()
    assert [each["uses"] for each in state["intentStack"]] == [2]
    # And what was written is part of the dialogue
    said = [(each["role"], each["text"]) for each in state["aiDialogContext"]]
    assert ("assistant", "剑落。血溅。") in said


@shows("R11")
def test_what_a_run_said_is_dialogue_and_never_too_much(author: Author) -> None:
    parts = inside(author.world.memory)
    parts.sessions.say("s1", "user", "续写")
    parts.sessions.say("s1", "assistant", PAGE * 2_000)
    parts.sessions.say("s1", "assistant", " ")
    parts.sessions.say("nobody", "user", "续写")
    first, second = author.state()["aiDialogContext"]
    assert (first["role"], first["text"]) == ("user", "续写")
    assert second["role"] == "assistant"
    assert (PAGE * 2_000).startswith(second["text"])
    assert second["tokens"] <= author.world.policy.session.focus_tokens


@shows("C92")
def test_a_prompt_sees_the_sessions_of_its_own_project_only(author: Author) -> None:
    parts = inside(author.world.memory)
    for project in ("poems", None):
        with pytest.raises(ScopeViolation):
            parts.sessions.view("s1", project)
    with pytest.raises(NotFound):
        parts.sessions.view("nobody", "novel")


def test_a_state_that_was_handed_out_does_not_change(author: Author) -> None:
    parts = inside(author.world.memory)
    author.notes("intent", "雪夜突围")
    before = parts.sessions.view("s1", "novel")
    author.notes("intent", "雪夜突围")
    author.looks_at(FIGHT)
    assert (before.focus, before.items[0].uses) == (None, 1)


def test_a_call_that_was_given_up_changes_nothing(author: Author) -> None:
    door = author.world.memory.session
    author.signals("句子太长", times=3)
    call = calls.Call()
    with calls.running(call):
        call.cancel()  # between being taken and being done
        for act in (
            lambda: door.end("s1", project_id="novel"),
            lambda: door.begin("poems", session_id="s1"),
            lambda: door.note("s1", Kind.INTENT, "雪夜突围", project_id="novel"),
            lambda: door.focus("s1", project_id="novel", text=FIGHT),
        ):
            with pytest.raises(Canceled):
                act()
    state = author.state()
    assert (state["projectId"], state["currentFocus"], state["intentStack"]) == ("novel", None, [])
    # And one that has begun is finished, whatever its caller says then
    late = calls.Call()
    with calls.running(late):
        door.note("s1", Kind.INTENT, "雪夜突围", project_id="novel")
        assert not late.cancel()
        assert len(door.end("s1", project_id="novel").episodes) == 1


def test_many_at_once_lose_nothing(author: Author) -> None:
    """Eight editors of one session, and one that begins and ends others."""
    world = author.world

    def write(n: int) -> None:
        for step in range(25):
            author.notes("signal", "句子太长")
            author.notes("intent", f"第{n}人第{step}步")
            if step % 5 == 0:
                Author(world, session=f"s{n}{step}", project=f"p{n}").ends()

    threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    state = author.state()
    assert [each["uses"] for each in state["tempSignals"]] == [200]
    assert len(state["intentStack"]) + state["evicted"] == 200
