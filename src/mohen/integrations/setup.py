"""What a host's setup is made of: folders of our own, and entries in files that are the user's.

A host says what it wants there (`Host.plan`) and nothing of how it comes about; `install.py`
writes it and takes it away again. Hosts of other packages are found by their entry points.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from mohen.core import plugins
from mohen.core.values import dataclass
from mohen.errors import NotFound

PLUGINS = Path(__file__).parent / "plugins"
"""Folders that are copied into hosts; they ship with the package."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a host is set up, and how it starts Mohen."""

    user: Path  # the user's own folder
    environment: Mapping[str, str]
    command: tuple[str, ...]  # how `mohen` is started, whatever the PATH says
    home: Path | None = None  # of the memory, where somebody named it
    project: str | None = None  # likewise
    tools: bool = True  # whether `mohen mcp` can be started here

    def argv(self, *words: str) -> list[str]:
        named = (("--home", self.home), ("--project", self.project))
        options = [str(each) for pair in named if pair[1] is not None for each in pair]
        return [*self.command, *words, *options]

    def line(self, *words: str) -> str:
        """For a host that gives it to a shell."""
        return shlex.join(self.argv(*words))

    def folder(self, variable: str, name: str) -> Path:
        """Of a host: as the environment names it, else in the user's own."""
        named = self.environment.get(variable)
        return Path(named).expanduser() if named else self.user / name


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that is ours alone."""

    path: Path
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a configuration file: JSON, TOML or YAML, by the file's name. With `item`, it
    is one more in the list there."""

    path: Path
    keys: tuple[str, ...]
    value: Any
    item: bool = False


Part = Folder | Entry


@dataclass(frozen=True, slots=True)
class Host:
    """A program that agents live in."""

    title: str
    plan: Callable[[Setting], tuple[Part, ...]]
    then: tuple[str, str]  # what is left for the user to do, in English and Chinese


HOSTS: dict[str, str] = {
    "claude-code": "mohen.integrations.claude_code:HOST",
    "codex": "mohen.integrations.codex:HOST",
    "gemini": "mohen.integrations.gemini:HOST",
    "cursor": "mohen.integrations.cursor:HOST",
    "openclaw": "mohen.integrations.openclaw:HOST",
    "hermes": "mohen.integrations.hermes:HOST",
}
"""Where each host is described."""


def host(name: str) -> Host:
    """Ours, or another package's. Raises `NotFound`."""
    if name not in HOSTS:
        plugin = plugins.load(plugins.HOSTS, name)
        if plugin is not None and isinstance(plugin.made, Host):
            return plugin.made
        known = ", ".join((*HOSTS, *plugins.names(plugins.HOSTS)))
        raise NotFound(f"no host of that name is known: {known}", field="host")
    module, _, attribute = HOSTS[name].partition(":")
    found: Host = getattr(import_module(module), attribute)
    return found


def files(folder: Path) -> dict[str, str]:
    """The files of a folder that ships with us, by their relative names."""
    found = sorted(each for each in folder.rglob("*") if each.is_file())
    return {
        each.relative_to(folder).as_posix(): each.read_text(encoding="utf-8")
        for each in found
        if "__pycache__" not in each.parts
    }
