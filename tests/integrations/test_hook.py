"""What a host's hook is answered, with what real clients told theirs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from integrations import recorded
from mohen.core.values import dataclass
from mohen.errors import InvalidArgument
from mohen.integrations.hook import Hook, Refused, event
from worlds import World

SAYS = {"en": "My parrot is called Bartholomew.", "zh": "我的鹦鹉叫芭芭拉。"}
ASKS = {"en": "What is the name of my parrot?", "zh": "我的鹦鹉叫什么名字？"}
NAME = {"en": "Bartholomew", "zh": "芭芭拉"}
_TO_WHEN_IT_WAS_RECORDED = 500
HOSTS = {
    "claude-code": (recorded.claude_code, recorded.ClaudeCode, f"{recorded.SESSION}.jsonl"),
    "codex": (
        recorded.codex,
        recorded.Codex,
        f"rollout-2026-11-16T23-08-54-{recorded.SESSION}.jsonl",
    ),
}


@dataclass
class Client:
    """A host with hooks, and the folder somebody works in."""

    world: World
    work: Path
    tell: Any
    transcript: Any

    def does(self, name: str, **more: Any) -> str:
        """What is put into the conversation when that happens."""
        told = self.tell(name, self.work, self.transcript.path, **more)
        answer = Hook(self.world.door.call).answer(event(told, "/"))
        if not answer:
            return ""
        said = answer["hookSpecificOutput"]
        assert said["hookEventName"] == name
        self.transcript.hook(name, said["additionalContext"])
        return str(said["additionalContext"])

    def heard(self) -> list[str]:
        project = self.world.ok("agent:find", workspace=str(self.work))["projectId"]
        sessions = self.world.ok("talk:sessions", projectId=project)["items"]
        return [
            each["text"]
            for one in sessions
            for each in self.world.ok("talk:read", projectId=project, session=one["session"])[
                "items"
            ]
        ]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "home")
    yield made
    made.close()


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work" / "novel"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture(params=HOSTS)
def client(request: pytest.FixtureRequest, world: World, work: Path, tmp_path: Path) -> Client:
    tell, kind, name = HOSTS[request.param]
    return Client(world, work, tell, kind(tmp_path / "sessions" / name))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_was_said_is_beside_the_next_question(client: Client, language: str):
    # Given a session in which nothing is known yet
    assert client.does("SessionStart") == ""
    assert client.does("UserPromptSubmit", prompt=SAYS[language]) == ""
    client.transcript.say(SAYS[language])
    client.transcript.say("All right.", role="assistant")
    client.does("Stop")
    client.does("SessionEnd")
    # When another begins
    known = client.does("SessionStart")
    beside = client.does("UserPromptSubmit", prompt=ASKS[language])
    # Then it is known there
    assert NAME[language] in known + beside


def test_nothing_is_heard_twice_and_nothing_that_we_said(client: Client):
    said = list[str]()
    for text in (SAYS["en"], ASKS["en"], "I moved to Tromsø.", ASKS["en"]):
        client.does("SessionStart")
        client.does("UserPromptSubmit", prompt=text)
        client.transcript.say(text)
        client.transcript.say(f"Noted: {len(said)}.", role="assistant")
        said += [text, f"Noted: {len(said)}."]
        client.does("Stop")
        client.does("PreCompact", trigger="manual")
        client.does("SessionEnd")
    assert client.heard() == said


def test_of_a_fork_only_what_is_new_is_heard(world: World, work: Path, tmp_path: Path):
    """Given a session that is forked, and a fork that is forked again: their host copies what was
    said before into each. When all go on. Then each message is heard once, and one that was
    forgotten does not come back with a copy."""
    world.clock.advance(days=_TO_WHEN_IT_WAS_RECORDED)
    first = recorded.ClaudeCode(tmp_path / "sessions" / f"{recorded.SESSION}.jsonl")
    client = Client(world, work, recorded.claude_code, first)
    first.say("I moved to Tromsø.")
    first.say(SAYS["en"])
    client.does("Stop")
    project = world.ok("agent:find", workspace=str(work))["projectId"]
    asked = {"projectId": project, "queryText": "Tromsø"}
    token = world.door.call("memory:forget", asked)["error"]["details"]["confirmToken"]
    world.ok("memory:forget", **asked, confirmToken=token)

    second = first.forked("11111111-4fbb-4643-be04-05db42f94847")
    second.say("My cat is called Mops.")
    replace(client, transcript=second).does("Stop")
    third = second.forked("22222222-4fbb-4643-be04-05db42f94847")
    third.say("My dog is called Rex.")
    replace(client, transcript=third).does("SessionEnd")
    first.say("Back to the first.")
    client.does("Stop")
    told = [SAYS["en"], "My cat is called Mops.", "My dog is called Rex.", "Back to the first."]
    assert sorted(client.heard()) == sorted(told)


def test_what_is_said_in_privacy_mode_is_not_heard_later_either(client: Client):
    client.world.ok("memory:settings:update", privacyModeEnabled=True)
    client.transcript.say(SAYS["en"])
    client.does("Stop")
    client.world.ok("memory:settings:update", privacyModeEnabled=False)
    client.transcript.say("I moved to Tromsø.")
    client.does("Stop")
    assert client.heard() == ["I moved to Tromsø."]


def test_a_transcript_that_is_not_there_is_nothing_to_hear(client: Client):
    client.transcript.path.unlink()
    with pytest.raises(Refused, match="agent:hear"):
        client.does("Stop")
    told = client.tell("Stop", client.work, client.transcript.path, transcript_path=None)
    assert Hook(client.world.door.call).answer(event(told, "/")) == {}


@pytest.mark.parametrize("where", ["elsewhere", "home"])
def test_a_file_that_is_no_transcript_is_not_heard(client: Client, tmp_path: Path, where: str):
    file = tmp_path / where / "accounts.jsonl"
    file.parent.mkdir(exist_ok=True)
    session = {"type": "session", "id": "x"} if where == "home" else {}
    file.write_text(json.dumps({**session, "user": "anna", "secret": "s3cr3t"}) + "\n")
    with pytest.raises(Refused, match="INVALID_ARGUMENT"):
        client.does("Stop", transcript_path=str(file))
    assert client.heard() == []


def test_an_event_of_another_kind_is_answered_with_nothing(client: Client):
    assert client.does("PostToolUse", tool_name="Bash") == ""


# -- whose memory it is


def project(world: World, folder: Path) -> str:
    return str(world.ok("agent:find", workspace=str(folder))["projectId"])


def test_a_registered_workspace_comes_first(world: World, work: Path):
    (work / ".git").mkdir()
    below = work / "chapters"
    below.mkdir()
    world.ok("agent:init", workspace=str(work.parent), agentId="mine")
    assert project(world, below) == "mine"


def test_then_the_root_of_the_repository_then_the_folder(world: World, work: Path):
    below = work / "chapters"
    below.mkdir()
    alone = project(world, below)
    assert alone != project(world, work)
    (work / ".git").mkdir()
    assert project(world, below) == project(world, work)
    assert alone.startswith("chapters-")


def test_two_folders_of_one_name_are_two_memories(world: World, work: Path, tmp_path: Path):
    other = tmp_path / "elsewhere" / work.name
    other.mkdir(parents=True)
    assert project(world, other) != project(world, work)


def test_commands_in_that_folder_mean_the_same_memory(client: Client):
    client.transcript.say(SAYS["en"])
    client.does("SessionEnd")
    found = client.world.ok("agent:find", workspace=str(client.work))
    assert found["agent"]["projectId"] == found["projectId"]
    assert "workspace" not in found["agent"]  # nothing is written into a folder by itself


def test_a_project_that_is_named_overrules(client: Client):
    client.world.ok("knowledge:capture", projectId="other", content="The parrot is called Bruno.")
    told = client.tell("UserPromptSubmit", client.work, client.transcript.path, prompt=ASKS["en"])
    answer = Hook(client.world.door.call, "other").answer(event(told, "/"))
    assert "Bruno" in answer["hookSpecificOutput"]["additionalContext"]


# -- hosts that tell what was said with the event


def answered(world: World, told: dict[str, Any]) -> dict[str, Any]:
    return Hook(world.door.call).answer(event(told, "/"))


def test_gemini_tells_both_sides_of_a_turn(world: World, work: Path):
    spoken = {"prompt": SAYS["en"], "prompt_response": "All right."}
    assert answered(world, recorded.gemini("AfterAgent", work, **spoken)) == {}
    said = answered(world, recorded.gemini("BeforeAgent", work, prompt=ASKS["en"]))
    assert NAME["en"] in said["hookSpecificOutput"]["additionalContext"]
    assert answered(world, recorded.gemini("SessionStart", work, source="startup"))


def test_cursor_is_given_context_in_its_own_words(world: World, work: Path):
    prompt = recorded.cursor("beforeSubmitPrompt", work, prompt=SAYS["en"], attachments=[])
    assert answered(world, prompt) == {}
    assert answered(world, recorded.cursor("afterAgentResponse", work, text="All right.")) == {}
    said = answered(world, recorded.cursor("sessionStart", work, session_id=recorded.SESSION))
    assert NAME["en"] in said["additional_context"]


@pytest.mark.parametrize("told", [None, [], "text", {}, {"hook_event_name": 7}])
def test_what_is_no_event_is_refused(told: Any):
    with pytest.raises(InvalidArgument):
        event(told, "/")
