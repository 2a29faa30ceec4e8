"""Nothing stops a run: not a file of the project, not one of the memory, not a killed process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest

from factories import eventually
from faults.processes import Process
from faults.test_broken_files import NOBODY, small_disk
from inside import inside
from mohen.errors import MohenError
from mohen.memory import Memory, open_memory
from mohen.models.model import Reply
from mohen.prompts.model import Request
from mohen.rules.model import Action
from mohen.skills.model import Response
from mohen.testing import FrozenClock, ScriptedWriter
from server.test_http import Running
from shows import shows
from worlds import World

if sys.platform == "win32":
    pytest.skip("pipes, rights and signals are POSIX notions", allow_module_level=True)

OUTSIDE = "墙外的秘密"
NOVEL = {"projectId": "novel"}
REQUEST = Request(skill_id="continue", project_id="novel", text="林远拔剑。")
FILES = {
    "AGENTS.md": "只写正文。",
    ".mohen/style-guide.md": "句子要短。",
    ".mohen/characters/lin.md": "# 林远\n\n剑客。",
    ".mohen/world.md": "北境多雪。",
    ".mohen/outline.md": "雪夜重逢。",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "novel"
    for ref, text in FILES.items():
        (folder / ref).parent.mkdir(parents=True, exist_ok=True)
        (folder / ref).write_text(text, "utf-8")
    return folder


@pytest.fixture
def writer() -> ScriptedWriter:
    return ScriptedWriter("剑落。")


@pytest.fixture
def world(tmp_path: Path, folder: Path, writer: ScriptedWriter) -> Iterator[World]:
    made = World(tmp_path / "home", writer=writer)
    made.ok("project:bind", folder=str(folder), **NOVEL)
    yield made
    made.close()


def run(world: World, **more: Any) -> tuple[dict[str, Any], str]:
    """A run, and the prompt that was made for it."""
    asked = {"skillId": "continue", "text": "林远拔剑。", "candidates": 1, **NOVEL, **more}
    made = world.ok("ai:skill:run", **asked)
    assert made["candidates"] == ["剑落。"]
    assert made["episodeId"]
    prompt = world.writer.asked[-1].messages  # type: ignore[union-attr]
    return made, "".join(each.content for each in prompt)


def warnings(made: dict[str, Any]) -> dict[str, str]:
    return {each["source"]: each["code"] for each in made["warnings"]}


# -- files of the project


def outside(path: Path) -> Path:
    away = path.parents[3] / "outside"
    away.mkdir(exist_ok=True)
    (away / "secret.md").write_text(OUTSIDE, "utf-8")
    return away


def link_outside(path: Path) -> None:
    path.unlink()
    path.symlink_to(outside(path) / "secret.md")


def link_inside(path: Path) -> None:
    path.rename(path.with_suffix(".kept"))
    path.symlink_to(path.with_suffix(".kept").name)


def loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


def written(data: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(data)


FAULTS: dict[str, tuple[Callable[[Path], object], str | None]] = {
    "missing": (Path.unlink, None),
    "empty": (written(b""), None),
    "with a mark of order": (written("\ufeff雪。".encode()), None),
    "with lines of DOS": (written("雪。\r\n夜。\r\n".encode()), None),
    "UTF-16": (written("雪。snow".encode("utf-16")), "INVALID_FORMAT"),
    "invalid UTF-8": (written(b"\xff\xfe\xfd"), "INVALID_FORMAT"),
    "cut in a character": (written("雪".encode()[:-1]), "INVALID_FORMAT"),
    "with a zero": (written(b"snow\0snow"), "INVALID_FORMAT"),
    "of five megabytes": (written("雪夜。".encode() * 600_000), "TOO_LARGE"),
    "a pipe": (pipe, "OUTSIDE"),
    "a directory": (directory, "OUTSIDE"),
    "a link to the inside": (link_inside, "OUTSIDE"),
    "a link to the outside": (link_outside, "OUTSIDE"),
    "a link to itself": (loop, "OUTSIDE"),
}


@shows("R149", "R167", "R169")
@pytest.mark.parametrize("name", FAULTS)
def test_a_file_that_cannot_be_used_is_named_and_the_run_goes_on(
    world: World, folder: Path, name: str
) -> None:
    spoil, code = FAULTS[name]
    for ref, text in FILES.items():
        # Given a file that was in a prompt before, and has gone wrong
        _, prompt = run(world)
        assert text in prompt
        spoil(folder / ref)
        # When a skill is run
        made, prompt = run(world)
        # Then the trouble is named with the file's reference, and all other files are there
        assert warnings(made) == ({} if code is None else {ref: code})
        assert all(other in prompt for each, other in FILES.items() if each != ref)
        assert OUTSIDE not in prompt
        assert str(folder) not in prompt + json.dumps(made)
        # And when it is mended, it is in the next prompt
        shutil.rmtree(folder / ref) if (folder / ref).is_dir() else (folder / ref).unlink(True)
        (folder / ref).write_text(text, "utf-8")
        made, prompt = run(world)
        assert (made["warnings"], text in prompt) == ([], True)


@pytest.mark.parametrize("place", [".mohen", ".mohen/characters", ".mohen/skills"])
def test_a_directory_that_leads_outside_is_not_entered(
    world: World, folder: Path, place: str
) -> None:
    away = outside(folder / ".mohen/outline.md")
    (away / "outline.md").write_text(OUTSIDE, "utf-8")
    shutil.rmtree(folder / place, ignore_errors=True)
    (folder / place).symlink_to(away)
    made, prompt = run(world)
    assert "OUTSIDE" in warnings(made).values()
    assert OUTSIDE not in prompt


def test_a_file_that_is_deleted_between_the_look_and_the_reading(
    world: World, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = os.open

    def meanwhile(path: str, flags: int, *args: Any, **more: Any) -> int:
        if str(path).endswith("lin.md"):
            (folder / ".mohen/characters/lin.md").unlink(missing_ok=True)
        return really(path, flags, *args, **more)

    monkeypatch.setattr(os, "open", meanwhile)
    made, prompt = run(world)
    assert warnings(made) == {".mohen/characters/lin.md": "NOT_FOUND"}
    assert FILES[".mohen/outline.md"] in prompt


@shows("R149")
def test_a_folder_that_is_renamed_away_and_back_while_it_is_in_use(
    world: World, folder: Path
) -> None:
    run(world)
    folder.rename(folder.with_name("elsewhere"))
    made, prompt = run(world)
    assert warnings(made) == {"folder": "FILES_UNAVAILABLE"}
    assert not any(text in prompt for text in FILES.values())
    folder.with_name("elsewhere").rename(folder)
    made, prompt = run(world)
    assert made["warnings"] == []
    assert all(text in prompt for text in FILES.values())


@shows("R149")
def test_files_that_may_not_be_read(folder: Path) -> None:
    place = Path(subprocess.check_output(["mktemp", "-d"], text=True).strip())
    try:
        # Given a project of somebody else's, some of which they keep to themselves
        novel = Path(shutil.copytree(folder, place / "novel"))
        user = NOBODY if os.geteuid() == 0 else None
        if user is not None:
            os.chown(place, user, user)
        (novel / "AGENTS.md").chmod(0)
        (novel / ".mohen/outline.md").chmod(0)
        (novel / ".mohen/characters").chmod(0)
        (novel / ".mohen/skills").mkdir(mode=0)
        # When a skill is run there
        child = Process("write_without_rights", place / "home", user=user, folder=str(novel))
        child.wait_until_ready()
        answer, prompt = json.loads(child.line())
        assert child.close() == 0
        # Then what may not be read is named, and what may is in the prompt
        assert answer["ok"], answer
        assert warnings(answer["data"]) == {
            "AGENTS.md": "IO_ERROR",
            ".mohen/outline.md": "IO_ERROR",
            ".mohen/characters": "IO_ERROR",
            ".mohen/skills/continue/SKILL.md": "IO_ERROR",
        }
        assert FILES[".mohen/world.md"] in prompt
        assert str(place) not in json.dumps(answer)
    finally:
        subprocess.run(["chmod", "-R", "u+rwX", str(place)], check=True)
        shutil.rmtree(place)


@shows("R149", "R166")
def test_a_full_disk_of_the_project_stops_neither_runs_nor_conversations(
    tmp_path: Path, home: Path, writer: ScriptedWriter
) -> None:
    # Given a project on a disk that is full
    with small_disk(tmp_path / "disk"):
        novel = tmp_path / "disk" / "novel"
        novel.mkdir()
        (novel / "AGENTS.md").write_text(FILES["AGENTS.md"], "utf-8")
        world = World(home, writer=writer)
        world.ok("project:bind", folder=str(novel), **NOVEL)
        with pytest.raises(OSError, match="No space"):
            (novel / "filler").write_bytes(b"x" * 3_000_000)
        # When a conversation is saved, then it is kept in the database, which is said
        talk = [{"role": "user", "content": f"第{n}句，雪夜。" * 9} for n in range(40)]
        saved = world.ok("compaction:save", conversationId="t", messages=talk, **NOVEL)
        assert saved["trouble"] == {"code": "IO_ERROR"}
        whole = world.ok("compaction:expand", conversationId="t", **NOVEL)
        assert len(whole["messages"]) == 40
        # And runs go on, with what was said in their prompt
        made, prompt = run(world)
        assert made["warnings"] == []
        assert "第39句" in prompt
        assert FILES["AGENTS.md"] in prompt
        world.close()


# -- files of the memory


def destroy(path: Path) -> None:
    """Another file in its place, so that no page of the old one is remembered."""
    for side in ("-wal", "-shm"):
        path.with_name(path.name + side).unlink(missing_ok=True)
    path.with_suffix(".new").write_bytes(b"garbage" * 5_000)
    path.with_suffix(".new").replace(path)


@shows("R93", "R98")
def test_a_skill_of_ones_own_runs_while_its_folder_cannot_be_looked_up(
    world: World, folder: Path, writer: ScriptedWriter
) -> None:
    # Given an author's own skill that this process has seen
    own = folder / ".mohen/skills/tighten/SKILL.md"
    own.parent.mkdir(parents=True)
    own.write_text("---\nname: tighten\ndescription: d\n---\n删去多余的字。", "utf-8")
    run(world, skillId="tighten")
    # When the file that knows the folder is destroyed under it
    destroy(world.home / "mind.db")
    envelope = world.door.call("ai:skill:run", {"skillId": "tighten", "text": "雪夜。", **NOVEL})
    # Then it is run by the author's own instruction all the same, and what is missing is said
    assert envelope["data"]["candidates"]
    assert "删去多余的字。" in "".join(each.content for each in writer.asked[-1].messages)
    assert warnings(envelope["data"])["folder"] == "FILES_UNAVAILABLE"
    assert envelope["data"]["memoryDegraded"] is True


@shows("R93", "R119")
def test_names_that_cannot_be_read_never_leave_the_machine_and_the_run_goes_on(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given an author whose names are masked before a remote model sees them
    world = World(home)
    model = {"kind": "openai", "model": "m", "baseUrl": "http://model.invalid/v1"}
    world.ok("memory:settings:update", maskNamesEnabled=True, model=model)
    world.ok("graph:upsert", entity={"name": "林远", "type": "character"}, **NOVEL)
    # When the story cannot be read at the moment of a run
    parts = inside(world.memory)
    facts = parts.story_store.facts

    def broken(*args: Any) -> Any:
        destroy(home / "mind.db")
        return facts(*args)

    monkeypatch.setattr(parts.story_store, "facts", broken)
    made = world.ok("ai:skill:run", skillId="continue", text="林远拔剑。", **NOVEL)
    # Then the offline writer writes, and says so
    assert made["candidates"]
    assert made["model"]["offline"] is True
    assert made["model"]["notice"]
    world.close()


# -- the process itself


def sound(memory: Memory) -> None:
    assert [each for each in memory.doctor() if each.finding == "fail"] == []


def killed(home: Path, rounds: int) -> Iterator[dict[str, set[str]]]:
    """What each of so many processes said before it was killed: `begun`, `run`, `answered` and
    `settled`, with ids. The next gets ready while one looks at what this one left."""
    chance, ready = Random(4), Process("live", home)
    for left in reversed(range(rounds)):
        child, ready = ready, Process("live", home) if left else ready
        child.wait_until_ready()
        child.tell(go=True)
        said = [child.line() for _ in range(chance.randrange(1, 40))]
        # On a slow machine that may be before anything is answered: some are heard to that point.
        while left % 3 == 0 and not any(each.startswith("answered") for each in said):
            said.append(child.line())
            assert said[-1], "it ended by itself"
        said += child.kill()
        told: dict[str, set[str]] = {}
        for what, id in (each.split() for each in said):
            told.setdefault(what, set()).add(id)
        yield told


@shows("R110", "R164", "C84")
def test_a_process_that_is_killed_while_it_writes_leaves_nothing_half_open(home: Path) -> None:
    # Given processes that run skills, take answers and end sessions, each killed in the middle
    nothing: set[str] = set()
    seen, later = {"answered": 0, "settled": 0, "lost": 0}, 0
    for told in killed(home, rounds=10):
        # Then the home is sound, and all that was acknowledged is there
        with open_memory(home, immediate=True) as memory:
            sound(memory)
            for id in told.get("settled", nothing):
                assert memory.episodes.get("novel", id).state == "closed"
            # And of each run, acknowledged or not, it is known what became of it
            for run_id in told.get("begun", nothing):
                legal = {"recorded", "NOT_FOUND"}
                if run_id in told.get("answered", nothing):
                    legal = {"CONFLICT"}
                elif run_id in told.get("run", nothing):
                    legal = {"recorded", "CONFLICT"}  # its answer was not acknowledged
                outcome = answer(memory, run_id)
                assert outcome in legal
                seen["lost"] += outcome == "NOT_FOUND"
            for what in ("answered", "settled"):
                seen[what] += len(told.get(what, nothing))
            memory.skills.run(REQUEST, candidates=1)  # which nobody answers
            assert waiting(memory)
            later = memory.now() + 2 * 24 * 3_600_000
    assert all(seen.values()), seen
    # And whatever nobody answers is given up in time
    with open_memory(home, clock=FrozenClock(later), immediate=True) as memory:
        memory.upkeep.cleanup()
        assert waiting(memory) == 0
        sound(memory)


def waiting(memory: Memory) -> int:
    counts = memory.status().counts
    assert counts is not None
    return counts.open


def answer(memory: Memory, run_id: str) -> str:
    try:
        memory.skills.feedback(run_id, Response(action=Action.ACCEPT), project_id="novel")
    except MohenError as error:
        return error.code
    return "recorded"


class Halting(ScriptedWriter):
    """Says a word and writes on when it is let go."""

    def write(self, *args: Any, heard: Callable[[str], None], **named: Any) -> Reply:
        heard("剑")
        return super().write(*args, heard=heard, **named)


@shows("R164", "C96")
def test_whoever_hangs_up_in_the_middle_of_a_stream_has_cancelled_the_run(home: Path) -> None:
    writer = Halting("剑落。")
    writer.hold()
    with open_memory(home, writer=writer) as memory:
        server = Running(memory)
        asked = {"skillId": "continue", "text": "林远拔剑。", "runId": "r", **NOVEL}
        # Given a caller over HTTP who listens to a run as it is written
        with server.client.stream("GET", "/events") as events:
            lines = events.iter_lines()
            assert next(lines) == ": listening"
            caller = HTTPConnection(urlsplit(server.origin).netloc)
            headers = {"Authorization": server.client.headers["Authorization"]}
            body = json.dumps({**asked, "stream": True})
            caller.request("POST", "/ipc/ai:skill:run", body, headers)
            assert pushed(lines, "delta")["text"] == "剑"
            # When they hang up in the middle of it
            caller.close()
            # Then the run is cancelled, which is told
            assert pushed(lines, "run_canceled")["runId"] == "r"
        eventually(lambda: inside(memory).running.live("r") is None)
        # And nothing of it is left
        assert memory.episodes.list("novel").items == ()
        assert inside(memory).trace_store.page("novel", limit=9) == []
        lost = server.post("ai:skill:feedback", {"runId": "r", "action": "accept"}).json()
        assert lost["error"]["code"] == "NOT_FOUND"
        # And the same run can be made again
        writer.let_go()
        again = server.post("ai:skill:run", {**asked, "candidates": 1}).json()
        assert again["data"]["candidates"] == ["剑落。"]
        server.close()


def pushed(lines: Iterator[str], event: str) -> dict[str, Any]:
    """The next push of that event."""
    data = (json.loads(each.removeprefix("data: ")) for each in lines if each.startswith("data: "))
    return next(dict(each) for each in data if each["event"] == event)
