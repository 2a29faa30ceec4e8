"""A clock that jumps destroys nothing: the home goes by the time it has seen, and asks."""

from __future__ import annotations

from typing import Any

import apsw
import pytest

from inside import inside
from worlds import FIGHT, World

DAY = 86_400_000
JUMPED = "MEMORY_DEGRADE_CLOCK_JUMPED"
FACT = "The lighthouse keeper is called Marta."


def lived_in(world: World) -> str:
    """Given a home with an episode of each of the last days, a rule and a piece of knowledge."""
    for days in (9, 5, 1, 0):
        id = world.record(timestamp=world.clock.now() - days * DAY)["episodeId"]
    world.ok("memory:semantic:add", rule="Write short sentences.", scope="global")
    folder = world.home.parent / "claw"
    folder.mkdir()
    world.ok("agent:init", workspace=str(folder), agentId="claw", sources=[])
    world.ok("knowledge:capture", projectId="claw", content=FACT, type="belief")
    return str(id)


def everything(world: World) -> dict[str, Any]:
    """What a person would miss."""
    episodes = world.ok("memory:episode:list", projectId="novel", limit=200)["items"]
    found = world.ok("knowledge:list", projectId="claw")["items"]
    with inside(world.memory).episodes_db.read() as reader:
        texts = reader.execute("SELECT count(*) FROM texts").get
    return {
        "texts": texts,
        "whole": sorted(each["id"] for each in episodes if not each["meta"]["compressed"]),
        "recalled": sorted(world.ids_of(world.query(queryText=FIGHT))),
        "known": [(each["content"], each["state"]) for each in found],
        "rules": [each["rule"] for each in world.ok("memory:semantic:list")["items"]],
    }


def a_night(world: World) -> None:
    """All that upkeep does, by hand and by itself."""
    world.reopen()
    world.ok("memory:cleanup:run")
    world.ok("knowledge:consolidate", projectId="claw", force=True)


def clock(world: World) -> dict[str, Any]:
    state: dict[str, Any] = world.ok("memory:status")["clock"]
    return state


def is_told(world: World) -> bool:
    return any(each["code"] == JUMPED for each in world.ok("memory:status")["degradations"])


@pytest.mark.parametrize("days", [730, -3, -18_000])
def test_a_clock_that_jumps_forth_and_back_takes_nothing(world: World, days: int) -> None:
    lived_in(world)
    before, then = everything(world), world.clock.now()
    # When the machine starts with a wrong clock, twice, and works for a while
    world.clock.advance(days=days * 1.5)
    a_night(world)
    assert is_told(world)
    assert clock(world)["asked"]
    assert everything(world) == before
    world.clock.advance(days=days, hours=1)
    a_night(world)
    made = world.record()
    # Then all is there, and what is new is dated after what was there
    found = everything(world)
    assert found["whole"] == sorted([*before["whole"], made["episodeId"]])
    assert {**before, "texts": 5, "whole": [], "recalled": []} == {
        **found,
        "whole": [],
        "recalled": [],
    }
    assert then <= world.episode(made["episodeId"])["timestamp"] <= then + 3 * DAY
    # And when the clock is right again nobody is asked anything, and the time is the machine's
    world.clock.advance(days=-2.5 * days)
    a_night(world)
    assert not is_told(world)
    state = clock(world)
    assert (state["ahead"], state["held"]) == (0, 0)
    assert state["now"] == state["machine"] == world.clock.now()
    assert everything(world) == found


def test_a_clock_that_jumps_while_the_server_runs_takes_nothing(world: World) -> None:
    lived_in(world)
    before = everything(world)
    for days in (200, -200, 730, 730, -1460, -18_000, 18_000):
        world.clock.advance(days=days)
        world.ok("memory:cleanup:run")
        inside(world.memory).upkeep.tick()
        assert everything(world) == before
    told = [data["state"] for push, data in world.pushes if push == "memory:alert"]
    assert told == ["began", "ended"] * 3
    assert not is_told(world)


def test_a_home_that_was_closed_for_eight_months_asks_once(world: World) -> None:
    latest = lived_in(world)
    before = everything(world)
    world.clock.advance(days=240)
    a_night(world)
    made = world.record()["episodeId"]
    # When its author says that the time passed
    state = world.ok("memory:clock:answer", passed=True)
    # Then what was made meanwhile bears the right date, and nothing goes the same week
    assert state["now"] == world.clock.now()
    assert not is_told(world)
    assert world.episode(made)["timestamp"] == world.clock.now()
    a_night(world)
    assert everything(world)["texts"] == before["texts"] + 1
    world.live(days=6)
    a_night(world)
    assert {latest, made} <= {*everything(world)["whole"]}
    # And after it what is old goes as it always did
    world.live(days=20)
    a_night(world)
    assert everything(world)["whole"] == []


def say(world: World, text: str, **more: Any) -> None:
    message = {"role": "assistant", "text": text, **more}
    world.ok("talk:hear", projectId="claw", session="s", messages=[message])


def said_at(world: World) -> list[int]:
    found = world.ok("talk:read", projectId="claw", session="s")["items"]
    return [each["at"] for each in found]


def test_what_was_said_is_dated_anew_with_all_else(world: World) -> None:
    lived_in(world)
    say(world, "The tide is out.")
    first, then = world.clock.now(), world.clock.now() + DAY
    world.live(days=1)
    world.clock.advance(days=240)
    world.reopen()
    # Given what was said while nobody knew whether that time passed, with a host's date and without
    say(world, "The tide is in.")
    say(world, "The tide turns.", at=world.clock.now())
    assert said_at(world) == [first, then, then + 240 * DAY]
    # When somebody says that it did, then all of it bears that date
    world.ok("memory:clock:answer", passed=True)
    assert said_at(world) == [first, then + 240 * DAY, then + 240 * DAY]
    # And when they say that it did not, the home's own
    world.ok("memory:clock:answer", passed=False)
    assert said_at(world) == [first, then, then]


def test_a_file_of_what_was_said_that_cannot_be_read_keeps_no_answer_from_being_taken(
    world: World,
) -> None:
    lived_in(world)
    say(world, "The tide is out.")
    world.close()
    world.destroy("talk.db")
    world.clock.advance(days=240)
    world.reopen()
    assert world.ok("memory:clock:answer", passed=True)["now"] == world.clock.now()


@pytest.mark.parametrize("days", [20, 2_000])
def test_a_wrong_yes_can_be_taken_back(world: World, days: int) -> None:
    """A jump of less than a month is believed without a word, and taken back like one."""
    lived_in(world)
    before, then = everything(world), world.clock.now()
    world.clock.advance(days=days)
    a_night(world)
    if is_told(world):
        world.ok("memory:clock:answer", passed=True)
    made = world.record()["episodeId"]
    assert world.episode(made)["timestamp"] == then + days * DAY
    world.live(days=3)
    a_night(world)
    # When they see that it was wrong
    state = world.ok("memory:clock:answer", passed=False)
    # Then it is as if it had not been
    assert abs(state["now"] - then) < 4 * DAY
    assert not is_told(world)
    assert abs(world.episode(made)["timestamp"] - then) < 4 * DAY
    world.live(days=5)
    a_night(world)
    found = everything(world)
    assert {*before["whole"][-2:], made} <= {*found["whole"]}
    # And a clock that is set right is the home's again
    world.clock.advance(days=-days)
    assert clock(world)["now"] == world.clock.now()
    assert not is_told(world)


def test_a_wrong_yes_is_taken_back_by_the_clock_itself(world: World) -> None:
    lived_in(world)
    before = everything(world)
    world.clock.advance(days=1_500)
    a_night(world)
    world.ok("memory:clock:answer", passed=True)
    made = world.record()["episodeId"]
    world.clock.advance(days=-1_500, hours=5)
    a_night(world)
    assert everything(world)["whole"] == sorted([*before["whole"], made])
    assert abs(world.episode(made)["timestamp"] - world.clock.now()) < DAY
    assert clock(world)["ahead"] == 0
    assert not is_told(world)


def test_a_home_that_believed_a_future_is_set_right(world: World) -> None:
    """Given a home that was used in 2030 before anybody asked. When the clock is right again and a
    person says so. Then nothing is dated to come, and what is done by night is due by night."""
    lived_in(world)
    world.live(days=1_000)
    id = world.record()["episodeId"]
    a_night(world)
    world.clock.advance(days=-1_000)
    world.reopen()
    assert clock(world)["ahead"] == -1_000 * DAY
    assert is_told(world)
    state = world.ok("memory:clock:answer", passed=True)
    assert state["now"] == world.clock.now()
    assert world.episode(id)["timestamp"] <= world.clock.now()
    assert world.ok("memory:status")["upkeep"]["next"]["cleanup"] <= world.clock.now() + DAY


def test_a_step_of_some_days_is_time_that_passed(world: World) -> None:
    id = lived_in(world)
    world.clock.advance(days=8)
    a_night(world)
    assert everything(world)["whole"] != []
    assert clock(world)["held"] == 0
    world.clock.advance(days=8)
    a_night(world)
    assert id not in everything(world)["whole"]
    assert world.fails("memory:clock:answer", passed=True)["code"] == "CONFLICT"
    assert world.fails("memory:clock:answer", passed=False)["code"] == "CONFLICT"


def test_a_date_that_a_host_takes_from_the_wrong_clock_is_no_reason_to_go(world: World) -> None:
    lived_in(world)
    world.clock.advance(days=-18_000)
    id = world.record(timestamp=world.clock.now())["episodeId"]
    a_night(world)
    assert world.episode(id)["meta"]["compressed"] is False


@pytest.mark.parametrize("also", ["", "DELETE FROM stamps"])
@pytest.mark.files("a file that an older version left")
def test_a_home_from_before_this_was_kept_was_last_seen_when_it_was_last_used(
    world: World, also: str
) -> None:
    lived_in(world)
    before = everything(world)
    world.memory.close()
    with apsw.Connection(str(world.home / "mind.db")) as older:
        older.execute(f"DELETE FROM settings WHERE key = 'clock'; {also}")
    world.clock.advance(days=200)
    a_night(world)
    assert is_told(world)
    assert everything(world) == before


def test_what_is_answered_at_one_door_is_heard_at_the_other(world: World) -> None:
    lived_in(world)
    world.clock.advance(days=200)
    assert is_told(world)
    beside = World(world.home, clock=world.clock)
    beside.ok("memory:clock:answer", passed=True)
    beside.close()
    inside(world.memory).upkeep.tick()
    assert clock(world)["now"] == world.clock.now()
    assert not is_told(world)
