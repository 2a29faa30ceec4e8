"""Payloads in their shapes: a quick check, and the schema's own words where it is not enough."""

from __future__ import annotations

from typing import Any, TypeVar

from mohen.server.shapes import Doubt, Wire, checker

Shape = TypeVar("Shape", bound=Wire)


def parse(shape: type[Shape], payload: Any) -> Shape:
    """The payload in its shape, or `InvalidArgument` naming the first wrong field."""
    try:
        return checker(shape)(payload)  # type: ignore[no-any-return]
    except Doubt:
        from mohen.server import schema  # costs as much as all the rest, and is seldom needed

        return checker(shape)(schema.checked(shape, payload))  # type: ignore[no-any-return]
