"""The stdio door: whatever comes in on a line, an envelope goes out, and the service lives."""

from __future__ import annotations

import io
import json
import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mohen import embedders
from mohen.core.settings_model import EmbedderConfig
from mohen.memory import Memory, open_memory
from mohen.policy import Policy
from mohen.server import stdio
from mohen.testing import HeldEmbedder, ScriptedWriter
from shows import shows
from worlds import FIGHT, World, interaction


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    policy = replace(Policy(), doors=replace(Policy().doors, body_bytes=20_000))
    with open_memory(tmp_path / "home", policy=policy) as opened:
        yield opened


def talk(memory: Memory, *lines: bytes) -> list[dict[str, Any]]:
    """Say the lines, hang up, and hear everything that comes back."""
    sink = io.BytesIO()
    stdio.serve(memory, io.BytesIO(b"\n".join(lines)), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def request(id: Any, channel: str, /, **payload: Any) -> bytes:
    return json.dumps({"id": id, "channel": channel, "payload": payload}).encode()


STATUS = request(1, "memory:status")


@pytest.mark.parametrize("deep", [1_100, 5_000])
def test_nesting_that_python_takes_and_nobody_walks_through_is_refused(
    memory: Memory, deep: int
) -> None:
    inner = b"[" * deep + rb'"\ud83d\ude00"' + b"]" * deep  # half characters are looked for inside
    nest = b'{"id":7,"channel":"memory:status","payload":' + inner + b"}"
    refused, answer = talk(memory, nest, STATUS)
    assert (refused["error"]["code"], answer["ok"]) == ("INVALID_ARGUMENT", True)
    assert refused["error"]["message"] == "the request is nested too deeply"


def test_one_question_one_envelope(memory: Memory) -> None:
    (answer,) = talk(memory, STATUS)
    assert answer["id"] == 1
    assert answer["ok"] is True
    assert set(answer["meta"]) == {"requestId", "ts"}


NEST = b'{"id": 9, "payload": ' + b"[" * 100_000
RECORD = b'{"id":9,"channel":"memory:episode:record","payload":%s}'


@shows("R172", "R109")
@pytest.mark.parametrize(
    ("line", "id", "code", "field"),
    [
        (b"garbage", None, "INVALID_ARGUMENT", None),
        (b"[1, 2]", None, "INVALID_ARGUMENT", None),
        (b'"text"', None, "INVALID_ARGUMENT", None),
        (b"\xff\xfe\x00", None, "INVALID_ARGUMENT", None),
        (NEST[:15_000], None, "INVALID_ARGUMENT", None),
        (b'{"id":{}, "channel":"memory:status"}', None, "INVALID_ARGUMENT", "id"),
        (b'{"id":true, "channel":"memory:status"}', None, "INVALID_ARGUMENT", "id"),
        (b'{"id":9}', 9, "INVALID_ARGUMENT", "channel"),
        (b'{"id":9,"channel":7}', 9, "INVALID_ARGUMENT", "channel"),
        (b'{"id":9,"channel":"memory:nonsense"}', 9, "UNSUPPORTED", "channel"),
        (b'{"id":9,"channel":"memory:status","extra":1}', 9, "INVALID_ARGUMENT", "extra"),
        (
            b'{"id":9,"channel":"memory:status","payload":{"extra":1}}',
            9,
            "INVALID_ARGUMENT",
            "extra",
        ),
        (b'{"id":9,"channel":"memory:status","payload":[]}', 9, "INVALID_ARGUMENT", "payload"),
        (b'{"id":9,"channel":"memory:status","payload":null}', 9, "INVALID_ARGUMENT", "payload"),
        (
            b'{"id":9,"channel":"memory:status","timeoutMs":0}',
            9,
            "INVALID_ARGUMENT",
            "timeoutMs",
        ),
        (
            b'{"id":9,"channel":"memory:status","timeoutMs":"soon"}',
            9,
            "INVALID_ARGUMENT",
            "timeoutMs",
        ),
        (RECORD % b'{"editDistance": NaN}', 9, "INVALID_ARGUMENT", None),
        (RECORD % b'{"editDistance": -Infinity}', 9, "INVALID_ARGUMENT", None),
        (RECORD % b'{"editDistance": 1e999}', 9, "INVALID_ARGUMENT", None),
        (RECORD % b'{"selectedIndex": %s}' % (b"9" * 5000), None, "INVALID_ARGUMENT", None),
        (RECORD % rb'{"inputContext": "\ud800"}', 9, "INVALID_ARGUMENT", "inputContext"),
        (RECORD % rb'{"candidates": ["ok", "\udfff"]}', 9, "INVALID_ARGUMENT", "candidates.1"),
        (RECORD % rb'{"\ud800": 1}', 9, "INVALID_ARGUMENT", "?"),
        (RECORD % b'{"projectId": 3}', 9, "INVALID_ARGUMENT", "projectId"),
        (b'{"id":9,"payload":"' + b"x" * 30_000 + b'"}', None, "INVALID_ARGUMENT", None),
    ],
)
def test_nonsense_gets_its_stable_code_and_the_service_goes_on(
    memory: Memory, line: bytes, id: int | None, code: str, field: str | None
) -> None:
    answers = talk(memory, line, STATUS)
    by_id = {answer["id"]: answer for answer in answers}
    assert by_id[1]["ok"] is True
    assert len(answers) == 2
    error = by_id[id]["error"]
    assert error["code"] == code
    if field is not None:
        assert error["details"]["field"] == field
    assert "Traceback" not in str(error)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.binary(max_size=80).map(lambda raw: raw.replace(b"\n", b"")), max_size=6))
def test_any_bytes_at_all_get_an_answer_a_line(memory: Memory, lines: list[bytes]) -> None:
    answers = talk(memory, *lines, STATUS)
    assert len(answers) == sum(bool(line.strip()) for line in lines) + 1
    assert [answer["ok"] for answer in answers if answer["id"] == 1] == [True]
    assert "INTERNAL" not in str(answers)


def test_a_valid_pair_of_surrogates_is_a_character(memory: Memory) -> None:
    text = r'"\ud83d\ude42 \ud842\udfb7"'
    line = (RECORD % json.dumps(interaction()).encode()).replace(
        json.dumps(FIGHT).encode(), text.encode()
    )
    (answer,) = talk(memory, line)
    kept = memory.episodes.get("novel", answer["data"]["episodeId"])
    assert kept.texts.input_context == "🙂 𠮷"


def test_empty_lines_mean_nothing_and_strings_are_ids_too(memory: Memory) -> None:
    answers = talk(memory, b"", b"   ", request("a-1", "memory:settings:get"), b"")
    assert [answer["id"] for answer in answers] == ["a-1"]


def test_end_of_input_finishes_what_was_asked(memory: Memory) -> None:
    lines = [request(n, "memory:episode:record", **interaction()) for n in range(50)]
    answers = talk(memory, *lines)
    assert sorted(answer["id"] for answer in answers) == list(range(50))
    assert all(answer["ok"] for answer in answers)
    assert memory.status().counts.active == 50


class Conversation:
    """A door with both ends open: say a line, hear the next one."""

    def __init__(self, memory: Memory) -> None:
        there, self._say = os.pipe()
        self._hear, back = os.pipe()
        source, sink = os.fdopen(there, "rb"), os.fdopen(back, "wb")

        def serve() -> None:
            with source, sink:
                stdio.serve(memory, source, sink)

        self._thread = threading.Thread(target=serve)
        self._thread.start()
        self._answers = os.fdopen(self._hear, "rb")

    def say(self, line: bytes) -> None:
        os.write(self._say, line + b"\n")

    def hear(self) -> dict[str, Any]:
        return json.loads(self._answers.readline())

    def close(self) -> None:
        os.close(self._say)
        self._thread.join()
        self._answers.close()


@pytest.fixture
def held(tmp_path: Path) -> Iterator[tuple[Memory, HeldEmbedder, Conversation]]:
    """A conversation with a memory whose embedder holds every question."""
    embedder = HeldEmbedder(embedders.make(EmbedderConfig(), Policy()))
    delayed = replace(Policy().vectors, embed_delay_ms=3_600_000)
    policy = replace(Policy(), vectors=delayed)
    with open_memory(tmp_path / "home", policy=policy, embedder=embedder) as memory:
        conversation = Conversation(memory)
        yield memory, embedder, conversation
        embedder.let_go()
        conversation.close()


def query(id: Any, **more: Any) -> bytes:
    payload = {"projectId": "novel", "queryText": FIGHT, "purpose": "context"}
    return json.dumps(
        {"id": id, "channel": "memory:episode:query", "payload": payload, **more}
    ).encode()


def test_a_call_is_told_at_its_deadline_and_does_nothing_afterwards(
    held: tuple[Memory, HeldEmbedder, Conversation],
) -> None:
    # Given an episode, and a question that hangs in the embedder
    memory, embedder, conversation = held
    conversation.say(request("r", "memory:episode:record", **interaction()))
    episode = conversation.hear()["data"]["episodeId"]
    conversation.say(query("q", timeoutMs=30))
    # When its time is up, the caller is told, though the embedder still hangs
    answer = conversation.hear()
    assert (answer["id"], answer["error"]["code"]) == ("q", "TIMEOUT")
    assert answer["error"]["retryable"] is True
    # Then its end changes nothing any more: no second answer, no recall counted
    embedder.let_go()
    conversation.say(STATUS)
    assert conversation.hear()["id"] == 1
    memory.drain()
    assert memory.episodes.get("novel", episode).vitals.recall_count == 0


def test_a_call_can_be_cancelled_while_it_runs(
    held: tuple[Memory, HeldEmbedder, Conversation],
) -> None:
    _, embedder, conversation = held
    conversation.say(query("q"))
    embedder.wait_until_held()
    conversation.say(request("c", "request:cancel", id="q"))
    answers = {answer["id"]: answer for answer in (conversation.hear(), conversation.hear())}
    assert answers["q"]["error"]["code"] == "CANCELED"
    assert answers["c"]["data"] == {"canceled": True}
    conversation.say(request("d", "request:cancel", id="nobody"))
    assert conversation.hear()["data"] == {"canceled": False}


@shows("R122", "R120", "C39")
def test_of_eighty_questions_at_once_thirty_two_run_and_the_rest_are_told_to_wait(
    held: tuple[Memory, HeldEmbedder, Conversation],
) -> None:
    # Given eighty questions at the same moment
    _, embedder, conversation = held
    for number in range(80):
        conversation.say(query(number))
    # Then forty-eight are turned away at once, with when to come back
    turned_away = [conversation.hear() for _ in range(48)]
    for answer in turned_away:
        assert answer["error"]["code"] == "MEMORY_BACKPRESSURE"
        assert answer["error"]["retryable"] is True
        assert answer["error"]["details"]["retryAfterMs"] > 0
    # And the thirty-two that run are all answered
    embedder.let_go()
    answered = [conversation.hear() for _ in range(32)]
    assert all(answer["ok"] for answer in answered)
    ids = [answer["id"] for answer in turned_away + answered]
    assert sorted(ids) == list(range(80))


def test_pushes_come_on_the_same_line(tmp_path: Path) -> None:
    world = World(tmp_path / "home", immediate=False)
    world.record()
    conversation = Conversation(world.memory)
    conversation.say(request(5, "memory:index:rebuild"))
    heard = [conversation.hear()]
    while heard[-1].get("id") != 5:
        heard.append(conversation.hear())
    stages = [each["data"]["stage"] for each in heard if each.get("push")]
    assert stages == ["words", "vectors"]
    conversation.close()
    world.close()


@shows("C89", "R30")
def test_writes_of_a_project_are_done_in_the_order_they_were_called(memory: Memory) -> None:
    # Given a caller who fires records and undoes at once, and waits for nothing
    lines = []
    for number in range(60):
        project = f"p{number % 3}"
        lines.append(
            request(
                f"r{number}",
                "memory:episode:record",
                **interaction(projectId=project, generationId=f"g{number}"),
            )
        )
        lines.append(
            request(
                f"u{number}", "memory:episode:undo", projectId=project, generationId=f"g{number}"
            )
        )
    answers = talk(memory, *lines)
    # Then every undo found its record, and each project has them in the order of the calls
    assert all(answer["ok"] for answer in answers)
    for each in range(3):
        kept = memory.episodes.list(f"p{each}").items
        in_order = sorted(kept, key=lambda episode: episode.seq)
        assert [episode.generation_id for episode in in_order] == [
            f"g{number}" for number in range(60) if number % 3 == each
        ]


def test_more_requests_than_may_be_under_way_are_all_answered(tmp_path: Path) -> None:
    policy = replace(Policy(), doors=replace(Policy().doors, in_flight=4, workers=2))
    with open_memory(tmp_path / "home", policy=policy) as memory:
        answers = talk(memory, *(request(n, "memory:settings:get") for n in range(200)))
    assert sorted(answer["id"] for answer in answers) == list(range(200))


def test_a_reader_who_left_harms_nobody(memory: Memory) -> None:
    class Gone(io.BytesIO):
        def write(self, _: Any) -> int:
            raise BrokenPipeError

    stdio.serve(memory, io.BytesIO(STATUS + b"\n" + STATUS), Gone())
    assert memory.status().counts is not None


@shows("R10", "R164")
def test_who_must_go_does_not_wait_for_a_model(tmp_path: Path) -> None:
    # Given a run that hangs in its writer when the process is asked to stop
    writer = ScriptedWriter("雪停了。")
    writer.hold()
    run = request(7, "ai:skill:run", skillId="continue", projectId="novel", text=FIGHT)
    sink = io.BytesIO()
    with open_memory(tmp_path / "home", writer=writer) as memory:
        # When its patience is at an end
        stdio.serve(memory, io.BytesIO(run), sink, patience_s=lambda: 0)
        # Then the caller is told, and nothing is kept
        answer = json.loads(sink.getvalue())
        assert (answer["id"], answer["error"]["code"]) == (7, "CANCELED")
        assert memory.episodes.list("novel").items == ()
