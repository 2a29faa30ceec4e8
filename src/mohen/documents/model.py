"""Documents as values, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from mohen.core.values import dataclass

Namespace: TypeAlias = tuple[str, ...]
"""Labels, the outermost first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A JSON value under its key, as it was put."""

    namespace: Namespace
    key: str
    value: Any
    created_at: int
    updated_at: int
    ttl_ms: int | None = None
    expires_at: int | None = None
    score: float | None = None  # how near it is, where a vector was asked with


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    namespace: Namespace
    key: str
    value: Any
    ttl_ms: int | None = None
    vectors: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Get:
    namespace: Namespace
    key: str
    refresh: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Delete:
    namespace: Namespace
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    namespace: Namespace = ()
    filter: Mapping[str, Any] | None = None
    vector: tuple[float, ...] | None = None
    limit: int | None = None
    offset: int = 0
    refresh: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Namespaces:
    prefix: Namespace = ()
    suffix: Namespace = ()
    max_depth: int | None = None
    limit: int | None = None
    offset: int = 0


Op: TypeAlias = Put | Get | Delete | Search | Namespaces


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What came of one operation of a batch."""

    document: Document | None = None
    deleted: bool | None = None
    items: tuple[Document, ...] | None = None
    namespaces: tuple[Namespace, ...] | None = None


@dataclass(frozen=True, slots=True)
class Gone:
    """How many documents a deletion took."""

    deleted: int
    wiped: bool = False  # no file of the home holds any of it any more
