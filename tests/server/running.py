"""A real server on a real socket, and a client who bears its token."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import httpx
import uvicorn
from starlette.applications import Starlette

from mohen.core.policy import Doors
from mohen.memory import Memory
from mohen.server import app, run
from mohen.server.connections import Places

TOKEN = "a-token-for-tests"


class OnSocket:
    """An application of ours on a free port. `more` is for `uvicorn.Config`."""

    def __init__(self, made: Starlette, doors: Doors, token: str, **more: Any) -> None:
        self.places = Places(doors.strangers)
        self._app = made
        config = run.config(made, doors, self.places, port=0, **more)
        config.timeout_graceful_shutdown = 1
        self._server = uvicorn.Server(config)
        self._up = threading.Event()
        startup = self._server.startup

        async def started(sockets: Any = None) -> None:
            await startup(sockets)
            self._loop = asyncio.get_running_loop()
            self._up.set()

        self._server.startup = started  # type: ignore[method-assign]
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        self._up.wait()
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.address = ("127.0.0.1", port)
        self.origin = f"http://127.0.0.1:{port}"
        self.client = httpx.Client(
            base_url=self.origin, headers={"Authorization": f"Bearer {token}"}, timeout=120
        )

    def post(self, channel: str, payload: Any = None, **more: Any) -> httpx.Response:
        body = {"json": payload} if payload is not None else {}
        return self.client.post(f"/ipc/{channel}", **body, **more)

    @property
    def connections(self) -> set[Any]:
        return set(self._server.server_state.connections)

    def end_streams(self) -> None:
        """Wakes who listens, as a push would."""
        asked = asyncio.run_coroutine_threadsafe(self._end_streams(), self._loop)
        asked.result()

    async def _end_streams(self) -> None:
        self._app.state.end_streams()

    def close(self) -> None:
        self.client.close()
        self._server.should_exit = True
        self._thread.join()


class Running(OnSocket):
    """The server of a home. `more` is for `app.build`."""

    def __init__(self, memory: Memory, **more: Any) -> None:
        self.token = TOKEN
        made = app.build(memory, lambda: self.token, **more)
        super().__init__(made, memory.policy.doors, TOKEN)
