"""One agent's conversations, from what was said to what is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from factories import eventually
from inside import inside
from mohen.core.leases import Hold
from mohen.errors import Conflict, InvalidArgument, IoFailed, NotFound
from mohen.house import House
from mohen.knowledge.consolidation import schedule
from mohen.knowledge.consolidation.model import Backlog, Done, Phase, Progress, Trigger
from mohen.memory import Memory, open_memory
from mohen.testing import CountingIds, FrozenClock
from shows import shows
from talks import (
    AGENT,
    AI,
    MINUTE,
    NOON,
    USER,
    Talks,
    contents,
    known,
    listening,
    month,
    run,
    tables,
)

PHASES = tuple(range(1, 8))


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(NOON + 3_600_000)


@pytest.fixture
def talks() -> Talks:
    return month()


@pytest.fixture
def parts(memory: Memory, talks: Talks) -> House:
    return listening(memory, talks)


@pytest.fixture
def homes(tmp_path: Path, clock: FrozenClock) -> Iterator[Callable[[Talks], House]]:
    """One more memory."""
    opened: list[Memory] = []

    def another(talks: Talks) -> House:
        home = tmp_path / f"another{len(opened)}"
        opened.append(open_memory(home, clock=clock, ids=CountingIds(), immediate=True))
        return listening(opened[-1], talks)

    yield another
    for each in opened:
        each.close()


# -- a whole run


@shows("R193", "R194", "R195", "R202", "C58")
def test_what_was_said_is_known_and_kept_nowhere_else(parts: House) -> None:
    # When two conversations are consolidated
    outcome = run(parts)
    # Then all phases were done, and what matters is known with the line it was said in
    assert outcome.phases == PHASES
    assert outcome.messages == 10
    assert outcome.resumed_at is None
    assert {"用户对花生过敏", "用户讨厌香菜"} <= contents(parts)
    (allergy,) = (each for each in known(parts) if "过敏" in each.content)
    assert allergy.sources == ("a:1",)
    assert allergy.created_at == NOON
    # And what lay between the phases is gone
    assert parts.fragment_store.backlog(AGENT) == Backlog()
    progress = parts.fragment_store.progress(AGENT)
    now = parts.clock.now()
    assert progress == Progress(last_run=now, last_success=now)


@shows("C58", "R224")
def test_the_second_run_reads_only_what_is_new(parts: House, talks: Talks) -> None:
    run(parts)
    reads = talks.reads
    talks.say("a", "我养了一只猫叫咪咪")
    again = run(parts)
    assert again.messages == 1
    assert talks.reads == reads + 1  # the other session was not opened


@shows("C58")
def test_nothing_new_changes_nothing(parts: House) -> None:
    run(parts)
    before = tables(parts)
    outcome = run(parts)
    assert outcome.changes == ()
    assert not outcome.snapshot_written
    assert tables(parts) == before


def test_who_is_no_agent_has_nothing_to_consolidate(parts: House) -> None:
    with pytest.raises(NotFound):
        parts.consolidator.consolidate("stranger", Trigger.MANUAL)


def test_what_the_agent_said_is_no_memory_of_the_user(memory: Memory) -> None:
    parts = listening(memory, Talks().say("a", (AI, "我叫李四。我对虾过敏。")))
    outcome = run(parts)
    assert (outcome.messages, outcome.fragments) == (1, 0)
    assert contents(parts) == set()


@shows("R119")
def test_names_that_are_to_be_masked_are_masked_before_anything_is_kept(
    parts: House, talks: Talks
) -> None:
    parts.settings.update(redact_names=["张三"])
    run(parts)
    assert not any("张三" in str(rows) for rows in tables(parts, "settings").values())


@shows("C64", "B17")
def test_what_we_told_an_agent_is_not_learned_from_its_transcript(
    parts: House, talks: Talks
) -> None:
    # Given a snapshot that was put into a conversation, between what the user says
    run(parts)
    told = parts.snapshots.current(AGENT).text
    before = contents(parts)
    talks.say("c", f"{told}\n\n我养了一只猫叫咪咪", f"好的：\n{told}")
    # When that conversation is consolidated
    run(parts)
    # Then only what the user said is new
    assert {each for each in contents(parts) - before if "咪咪" not in each} == set()


def test_half_a_character_harms_nothing(memory: Memory) -> None:
    parts = listening(memory, Talks().say("a", "我叫王五\ud83d。"))
    run(parts)
    assert any("王五" in each for each in contents(parts))


# -- times


def test_a_message_without_a_time_has_that_of_the_one_before_it(memory: Memory) -> None:
    # Given a session that tells the time only sometimes
    talks = Talks().say("a", (USER, "我叫张三", NOON - MINUTE), (USER, "我住在北京", None))
    # When it is read message by message
    parts = listening(memory, talks, batch=1)
    run(parts)
    # Then what carries no time was said when somebody last spoke
    assert {each.created_at for each in known(parts)} == {NOON - MINUTE}


def test_a_session_that_tells_no_time_has_that_of_its_file(memory: Memory) -> None:
    parts = listening(memory, Talks().say("a", (USER, "我叫张三", None)))
    run(parts)
    (name,) = known(parts)
    assert name.created_at == NOON + 1  # as `Talks` dates its files


# -- what cannot be read


@shows("R224", "R181")
def test_a_session_that_cannot_be_read_is_told_and_the_rest_goes_on(
    parts: House, talks: Talks
) -> None:
    talks.broken.add("a")
    outcome = run(parts)
    assert outcome.unreadable == ("openclaw:key-a",)
    assert "用户讨厌香菜" in contents(parts)
    # And it is read when it can be
    talks.broken.clear()
    assert run(parts).unreadable == ()
    assert "用户对花生过敏" in contents(parts)


def test_a_source_that_cannot_be_read_is_told_without_its_path(parts: House, talks: Talks) -> None:
    talks.gone = True
    outcome = run(parts)
    assert outcome.unreadable == ("openclaw",)
    assert outcome.phases == PHASES


def test_broken_lines_are_counted(memory: Memory) -> None:
    talks = month()
    talks.sessions_["a"].insert(1, None)
    parts = listening(memory, talks)
    assert run(parts).broken_lines == 1


# -- what is not said any more


def test_a_line_on_a_branch_that_was_left_is_taken_back(parts: House, talks: Talks) -> None:
    run(parts)
    talks.say("a", "我们换个话题吧")
    talks.abandoned["a"] = (1,)
    outcome = run(parts)
    withdrawn = {each.content for each in outcome.changes if each.done is Done.WITHDRAWN}
    assert "用户对花生过敏" in withdrawn
    assert "用户对花生过敏" not in contents(parts)
    assert "用户讨厌香菜" in contents(parts)


def test_a_session_that_was_written_anew_says_what_it_says_now(parts: House, talks: Talks) -> None:
    run(parts)
    talks.rewrite("a", "我叫李四")
    run(parts)
    now = contents(parts)
    assert any("李四" in each for each in now)
    assert not any("张三" in each or "花生" in each for each in now)
    assert "用户讨厌香菜" in now


# -- nothing is done


@shows("R201", "R209")
def test_by_hand_it_is_done_once_in_twenty_hours_unless_forced(
    parts: House, clock: FrozenClock
) -> None:
    assert run(parts, force=False).skipped is None
    clock.advance(hours=19)
    skipped = run(parts, force=False)
    assert skipped.phases == ()
    assert skipped.skipped is not None
    en, zh = skipped.skipped
    assert "--force" in en
    assert "--force" in zh
    assert run(parts, force=True).phases == PHASES
    clock.advance(hours=20)
    assert run(parts, force=False).phases == PHASES


@shows("R201")
def test_unless_more_than_a_hundred_messages_wait(parts: House, talks: Talks) -> None:
    run(parts)
    talks.say("c", *["嗯嗯"] * 100)
    assert run(parts, force=False).skipped is not None
    talks.say("c", "好的")
    assert run(parts, force=False).phases == PHASES


@shows("R130", "C95")
def test_in_privacy_mode_nothing_is_even_read(parts: House, talks: Talks) -> None:
    parts.settings.update(privacy_mode_enabled=True)
    outcome = run(parts)
    assert outcome.skipped == schedule.PRIVATE
    assert talks.reads == 0
    assert parts.agent_store.bookmarks(AGENT) == {}


@shows("R79")
def test_nothing_is_learned_while_learning_is_paused(parts: House, talks: Talks) -> None:
    parts.learning_pause.pause(AGENT)
    assert run(parts).skipped == schedule.PAUSED
    assert talks.reads == 0


@shows("C91")
def test_an_agent_is_consolidated_once_at_a_time(parts: House) -> None:
    with parts.exclusive.alone(f"{schedule.LEASE} {AGENT}", "") as _, pytest.raises(Conflict):
        run(parts)
    assert run(parts).phases == PHASES


def test_who_lost_its_place_writes_nothing_more(memory: Memory, clock: FrozenClock) -> None:
    """A process that slept through its lease must not go on where another has begun."""
    talks = month()
    parts = listening(memory, talks, batch=1)
    read, others = talks.read, list[Any]()

    def slow(*asked: Any, **how: Any) -> Any:
        reading = read(*asked, **how)
        if not others:
            clock.advance(hours=1)
            others.append(Hold(parts.exclusive))
            with parts.mind_db.unbound():  # as who holds nothing
                parts.mind_db.write(lambda tx: others[0].take(tx, f"{schedule.LEASE} {AGENT}", ""))
        return reading

    talks.read = slow  # type: ignore[method-assign]
    with pytest.raises(Conflict):
        run(parts)
    assert parts.agent_store.bookmarks(AGENT) == {}


# -- one phase alone


@shows("B17", "R209")
@pytest.mark.parametrize("phase", [0, 8, -1, True])
def test_there_are_seven_phases_and_zero_is_none(parts: House, phase: int) -> None:
    with pytest.raises(InvalidArgument) as refused:
        run(parts, phase=phase)
    assert refused.value.details["field"] == "phase"
    assert parts.fragment_store.progress(AGENT) == Progress()


@shows("C57")
@pytest.mark.parametrize(("phase", "before"), [(2, 1), (3, 2), (4, 3)])
def test_a_phase_without_anything_to_work_on_says_which_to_run_first(
    parts: House, phase: int, before: int
) -> None:
    with pytest.raises(Conflict, match=f"run phase {before} first"):
        run(parts, phase=phase)
    assert parts.fragment_store.progress(AGENT) == Progress()


@shows("C57", "B18", "R209")
def test_phase_by_phase_comes_to_the_same_and_is_no_success(
    parts: House, homes: Callable[[Talks], House]
) -> None:
    whole = homes(month())
    run(whole)
    for phase in PHASES:
        assert run(parts, phase=phase).phases == (phase,)
    assert parts.fragment_store.progress(AGENT).last_success is None
    assert parts.fragment_store.progress(AGENT).current_phase is None
    kept = ("knowledge", "knowledge_sources", "bookmarks", "snapshots")
    ours, theirs = tables(parts), tables(whole)
    assert {name: ours[name] for name in kept} == {name: theirs[name] for name in kept}


@shows("C57", "B17")
def test_what_single_phases_left_is_taken_on_by_the_next_run(parts: House) -> None:
    for phase in (1, 2, 3):
        run(parts, phase=phase)
    run(parts)
    assert "用户对花生过敏" in contents(parts)


@shows("B18")
def test_a_second_run_of_a_day_does_not_fade_again(parts: House, clock: FrozenClock) -> None:
    run(parts)
    clock.advance(days=10)
    run(parts)
    scores = {each.id: each.score for each in known(parts)}
    assert min(scores.values()) < 0.8
    run(parts)
    run(parts, phase=5)
    assert {each.id: each.score for each in known(parts)} == scores


# -- when it fails


class Full:
    """A workspace on a disk that is full, until it is not."""

    def __init__(self) -> None:
        self.full = True

    def __call__(self, _folder: str) -> Full:
        return self

    def read(self, _ref: str) -> str | None:
        return None

    def write(self, _ref: str, _text: str, _over: str | None = None, /) -> bool:
        if self.full:
            raise IoFailed("no space is left")
        return True

    def delete(self, _ref: str) -> bool:
        return False

    def refs(self, _under: str = "") -> tuple[str, ...]:
        return ()

    def sweep(self) -> None:
        return


@shows("R202", "R224", "C96")
def test_it_is_tried_again_where_it_failed_and_after_three_retries_somebody_is_told(
    memory: Memory, talks: Talks
) -> None:
    # Given a workspace that cannot be written to
    disk, alerts = Full(), list[dict[str, Any]]()
    memory.listen(lambda push, data: alerts.append(dict(data)) if push == "memory:alert" else None)
    parts = listening(memory, talks, workspace_at=disk)
    agent = parts.agent_store.get(AGENT)
    assert agent is not None
    parts.mind_db.write(lambda tx: parts.agent_store.put(tx, replace(agent, workspace="/w")))
    # When it fails again and again
    for failures in (1, 2, 3):
        with pytest.raises(IoFailed):
            run(parts)
        assert parts.fragment_store.progress(AGENT).retry_count == failures
        assert parts.fragment_store.progress(AGENT).current_phase == Phase.SNAPSHOT
    assert alerts == []
    with pytest.raises(IoFailed):
        run(parts)
    # Then the fourth time raises an alarm
    assert [(each["code"], each["state"]) for each in alerts] == [
        ("MEMORY_DEGRADE_CONSOLIDATION_FAILED", "began")
    ]
    # And when it can be written it is only written, and the alarm is over
    disk.full = False
    outcome = run(parts)
    assert (outcome.phases, outcome.resumed_at) == ((7,), 7)
    assert alerts[-1]["state"] == "ended"
    progress = parts.fragment_store.progress(AGENT)
    assert (progress.retry_count, progress.current_phase) == (0, None)
    assert progress.last_success is not None


@shows("C57")
def test_another_phase_must_wait_until_the_interrupted_one_is_done(
    memory: Memory, talks: Talks
) -> None:
    disk = Full()
    parts = listening(memory, talks, workspace_at=disk)
    agent = parts.agent_store.get(AGENT)
    assert agent is not None
    parts.mind_db.write(lambda tx: parts.agent_store.put(tx, replace(agent, workspace="/w")))
    with pytest.raises(IoFailed):
        run(parts)
    with pytest.raises(Conflict, match="phase 7"):
        run(parts, phase=1)


def test_a_success_counts_from_when_it_began_to_listen(
    memory: Memory, talks: Talks, clock: FrozenClock
) -> None:
    disk = Full()
    parts = listening(memory, talks, workspace_at=disk)
    agent = parts.agent_store.get(AGENT)
    assert agent is not None
    parts.mind_db.write(lambda tx: parts.agent_store.put(tx, replace(agent, workspace="/w")))
    began = clock.now()
    with pytest.raises(IoFailed):
        run(parts)
    clock.advance(days=3)
    disk.full = False
    run(parts)
    progress = parts.fragment_store.progress(AGENT)
    assert (progress.last_success, progress.last_run) == (began, clock.now())
    # so that what was said meanwhile does not wait for another day
    assert parts.schedule.trigger(agent) is Trigger.FALLBACK


@shows("R224")
def test_closing_the_memory_waits_for_a_step_and_not_for_the_end(
    home: Path, clock: FrozenClock
) -> None:
    # Given a consolidation in the background that reads its first message
    talks, begun, go = month(), Event(), Event()
    read = talks.read

    def slow(*asked: Any, **how: Any) -> Any:
        begun.set()
        go.wait()
        return read(*asked, **how)

    talks.read = slow  # type: ignore[method-assign]
    memory = open_memory(home, clock=clock, ids=CountingIds())
    listening(memory, talks, batch=1).consolidator.begin(AGENT)
    begun.wait()
    # When the memory is closed
    closing = Thread(target=memory.close)
    closing.start()
    eventually(lambda: inside(memory).jobs._closing)
    go.set()
    closing.join()
    # Then it stopped after that step, which is nobody's failure, and goes on another time
    assert talks.reads == 1
    with open_memory(home, clock=clock, ids=CountingIds()) as again:
        parts = listening(again, talks)
        progress = parts.fragment_store.progress(AGENT)
        assert (progress.current_phase, progress.retry_count) == (1, 0)
        assert run(parts).messages == 10


# -- all agents


def test_one_agent_that_fails_keeps_no_other_waiting(parts: House) -> None:
    agent = parts.agent_store.get(AGENT)
    assert agent is not None
    other = replace(agent, project_id="another")
    parts.mind_db.write(lambda tx: parts.agent_store.put(tx, other))
    with parts.exclusive.alone(f"{schedule.LEASE} another", ""), pytest.raises(Conflict):
        parts.consolidator.consolidate_all(Trigger.MANUAL)
    assert parts.fragment_store.progress(AGENT).last_success is not None
    done = parts.consolidator.consolidate_all(Trigger.MANUAL)
    assert [each.project_id for each in done] == ["another", AGENT]


def test_what_a_wrong_clock_dates_to_years_to_come_is_superseded_all_the_same(
    homes: Callable[[Talks], House],
) -> None:
    years = 70 * 365 * 24 * 60 * MINUTE
    talks = Talks().say("a", (USER, "我住在北京", NOON), (USER, "我搬到上海了", NOON + years))
    parts = homes(talks.say("b", (USER, "我搬到广州了", NOON + MINUTE)))
    run(parts)
    (home,) = (each for each in known(parts) if each.attribute == "location")
    assert home.value == "广州"
