"""A process that has imported everything and forks the others: a start takes milliseconds where
it would take a second of imports. What she bears is a process like any other, and is killed like
any other."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent
MOST = 1 << 16  # bytes of a message, the environment among them


def ours() -> dict[str, str]:
    """The environment of another process that is to find the tests."""
    found = os.pathsep.join(filter(None, (str(TESTS), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": found, "PYTHONDONTWRITEBYTECODE": "1"}


# -- her end


def bear(channel: int) -> list[Any] | None:
    """Fork whenever she is asked to, and tell of each how it ended when that is asked. Returns
    in a child, with what it is to do; in herself when nobody can ask any more."""
    import_all()
    line = socket.socket(fileno=channel)
    while True:
        said, fds, *_ = socket.recv_fds(line, MOST, 3)
        if not said:
            return None
        told = json.loads(said)
        if "wait" in told:
            _, status = os.waitpid(told["wait"], 0)
            line.sendall(json.dumps(os.waitstatus_to_exitcode(status)).encode())
            continue
        child = os.fork()
        if child == 0:
            line.close()
            _take(fds, told["env"])
            work: list[Any] = told["work"]
            return work
        line.sendall(json.dumps(child).encode())
        for each in fds:
            os.close(each)


def import_all() -> None:
    """Parts of a memory are imported when they are first used: hers before she bears."""
    from mohen.house import EPISODES_STORES, MIND_STORES, PARTS
    from mohen.server.channels import all_channels

    for place in {*PARTS.values(), *MIND_STORES.values(), *EPISODES_STORES.values()}:
        import_module(f"mohen.{place.partition(':')[0]}")
    all_channels()


def _take(fds: list[int], env: dict[str, str]) -> None:
    for place, each in enumerate(fds):
        os.dup2(each, place)
        os.close(each)
        # Made anew: a pipe is not what the old ones believe to stand on.
        name, mode = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))[place]
        setattr(sys, name, os.fdopen(place, mode, encoding="utf-8", closefd=False))
    os.environ.clear()
    os.environ.update(env)


# -- the end of whoever asks


class Mother:
    def __init__(self, script: str) -> None:
        self._line, hers = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with hers:
            self._process = subprocess.Popen(
                [sys.executable, script, "mother", str(hers.fileno())],
                stdin=subprocess.DEVNULL,
                env=ours(),
                cwd=TESTS,
                pass_fds=[hers.fileno()],
            )

    def bear(
        self, *work: Any, env: dict[str, str] | None = None, stderr: int | None = None
    ) -> Child:
        theirs_in, ours_in = os.pipe()
        ours_out, theirs_out = os.pipe()
        message = json.dumps({"work": work, "env": ours() if env is None else env}).encode()
        assert len(message) < MOST
        given = [theirs_in, theirs_out, *([] if stderr is None else [stderr])]
        socket.send_fds(self._line, [message], given)
        os.close(theirs_in)
        os.close(theirs_out)
        return Child(self, int(self._line.recv(MOST)), ours_in, ours_out)

    def wait(self, child: int) -> int:
        self._line.sendall(json.dumps({"wait": child}).encode())
        return int(self._line.recv(MOST))


@cache
def mother(script: str) -> Mother:
    """One for each script, as long as the tests run."""
    return Mother(script)


class Child:
    """As much of `subprocess.Popen` as is needed."""

    def __init__(self, mother: Mother, pid: int, stdin: int, stdout: int) -> None:
        self._mother, self._pid = mother, pid
        self.stdin, self.stdout = os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb")

    def kill(self) -> None:
        os.kill(self._pid, signal.SIGKILL)  # until she is asked she keeps the number taken

    def terminate(self) -> None:
        os.kill(self._pid, signal.SIGTERM)

    def wait(self) -> int:
        return self._mother.wait(self._pid)
