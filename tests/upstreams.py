"""A model server that says what a test wrote for it, and a proxy before it, on real sockets."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from mohen.core.keyed_hash import sealed
from mohen.integrations.proxy import app
from mohen.integrations.proxy.recall import Recall
from mohen.policy import Policy
from mohen.server import run
from mohen.server.connections import Places
from worlds import World

TOKEN = "a-token-for-tests-of-the-proxy-0123456789"


class Served:
    """An application on a free port of loopback."""

    def __init__(self, made: Starlette, *, policy: Policy | None = None) -> None:
        doors = (policy or Policy()).doors
        config = run.config(made, doors, Places(doors.strangers), port=0, date_header=False)
        config.timeout_graceful_shutdown = 1
        self._server = uvicorn.Server(config)
        up = threading.Event()
        startup = self._server.startup

        async def started(sockets: Any = None) -> None:
            await startup(sockets)
            up.set()

        self._server.startup = started  # type: ignore[method-assign]
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        up.wait()
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        self.origin = f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join()


class Seen:
    """A request as it came."""

    def __init__(self, request: Request, body: bytes) -> None:
        self.method = request.method
        self.path = request.scope["raw_path"].decode()
        self.query = request.url.query
        self.headers = request.headers
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Script = Callable[[Seen], Response]


class Upstream(Served):
    """`script` answers the next requests; all are kept in `seen`. `left` is set when somebody hangs
    up in the middle of a stream."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self.script: Script = answering
        self.left = threading.Event()
        whole = Route("/{path:path}", self._answer, methods=["GET", "POST", "PUT", "DELETE"])
        super().__init__(Starlette(routes=[whole]))

    async def _answer(self, request: Request) -> Response:
        seen = Seen(request, await request.body())
        self.seen.append(seen)
        return self.script(seen)

    def stalls(self, *first: bytes) -> Script:
        """Says something, and then nothing until it is left."""

        async def chunks() -> AsyncIterator[bytes]:
            try:
                for each in first:
                    yield each
                await asyncio.Event().wait()
            finally:
                self.left.set()

        return lambda _seen: StreamingResponse(chunks(), media_type="text/event-stream")


def proxied(
    world: World, to: str, *, project: str = "main", policy: Policy | None = None, **door: Any
) -> Served:
    """A proxy over the memory of a world, which may be as slow as the machine is."""
    patient = replace(world.policy.proxy, memory_ms=300_000)
    policy = policy or replace(world.policy, proxy=patient)
    seal = partial(sealed, world.memory.settings.redaction_key())
    recall = Recall(world.door, project, seal, policy.proxy)
    entrance = app.Door(lambda: TOKEN, policy.doors, **{"locked": False, **door})
    made = app.build(app.Upstream(to, policy.proxy), recall, entrance, seal, policy.proxy)
    return Served(made)


# -- what model servers answer

TEXT = "Try the noodle place by the harbour."


def answering(seen: Seen, text: str = TEXT) -> Response:
    """As the three protocols have it, at once or as a stream."""
    kind = next(each for each in ANSWERS if seen.path.endswith(each))
    whole, stream = ANSWERS[kind](text)
    if seen.json.get("stream"):
        return StreamingResponse(_slowly(stream), media_type="text/event-stream")
    return Response(json.dumps(whole), media_type="application/json")


async def _slowly(chunks: Iterable[bytes]) -> AsyncIterator[bytes]:
    for each in chunks:
        yield each
        await asyncio.sleep(0)


def event(data: Any, name: str = "") -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data)}\n\n".encode()


def _words(text: str) -> list[str]:
    return [f"{each} " for each in text.split(" ")[:-1]] + [text.split(" ")[-1]]


def _chat(text: str) -> tuple[Any, list[bytes]]:
    base = {"id": "chatcmpl-7", "created": 1, "model": "m"}
    message = {"role": "assistant", "content": text, "refusal": None}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    usage = {"prompt_tokens": 9, "completion_tokens": 7, "total_tokens": 16}
    whole = {**base, "object": "chat.completion", "choices": [choice], "usage": usage}

    def chunk(delta: Any, end: str | None = None) -> bytes:
        one = {"index": 0, "delta": delta, "finish_reason": end}
        return event({**base, "object": "chat.completion.chunk", "choices": [one]})

    said = [chunk({"content": each}) for each in _words(text)]
    first = chunk({"role": "assistant", "content": ""})
    return whole, [first, *said, chunk({}, "stop"), b"data: [DONE]\n\n"]


def _responses(text: str) -> tuple[Any, list[bytes]]:
    part = {"type": "output_text", "text": text, "annotations": []}
    item = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed"}
    item |= {"content": [part]}
    whole = {"id": "resp_1", "object": "response", "created_at": 1, "status": "completed"}
    whole |= {"model": "m", "output": [item], "parallel_tool_calls": True, "tool_choice": "auto"}
    whole |= {"tools": [], "metadata": {}, "error": None, "incomplete_details": None}
    whole |= {"instructions": None, "temperature": 1.0, "top_p": 1.0}
    begun = {**whole, "status": "in_progress", "output": []}
    place = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    events: list[dict[str, Any]] = [
        {"type": "response.created", "response": begun},
        {"type": "response.output_item.added", "output_index": 0, "item": {**item, "content": []}},
        {"type": "response.content_part.added", **place, "part": {**part, "text": ""}},
        *(
            {"type": "response.output_text.delta", **place, "delta": each, "logprobs": []}
            for each in _words(text)
        ),
        {"type": "response.output_text.done", **place, "text": text, "logprobs": []},
        {"type": "response.content_part.done", **place, "part": part},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": whole},
    ]
    numbered = [{**each, "sequence_number": place} for place, each in enumerate(events)]
    return whole, [event(each, str(each["type"])) for each in numbered]


def _messages(text: str) -> tuple[Any, list[bytes]]:
    whole = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m"}
    whole |= {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn"}
    whole |= {"stop_sequence": None, "usage": {"input_tokens": 9, "output_tokens": 7}}
    begun = {**whole, "content": [], "stop_reason": None}
    delta = {"stop_reason": "end_turn", "stop_sequence": None}
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": begun},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "ping"},
        *(
            {
                "type": "content_block_delta",
                "index": 0,
                "delta": {"type": "text_delta", "text": each},
            }
            for each in _words(text)
        ),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": delta, "usage": {"output_tokens": 7}},
        {"type": "message_stop"},
    ]
    return whole, [event(each, str(each["type"])) for each in events]


ANSWERS: dict[str, Callable[[str], tuple[Any, list[bytes]]]] = {
    "/chat/completions": _chat,
    "/responses": _responses,
    "/messages": _messages,
}
