"""The memory as an MCP server over streamable HTTP: `/mcp`, and `/mcp/PROJECT` for another one.

It stands inside the server's own door, behind its token. The SDK is loaded when somebody first
asks: most servers are never asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from mohen.core import extras
from mohen.errors import Conflict, Unsupported

if TYPE_CHECKING:
    from mohen.integrations.mcp import Ask, Language

PATH = "/mcp"
_PROJECTS = 64  # served at once


class McpDoor:
    """One server of tools for each project that is asked for, all without sessions: every request
    stands for itself, so that nothing is kept for a client that never comes back."""

    def __init__(
        self, ask: Ask, project_id: str, language: Language, *, body_bytes: int = 8_388_608
    ) -> None:
        self._ask = ask
        self._project_id = project_id
        self._language: Language = language
        self._body_bytes = body_bytes
        self._made: dict[str, asyncio.Task[ASGIApp]] = {}
        self._running: list[asyncio.Task[None]] = []
        self._over = asyncio.Event()

    def routes(self) -> list[BaseRoute]:
        return [Route(PATH, endpoint=self), Route(f"{PATH}/{{project}}", endpoint=self)]

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        try:
            yield
        finally:
            self._over.set()
            await asyncio.gather(*self._running, return_exceptions=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        project = scope["path_params"].get("project", self._project_id)
        if project not in self._made:
            if len(self._made) >= _PROJECTS:
                raise Conflict(f"only {_PROJECTS} projects are served over MCP: restart the server")
            self._made[project] = asyncio.create_task(self._serving(project))
        try:
            handle = await asyncio.shield(self._made[project])
        except Unsupported:
            self._made.pop(project, None)
            raise
        await handle(scope, receive, send)

    async def _serving(self, project: str) -> ASGIApp:
        """Begun in a task of its own, in which it also ends: the SDK wants that."""
        handle, run = await asyncio.to_thread(self._make, project)
        ready = asyncio.Event()

        async def serve() -> None:
            async with run():
                ready.set()
                await self._over.wait()

        self._running.append(asyncio.create_task(serve()))
        await ready.wait()
        return handle

    def _make(
        self, project: str
    ) -> tuple[ASGIApp, Callable[[], AbstractAsyncContextManager[None]]]:
        made = tools().server(self._ask, project, self._language)
        made.streamable_http_app(
            json_response=True, stateless_http=True, max_request_body_size=self._body_bytes
        )
        return made.session_manager.handle_request, made.session_manager.run


def tools() -> ModuleType:
    """`integrations/mcp.py`, where its package is installed."""
    try:
        return import_module("mohen.integrations.mcp")
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("mcp", "mcp_types"):
            raise
        raise Unsupported(
            f"the MCP server needs a package that is not installed: {extras.command('mcp')}"
        ) from None
