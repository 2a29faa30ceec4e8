"""Writers: a server that speaks OpenAI's chat piece by piece, over real HTTP, well and badly."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from threading import Event
from typing import Any

import pytest

from contracts import model_server as server_says
from contracts.loopback import Behaviour, Said
from contracts.model_server import ModelServer, serving
from mohen.core import calls
from mohen.core.settings_model import ModelConfig
from mohen.errors import (
    Canceled,
    InvalidArgument,
    ModelError,
    ModelNotReady,
    ModelTimeout,
    MohenError,
    Timeout,
)
from mohen.models.model import Reply
from mohen.models.models import make_writer
from mohen.models.policy import Models
from mohen.models.ports import Writer
from mohen.offline_writer.writer import OfflineWriter
from mohen.policy import Policy
from mohen.skills.policy import Runs
from mohen.testing import FrozenClock, ScriptedWriter
from mohen.text.tokens import Message

SECRETS = ("sk-secret-key", "私密的话", "user:word", "剑落")
ASKED = (Message("system", "write"), Message("user", "私密的话"))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving() as server:
        server.behave = server_says.streaming("剑落。", "血溅。")
        yield server


def writer(
    server: ModelServer, policy: Policy | None = None, clock: FrozenClock | None = None, **said: Any
) -> Writer:
    config = replace(ModelConfig(kind="openai", model="m", base_url=server.url), **said)
    return make_writer(config, policy or Policy(), (clock or FrozenClock()).pause, OfflineWriter)


# -- sound answers


def test_pieces_are_heard_as_they_come_and_together_are_the_answer(server: ModelServer) -> None:
    # Given a server that says its second piece only when the first was heard
    first = Event()

    def events() -> Iterator[bytes]:
        yield server_says.event("剑落。")
        assert first.wait(60)
        yield server_says.event("血溅。")
        yield server_says.event(finish="stop")
        yield server_says.DONE

    server.behave = server_says.feeding(events)
    heard: list[str] = []

    def hear(text: str) -> None:
        heard.append(text)
        first.set()

    # When it is asked to write
    reply = writer(server).write(ASKED, max_tokens=50, heard=hear)
    # Then each piece came by itself, and nothing was lost
    assert heard == ["剑落。", "血溅。"]
    assert reply == Reply("剑落。血溅。")
    (request,) = server.asked
    assert (request["model"], request["max_tokens"], request["stream"]) == ("m", 50, True)
    assert [each["content"] for each in request["messages"]] == ["write", "私密的话"]


def test_the_answer_comes_with_its_cost(server: ModelServer) -> None:
    server.behave = server_says.streaming("好", prompt_tokens=31, completion_tokens=7)

    assert writer(server).write(ASKED, max_tokens=50) == Reply("好", 31, 7)
    assert server.asked[0]["stream_options"] == {"include_usage": True}


def test_characters_that_look_like_the_end_of_a_line_are_text(server: ModelServer) -> None:
    odd = "一\u2028二\x85三\r四"
    server.behave = server_says.streaming(odd)

    assert writer(server).write(ASKED, max_tokens=50).text == odd


def test_a_character_cut_in_two_on_its_way_is_whole_again(server: ModelServer) -> None:
    raw = server_says.event("墨痕") + server_says.event(finish="stop")
    server.behave = server_says.sending(*(bytes([each]) for each in raw))

    assert writer(server).write(ASKED, max_tokens=50).text == "墨痕"


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        (("<think>", "Short? ", "yes</thi", "nk>\n\n", "剑落。", "血溅。"), ["剑落。", "血溅。"]),
        (("\n<think></think>剑落。", "<think>"), ["剑落。", "<think>"]),
        (("<thi", "s> 剑"), ["<this> 剑"]),
        (("\n", "<"), ["\n<"]),
        (("<think>never", " done"), []),
    ],
)
def test_what_a_model_thinks_aloud_first_is_no_part_of_the_text(
    server: ModelServer, said: tuple[str, ...], heard: list[str]
) -> None:
    server.behave = server_says.streaming(*said)
    pieces: list[str] = []
    reply = writer(server).write(ASKED, max_tokens=50, heard=pieces.append)
    assert pieces == heard
    assert reply.text == "".join(heard)


def test_what_was_held_when_the_line_broke_is_heard(server: ModelServer) -> None:
    # Given a server that breaks off behind what may be the beginning of a mark
    server.behave = server_says.sending(server_says.event("剑落。"), server_says.event("\n<bef"))
    pieces: list[str] = []
    with pytest.raises(ModelError):
        writer(server).write(ASKED, max_tokens=50, heard=pieces.append)
    assert pieces == ["剑落。", "\n<bef"]


def test_another_candidate_is_asked_for_differently(server: ModelServer) -> None:
    model = writer(server)
    for variant in (0, 1, 2):
        model.write(ASKED, max_tokens=50, variant=variant)

    assert [each.get("seed") for each in server.asked] == [None, 1, 2]
    assert [each.get("temperature") for each in server.asked] == [None, 1.0, 1.0]


def test_half_a_character_is_marked_as_such(server: ModelServer) -> None:
    raw = server_says.event("好X") + server_says.event(finish="stop")
    server.behave = server_says.sending(raw.replace(b"X", rb"\ud83d"))

    assert writer(server).write(ASKED, max_tokens=50).text == "好?"


# -- servers that know less


@pytest.mark.parametrize(
    "refused",
    [
        ("stream_options",),
        ("temperature",),
        ("temperature", "stream_options"),
        ("stream",),
    ],
)
def test_a_server_that_refuses_an_extra_is_asked_without_and_only_once_in_vain(
    server: ModelServer, refused: tuple[str, ...]
) -> None:
    otherwise = server_says.streaming("好") if "stream" not in refused else None
    server.behave = server_says.without(
        *refused, otherwise=otherwise or server_says.answering("好", prompt_tokens=3)
    )
    model = writer(server)

    heard: list[str] = []
    for _ in range(2):
        assert model.write(ASKED, max_tokens=50, variant=1, heard=heard.append).text == "好"

    assert heard == ["好", "好"]
    refusals = [each for each in server.asked[:-2] if set(refused) & each.keys()]
    assert len(refusals) == len(server.asked) - 2  # the second time it was known


def test_a_server_that_does_not_stream_though_asked_to_is_heard_all_the_same(
    server: ModelServer,
) -> None:
    server.behave = server_says.answering("好", prompt_tokens=3, completion_tokens=1)

    assert writer(server).write(ASKED, max_tokens=50) == Reply("好", 3, 1)


# -- failures


@pytest.mark.parametrize(
    ("behave", "error"),
    [
        (server_says.garbage, ModelError),
        (server_says.page, ModelError),
        (server_says.answering(["not", "text"]), ModelError),
        (server_says.saying({"choices": []}), ModelError),
        (server_says.sending(b"data: {nonsense\n\n"), ModelError),
        (server_says.sending(b"data: [1, 2]\n\n"), ModelError),
        (server_says.sending(b"data: 3\n\n"), ModelError),
        (server_says.sending(server_says.event("剑落"), b'data: {"error": "bad"}\n\n'), ModelError),
        (server_says.sending(server_says.event("剑落")), ModelError),
        (server_says.sending(), ModelError),
        (server_says.refusing(400), ModelNotReady),
        (server_says.refusing(401), ModelNotReady),
        (server_says.refusing(404), ModelNotReady),
        (server_says.refusing(500), ModelError),
    ],
)
def test_a_bad_answer_is_an_error_that_tells_nothing(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, behave: Behaviour, error: type[ModelError]
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-secret-key")
    server.behave = behave
    url = server.url.replace("http://", "http://user:word@")

    with pytest.raises(ModelError) as failure:
        writer(server, base_url=url, api_key_env="MY_KEY").write(ASKED, max_tokens=50)

    assert type(failure.value) is error
    told = f"{failure.value} {failure.value.details}"
    assert not any(secret in told for secret in SECRETS)
    assert failure.value.__suppress_context__ or failure.value.__context__ is None


def test_a_busy_server_is_asked_again_but_not_once_it_has_begun(server: ModelServer) -> None:
    clock = FrozenClock()
    server.behave = server_says.in_turn(
        server_says.refusing(503),
        server_says.streaming("好"),
        server_says.sending(server_says.event("剑落")),
    )
    model = writer(server, clock=clock)

    assert model.write(ASKED, max_tokens=50).text == "好"
    assert clock.pauses == [Policy().models.pause_ms]
    with pytest.raises(ModelError):
        model.write(ASKED, max_tokens=50)
    assert len(server.asked) == 3


def test_a_server_that_is_not_there_cannot_be_reached(server: ModelServer) -> None:
    with pytest.raises(ModelError, match="reached"):
        writer(server, base_url="http://127.0.0.1:9/v1").write(ASKED, max_tokens=50)


def dribbling(server: ModelServer) -> Behaviour:
    """Says one piece and then nothing until it is released."""

    def events() -> Iterator[bytes]:
        yield server_says.event("剑落。")
        server.release.wait()
        # Until whoever listened is known to be gone: a first write may still go into a buffer.
        for _ in range(10_000):
            yield server_says.event("血溅。")

    return server_says.feeding(events)


@pytest.mark.parametrize("silent", [True, False])
def test_a_server_that_falls_silent_is_left_and_not_asked_again(
    server: ModelServer, silent: bool
) -> None:
    server.behave = server.hang if silent else dribbling(server)

    with pytest.raises(ModelTimeout):
        writer(server, Policy(runs=Runs(silence_ms=50))).write(ASKED, max_tokens=50)

    assert len(server.asked) == 1


# -- being stopped


def test_what_the_listener_raises_comes_out_and_the_server_learns_that_nobody_listens(
    server: ModelServer,
) -> None:
    server.behave = dribbling(server)
    stop = ValueError("enough")

    def heard(_text: str) -> None:
        raise stop

    with pytest.raises(ValueError, match="enough") as raised:
        writer(server).write(ASKED, max_tokens=50, heard=heard)

    assert raised.value is stop
    server.release.set()
    assert server.hung_up.wait(60)


@pytest.mark.parametrize("silent", [True, False], ids=["before its first word", "after it"])
def test_the_end_of_the_call_ends_the_writing_wherever_it_is(
    server: ModelServer, silent: bool
) -> None:
    # Given a server that hangs, before its first word or after it
    reached = Event()
    behave = server.hang if silent else dribbling(server)

    def reach(request: dict[str, Any]) -> Said:
        reached.set()
        return behave(request)

    server.behave = reach
    heard = Event()
    call, ended = calls.Call(), []

    def work() -> None:
        with calls.running(call):
            try:
                writer(server).write(ASKED, max_tokens=50, heard=lambda _text: heard.set())
            except MohenError as error:
                ended.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    assert (reached if silent else heard).wait(60)
    # When the call is cancelled from elsewhere
    assert call.cancel()
    # Then the writing ends at once, though the server says nothing, and is not tried again
    thread.join(60)
    assert not thread.is_alive()
    assert [type(each) for each in ended] == [Canceled]
    assert len(server.asked) == 1
    # And the server finds nobody there
    if not silent:
        server.release.set()
        assert server.hung_up.wait(60)


def test_a_call_that_runs_out_of_time_does_not_wait_for_the_server(server: ModelServer) -> None:
    server.behave = server.hang

    with calls.running(calls.Call(timeout_ms=300)), pytest.raises(Timeout):
        writer(server).write(ASKED, max_tokens=50)


def test_a_call_that_is_over_asks_nothing(server: ModelServer) -> None:
    call = calls.Call()
    with calls.running(call):
        call.cancel()
        with pytest.raises(Canceled):
            writer(server).write(ASKED, max_tokens=50)

    assert not server.asked


# -- what it is


def test_it_says_whether_the_prompt_leaves_the_machine(server: ModelServer) -> None:
    assert writer(server).remote is False
    assert writer(server, base_url="http://localhost:1/v1").remote is False
    assert writer(server, base_url="https://model.example/v1").remote is True


def test_its_window_is_the_configured_one_or_a_usual_number(server: ModelServer) -> None:
    assert writer(server, window=9_000).window == 9_000
    assert writer(server).window == Policy().context.window_tokens


@pytest.mark.parametrize("kind", ["none", "offline"])
def test_without_a_model_the_offline_writer_writes(kind: str) -> None:
    made = make_writer(ModelConfig(kind=kind), Policy(), FrozenClock().pause, OfflineWriter)

    assert (made.name, made.remote) == ("offline", False)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(InvalidArgument) as refusal:
        make_writer(ModelConfig(kind="magic"), Policy(), FrozenClock().pause, OfflineWriter)
    assert refusal.value.details["field"] == "model.kind"


def test_it_gives_up_in_the_end(server: ModelServer) -> None:
    server.behave = server_says.refusing(503)

    with pytest.raises(ModelError, match="503"):
        writer(server, Policy(models=Models(retries=2))).write(ASKED, max_tokens=50)

    assert len(server.asked) == 3


# -- the scripted one keeps the same contract


def test_the_scripted_writer_follows_its_script_and_remembers() -> None:
    written: list[str] = []
    model: Writer = ScriptedWriter("one", ("t", "wo"), ("half", ModelError("gone")))

    assert model.write(ASKED, max_tokens=5, heard=written.append) == Reply("one")
    assert model.write(ASKED, max_tokens=5, variant=1, heard=written.append) == Reply("two")
    with pytest.raises(ModelError):
        model.write(ASKED, max_tokens=5, heard=written.append)
    assert written == ["one", "t", "wo", "half"]
    assert isinstance(model, ScriptedWriter)
    assert [each.variant for each in model.asked] == [0, 1, 0]
