"""A number and where it comes from."""

from __future__ import annotations

from dataclasses import field
from typing import TypeVar

T = TypeVar("T")

DAY_MS = 86_400_000


def number(value: T, *, spec: str, unit: str = "", owner: str = "engineering") -> T:
    """A field with its citation; typed as its value so that policies read like plain data."""
    return field(default=value, metadata={"spec": spec, "unit": unit, "owner": owner})
