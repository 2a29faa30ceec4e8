"""What a sentence may hold, told cheaply, so that costly patterns are tried where they may find."""

from __future__ import annotations

from typing import NamedTuple


class Hints(NamedTuple):
    takes_back: bool
    corrects: bool
    signals: bool  # to remember, important, joking
    directs: bool
    timely: bool
