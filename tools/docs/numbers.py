"""`docs/numbers.md`: every number of the policy, with its citation."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import Field, fields, is_dataclass
from typing import Any

from mohen.policy import Policy

from . import markdown

INTRO = (
    "Every number that Mohen decides by, with where it comes from. In Python a number is read and "
    "replaced under the name given here: `policy.decay.rate_per_day`. What belongs to the *owner* "
    "changes only by a new ruling (R111); what belongs to *engineering* may change with a "
    "measurement, within what its citation says."
)
# The largest first: the first that is not above the value names it.
TIME = ((86_400_000, "day"), (3_600_000, "h"), (60_000, "min"), (1_000, "s"))
SIZE = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))
SCALES = {"ms": (1, TIME), "bytes": (1, SIZE), "KiB": (1 << 10, SIZE[:2])}


def page() -> str:
    blocks = [block for name, section in sections(Policy()) for block in render(name, section)]
    return markdown.page("Numbers", INTRO, *blocks)


def sections(policy: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every dataclass below `policy`, outermost first, under its dotted name."""
    for each in fields(policy):
        value = getattr(policy, each.name)
        if is_dataclass(value):
            yield prefix + each.name, value
            yield from sections(value, f"{prefix}{each.name}.")


def render(name: str, section: Any) -> list[str]:
    numbers = [each for each in fields(section) if not is_dataclass(getattr(section, each.name))]
    rows = [row(f"{name}.{each.name}", each, getattr(section, each.name)) for each in numbers]
    head = ("name", "value", "unit", "from", "who may change it")
    return [f"## {name}", lead(type(section)), markdown.table(head, rows) if rows else ""]


def lead(section: type) -> str:
    """The section's own docstring; a dataclass without one invents its signature instead."""
    text = inspect.getdoc(section) or ""
    return "" if text.startswith(f"{section.__name__}(") else text


def row(name: str, number: Field[Any], value: Any) -> list[str]:
    about = number.metadata
    if not about.get("spec"):
        raise ValueError(f"policy.{name} has no citation: declare it with number(…, spec=…)")
    unit = about["unit"]
    return [markdown.code(name), shown(value, unit), unit, about["spec"], about["owner"]]


def shown(value: Any, unit: str) -> str:
    if isinstance(value, bool) or not isinstance(value, int):
        return str(value)
    digits = f"{value:,}" if abs(value) >= 10_000 else str(value)
    human = in_words(value, unit)
    return f"{digits} ({human})" if human else digits


def in_words(value: int, unit: str) -> str:
    """86400000 ms → 1 day; empty where the bare number already reads well."""
    factor, scale = SCALES.get(unit.partition(" ")[0], (1, ()))
    for size, name in scale:
        if value * factor >= size:
            count = f"{value * factor / size:.3g}"
            return f"{count} {name}s" if name == "day" and count != "1" else f"{count} {name}"
    return ""
