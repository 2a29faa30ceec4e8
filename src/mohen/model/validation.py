"""What is not as it should be with an agent's memory and its files."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Defect:
    """`where` is a file and line, or ids; `cure`: what to do where it cannot be repaired."""

    code: str
    where: str
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
