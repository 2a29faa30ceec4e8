"""What a memory is made of, for measurements that look behind its doors."""

from typing import Any


def inside(memory: Any) -> Any:
    """Its stores, databases, clock and the rest, by name."""
    return memory._house
