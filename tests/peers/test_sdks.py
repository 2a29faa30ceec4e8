"""The SDKs of openai and anthropic, through the proxy to a scripted upstream and without it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import Response

from mohen.knowledge.self_output import CLOSE, OPEN
from upstreams import ANSWERS, TEXT, Seen, Upstream, answering, proxied
from worlds import World

from . import fetched

pytestmark = [pytest.mark.peers, pytest.mark.process]

SDKS = ("openai==3.49.0", "anthropic==2.8.0")
QUESTION = "Where does Wanjiru work?"
FACT = "Wanjiru works at a ceramics studio in Naivasha."
_RUN_S = 180


@pytest.fixture(scope="module")
def sdks() -> Path:
    return fetched.python("sdks", *SDKS)


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    made = Upstream()
    made.script = script
    yield made
    made.close()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "home")
    made.ok("knowledge:capture", projectId="main", content=FACT)
    yield made
    made.close()


def script(seen: Seen) -> Response:
    if seen.method == "GET":
        return Response(b'{"object":"list","data":[]}', media_type="application/json")
    if seen.json["model"] == "fail":
        error = {"type": "error", "error": {"type": "rate_limit_error", "message": "slowly"}}
        return Response(json.dumps(error), 429, media_type="application/json")
    return answering(seen)


def called(python: Path, what: str, base: str) -> dict[str, Any]:
    file = Path(__file__).with_name("sdk_calls.py")
    done = subprocess.run(
        [python, file, what, base, QUESTION],
        stdout=subprocess.PIPE,
        timeout=_RUN_S,
        check=True,
        encoding="utf-8",
        env={"NO_PROXY": "127.0.0.1", "PATH": ""},
    )
    return dict(json.loads(done.stdout))


def test_what_the_sdks_get_is_what_they_get_without_us(
    sdks: Path, upstream: Upstream, world: World
) -> None:
    """Given both SDKs. When each call is made to the upstream and through the proxy. Then answers,
    streams event by event, and errors are equal, and what the upstream was asked differs by the
    memory alone."""
    direct = called(sdks, "main", upstream.origin)
    plain = list(upstream.seen)
    upstream.seen.clear()
    proxy = proxied(world, upstream.origin)
    through = called(sdks, "main", proxy.origin)
    proxy.close()
    assert through == direct
    assert direct["chat refused"][:2] == ["RateLimitError", 429]
    assert "".join(direct["messages helper"][:-1]) == TEXT
    assert len(upstream.seen) == len(plain) == len(direct)
    for ours, theirs in zip(upstream.seen, plain, strict=True):
        assert [ours.method, ours.path] == [theirs.method, theirs.path]
        assert {*ours.headers, "connection"} == {*theirs.headers}  # that is of one line alone
        if ours.method == "POST":
            assert FACT in ours.body.decode()
            assert bare(ours.json) == bare(theirs.json)
    heard = [
        (each["role"], each["text"])
        for session in world.ok("talk:sessions", projectId="main")["items"]
        for each in world.ok("talk:read", projectId="main", session=session["session"])["items"]
    ]
    assert set(heard) == {("user", QUESTION), ("assistant", TEXT)}


def bare(value: Any) -> Any:
    """Without what we put in."""
    if isinstance(value, dict):
        kept = {name: bare(each) for name, each in value.items()}
        return {name: each for name, each in kept.items() if each not in ("", [])}
    if isinstance(value, list):
        left = (bare(each) for each in value)
        return [each for each in left if each not in ({"type": "text"}, {"role": "system"})]
    if isinstance(value, str):
        for begin, end in (("# Working memory snapshot", "Themes: 0]\n"), (OPEN, CLOSE)):
            head, found, rest = value.partition(begin)
            if found:
                value = head.rstrip("\n") + rest.partition(end)[2]
    return value


def test_who_leaves_a_stream_leaves_it_upstream(
    sdks: Path, upstream: Upstream, world: World
) -> None:
    upstream.script = upstream.stalls(*ANSWERS["/chat/completions"](TEXT)[1][:3])
    proxy = proxied(world, upstream.origin)
    called(sdks, "cancel", proxy.origin)
    assert upstream.left.wait(_RUN_S)
    proxy.close()
