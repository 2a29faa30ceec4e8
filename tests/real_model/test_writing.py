"""Skills with a real language model: what it writes, stops writing, and leaves behind."""

from __future__ import annotations

import re
from threading import Thread
from typing import Any

import pytest

from inside import inside
from shows import shows
from worlds import FIGHT, GARDEN, World

ENOUGH = 1.5  # times as many tokens as estimated, at most

# A small model gives the text itself back at times, which is no candidate: one of three is one.
ASKED = {"skillId": "continue", "projectId": "novel", "candidates": 3, "stream": True}


def told(world: World) -> list[dict[str, Any]]:
    return [data for push, data in world.pushes if push == "ai:skill:stream"]


def traces(world: World) -> list[Any]:
    return inside(world.memory).trace_store.page("novel", limit=9)


@shows("R18", "R162")
@pytest.mark.parametrize(("text", "script"), [(FIGHT, "[一-鿿]"), (GARDEN, "[A-Za-z]")])
def test_it_writes_in_pieces_and_the_run_is_recorded(world: World, text: str, script: str) -> None:
    world.ok("memory:settings:update", promptLanguage="zh" if text == FIGHT else "en")
    # When a skill is run
    said = world.ok("ai:skill:run", text=text, **ASKED)
    # Then its words came one after the other, and are in the author's language
    deltas = [each for each in told(world) if each["event"] == "delta"]
    written = said["candidates"][0]
    assert len(deltas) > 1
    shown = ["".join(each["text"] for each in deltas if each["candidate"] == at) for at in range(3)]
    assert any(written.strip() in each for each in shown)
    letters = re.sub(r"\W", "", written)
    assert len(re.findall(script, letters)) > len(letters) / 2
    # And the episode and its trace are there, by the model's own name
    assert world.episode(said["episodeId"])["aiOutput"]["candidates"] == said["candidates"]
    [trace] = traces(world)
    assert trace.model.startswith("openai:")
    # And what the author does with it is recorded like anything else
    world.ok("ai:skill:feedback", runId=said["runId"], action="accept", selectedIndex=0)
    assert world.episode(said["episodeId"])["meta"]["state"] == "closed"


def test_what_is_canceled_while_it_writes_leaves_nothing(world: World) -> None:
    ended: list[dict[str, Any]] = []
    asked = {**ASKED, "text": FIGHT, "runId": "r-1"}
    writing = Thread(target=lambda: ended.append(world.door.call("ai:skill:run", asked)))
    writing.start()
    while not any(each["event"] == "delta" for each in told(world)):
        writing.join(0.05)
        assert writing.is_alive()
    # When it is canceled in the middle of a sentence
    assert world.ok("ai:skill:cancel", runId="r-1")["canceled"] is True
    writing.join()
    # Then the run says so, and nothing waits for an answer
    assert ended[0]["error"]["code"] == "CANCELED"
    assert world.ok("memory:episode:list", projectId="novel")["items"] == []
    # And the model is free for the next
    assert world.ok("ai:skill:run", text=FIGHT, **{**ASKED, "stream": False})["candidates"]


def test_the_estimate_of_tokens_is_near_what_the_server_counts(world: World) -> None:
    """C88: what is meant to fit does, and not because half of the window is given away."""
    world.ok("ai:skill:run", text=f"{FIGHT}\n\n{GARDEN}\n\n" * 5, **ASKED)
    receipt = inside(world.memory).receipt_store.latest()
    assert receipt is not None
    [trace] = traces(world)
    assert receipt.tokens_in / ENOUGH < trace.tokens < receipt.tokens_in * ENOUGH
