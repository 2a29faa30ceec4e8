"""What a prompt would be given of the author's rules and entries, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mohen.model.health import Degradation
from mohen.model.knowledge import Item
from mohen.model.recall import Mode


@dataclass(frozen=True, slots=True)
class Injected:
    """One item in its place. Stable ones are the same whatever is asked (C28, C33)."""

    item: Item  # its content cut to what is shown
    reason: tuple[str, str]  # English, Chinese
    kind: Literal["deterministic", "semantic", "words"] = "deterministic"
    score: float | None = None

    @property
    def stable(self) -> bool:
        return self.kind == "deterministic"


@dataclass(frozen=True, slots=True)
class Preview:
    items: tuple[Injected, ...] = ()
    mode: Mode = Mode.DETERMINISTIC
    fallback: str | None = None  # why nothing was found by meaning, where it was asked for
    degradations: tuple[Degradation, ...] = ()
    block: str = ""  # the rules as they read in the prompt
