"""Candidates are written at the same time, each can be had when it is done, and none is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Barrier, Lock
from typing import Any

import pytest

from contracts import model_server as says
from contracts.loopback import Behaviour, Said
from contracts.model_server import ModelServer, serving
from factories import eventually, policy
from hands import Hands
from inside import inside
from mohen.errors import ModelError, ModelNotReady
from mohen.server.dispatch import Dispatcher
from shows import shows
from worlds import FIGHT, World, Worlds

NOVEL = {"projectId": "novel"}
ASKED = {"skillId": "continue", "text": FIGHT, "runId": "r1", "candidates": 3, **NOVEL}
TEXTS = ["剑落。", "血溅。", "他退了一步。"]


# -- as the server allows


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving() as server:
        yield server


def asking(worlds: Worlds, server: ModelServer, **how: Any) -> World:
    world = worlds(policy=policy(runs={"silence_ms": 400, **how}))
    model = {"kind": "openai", "model": "m", "baseUrl": server.url}
    world.ok("memory:settings:update", model=model)
    return world


def by_candidate(request: dict[str, Any]) -> Said:
    return says.streaming(TEXTS[request.get("seed", 0)])(request)


def test_candidates_are_written_at_the_same_time(worlds: Worlds, server: ModelServer) -> None:
    # Given a server that says nothing before all three are asked for
    together = Barrier(3)

    def behave(request: dict[str, Any]) -> Said:
        together.wait(60)
        return by_candidate(request)

    server.behave = behave
    made = asking(worlds, server, silence_ms=60_000).ok("ai:skill:run", **ASKED)
    # Then they are there, each in its place, and each was asked for by itself
    assert made["candidates"] == TEXTS
    assert len(server.asked) == 3
    assert not any("n" in each for each in server.asked)


@pytest.mark.parametrize("stream", [True, False])
def test_what_a_model_only_repeats_is_no_candidate(
    worlds: Worlds, server: ModelServer, stream: bool
) -> None:
    # Given a model that marks one answer as its prompt is, and gives the text back in another
    said = [
        ("<before>\n", FIGHT, "\n</bef", "ore>\n", "剑落。", "血溅。"),
        (FIGHT[:3], FIGHT[3:]),
        ("好的，以下是续写", "的内容：\n\n", "他退了", "一步。"),
    ]

    def behave(request: dict[str, Any]) -> Said:
        return says.streaming(*said[request.get("seed", 0)])(request)

    server.behave = behave
    world = asking(worlds, server, silence_ms=60_000)
    made = world.ok("ai:skill:run", stream=stream, **ASKED)
    # Then what it wrote itself is offered, and what is missing is said
    assert (made["candidates"], made["places"]) == (["剑落。血溅。", "他退了一步。"], [0, 2])
    assert [each["code"] for each in made["warnings"]] == ["SAME_AS_TEXT"]
    # And what was shown meanwhile was never taken back
    shown = ["", "", ""]
    for push, data in world.pushes:
        if push == "ai:skill:stream" and data["event"] == "delta":
            shown[data["candidate"]] += data["text"]
    assert shown == (["剑落。血溅。", "", "他退了一步。"] if stream else ["", "", ""])


@pytest.mark.parametrize(
    ("skill", "code"), [("continue", "NOTHING_NEW"), ("polish", "NOTHING_TO_CHANGE")]
)
def test_a_model_that_repeats_alone_has_nothing_to_offer(
    worlds: Worlds, server: ModelServer, skill: str, code: str
) -> None:
    server.behave = says.streaming(f"<selection>\n{FIGHT}\n</selection>")
    world = asking(worlds, server, silence_ms=60_000)
    made = world.ok("ai:skill:run", **{**ASKED, "skillId": skill})
    assert (made["candidates"], [each["code"] for each in made["warnings"]]) == ([], [code])
    # And it is no failure of the run's, but none of the model's successes either
    results = {each.result for each in inside(world.memory).receipt_store.list(limit=9)}
    assert results == ({"nonsense"} if skill == "continue" else {"ok"})


class OneAtATime:
    """Serves one; what comes meanwhile is treated as `otherwise`, and the first is not done before
    that has happened so many times."""

    def __init__(self, otherwise: Behaviour, times: int) -> None:
        self.otherwise = otherwise
        self.times = times
        self.refused = 0
        self._busy = Lock()

    def __call__(self, request: dict[str, Any]) -> Said:
        if not self._busy.acquire(blocking=False):
            self.refused += 1
            return self.otherwise(request)
        said = by_candidate(request)
        return said._replace(body=self._until_the_end(said.body))

    def _until_the_end(self, events: Any) -> Iterator[bytes]:
        first, *rest = events
        yield first
        eventually(lambda: self.refused >= self.times)
        self._busy.release()
        yield from rest


@pytest.mark.parametrize("refusal", ["429", "503", "queue"])
def test_a_server_that_writes_for_one_at_a_time_is_asked_one_after_the_other(
    worlds: Worlds, server: ModelServer, refusal: str
) -> None:
    # Given a server that refuses a second request beside the first, or lets it wait without a word
    otherwise, times = {
        "429": (says.telling(429, {"message": "slow down"}, retry_after="1"), 4),
        "503": (says.telling(503, "busy"), 4),
        "queue": (server.hang, 2),
    }[refusal]
    server.behave = alone = OneAtATime(otherwise, times)
    world = asking(worlds, server)
    made = world.ok("ai:skill:run", **ASKED)
    # Then all are written, and nothing is said of it
    assert (made["candidates"], made["warnings"]) == (TEXTS, [])
    # And from then on nothing is asked of it in vain
    again = world.ok("ai:skill:run", **{**ASKED, "runId": "r2"})
    assert (again["candidates"], alone.refused) == (TEXTS, times)


def test_a_server_that_refuses_all_is_asked_no_oftener_for_it(
    worlds: Worlds, server: ModelServer
) -> None:
    server.behave = says.telling(401, {"code": "invalid_api_key"})
    error = asking(worlds, server).fails("ai:skill:run", **ASKED)
    assert error["details"]["reason"] == "key-refused"
    assert len(server.asked) == 3


def test_one_that_fails_takes_no_other_with_it(worlds: Worlds, server: ModelServer) -> None:
    def behave(request: dict[str, Any]) -> Said:
        if request.get("seed") == 1:
            return says.sending(says.event("血"))(request)
        return by_candidate(request)

    server.behave = behave
    made = asking(worlds, server).ok("ai:skill:run", **ASKED)
    assert (made["candidates"], made["cut"]) == (["剑落。", "血", "他退了一步。"], [1])
    assert "places" not in made


def test_runs_share_the_places_at_a_server(worlds: Worlds, server: ModelServer) -> None:
    # Given a server that may be asked twice at once
    going, most, lock = 0, 0, Lock()

    def behave(request: dict[str, Any]) -> Said:
        nonlocal going, most
        with lock:
            going += 1
            most = max(most, going)
        said = by_candidate(request)

        def body() -> Iterator[bytes]:
            nonlocal going
            *events, last = said.body
            yield from events
            with lock:
                going -= 1
            yield last

        return said._replace(body=body())

    server.behave = behave
    world = asking(worlds, server, at_once=2)
    lines = [Line(world) for _ in range(3)]
    for number, line in enumerate(lines):
        line.ask("ai:skill:run", {**ASKED, "runId": f"r{number}"})
    assert [line.answer()["data"]["candidates"] for line in lines] == [TEXTS] * 3
    assert most <= 2
    for line in lines:
        line.door.close()


# -- had as soon as they are done


class Line:
    """A connection; what it asks is answered when it is answered."""

    def __init__(self, world: World) -> None:
        self.door = Dispatcher(world.memory)
        self._answers: SimpleQueue[dict[str, Any]] = SimpleQueue()

    def ask(self, channel: str, payload: dict[str, Any]) -> Any:
        return self.door.submit(channel, payload, self._answers.put, request=1)

    def answer(self) -> dict[str, Any]:
        return self._answers.get(timeout=60)


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def world(worlds: Worlds, hands: Hands) -> World:
    return worlds(writer=hands)


@contextmanager
def begun(world: World, **more: Any) -> Iterator[Line]:
    """A run of the desk."""
    line = Line(world)
    line.ask("ai:skill:run", {**ASKED, "stream": True, "keep": True, **more})
    yield line
    line.door.close()


def the_open(world: World, **more: Any) -> dict[str, Any]:
    [found] = world.ok("ai:skill:open", **NOVEL, **more)["items"]
    return dict(found)


def states(world: World) -> list[tuple[str, str]]:
    return [(each["state"], each["text"]) for each in the_open(world)["candidates"]]


def is_told(world: World, event: str, candidate: int) -> Callable[[], bool]:
    return lambda: any(
        (data["event"], data.get("candidate")) == (event, candidate)
        for push, data in world.pushes
        if push == "ai:skill:stream"
    )


def half_way(world: World, hands: Hands) -> None:
    """The first is done, the second begun, of the third not a word."""
    hands.finish(0, "剑落。")
    hands.say(1, "血溅")
    eventually(is_told(world, "candidate_completed", 0))
    assert states(world) == [("done", "剑落。"), ("writing", "血溅"), ("waiting", "")]


def test_the_end_of_a_candidate_says_how_long_it_is(world: World, hands: Hands) -> None:
    # Given one that was finished, and one whose writer fails halfway
    with begun(world):
        half_way(world, hands)
        hands.fail(1, ModelError("the line broke", reason="broken-off"))
        eventually(is_told(world, "candidate_failed", 1))
        # Then a page that missed a piece of either can tell so, and asks for it
        ends = [data for push, data in world.pushes if push == "ai:skill:stream"]
        length = {each["event"]: each.get("at") for each in ends}
        assert length["candidate_completed"] == len("剑落。")
        assert length["candidate_failed"] == len("血溅")
        hands.finish(2, "无人。")


def test_a_page_that_comes_back_is_told_how_far_each_candidate_is(
    world: World, hands: Hands
) -> None:
    with begun(world) as line:
        half_way(world, hands)
        # And each piece says where it belongs, so that none is taken twice
        hands.say(1, "在雪地上。")
        pieces = [data for _, data in world.pushes if data.get("event") == "delta"]
        assert [(each["candidate"], each["at"], each["text"]) for each in pieces] == [
            (0, 0, "剑落。"), (1, 0, "血溅"), (1, 2, "在雪地上。")
        ]  # fmt: skip
        hands.finish(2, "夜深了。")
        hands.finish(1, "")
        made = line.answer()["data"]
    # When it is finished, then it still waits, with all that was answered
    found = the_open(world)
    assert (found["state"], found["result"]) == ("offered", made)
    assert made["candidates"] == ["剑落。", "血溅在雪地上。", "夜深了。"]
    world.ok("ai:skill:feedback", runId="r1", action="accept", selectedIndex=2, **NOVEL)
    assert world.ok("ai:skill:open", **NOVEL)["items"] == []


@shows("R18", "C84")
def test_what_is_accepted_early_was_chosen_from_what_there_was(world: World, hands: Hands) -> None:
    with begun(world) as line:
        half_way(world, hands)
        # When the first is taken, and the others need not be written any more
        world.ok("ai:skill:cancel", runId="r1", **NOVEL)
        made = line.answer()["data"]
    answered = world.ok(
        "ai:skill:feedback", runId="r1", action="accept", selectedIndex=0, seen=[0], **NOVEL
    )
    # Then nobody has refused what was not there
    assert answered["signal"] == "DIRECT_ACCEPT"
    output = world.episode(made["episodeId"])["aiOutput"]
    assert output == {"candidates": ["剑落。"], "selectedIndex": 0, "finalText": "剑落。"}


def test_what_came_after_the_choice_was_not_refused(world: World, hands: Hands) -> None:
    # Given that a second one was finished before the run heard that it was to stop
    with begun(world) as line:
        hands.finish(0, "剑落。")
        hands.finish(1, "血溅。")
        hands.finish(2, "夜深了。")
        made = line.answer()["data"]
    world.ok(
        "ai:skill:feedback", runId="r1", action="accept", selectedIndex=1, seen=[0, 1], **NOVEL
    )
    output = world.episode(made["episodeId"])["aiOutput"]
    assert (output["candidates"], output["selectedIndex"]) == (["剑落。", "血溅。"], 1)


def test_stopping_keeps_what_is_finished_and_what_has_arrived(world: World, hands: Hands) -> None:
    with begun(world) as line:
        half_way(world, hands)
        assert world.ok("ai:skill:cancel", runId="r1", **NOVEL)["canceled"] is True
        made = line.answer()["data"]
    assert (made["candidates"], made["cut"]) == (["剑落。", "血溅"], [1])
    assert [each["code"] for each in made["warnings"]] == ["STOPPED"]
    # And what had arrived can be taken
    world.ok("ai:skill:feedback", runId="r1", action="accept", selectedIndex=1, **NOVEL)
    output = world.episode(made["episodeId"])["aiOutput"]
    assert (output["candidates"], output["selectedIndex"]) == (["剑落。", "血溅"], 1)


def test_what_ends_in_the_middle_is_not_refused_by_taking_another(
    world: World, hands: Hands
) -> None:
    with begun(world) as line:
        hands.say(0, "剑")
        hands.finish(2, "夜深了。")
        eventually(is_told(world, "candidate_completed", 2))
        world.ok("ai:skill:cancel", runId="r1", **NOVEL)
        made = line.answer()["data"]
    assert (made["candidates"], made["places"], made["cut"]) == (["剑", "夜深了。"], [0, 2], [0])
    world.ok("ai:skill:feedback", runId="r1", action="accept", selectedIndex=1, **NOVEL)
    output = world.episode(made["episodeId"])["aiOutput"]
    assert (output["candidates"], output["selectedIndex"]) == (["夜深了。"], 0)


def test_stopped_before_a_word_nothing_is_left(world: World) -> None:
    with begun(world) as line:
        eventually(lambda: len(world.ok("ai:skill:open", **NOVEL)["items"]) == 1)
        world.ok("ai:skill:cancel", runId="r1", **NOVEL)
        assert line.answer()["error"]["code"] == "CANCELED"
    assert world.ok("ai:skill:open", runIds=["r1"], **NOVEL)["items"] == []
    assert world.ok("memory:episode:list", **NOVEL)["items"] == []


# -- whoever goes


def test_a_kept_run_goes_on_when_its_caller_has_gone(world: World, hands: Hands) -> None:
    line = Line(world)
    call = line.ask("ai:skill:run", {**ASKED, "stream": True, "keep": True})
    half_way(world, hands)
    # When whoever asked hangs up
    call.cancel()
    assert line.answer()["error"]["code"] == "CANCELED"
    # Then it is written to its end for who comes back
    hands.finish(1, "在雪地上。")
    hands.finish(2, "夜深了。")
    eventually(lambda: the_open(world)["state"] == "offered")
    assert the_open(world)["result"]["candidates"] == ["剑落。", "血溅在雪地上。", "夜深了。"]
    line.door.close()


def test_a_run_that_failed_meanwhile_is_told_with_what_failed(world: World, hands: Hands) -> None:
    with begun(world, candidates=1) as line:
        hands.fail(0, ModelNotReady("the model server refused the key", reason="key-refused"))
        line.answer()
    found = the_open(world)
    assert (found["state"], found["error"]["details"]) == ("failed", {"reason": "key-refused"})


def test_an_end_of_the_server_keeps_what_was_finished(world: World, hands: Hands) -> None:
    # Given a run in the middle
    line = Line(world)
    line.ask("ai:skill:run", {**ASKED, "stream": True, "keep": True})
    half_way(world, hands)
    # When its server ends, and is started again
    line.door.close()
    world.reopen()
    # Then what was finished is there for whoever names the run, and can be taken
    found = the_open(world, runIds=["r1"])
    assert [(each["state"], each["text"]) for each in found["candidates"]] == [("done", "剑落。")]
    assert (found["state"], found.get("result")) == ("offered", None)
    answered = world.ok("ai:skill:feedback", runId="r1", action="accept", **NOVEL)
    assert answered["episodeId"] == found["episodeId"]


def test_runs_of_another_project_are_not_told(world: World, hands: Hands) -> None:
    with begun(world) as line:
        for each in range(3):
            hands.finish(each, TEXTS[each])
        line.answer()
    assert world.ok("ai:skill:open", projectId="other", runIds=["r1"])["items"] == []


def test_a_model_that_fails_in_one_says_so_at_once(world: World, hands: Hands) -> None:
    with begun(world, candidates=2) as line:
        hands.fail(0, ModelError("the model wrote nothing", reason="wrote-nothing"))
        eventually(is_told(world, "candidate_failed", 0))
        failed, waiting = the_open(world)["candidates"]
        assert (failed["state"], waiting["state"]) == ("nothing", "waiting")
        assert failed["error"]["details"] == {"reason": "wrote-nothing"}
        hands.finish(1, "血溅。")
        made = line.answer()["data"]
    assert (made["candidates"], made["places"]) == (["血溅。"], [1])


def test_one_that_gives_back_the_text_itself_is_none_at_once(world: World, hands: Hands) -> None:
    text = "雨停了。"
    with begun(world, skillId="polish", text=text, candidates=2) as line:
        hands.finish(0, text)
        eventually(is_told(world, "candidate_dropped", 0))
        assert states(world) == [("nothing", ""), ("waiting", "")]
        hands.finish(1, "雨住了。")
        made = line.answer()["data"]
    assert (made["candidates"], made["places"]) == (["雨住了。"], [1])
