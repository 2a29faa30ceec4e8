"""Checks of what callers give, by its name on the wire."""

from __future__ import annotations

import re
from typing import Protocol

from mohen.errors import InvalidArgument


class Bounds(Protocol):
    """How long an id may be, and how late a moment."""

    @property
    def id_chars_max(self) -> int: ...
    @property
    def latest_ms(self) -> int: ...


def check_ids(policy: Bounds, **given: str | None) -> None:
    """Ids by their wire names, where they are given."""
    for field, value in given.items():
        if value is not None:
            check_id(field, value, policy)


def check_moments(policy: Bounds, **given: int | None) -> None:
    """Moments and spans by their wire names, where they are given."""
    for field, value in given.items():
        if value is not None and not 0 <= value <= policy.latest_ms:
            raise InvalidArgument(
                f"{field} must be milliseconds between 0 and {policy.latest_ms}", field=field
            )


def check_id(field: str, value: str | None, policy: Bounds) -> None:
    if not value or not value.strip():
        raise InvalidArgument(f"{field} must not be blank", field=field)
    if len(value) > policy.id_chars_max:
        raise InvalidArgument(
            f"{field} is longer than {policy.id_chars_max} characters", field=field
        )
    check_characters(field, value)


def check_scope(scope: str | None, project_id: str | None) -> None:
    """A global entry has no project, and a project's has one."""
    if scope == "global" and project_id is not None:
        raise InvalidArgument("a global entry has no projectId: leave it out", field="projectId")
    if scope == "project" and project_id is None:
        raise InvalidArgument("an entry of a project needs its projectId", field="projectId")


def check_content(content: str, most: int, field: str = "content") -> str:
    """The content without space around it."""
    kept = content.strip()
    if not kept:
        raise InvalidArgument(f"{field} must not be blank", field=field)
    if len(kept) > most:
        raise InvalidArgument(f"{field} is longer than {most} characters", field=field)
    return kept


def check_characters(field: str, text: str) -> None:
    """A lone surrogate is half a character: no file and no wire can carry it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InvalidArgument(
            f"{field} holds a lone surrogate, which is not a character", field=field
        ) from None


def check_type(kind: str, most: int) -> None:
    if len(kind) > most or not _TYPE.fullmatch(kind):
        raise InvalidArgument(
            f"type must be a word of at most {most} small letters, digits, "
            "dots, dashes and underscores, such as fact or note",
            field="type",
        )


_TYPE = re.compile(r"[a-z][a-z0-9_.-]*")


# -- How much a list answers at once.


def size(limit: int | None, *, default: int, most: int) -> int:
    """As many as are asked for, at least one and at most what is allowed."""
    return min(most, max(1, default if limit is None else limit))
