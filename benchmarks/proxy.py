"""What a call costs more through `mohen proxy`: the same requests, direct and through it, in turn.

    python benchmarks/proxy.py [--messages 2000] [--calls 200] [--embedder use] [--json PATH]

A real `mohen proxy` on a home that heard two thousand messages of a month, before an upstream that
answers at once. Each call is one more turn of a conversation of its own with words that were never
asked, so that nothing is remembered from the call before; each request is as long as a front-end's
(a system prompt, and turns that came before). What was said is heard and learned from meanwhile, as
it is in life. Calls alternate, direct and through the proxy, with a tenth of a second between two
pairs, and the difference of each pair is what is told: to the first byte of a stream, and to the
whole answer. *Same turn* is what a model's further calls cost that goes on with the same words,
for which nothing is looked up again. A median and a 95th percentile of a busy machine are of that
machine: it tells its load beside them.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from rich.console import Console
from rich.table import Table
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from commands import MOHEN, environment
from conversations import CITIES_EN, CITIES_ZH, FOODS_EN, FOODS_ZH, PEOPLE, messages
from mohen import open_memory
from mohen.conversations.model import Role, Said
from mohen.server import run
from timing import spread

RESULTS = Path(__file__).parent / "results"
PROJECT = "talk"
GOAL_MS = 15.0  # p95 that a call takes longer
WARM = 20  # calls that do not count
BATCH = 100
PAUSE_S = 0.1  # between two pairs: far less than a model thinks, or a person types
HISTORY = 12  # turns that came before
PATH = "/v1/chat/completions"
ANSWER = {"id": "x", "choices": [{"index": 0, "message": {"role": "assistant", "content": "Yes."}}]}
CHUNK = b'data: {"id":"x","choices":[{"index":0,"delta":{"content":"Yes."}}]}\n\n'


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure what the proxy adds to a call.")
    parser.add_argument("--messages", type=int, default=2_000)
    parser.add_argument("--calls", type=int, default=200, help="of each kind")
    parser.add_argument("--embedder", choices=("builtin", "use"), default="builtin")
    parser.add_argument("--json", type=Path, help="where the figures go")
    options = parser.parse_args(arguments)
    RESULTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".run-", dir=RESULTS) as folder:
        facts = fill(Path(folder), options.messages)
        with upstream() as direct, proxy(Path(folder), direct, options.embedder) as through:
            figures = measured(direct, through, options.calls)
    told = {
        "messages": options.messages,
        "facts": facts,
        "embedder": options.embedder,
        "load": round(os.getloadavg()[0], 1),
        "figures": figures,
    }
    show(told)
    target = options.json or RESULTS / "proxy.json"
    target.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return 0


def fill(home: Path, count: int) -> int:
    """How many facts came of so many messages."""
    with open_memory(home) as memory:
        said = [Said(role=Role(role), text=text) for role, text in messages(count)]
        for first in range(0, count, BATCH):
            memory.conversations.hear(PROJECT, f"s{first}", said[first : first + BATCH])
        memory.drain()
        return memory.knowledge.stats(PROJECT).active


# -- both ends


@contextmanager
def upstream() -> Iterator[str]:
    sock = run.listen("127.0.0.1", 0)
    server = multiprocessing.Process(target=_answer, args=(sock,), daemon=True)
    server.start()
    try:
        yield f"http://127.0.0.1:{sock.getsockname()[1]}"
    finally:
        server.terminate()
        server.join()


def _answer(sock: Any) -> None:
    async def answer(request: Request) -> Response:
        asked = json.loads(await request.body())
        if asked.get("stream"):
            return StreamingResponse(
                iter([CHUNK, b"data: [DONE]\n\n"]), media_type="text/event-stream"
            )
        return Response(json.dumps(ANSWER), media_type="application/json")

    made = Starlette(routes=[Route(PATH, answer, methods=["POST"])])
    config = uvicorn.Config(made, log_level="error", access_log=False)
    uvicorn.Server(config).run(sockets=[sock])


@contextmanager
def proxy(home: Path, to: str, embedder: str) -> Iterator[str]:
    words = ("--json", "proxy", "--to", to, "--port", "0", "--project", PROJECT)
    chosen = {"MOHEN_EMBEDDER": "builtin"} if embedder == "builtin" else {}
    process = subprocess.Popen(
        [sys.executable, *MOHEN, *words],
        env={**environment(home), **chosen},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout is not None
    try:
        yield str(json.loads(process.stdout.readline())["data"]["address"])
    finally:
        process.terminate()
        process.wait()


# -- calls


def measured(direct: str, through: str, calls: int) -> dict[str, Any]:
    draw = random.Random(7)
    with httpx.Client(trust_env=False, timeout=30) as client:
        for _ in range(WARM):
            for base in (direct, through):
                _whole(client, base, _body(draw, stream=False))
        found = {}
        for name, call, stream in (
            ("whole", _whole, False),
            ("first byte", _first, True),
            ("same turn", _whole, False),
        ):
            rows = []
            for place in range(calls):
                body = _body(draw, stream=stream)
                if name == "same turn":  # a model that called a tool, and is told what it said
                    call(client, through, body)
                ends = (direct, through) if place % 2 else (through, direct)
                took = {base: call(client, base, body) for base in ends}
                rows.append((took[direct], took[through]))
                time.sleep(PAUSE_S)
            found[name] = {
                "direct": _told(one for one, _ in rows),
                "through": _told(two for _, two in rows),
                "added": _told(two - one for one, two in rows),
            }
    return found


def _whole(client: httpx.Client, base: str, body: bytes) -> float:
    began = time.perf_counter()
    answer = client.post(base + PATH, content=body)
    took = time.perf_counter() - began
    assert answer.status_code == httpx.codes.OK
    assert answer.headers.get("x-mohen-memory") != "failed"
    return took


def _first(client: httpx.Client, base: str, body: bytes) -> float:
    began = time.perf_counter()
    with client.stream("POST", base + PATH, content=body) as answer:
        chunks = answer.iter_raw()
        next(chunks)
        took = time.perf_counter() - began
        assert b"[DONE]" in b"".join(chunks) or answer.status_code == httpx.codes.OK
    return took


def _body(draw: random.Random, *, stream: bool) -> bytes:
    """One more turn of a conversation that nobody had before."""
    said = [
        {"role": ("user", "assistant")[place % 2], "content": text}
        for place, (_, text) in enumerate(messages(HISTORY, draw.randrange(1 << 30)))
    ]
    asked = draw.choice(
        (
            f"Which {draw.choice(FOODS_EN)} does {draw.choice(PEOPLE)} like in "
            f"{draw.choice(CITIES_EN)}, number {draw.randrange(9999)}?",
            f"{draw.choice(PEOPLE)}在{draw.choice(CITIES_ZH)}第{draw.randrange(9999)}次吃"
            f"{draw.choice(FOODS_ZH)}是什么时候？",
        )
    )
    head = {"role": "system", "content": "You are a helpful assistant. " * 40}
    body = {"model": "m", "messages": [head, *said, {"role": "user", "content": asked}]}
    return json.dumps({**body, **({"stream": True} if stream else {})}).encode()


def _told(times: Iterator[float]) -> dict[str, float]:
    found = spread(list(times))
    return {"p50": round(found.p50, 2), "p95": round(found.p95, 2), "p99": round(found.p99, 2)}


def show(told: dict[str, Any]) -> None:
    console = Console() if sys.stdout.isatty() else Console(width=110)
    table = Table(
        title=f"{told['facts']} facts of {told['messages']} messages, embedder {told['embedder']}, "
        f"load {told['load']}; ms, goal {GOAL_MS} at p95"
    )
    for head in ("call", "what", "p50", "p95", "p99"):
        table.add_column(head, justify="left" if head in ("call", "what") else "right")
    for call, figures in told["figures"].items():
        for what, found in figures.items():
            table.add_row(call, what, *(f"{each:.2f}" for each in found.values()))
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
