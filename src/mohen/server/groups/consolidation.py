"""From transcripts to knowledge, in seven phases."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Push

TABLE: tuple[Channel[Any], ...] = ()

PUSHES: tuple[Push, ...] = ()
