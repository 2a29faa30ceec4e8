"""Agents that share the home: workspaces, conversations, whom they may listen to."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Push

TABLE: tuple[Channel[Any], ...] = ()

PUSHES: tuple[Push, ...] = ()
