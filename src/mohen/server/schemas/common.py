"""What several shapes share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mohen.model.episode import Signal
from mohen.server.wire import Wire

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
