"""Full text as values: what is asked for, and the query that finds it."""

from __future__ import annotations

from typing import Any, NamedTuple


class Word(NamedTuple):
    """A term that is looked for; with `begins`, all that begin with it."""

    term: str
    begins: bool = False


class Found(NamedTuple):
    """A query of (seq, best), for who joins it with rows: `best` is BM25, higher is better."""

    sql: str
    values: tuple[Any, ...]
