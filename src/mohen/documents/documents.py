"""`memory.documents`: exact JSON under a namespace and a key, for frameworks that want a store.

Deliberately no knowledge: nothing is reworded, masked, merged or faded, and nothing is learned from
it. What was put comes back as it was, until it is deleted, forgotten, cleared, or its time is up.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from mohen.core import validation
from mohen.documents import filters, namespaces, nearest, validate
from mohen.documents.model import (
    Delete,
    Document,
    Done,
    Get,
    Gone,
    Namespace,
    Namespaces,
    Op,
    Put,
    Search,
)
from mohen.documents.validate import Ready
from mohen.errors import Conflict, InvalidArgument, StoreError

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.core.secure_wipe import SecureWipe
    from mohen.core.settings import UserSettings
    from mohen.documents.store import DocumentStore
    from mohen.policy import Policy

T = TypeVar("T")


class Documents:
    """Puts, gets, finds and deletes documents."""

    def __init__(
        self,
        *,
        clock: Clock,
        document_store: DocumentStore,
        mind_db: Database,
        policy: Policy,
        secure_wipe: SecureWipe,
        settings: UserSettings,
        settled: Clock,
    ) -> None:
        self._clock = clock
        self._document_store = document_store
        self._mind_db = mind_db
        self._policy = policy
        self._secure_wipe = secure_wipe
        self._settings = settings
        self._settled = settled

    # -- one at a time

    def put(
        self,
        project_id: str,
        namespace: Sequence[str],
        key: str,
        value: Any,
        *,
        ttl_ms: int | None = None,
        vectors: Sequence[Sequence[float]] = (),
    ) -> Document:
        """In the place of what stood there. `ttl_ms`: how long it lives from now, or from the last
        read that prolongs it. `vectors`: what it is found by; it may be several."""
        op = Put(
            namespace=tuple(namespace),
            key=key,
            value=value,
            ttl_ms=ttl_ms,
            vectors=tuple(map(tuple, vectors)),
        )
        [done] = self._run(project_id, [op])
        assert done.document is not None
        return done.document

    def get(
        self, project_id: str, namespace: Sequence[str], key: str, *, refresh: bool = True
    ) -> Document | None:
        """None where there is none, or its time is up. `refresh`: it lives as long again."""
        [done] = self._run(project_id, [Get(namespace=tuple(namespace), key=key, refresh=refresh)])
        return done.document

    def search(
        self,
        project_id: str,
        namespace: Sequence[str] = (),
        *,
        filter: Mapping[str, Any] | None = None,
        vector: Sequence[float] | None = None,
        limit: int | None = None,
        offset: int = 0,
        refresh: bool = True,
    ) -> tuple[Document, ...]:
        """What lies in a namespace and below it: the nearest to a vector first, or the last
        written."""
        op = Search(
            namespace=tuple(namespace),
            filter=filter,
            vector=None if vector is None else tuple(vector),
            limit=limit,
            offset=offset,
            refresh=refresh,
        )
        [done] = self._run(project_id, [op])
        return done.items or ()

    def namespaces(
        self,
        project_id: str,
        *,
        prefix: Sequence[str] = (),
        suffix: Sequence[str] = (),
        max_depth: int | None = None,
        limit: int | None = None,
        offset: int = 0,
    ) -> tuple[Namespace, ...]:
        """Those in which something lies, in order. In `prefix` and `suffix` `*` is any label."""
        op = Namespaces(
            prefix=tuple(prefix),
            suffix=tuple(suffix),
            max_depth=max_depth,
            limit=limit,
            offset=offset,
        )
        [done] = self._run(project_id, [op])
        return done.namespaces or ()

    def delete(
        self,
        project_id: str,
        namespace: Sequence[str],
        key: str,
        *,
        wipe: bool = False,
        dry_run: bool = False,
    ) -> Gone:
        """Deleting twice is fine. With `wipe` no file holds a byte of it when this answers; else
        the next upkeep sees to that."""
        if dry_run:
            found = self.get(project_id, namespace, key, refresh=False)
            return Gone(int(found is not None))
        [done] = self._run(project_id, [Delete(namespace=tuple(namespace), key=key)])
        return self._gone(int(bool(done.deleted)), wipe=wipe)

    def clear(
        self,
        project_id: str,
        namespace: Sequence[str] = (),
        *,
        wipe: bool = False,
        dry_run: bool = False,
    ) -> Gone:
        """Everything in a namespace and below it; without one, every document of the project."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        validate.check_labels(tuple(namespace), self._policy.documents, least=0)
        if dry_run:
            with self._mind_db.read() as reader:
                found = self._document_store.order(reader, project_id, tuple(namespace))
            return Gone(len(found))

        def write(tx: Tx) -> int:
            gone = self._document_store.clear(tx, project_id, tuple(namespace))
            if gone:
                self._secure_wipe.owe(tx)
            return gone

        return self._gone(self._mind_db.write(write).value, wipe=wipe)

    def _gone(self, count: int, *, wipe: bool) -> Gone:
        return Gone(count, wipe and self._secure_wipe.wipe(episodes=False, mind=True))

    # -- many at once

    def batch(self, project_id: str, ops: Sequence[Op]) -> list[Done]:
        """In their order, each seeing what those before it wrote; all of it is written, or
        nothing."""
        most = self._policy.documents.ops_max
        if len(ops) > most:
            raise InvalidArgument(f"ops holds more than {most}", field="ops")
        return self._run(project_id, ops, batch=True)

    def _run(self, project_id: str, ops: Sequence[Op], *, batch: bool = False) -> list[Done]:
        validation.check_ids(self._policy.recording, projectId=project_id)
        now = self._clock.now()
        longest = self._policy.recording.latest_ms - now
        sound = [
            validate.ready(
                op, self._policy.documents, longest, within=f"ops.{place}" if batch else ""
            )
            for place, op in enumerate(ops)
        ]
        if any(isinstance(op, Put) for op in ops) and self._settings.get().privacy_mode_enabled:
            raise Conflict("privacy mode is on: documents hold every word, and none is kept")

        def work(tx: Tx) -> list[Done]:
            return [
                self._done(tx, project_id, op, ready, now)
                for op, ready in zip(ops, sound, strict=True)
            ]

        if any(isinstance(op, Put | Delete) for op in ops):
            done = self._mind_db.write(work).value
        else:
            with self._mind_db.read() as reader:
                done = work(reader)
        self._prolong(project_id, ops, done, now)
        return done

    def _done(self, tx: Tx, project_id: str, op: Op, ready: Ready, now: int) -> Done:
        if isinstance(op, Put):
            return Done(document=self._put(tx, project_id, op, ready, now))
        if isinstance(op, Get):
            found = self._document_store.get(tx, project_id, op.namespace, op.key, now)
            return Done(document=found)
        if isinstance(op, Delete):
            deleted = self._document_store.delete(tx, project_id, op.namespace, op.key)
            if deleted:
                self._secure_wipe.owe(tx)
            return Done(deleted=deleted)
        if isinstance(op, Search):
            return Done(items=self._found(tx, project_id, op, ready, now))
        return Done(namespaces=self._listed(tx, project_id, op, now))

    def _put(self, tx: Tx, project_id: str, op: Put, ready: Ready, now: int) -> Document:
        document = Document(
            namespace=op.namespace,
            key=op.key,
            value=op.value,
            created_at=now,
            updated_at=now,
            ttl_ms=op.ttl_ms,
            expires_at=None if op.ttl_ms is None else now + op.ttl_ms,
        )
        created_at = self._document_store.put(tx, project_id, document, ready.text, ready.vectors)
        if created_at is None:
            return document
        self._secure_wipe.owe(tx)  # what stood there
        return replace(document, created_at=created_at)

    def _found(
        self, reader: Tx, project_id: str, op: Search, ready: Ready, now: int
    ) -> tuple[Document, ...]:
        policy, store = self._policy.documents, self._document_store
        order, scores = store.order(reader, project_id, op.namespace), dict[int, float]()
        for asked in ready.vectors:
            vectors = store.vectors(reader, project_id, op.namespace, len(asked))
            scores = nearest.scores(vectors, asked)
            order = nearest.ranked(order, scores)
        size = validation.size(op.limit, default=policy.found, most=policy.found_max)

        def fitting() -> Iterator[Document]:
            for at in range(0, len(order), policy.read_at_once):
                batch = order[at : at + policy.read_at_once]
                for pk, each in store.fetch(reader, batch, now):
                    if not op.filter or filters.lets_through(each.value, op.filter):
                        yield replace(each, score=scores[pk]) if pk in scores else each

        return _page(fitting(), op.offset, size)

    def _listed(
        self, reader: Tx, project_id: str, op: Namespaces, now: int
    ) -> tuple[Namespace, ...]:
        policy = self._policy.documents
        within = namespaces.fixed(op.prefix)
        found = self._document_store.namespaces(reader, project_id, within, now)
        wanted = namespaces.matching(found, op.prefix, op.suffix, op.max_depth)
        size = validation.size(op.limit, default=policy.listed, most=policy.listed_max)
        return _page(wanted, op.offset, size)

    # -- time

    def _prolong(self, project_id: str, ops: Sequence[Op], done: Sequence[Done], now: int) -> None:
        """What was read lives as long again. A read is answered even if that cannot be written."""
        read = [
            document
            for op, each in zip(ops, done, strict=True)
            if isinstance(op, Get | Search) and op.refresh
            for document in (each.items or filter(None, [each.document]))
            if document.ttl_ms is not None
        ]
        if read:
            with suppress(StoreError):
                self._mind_db.write(
                    partial(
                        self._document_store.prolong,
                        project_id=project_id,
                        documents=read,
                        now=now,
                    )
                )

    def sweep(self) -> int:
        """Delete what has expired; answers how many. Nobody reads those anyway."""
        now = self._settled.now()
        if not self._document_store.has_expired(now):
            return 0

        def write(tx: Tx) -> int:
            self._secure_wipe.owe(tx)
            return self._document_store.expire(tx, now)

        return self._mind_db.write(write).value


def _page(found: Iterable[T], offset: int, size: int) -> tuple[T, ...]:
    """Beyond any number that there can be there is nothing."""
    first = min(offset, sys.maxsize - size)
    return tuple(islice(found, first, first + size))
