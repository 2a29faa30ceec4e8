"""What an agent is called when nobody says: after the folder it works in."""

from __future__ import annotations

import re
from collections.abc import Collection

from mohen.errors import InvalidArgument
from mohen.logic import drafts
from mohen.policy.episodes import Recording

_UNSOUND = re.compile(r"[^\w.-]+")
_NAMELESS = "agent"


def unique(folder: str, taken: Collection[str], policy: Recording) -> str:
    """The folder's name as an id, with a number behind it where that one is taken."""
    name = _UNSOUND.sub("-", folder).strip("-._") or _NAMELESS
    number = 1
    while True:
        ending = "" if number == 1 else f"-{number}"
        id = name[: policy.id_chars_max - len(ending)] + ending
        if id not in taken:
            return id
        number += 1


def is_sound(id: str, policy: Recording) -> bool:
    try:
        drafts.check_id("agentId", id, policy)
    except InvalidArgument:
        return False
    return True
