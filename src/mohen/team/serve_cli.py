"""`mohen serve --team`: a team's server, until a signal ends it."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from mohen.cli import exits, output
from mohen.cli.connection import chosen
from mohen.cli.i18n import say
from mohen.server import app, run
from mohen.server.app import Address
from mohen.team.folder import TeamFolder
from mohen.team.outside import Outside
from mohen.team.rooms import TeamRooms


def serve_team(folder: Path, store: str | None, port: int | None, outside: Outside) -> int:
    """Until a signal ends it."""
    address, tls = outside.address(), outside.tls()
    run.prepare()
    with contextlib.closing(TeamFolder(folder, store)) as team:
        doors = team.policy.doors
        wanted = doors.port if port is None else port
        with run.listen(outside.host, wanted, anywhere=True) as sock:
            rooms = TeamRooms(team.people, team.opener(), team.policy, team.clock)
            told = _told(outside, sock.getsockname()[1], address)
            as_json = chosen().json
            made = app.over(rooms, address)
            run.answer(made, doors, sock, lambda: _announce(told, as_json=as_json), **tls)
    return exits.OK.exit


def _told(outside: Outside, port: int, address: Address) -> dict[str, Any]:
    name = outside.names[0] if outside.names else outside.host
    scheme = "https" if address.secure else "http"
    place = name if outside.behind_proxy else f"{f'[{name}]' if ':' in name else name}:{port}"
    return {"address": f"{scheme}://{place}", "host": outside.host, "port": port, "team": True}


def _announce(told: dict[str, Any], *, as_json: bool) -> None:
    with contextlib.suppress(OSError, ValueError):  # nobody may be reading
        output.finish(
            {"ok": True, "data": told, "meta": output.meta()}, _show_address, as_json=as_json
        )
    output.silence()


def _show_address(data: dict[str, Any]) -> None:
    output.show(
        say(
            f"Mohen 墨痕 serves a team at {data['address']}; Ctrl-C ends it. "
            "`mohen team token NAME` makes a token to sign in with.",
            f"墨痕 Mohen 正在 {data['address']} 服务团队，按 Ctrl-C 结束。"
            "`mohen team token NAME` 生成登录用的令牌。",
        )
    )
