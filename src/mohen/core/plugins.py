"""Packages of others that extend Mohen: found by their entry points, loaded when they are needed.

What is broken in one is told and never breaks anything here: it is left out, with a warning in the
log and a line of `mohen doctor`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from mohen.core.logs import logger
from mohen.core.values import dataclass

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

log = logger(__name__)

EMBEDDERS: Final = "mohen.embedders"
"""`make(model: str | None)` gives an object with `name`, `dims` and `embed(texts)`."""
READERS: Final = "mohen.readers"
"""An object with `knows(path)` and `conversations(path)`: transcripts of another host."""
IMPORTERS: Final = "mohen.importers"
"""`read(path)` gives memories, or None where the file is not its own."""
HOSTS: Final = "mohen.hosts"
"""A host that `mohen install` can set up, as `integrations` has its own."""
GROUPS: Final = (EMBEDDERS, READERS, IMPORTERS, HOSTS)


@dataclass(frozen=True, slots=True)
class Plugin:
    """One of them. `made` is what its entry point names; `problem`: why there is none."""

    group: str
    name: str
    made: Any = None
    problem: str = ""

    def ask(self, act: Callable[[Any], Any]) -> Any:
        """What comes of it; None, and a warning, where it raises. It is code of others: whatever
        it raises is told by its kind alone."""
        try:
            return act(self.made)
        except Exception as problem:  # noqa: BLE001
            log.warning("plugin %s (%s) failed: %s", self.name, self.group, type(problem).__name__)
            return None


def names(group: str) -> tuple[str, ...]:
    """Those that are installed. Looks only; imports none of them."""
    return tuple(_found(group, tuple(sys.path)))


def load(group: str, name: str) -> Plugin | None:
    """None where none of that name is installed."""
    entry = _found(group, tuple(sys.path)).get(name)
    return None if entry is None else _loaded(entry)


def loaded(group: str) -> Iterator[Plugin]:
    """Those that could be loaded."""
    for name in names(group):
        plugin = load(group, name)
        if plugin is not None and not plugin.problem:
            yield plugin


def all_of_them() -> Iterator[Plugin]:
    """Of every group, sound or not."""
    for group in GROUPS:
        yield from (each for name in names(group) if (each := load(group, name)) is not None)


@lru_cache(maxsize=16)
def _found(group: str, _path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Remembered while Python looks in the same places: looking reads every package's metadata."""
    from importlib.metadata import entry_points  # who asks for no plugin pays nothing

    return {each.name: each for each in sorted(entry_points(group=group))}


@lru_cache(maxsize=64)
def _loaded(entry: EntryPoint) -> Plugin:
    try:
        return Plugin(entry.group, entry.name, entry.load())
    except Exception as problem:  # noqa: BLE001 - whatever the code of others raises
        why = type(problem).__name__
        log.warning("plugin %s (%s) could not be loaded: %s", entry.name, entry.group, why)
        return Plugin(entry.group, entry.name, problem=why)
