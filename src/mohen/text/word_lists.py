"""Lists of words: written as text, or kept in the data files of a package.

What a language is made of stands in `data/en/` and `data/zh/` beside the code that reads it, in
files and topics of the same names. A file is read when it is first asked for, and then once.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


@cache
def table(module: str, name: str) -> dict[str, Any]:
    """A TOML file of the folder `data` beside a module, which gives its `__file__`. Whoever asks
    gets the same table, and changes nothing in it."""
    import tomllib

    return tomllib.loads(Path(module).with_name("data").joinpath(name).read_text("utf-8"))
