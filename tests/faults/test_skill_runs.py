"""A run that dies in the middle: of a process that is killed, of a server that goes away."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from contracts import model_server as server_says
from contracts.model_server import ModelServer, serving
from faults.processes import Process
from inside import inside
from mohen.errors import ModelError, ModelTimeout
from mohen.memory import Memory, open_memory
from mohen.policy import Policy
from mohen.prompts.model import Request
from mohen.rules.model import Action
from mohen.skills.model import Response
from mohen.skills.policy import Runs
from mohen.testing import FrozenClock, ScriptedWriter
from shows import shows

REQUEST = Request(skill_id="continue", project_id="novel", text="他拔剑。")


def nothing_is_left(memory: Memory) -> None:
    assert memory.episodes.list("novel").items == ()
    assert inside(memory).trace_store.page("novel", limit=9) == []
    assert inside(memory).running._live == {}
    counts = memory.status().counts
    assert counts is not None
    assert (counts.open, counts.active) == (0, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a POSIX notion")
@shows("R164")
def test_a_process_that_is_killed_while_it_writes_leaves_nothing_pending(home: Path) -> None:
    # Given a process that is in the middle of a run
    child = Process("run_skill", home)
    child.wait_until_ready()
    assert child.line() == "writing"
    # When it is killed
    child.kill()
    # Then nobody waits for an answer, and the run can be made again under its name
    with open_memory(home, writer=ScriptedWriter("剑落。"), immediate=True) as memory:
        nothing_is_left(memory)
        made = memory.skills.run(REQUEST, run_id="r", candidates=1)
        answered = memory.skills.feedback("r", Response(action=Action.ACCEPT), project_id="novel")
        assert answered.episode_id == made.episode_id


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a POSIX notion")
def test_what_a_kept_run_had_finished_outlives_its_process(home: Path) -> None:
    # Given a process that has finished one candidate and is in the middle of the next
    child = Process("run_skill", home, kept=True)
    child.wait_until_ready()
    assert child.line() == "writing"
    # When it is killed
    child.kill()
    # Then the finished one is there, alone, and can be taken
    with open_memory(home, immediate=True) as memory:
        [found] = memory.skills.open("novel", run_ids=["r"])
        assert [each.text for each in found.candidates] == ["他退了一步。"]
        answered = memory.skills.feedback("r", Response(action=Action.ACCEPT), project_id="novel")
        assert (answered.episode_id, answered.signal) == (found.episode_id, "DIRECT_ACCEPT")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving() as server:
        yield server


def using(server: ModelServer, home: Path) -> Memory:
    policy = Policy(runs=Runs(silence_ms=200))
    memory = open_memory(home, clock=FrozenClock(), policy=policy, immediate=True)
    memory.settings.update(model={"kind": "openai", "model": "m", "base_url": server.url})
    return memory


def test_a_run_with_a_real_server_streams_counts_and_is_answered(
    server: ModelServer, home: Path
) -> None:
    server.behave = server_says.streaming(
        "剑落。", "血溅。", prompt_tokens=210, completion_tokens=6
    )
    with using(server, home) as memory:
        told: dict[Any, str] = {}

        def hear(_push: str, data: Mapping[str, Any]) -> None:
            told[data.get("candidate")] = told.get(data.get("candidate"), "") + data.get("text", "")

        memory.listen(hear)
        made = memory.skills.run(REQUEST, candidates=2, stream=True)
        assert made.candidates == ("剑落。血溅。", "剑落。血溅。")
        # Side by side in time: each by itself, whichever came first
        assert (told[0], told[1]) == made.candidates
        assert (made.assembly.model, made.offline, made.notice) == ("openai:m", False, None)
        spent = {each.purpose: each.spent for each in memory.status().model.spending}  # type: ignore[union-attr]
        assert spent["skill"] == 2 * 216
        answered = memory.skills.feedback(
            made.run_id,
            Response(action=Action.ACCEPT, selected_index=0),
            project_id=REQUEST.project_id,
        )
        assert answered.signal == "DIRECT_ACCEPT"


def test_what_arrived_before_a_server_broke_off_stays_and_can_be_taken(
    server: ModelServer, home: Path
) -> None:
    # Given a server that breaks off in the middle of its second candidate
    whole = server_says.streaming("剑落。")
    broken = server_says.sending(server_says.event("血溅在"))
    server.behave = lambda request: (broken if request.get("seed") else whole)(request)
    with using(server, home) as memory:
        made = memory.skills.run(REQUEST, run_id="r", candidates=2)
        # Then both are there, it is said how the second ends, and it can be accepted
        assert made.candidates == ("剑落。", "血溅在")
        assert any("broke off" in each.message[0] for each in made.warnings)
        answered = memory.skills.feedback(
            "r",
            Response(action=Action.ACCEPT, selected_index=1),
            project_id=REQUEST.project_id,
        )
        assert answered.signal == "DIRECT_ACCEPT"


@pytest.mark.parametrize(
    ("fault", "error"),
    [("gone", ModelError), ("broken off", ModelError), ("silent", ModelTimeout)],
)
def test_a_server_that_goes_away_leaves_nothing_pending(
    server: ModelServer, home: Path, fault: str, error: type[ModelError]
) -> None:
    behaviours = {
        "broken off": server_says.sending(server_says.event("")),
        "silent": server.hang,
    }
    with using(server, home) as memory:
        if fault == "gone":
            memory.settings.update(
                model={"kind": "openai", "model": "m", "base_url": "http://127.0.0.1:9/v1"}
            )
        else:
            server.behave = behaviours[fault]
        with pytest.raises(error):
            memory.skills.run(REQUEST, run_id="r")
        nothing_is_left(memory)
        # And when it is there again, the same run can be made
        server.behave = server_says.streaming("剑落。")
        memory.settings.update(model={"kind": "openai", "model": "m", "base_url": server.url})
        assert memory.skills.run(REQUEST, run_id="r", candidates=1).candidates == ("剑落。",)
