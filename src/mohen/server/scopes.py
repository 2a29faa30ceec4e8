"""What somebody may ask who came in with a token of a team."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from mohen.errors import PermissionDenied
from mohen.server.channels import Channel

Scope = Literal["read", "write", "admin"]
"""`write` may what `read` may; `admin` may see how a team is, and no author's memory."""


def permit(scope: Scope, channel: Channel | None, payload: Any) -> None:
    """`PermissionDenied` that names what is missing. A channel that is not there is told by whoever
    looks for it."""
    if channel is None:
        return
    needed = "admin" if channel.admin else "write" if channel.writes else "read"
    if needed != scope and (needed, scope) != ("read", "write"):
        raise PermissionDenied(
            f"a token of scope {needed} is needed for this, and this one is of scope {scope}",
            scope=needed,
        )
    named = _of_the_machine(channel, payload)
    if named is not None:
        raise PermissionDenied(
            "this reaches the files or the network of the machine that the team's server runs on: "
            "only who runs it may, with a command there",
            field=named,
        )


def _of_the_machine(channel: Channel, payload: Any) -> str | None:
    """The first thing that is asked of the machine itself, if there is one."""
    if isinstance(channel.machine, bool):
        return "channel" if channel.machine else None
    asked = payload if isinstance(payload, Mapping) else {}
    return next((each for each in channel.machine if asked.get(each) is not None), None)
