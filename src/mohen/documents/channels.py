"""Channels of documents: exact JSON for frameworks that want a store."""

from __future__ import annotations

from typing import Annotated, Any

from mohen.documents.model import (
    Delete,
    Document,
    Done,
    Get,
    Gone,
    Namespaces,
    Op,
    Put,
    Search,
)
from mohen.errors import InvalidArgument
from mohen.server.channels import Channel, Desk
from mohen.server.shapes import ITSELF, Milliseconds, SaidNull, Wire

Labels = Annotated[tuple[str, ...], "labels, the outermost first"]
Pattern = Annotated[tuple[str, ...], "labels; `*` is any one label"]
Vector = tuple[float, ...]
Refresh = Annotated[bool, "what is read and has a `ttlMs` lives as long again"]
Offset = Annotated[int, "how many to pass over"]
Wipe = Annotated[
    bool, "answer when no file holds a byte of it any more; else the next upkeep sees to that"
]


class PutOp(Wire, builds=Put):
    namespace: Labels
    key: str
    value: Annotated[Any, "any JSON; it comes back as it is"]
    ttl_ms: Annotated[int | None, "how long it lives; absent: until it is deleted"] = None
    vectors: Annotated[tuple[Vector, ...], "what it is found by: one, or several"] = ()


class GetOp(Wire, builds=Get):
    namespace: Labels
    key: str
    refresh: Refresh = True


class DeleteOp(Wire, builds=Delete):
    namespace: Labels
    key: str


class SearchOp(Wire, builds=Search):
    namespace: Annotated[tuple[str, ...], "in it and below it; absent: in all"] = ()
    filter: Annotated[
        dict[str, Any] | None,
        "fields and what they are equal to, or `$eq`, `$ne`, `$gt`, `$gte`, `$lt`, `$lte`",
    ] = None
    vector: Annotated[Vector | None, "the nearest first; absent: the last written first"] = None
    limit: Annotated[int | None, "at most 10,000; default 10"] = None
    offset: Offset = 0
    refresh: Refresh = True


class NamespacesOp(Wire, builds=Namespaces):
    prefix: Pattern = ()
    suffix: Pattern = ()
    max_depth: Annotated[int | None, "cut to so many labels"] = None
    limit: Annotated[int | None, "at most 10,000; default 100"] = None
    offset: Offset = 0


class PutPayload(PutOp):
    project_id: str


class GetPayload(GetOp):
    project_id: str


class DeletePayload(DeleteOp):
    project_id: str
    wipe: Wipe = False
    dry_run: Annotated[bool, "only say how many would go"] = False


class ClearPayload(Wire):
    project_id: str
    namespace: Annotated[tuple[str, ...], "in it and below it; absent: all of the project"] = ()
    wipe: Wipe = False
    dry_run: Annotated[bool, "only say how many would go"] = False


class SearchPayload(SearchOp):
    project_id: str


class NamespacesPayload(NamespacesOp):
    project_id: str


class DocumentData(Wire, of=Document):
    namespace: tuple[str, ...]
    key: str
    value: Annotated[Any, SaidNull]
    created_at: Milliseconds
    updated_at: Milliseconds
    ttl_ms: int | None = None
    expires_at: Milliseconds | None = None
    score: Annotated[float | None, "cosine; where a vector was asked with"] = None


class GetData(Wire):
    document: Annotated[DocumentData | None, ITSELF, "absent: there is none"] = None


class SearchData(Wire):
    items: Annotated[list[DocumentData], ITSELF]


class NamespacesData(Wire):
    items: Annotated[list[tuple[str, ...]], ITSELF]


class GoneData(Wire, of=Gone):
    deleted: Annotated[int, "how many documents went, or would"]
    wiped: Annotated[bool, "no file of the home holds any of it any more"]


# -- documents:batch


class OpPayload(Wire):
    """Exactly one of these."""

    put: PutOp | None = None
    get: GetOp | None = None
    delete: DeleteOp | None = None
    search: SearchOp | None = None
    namespaces: NamespacesOp | None = None


class BatchPayload(Wire):
    project_id: str
    ops: Annotated[list[OpPayload], "in their order; at most 1,000"]


class DoneData(Wire, of=Done):
    document: Annotated[DocumentData | None, "of a put, or a get that found one"] = None
    deleted: Annotated[bool | None, "of a delete: whether it was there"] = None
    items: Annotated[list[DocumentData] | None, "of a search"] = None
    namespaces: Annotated[list[tuple[str, ...]] | None, "of namespaces"] = None


class BatchData(Wire):
    results: Annotated[list[DoneData], ITSELF, "one for each operation"]


def _batch(desk: Desk, asked: BatchPayload) -> list[Done]:
    return desk.memory.documents.batch(
        asked.project_id, [_op(place, each) for place, each in enumerate(asked.ops)]
    )


def _op(place: int, asked: OpPayload) -> Op:
    named = (asked.put, asked.get, asked.delete, asked.search, asked.namespaces)
    found = [each for each in named if each is not None]
    if len(found) != 1:
        raise InvalidArgument(
            "name exactly one of put, get, delete, search and namespaces", field=f"ops.{place}"
        )
    op: Op = found[0].built()
    return op


TABLE: tuple[Channel, ...] = (
    Channel(
        "documents:put",
        "Keep a JSON value under a namespace and a key, in the place of what stood there.",
        PutPayload,
        DocumentData,
        "documents.put",
        in_order=True,
    ),
    Channel(
        "documents:get",
        "The document under a key, exactly as it was put.",
        GetPayload,
        GetData,
        "documents.get",
    ),
    Channel(
        "documents:delete",
        "Delete the document under a key. Deleting twice is fine.",
        DeletePayload,
        GoneData,
        "documents.delete",
        in_order=True,
    ),
    Channel(
        "documents:clear",
        "Delete everything in a namespace and below it.",
        ClearPayload,
        GoneData,
        "documents.clear",
        in_order=True,
    ),
    Channel(
        "documents:search",
        "Documents in a namespace and below it, by their fields and by a vector.",
        SearchPayload,
        SearchData,
        "documents.search",
    ),
    Channel(
        "documents:namespaces",
        "The namespaces in which something lies.",
        NamespacesPayload,
        NamespacesData,
        "documents.namespaces",
    ),
    Channel(
        "documents:batch",
        "Several of these in their order: all that is to be written is, or nothing.",
        BatchPayload,
        BatchData,
        _batch,
        in_order=True,
    ),
)
