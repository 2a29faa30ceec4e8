"""Which files a call passes on its way, and how often it goes from one file to another.

    python tools/trace_files.py [--files] [NAME …]

Each is asked for as a host does, by a line to the door of standard input, and traced from there
until its answer is written; what goes on in the background is none of it. A file of the package
counts when a function of it is called; beside the number of files stands how often a call is in
another file than the call before it. The command `rules confirm` is run as one, and traced twice:
all of it, with the modules it loads, and from the handler on: only while `memory.rules` does what
it is asked for.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import mohen
from mohen import open_memory
from mohen.core.sqlite.write_lane import Lane
from mohen.server import stdio

HOUSE = f"{Path(mohen.__file__).parent}/"
PROJECT = {"projectId": "novel"}
LONG = "他缓缓地、缓缓地举起了剑，仿佛整个天地都在这一刻静止了下来，连雪花也停在半空。"
SHORT = "剑落。血溅。他退了一步。"
SAID = ("我叫张三。我对花生过敏，记住。", "我住在北京。", "My sister Anna lives in Berlin.")
EPISODES = 20

BACKGROUND = "mohen-jobs"  # the thread of what nobody waits for
HOUSEKEEPING = Lane._housekeep.__code__  # nor for this

Request = tuple[str, dict[str, Any]]  # a channel and its payload


class Trace:
    """The files of calls in the order of calling, of all threads."""

    def __init__(self, *, modules: bool = False, inside: frozenset[CodeType] = frozenset()) -> None:
        self.files: list[str] = []
        self.on = False
        self._modules = modules  # whether the body of a module that is loaded is a call of it
        self._inside = inside  # only while one of these runs, if any are named
        self._entered: list[FrameType] = []
        self._resting = set[threading.Thread]()  # that keep house just now

    def __call__(self, frame: FrameType, event: str, _what: object) -> None:
        if not self.on or event not in ("call", "return"):
            return
        thread = threading.current_thread()
        if frame.f_code is HOUSEKEEPING:
            (self._resting.add if event == "call" else self._resting.discard)(thread)
        if thread in self._resting or thread.name == BACKGROUND:
            return
        if frame.f_code in self._inside:
            if event == "call":
                self._entered.append(frame)
            elif frame in self._entered:
                self._entered.remove(frame)
        if event == "return" or (self._inside and not self._entered):
            return
        file = frame.f_code.co_filename
        if file.startswith(HOUSE) and (self._modules or frame.f_code.co_name != "<module>"):
            self.files.append(file.removeprefix(HOUSE))

    def __str__(self) -> str:
        changes = sum(one != other for one, other in pairwise(self.files))
        return f"{len(set(self.files))} files ({changes} changes)"

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Before any thread begins: one that runs already is not seen."""
        threading.setprofile(self)
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)


# -- a host that asks one thing after the other


class Host(io.RawIOBase):
    """Both ends of a door: what it reads from and what it writes to."""

    def __init__(
        self, asked: list[Request], last: Callable[[], None], answered: Callable[[], None]
    ) -> None:
        self._asked = iter(enumerate(asked))
        self._count = len(asked)
        self._last, self._over = last, answered  # called about the last one
        self._answered = threading.Semaphore(0)
        self.answers: list[dict[str, Any]] = []

    def readline(self, _limit: int | None = -1) -> bytes:
        number, request = next(self._asked, (self._count, None))
        if number:
            self._answered.acquire()
            if not self.answers[-1]["ok"]:
                raise RuntimeError(f"refused: {self.answers[-1]['error']}")
        if request is None:
            return b""
        if number == self._count - 1:
            self._last()
        channel, payload = request
        return json.dumps({"id": number, "channel": channel, "payload": payload}).encode() + b"\n"

    def write(self, line: Any) -> int:
        said = json.loads(bytes(line))
        if "push" not in said:
            self.answers.append(said)
            if len(self.answers) == self._count:
                self._over()
            self._answered.release()
        return len(line)


def asked(folder: Path, requests: list[Request]) -> Trace:
    """The last of these, after the others and what they left to be done."""
    trace = Trace()
    with trace.installed(), open_memory(folder / "home") as memory:

        def begin() -> None:
            memory.drain()
            trace.on = True

        def end() -> None:
            trace.on = False

        host = Host(requests, begin, end)
        stdio.serve(memory, host, host)  # type: ignore[arg-type]
    return trace


def interaction(number: int) -> Request:
    payload = {
        **PROJECT,
        "skillUsed": "continue",
        "sceneType": "action",
        "inputContext": f"第{number}夜，他拔剑冲向敌人，刀光一闪，血溅在雪地上。",
        "candidates": [LONG, SHORT, "他大喊：“杀！”"],
        "selectedIndex": 1,
    }
    return "memory:episode:record", payload


INTERACTIONS = [interaction(number) for number in range(EPISODES)]
QUERY = ("memory:episode:query", {**PROJECT, "queryText": "拔剑的那一夜"})
DISTILL = ("memory:semantic:distill", PROJECT)
ASSEMBLE = ("context:assemble", {**PROJECT, "skillId": "continue", "text": LONG})


def record(folder: Path) -> Trace:
    return asked(folder, INTERACTIONS)


def query(folder: Path) -> Trace:
    return asked(folder, [*INTERACTIONS, QUERY, QUERY])


def distil(folder: Path) -> Trace:
    return asked(folder, [*INTERACTIONS, DISTILL])


def assemble(folder: Path) -> Trace:
    return asked(folder, [*INTERACTIONS, DISTILL, ASSEMBLE, ASSEMBLE])


def consolidate(folder: Path) -> Trace:
    """Three messages of an agent that has a workspace."""
    sessions, workspace = folder / "sessions", folder / "claw"
    sessions.mkdir()
    workspace.mkdir()
    lines = [{"type": "session", "version": 3, "id": "s", "cwd": str(workspace)}]
    above = None
    for number, text in enumerate(SAID):
        message = {"role": "user", "content": [{"type": "text", "text": text}]}
        line = {"type": "message", "id": f"{number:08x}", "parentId": above, "message": message}
        lines.append({**line, "timestamp": f"2026-01-01T12:{number:02}:00Z"})
        above = line["id"]
    said = "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in lines)
    (sessions / "s.jsonl").write_text(said, encoding="utf-8")
    init = {"workspace": str(workspace), "sources": [{"path": str(sessions), "kind": "openclaw"}]}
    run = ("knowledge:consolidate", {"projectId": "claw", "force": True})
    return asked(folder, [("agent:init", init), run])


# -- a command


def command(folder: Path, trace: Trace) -> Trace:
    """`rules confirm` in a home that has one rule."""
    with open_memory(folder / "home") as memory:
        rule = memory.rules.add("短句。", scope="project", project_id=PROJECT["projectId"])
    from mohen.cli import main

    args = ["--home", str(folder / "home"), "--project", PROJECT["projectId"]]
    sys.argv = ["mohen", *args, "rules", "confirm", rule.rule.id]
    with trace.installed(), contextlib.redirect_stdout(io.StringIO()) as said:
        trace.on = True
        with contextlib.suppress(SystemExit):
            main()
        trace.on = False
    if rule.rule.id[-6:] not in said.getvalue():  # as it is shown
        raise RuntimeError(f"not confirmed: {said.getvalue()}")
    return trace


def confirm(folder: Path) -> Trace:
    return command(folder, Trace(modules=True))


def confirm_itself(folder: Path) -> Trace:
    with open_memory(folder / "other") as memory:
        acts = vars(type(memory.rules)).values()
    codes = frozenset(each.__code__ for each in acts if hasattr(each, "__code__"))
    return command(folder, Trace(inside=codes))


CALLS: dict[str, Callable[[Path], Trace]] = {
    "record": record,
    "query": query,
    "distil": distil,
    "assemble": assemble,
    "consolidate": consolidate,
    "rules confirm": confirm,
    "rules confirm from the handler on": confirm_itself,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="trace_files")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CALLS))
    parser.add_argument("--files", action="store_true", help="name them")
    wanted = parser.parse_args()
    names = wanted.names or list(CALLS)
    if len(names) > 1:  # each in a process of its own, which has nothing loaded yet
        how = ["--files"] if wanted.files else []
        for name in names:
            subprocess.run([sys.executable, __file__, *how, name], check=True)
        return
    with tempfile.TemporaryDirectory() as folder:
        trace = CALLS[names[0]](Path(folder))
    print(f"{names[0]}: {trace}")
    if wanted.files:
        print("".join(f"  {file}\n" for file in dict.fromkeys(trace.files)), end="")


if __name__ == "__main__":
    main()
