"""What is known from conversations: captured, found, faded, corrected, forgotten."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Push

TABLE: tuple[Channel[Any], ...] = ()

PUSHES: tuple[Push, ...] = ()
