"""The sample projects that ship with Mohen, as the files they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable


@cache
def texts(language: str) -> Mapping[str, str]:
    """Every file of one sample by its path in it, in order."""
    return dict(sorted(_below(resources.files("mohen.samples").joinpath(language), "")))


def _below(folder: Traversable, way: str) -> Iterator[tuple[str, str]]:
    for each in folder.iterdir():
        path = f"{way}{each.name}"
        if each.is_dir():
            yield from _below(each, f"{path}/")
        elif each.name.endswith((".md", ".toml")):
            yield path, each.read_text("utf-8")
