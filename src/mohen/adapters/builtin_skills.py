"""The skills that ship with Mohen, as the files they are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def texts() -> Mapping[str, str]:
    """Every built-in SKILL.md by its id, in the order of the ids."""
    folder = resources.files("mohen.skills")
    found = sorted(each.name for each in folder.iterdir() if each.is_dir() and "_" not in each.name)
    return {name: folder.joinpath(name, "SKILL.md").read_text("utf-8") for name in found}
