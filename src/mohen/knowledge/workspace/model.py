"""The snapshot of an agent, and the result of bringing a workspace's files up to date."""

from __future__ import annotations

from typing import Annotated

from mohen.core.values import dataclass
from mohen.knowledge.consolidation.model import Change


@dataclass(frozen=True, slots=True)
class Kept:
    """What a memory would have every conversation know, as it was last written. `body` is what the
    next one is compared with."""

    text: str
    body: str
    items: tuple[str, ...]
    at: int
    given: tuple[str, ...] = ()  # ids of what conversations were given of it, which may be older
    tokens: int = 0  # by estimate; counted when it is asked for, kept nowhere


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something in a file that was not taken in, and why."""

    ref: str
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Taken:
    """What a person had changed in the files."""

    changes: tuple[Change, ...] = ()
    troubles: tuple[Trouble, ...] = ()


NOTHING = Taken()


@dataclass(frozen=True, slots=True)
class Projected:
    """The files that were written. `left`: changed by a person just now, for the next time."""

    written: int = 0
    deleted: int = 0
    left: tuple[str, ...] = ()
    taken: Taken = NOTHING


# -- What is not as it should be with an agent's memory and its files.


@dataclass(frozen=True, slots=True)
class Defect:
    """A fault of a memory. `where`: a file and line, or ids; `cure`: what to do where it stays."""

    code: str
    where: Annotated[str, "a file and its line, or ids"]
    message: tuple[str, str]  # English, Chinese
    repaired: bool = False
    cure: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Validation:
    items: int
    files: int
    defects: tuple[Defect, ...] = ()

    @property
    def sound(self) -> bool:
        return all(each.repaired for each in self.defects)
