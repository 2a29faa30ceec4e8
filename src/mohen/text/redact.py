"""What may be kept of a text: secrets never, and names the author does not want kept only as marks.

Every text that is stored goes through `kept` on its way in, or, where the author speaks of their
own names, through `without_secrets`. The same name always gives the same mark within one home, so
that learning and search still work on it (R119); the mark cannot be turned back without the home's
key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mohen.core import calls
from mohen.core.keyed_hash import sealed
from mohen.text import secrets
from mohen.text.lazy_pattern import LazyPattern

if TYPE_CHECKING:
    from mohen.core.policy import Settings
    from mohen.core.settings import UserSettings
    from mohen.policy import Policy

OPEN, CLOSE = "⟦", "⟧"
_MARK = LazyPattern(rf"{OPEN}[0-9a-f]+{CLOSE}")


def mark(name: str, key: bytes, policy: Settings) -> str:
    return f"{OPEN}{sealed(key, name.casefold())[: policy.redact_mark_chars]}{CLOSE}"


def mark_of(name: str, key: bytes, policy: Settings) -> str:
    """By which a name is known again, whether it came as it is or is hidden already."""
    return name if _MARK.fullmatch(name) else mark(name, key, policy)


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


def without_secrets(text: str) -> str:
    """`text` with its secrets masked; who asked to have it kept is told how many there were."""
    hidden, kinds = secrets.masked(text)
    if kinds:
        calls.count_masked(len(kinds))
    return hidden


def all_without_secrets(told: Any) -> Any:
    """The same with every text in it, for what comes as JSON."""
    if isinstance(told, str):
        return without_secrets(told)
    if isinstance(told, Mapping):
        return {name: all_without_secrets(each) for name, each in told.items()}
    if isinstance(told, (list, tuple)):
        return [all_without_secrets(each) for each in told]
    return told


def kept(text: str, names: Sequence[str], key: bytes, policy: Settings) -> str:
    """`text` as it may be stored."""
    return mask(without_secrets(text), names, key, policy)


def keeper(names: Sequence[str], key: bytes, policy: Settings) -> Callable[[str], str]:
    """As `kept`, for the texts of one thing that is stored: what stands in it twice, as a
    suggestion and as the text that was taken, is looked through once and counted twice."""
    known: dict[str, tuple[str, int]] = {}

    def keep(text: str) -> str:
        found = known.get(text)
        if found is None:
            hidden, kinds = secrets.masked(text)
            found = known[text] = mask(hidden, names, key, policy), len(kinds)
        calls.count_masked(found[1])
        return found[0]

    return keep


class NameHiding:
    """Hides secrets, and the names that are not to be kept."""

    def __init__(
        self,
        *,
        policy: Policy,
        settings: UserSettings,
    ) -> None:
        self._policy = policy
        self._settings = settings

    def hider(self) -> Callable[[str], str]:
        """A text as it may be stored."""
        names, bounds = self._settings.get().redact_names, self._policy.settings
        key = self._settings.redaction_key() if names else b""
        return lambda text: kept(text, names, key, bounds)

    def written(self, name: str) -> tuple[str, ...]:
        """How somebody's name may stand in what is kept: as it is, as it is hidden now, and as it
        was while all of it was hidden."""
        name = " ".join(name.split())
        whole = mark_of(name, self._settings.redaction_key(), self._policy.settings)
        return name, self.hider()(name), whole
