"""Names the author does not want kept: each becomes a stable mark before it is stored (R119).

The same name always gives the same mark within one home, so that learning and search still
work on it; the mark cannot be turned back without the home's key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from mohen.core.keyed_hash import sealed

if TYPE_CHECKING:
    from mohen.core.policy import Settings
    from mohen.core.settings import UserSettings
    from mohen.policy import Policy

OPEN, CLOSE = "⟦", "⟧"


def mark(name: str, key: bytes, policy: Settings) -> str:
    return f"{OPEN}{sealed(key, name.casefold())[: policy.redact_mark_chars]}{CLOSE}"


@lru_cache(maxsize=1)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Longest first, so that 林远舟 is not cut into 林远 and a rest. Latin names only as whole
    words, so that Ann leaves Anna and annual alone."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    return re.compile("|".join(_as_regex(name) for name in ordered), re.IGNORECASE)


def _as_regex(name: str) -> str:
    escaped = re.escape(name)
    before = r"(?<![A-Za-z0-9_])" if name[0].isascii() else ""
    after = r"(?![A-Za-z0-9_])" if name[-1].isascii() else ""
    return before + escaped + after


def mask(text: str, names: Sequence[str], key: bytes, policy: Settings) -> str:
    """`text` with every configured name replaced by its mark."""
    if not names or not text:
        return text
    return _pattern(tuple(names)).sub(lambda found: mark(found.group(), key, policy), text)


class NameHiding:
    """Hides the names that are not to be kept."""

    def __init__(
        self,
        *,
        policy: Policy,
        settings: UserSettings,
    ) -> None:
        self._policy = policy
        self._settings = settings

    def hider(self) -> Callable[[str], str]:
        """A text with each such name replaced by its mark."""
        names, bounds = self._settings.get().redact_names, self._policy.settings
        if not names:
            return lambda text: text
        key = self._settings.redaction_key()
        return lambda text: mask(text, names, key, bounds)
