"""What several shapes share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mohen.episodes.model import Signal
from mohen.errors import InvalidArgument
from mohen.server.wire import Wire

_DIGITS = 18  # no row has a longer number

Milliseconds = Annotated[int, Field(description="milliseconds since the epoch, UTC")]
SignalName = Literal[
    "DIRECT_ACCEPT",
    "LIGHT_EDIT",
    "NEUTRAL",
    "HEAVY_REWRITE",
    "FULL_REJECT",
    "UNDO_AFTER_ACCEPT",
    "REPEATED_SCENE_SKILL",
    "ABANDONED",
]
BandName = Literal["ACTIVE", "FADING", "COMPRESSIBLE", "EXPIRING"]


class Nothing(Wire):
    """An empty payload."""


class Bilingual(Wire):
    en: str
    zh: str

    @classmethod
    def of(cls, pair: tuple[str, str]) -> Bilingual:
        return cls(en=pair[0], zh=pair[1])


def signal_name(signal: Signal | None) -> str | None:
    return None if signal is None else signal.value


def row_before(cursor: str | None) -> int | None:
    """The row that a page ends before, from a cursor that is its number."""
    if cursor is None:
        return None
    # isascii: isdecimal alone takes digits of every script
    if not (cursor.isascii() and cursor.isdecimal()) or len(cursor) > _DIGITS:
        raise InvalidArgument("cursor is not one of ours: start again without it", field="cursor")
    return int(cursor)
