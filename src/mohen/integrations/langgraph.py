"""LangGraph's store on Mohen's documents: `pip install '.[langgraph]'`.

>>> from mohen import open_memory
>>> from mohen.integrations.langgraph import MohenStore
>>> store = MohenStore(open_memory(), "my-agent")
>>> graph = builder.compile(store=store)

Instead of a memory it takes a `mohen.client.Client`, and stands on a running server then. `index`
is LangGraph's own: what is put is found by the caller's embeddings, field by field.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    IndexConfig,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    TTLConfig,
    ensure_embeddings,
    get_text_at_path,
    tokenize_path,
)

from mohen.integrations.asking import Shelf

if TYPE_CHECKING:
    from mohen.client import Client
    from mohen.memory import Memory

_MOST = 1_000  # operations of one batch
_MINUTE_MS = 60_000
_WHOLE = "$"  # of an item

Vectors = dict[str, list[float]]
"""Of texts that are put, and of questions."""


class MohenStore(BaseStore):
    """Items are documents of one project. What has expired is never read, swept or not."""

    supports_ttl = True

    def __init__(
        self,
        memory: Memory | Client,
        project_id: str,
        *,
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
    ) -> None:
        self._shelf = Shelf(memory, project_id)
        self.index_config = index
        self.ttl_config = ttl
        self.embeddings = ensure_embeddings(index.get("embed")) if index else None
        told: dict[str, Any] = dict(index or {})
        self._paths = told.get("fields") or told.get("text_fields") or [_WHOLE]

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        asked = list(ops)
        if self.embeddings is None:
            return self._run(asked, {}, {})
        texts, questions = self._to_embed(asked)
        made = self.embeddings.embed_documents(texts) if texts else []
        found = {each: self.embeddings.embed_query(each) for each in questions}
        return self._run(asked, dict(zip(texts, made, strict=True)), found)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        asked = list(ops)
        if self.embeddings is None:
            return await asyncio.to_thread(self._run, asked, {}, {})
        texts, questions = self._to_embed(asked)
        made = await self.embeddings.aembed_documents(texts) if texts else []
        answers = await asyncio.gather(*map(self.embeddings.aembed_query, questions))
        vectors, found = zip(texts, made, strict=True), zip(questions, answers, strict=True)
        return await asyncio.to_thread(self._run, asked, dict(vectors), dict(found))

    def _run(self, ops: Sequence[Op], vectors: Vectors, questions: Vectors) -> list[Result]:
        told = [self._told(op, vectors, questions) for op in ops]
        done: list[dict[str, Any]] = []
        for at in range(0, len(told), _MOST):
            done += self._shelf.batch(told[at : at + _MOST])
        return [_result(op, each) for op, each in zip(ops, done, strict=True)]

    # -- what is embedded

    def _to_embed(self, ops: Sequence[Op]) -> tuple[list[str], list[str]]:
        texts = [text for op in ops if isinstance(op, PutOp) for text in self._texts(op)]
        questions = [op.query for op in ops if isinstance(op, SearchOp) and op.query]
        return list(dict.fromkeys(texts)), list(dict.fromkeys(questions))

    def _texts(self, op: PutOp) -> Iterator[str]:
        if op.value is None or op.index is False:
            return
        for path in self._paths if op.index is None else op.index:
            steps = path if path == _WHOLE else tokenize_path(path)
            yield from get_text_at_path(op.value, steps)

    # -- in the words of the channels

    def _told(self, op: Op, vectors: Vectors, questions: Vectors) -> dict[str, Any]:
        if isinstance(op, GetOp):
            return {"get": {**_place(op), "refresh": op.refresh_ttl}}
        if isinstance(op, SearchOp):
            told = {
                "namespace": list(op.namespace_prefix),
                "limit": max(1, op.limit),
                "offset": op.offset,
                "refresh": op.refresh_ttl,
            }
            told |= {"filter": op.filter} if op.filter else {}
            asked = questions.get(op.query or "")
            return {"search": told | ({"vector": asked} if asked is not None else {})}
        if isinstance(op, ListNamespacesOp):
            return {"namespaces": _listing(op)}
        if op.value is None:
            return {"delete": _place(op)}
        put: dict[str, Any] = {**_place(op), "value": op.value}
        if op.ttl is not None:
            put["ttlMs"] = max(1, round(op.ttl * _MINUTE_MS))
        if self.embeddings is not None:
            put["vectors"] = [vectors[text] for text in self._texts(op)]
        return {"put": put}


def _place(op: GetOp | PutOp) -> dict[str, Any]:
    return {"namespace": list(op.namespace), "key": op.key}


def _listing(op: ListNamespacesOp) -> dict[str, Any]:
    told: dict[str, Any] = {"limit": max(1, op.limit), "offset": op.offset}
    for each in op.match_conditions or ():
        if each.match_type in told:
            raise NotImplementedError("one prefix and one suffix at most")
        told[each.match_type] = list(each.path)
    return told | ({} if op.max_depth is None else {"maxDepth": op.max_depth})


def _result(op: Op, done: dict[str, Any]) -> Result:
    if isinstance(op, GetOp):
        return Item(**_item(done["document"])) if "document" in done else None
    if isinstance(op, SearchOp):
        found = done["items"][: op.limit]
        return [SearchItem(**_item(each), score=each.get("score")) for each in found]
    if isinstance(op, ListNamespacesOp):
        return [tuple(each) for each in done["namespaces"][: op.limit]]
    return None


def _item(document: dict[str, Any]) -> dict[str, Any]:
    return {
        "namespace": tuple(document["namespace"]),
        "key": document["key"],
        "value": document["value"],
        "created_at": _moment(document["createdAt"]),
        "updated_at": _moment(document["updatedAt"]),
    }


def _moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)
