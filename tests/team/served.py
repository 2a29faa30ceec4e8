"""A team on a real socket, with a clock that stands still until it is set."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import httpx

from mohen.memory import Memory, open_memory
from mohen.policy import Policy
from mohen.server import app
from mohen.server.app import Address
from mohen.team.folder import TeamFolder
from mohen.team.rooms import TeamRooms
from mohen.testing import FrozenClock
from server.running import OnSocket


class Team:
    """Its folder, its server, and tokens for whoever is named. `numbers` are of the team's policy,
    `doors` of the doors'."""

    def __init__(
        self,
        folder: Path,
        *,
        address: Address | None = None,
        doors: dict[str, int] | None = None,
        tls: dict[str, str] | None = None,
        **numbers: int,
    ) -> None:
        usual = Policy()
        self.policy = replace(
            usual,
            team=replace(usual.team, **{"known_ms": -1, **numbers}),  # looked up each time
            doors=replace(usual.doors, **(doors or {})),
        )
        self.clock = FrozenClock()
        self.folder = TeamFolder(folder, policy=self.policy, clock=self.clock)
        self.people = self.folder.people
        self.opened: list[str] = []
        self.rooms = TeamRooms(self.people, self.open, self.policy, self.clock)
        made = app.over(self.rooms, address or Address())
        self.running = OnSocket(made, self.policy.doors, "nobody", **(tls or {}))
        self._clients: list[httpx.Client] = []

    def open(self, name: str) -> Memory:
        self.opened.append(name)
        return open_memory(self.folder.home(name), policy=self.policy, immediate=True)

    def close(self) -> None:
        for each in self._clients:
            each.close()
        self.running.close()
        self.folder.close()

    def token(self, author: str, **how: Any) -> str:
        self.people.authors.add(author)
        return self.people.tokens.make(author, **how)[1]

    def client(self, token: str) -> httpx.Client:
        made = httpx.Client(
            base_url=self.running.origin,
            headers={"Authorization": f"Bearer {token}"},
            timeout=60,
        )
        self._clients.append(made)
        return made

    def author(self, name: str, **how: Any) -> Caller:
        return Caller(self.client(self.token(name, **how)))


class Caller:
    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def ask(self, channel: str, **payload: Any) -> httpx.Response:
        return self.client.post(f"/ipc/{channel}", json=payload)

    def ok(self, channel: str, **payload: Any) -> dict[str, Any]:
        said = self.ask(channel, **payload).json()
        assert said["ok"], said
        data: dict[str, Any] = said["data"]
        return data

    def fails(self, channel: str, **payload: Any) -> dict[str, Any]:
        said = self.ask(channel, **payload).json()
        assert not said["ok"], said
        error: dict[str, Any] = said["error"]
        return error

    def note(self, text: str) -> dict[str, Any]:
        return self.ok("memory:create", type="note", scope="global", content=text)

    def notes(self) -> list[str]:
        return [each["content"] for each in self.ok("memory:list")["items"]]

    @contextmanager
    def listening(self) -> Iterator[Queue[str]]:
        """Lines of /events, as they come; ends when the stream does."""
        heard = Queue[str]()
        with self.client.stream("GET", "/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == ": listening"

            def listen() -> None:
                try:
                    for line in lines:
                        heard.put(line)
                except httpx.HTTPError:
                    pass
                heard.put("the end")

            thread = Thread(target=listen, daemon=True)
            thread.start()
            yield heard


def pushed(heard: Queue[str], channel: str) -> dict[str, Any]:
    """The next push of a channel; whatever else is said on the way was said as well."""
    while (line := heard.get(timeout=60)) != f"event: {channel}":
        assert line != "the end"
    found: dict[str, Any] = json.loads(heard.get(timeout=60).removeprefix("data: "))
    return found
