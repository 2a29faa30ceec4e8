"""The local model of this process: a child that serves it on loopback, started when it is needed.

It ends with the process, however that ends. One that died is noticed, and started anew for the
next who asks.
"""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from mohen.core import calls, extras
from mohen.core.logs import logger
from mohen.errors import ModelError, ModelNotReady, ModelTimeout

if TYPE_CHECKING:
    from mohen.models.local_files import ModelFolder
    from mohen.models.policy import Models

log = logger(__name__)

EXTRA: Final = "local"
_CHILD: Final = "mohen.models.llama_child"
_LOOK_S: Final = 0.2  # between two looks whether anybody still waits
_DYING_S: Final = 0.5
_END_S: Final = 5.0  # for a child that was told to end


class Serving(NamedTuple):
    """Where a local model answers, and with which key."""

    name: str
    url: str
    key: str


class Child:
    """A running llama.cpp. It loads its weights whether anybody waits for it or not."""

    def __init__(self, asked: dict[str, object]) -> None:
        self.name = str(asked["name"])
        self.key = str(asked["key"])
        self.window = asked["window"]
        self._url = ""
        self._settled = threading.Event()  # it is loaded, or has died
        self._process = subprocess.Popen(
            [sys.executable, "-m", _CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._listener = threading.Thread(target=self._listen, name="mohen-llama", daemon=True)
        self._listener.start()
        with suppress(OSError):  # it has died already
            _piped(self._process.stdin).write(json.dumps(asked).encode() + b"\n")
            _piped(self._process.stdin).flush()

    def _listen(self) -> None:
        try:
            if said := _piped(self._process.stdout).readline():
                self._url = f"{json.loads(said)['url']}/v1"
        finally:
            self._settled.set()

    def url(self, patience_s: float) -> str:
        """Where it answers, as soon as it does. Raises `ModelError`, and what ended the call."""
        until = time.monotonic() + patience_s
        calls.check()
        while not self._settled.wait(_LOOK_S):
            calls.check()  # nobody wants it any more
            if time.monotonic() > until:
                raise ModelTimeout("the local model was not loaded in time", reason="silent")
        if not self._url:
            raise _unstarted(self.died(_END_S))
        return self._url

    @property
    def loaded_at(self) -> str:
        """Where it answers; "" until it is loaded, and when it has died."""
        return self._url if self.died() is None else ""

    def died(self, patience_s: float = 0) -> str | None:
        """How it ended, if it did."""
        try:
            code = self._process.wait(patience_s)
        except subprocess.TimeoutExpired:
            return None
        return f"signal {-code}" if code < 0 else f"code {code}"

    def wait(self) -> int:
        return self._process.wait()

    def end(self) -> None:
        with suppress(OSError):
            _piped(self._process.stdin).close()
        try:
            # One that is loading does not listen.
            self._process.wait(_END_S if self._url else 0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join()
        _piped(self._process.stdout).close()


class LocalServer:
    """The one local model that is loaded, if any: another takes its place."""

    def __init__(self, folder: ModelFolder, policy: Models) -> None:
        self._folder = folder
        self._policy = policy
        self._lock = threading.Lock()
        self._child: Child | None = None
        self._closed = False

    def missing(self, name: str) -> ModelNotReady | None:
        """Why it cannot be served, if so. Looks only."""
        if self._folder.path_of(name) is None:
            getting = f"`mohen model get {name}`"
            return ModelNotReady(
                f"the model {name} is not on this machine: get it in the settings, or with "
                f"{getting}",
                reason="not-here",
            )
        if not extras.is_installed(EXTRA):
            return ModelNotReady(
                f"a local model needs a package that is not installed: {extras.command(EXTRA)}",
                reason="not-installed",
                extra=EXTRA,
            )
        return None

    def reach(self, name: str, window: int) -> Serving:
        """Where it answers; it is started if need be. Who leaves before it is loaded does not end
        it: the next finds it further on. Raises `ModelError`."""
        with self._lock:
            child = self._child
            same = child is not None and (child.name, child.window) == (name, window)
            if child is None or not same or child.died() is not None:
                self._end()
                if self._closed:
                    raise ModelError("the local model is ending", reason="unreachable")
                self._child = child = self.start(name, window, key=secrets.token_urlsafe())
        try:
            return Serving(name, child.url(self._policy.start_ms / 1000), child.key)
        except ModelTimeout:
            self.stop(name)
            raise

    def start(self, name: str, window: int, *, port: int = 0, key: str = "") -> Child:
        """A child of its own, for whoever looks after it."""
        if why := self.missing(name):
            raise why
        path = self._folder.path_of(name)
        log.info("a local model is loaded")
        return Child({"name": name, "path": str(path), "window": window, "port": port, "key": key})

    def crashed(self) -> str | None:
        """How the child ended by itself, if it did. Asked when its line broke, which is a moment
        before its end is known."""
        child = self._child
        return None if child is None else child.died(_DYING_S)

    def serving(self) -> Serving | None:
        """The one that is loaded."""
        child = self._child
        at = "" if child is None else child.loaded_at
        return Serving(child.name, at, child.key) if child and at else None

    def stop(self, name: str) -> None:
        with self._lock:
            if self._child is not None and self._child.name == name:
                self._end()

    def close(self) -> None:
        self._closed = True
        with self._lock:
            self._end()

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()


def _piped(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # as it was asked for
    return pipe


def _unstarted(how: str | None) -> ModelNotReady:
    return ModelNotReady(
        f"the local model could not be loaded ({how}): there may be too little memory for it, or "
        "its file is none of a model",
        reason="not-loaded",
    )
