"""Documents go from one home to another: each as a record, byte for byte, with its vectors."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from mohen.documents import exact_json, validate
from mohen.documents.model import Document, Put
from mohen.errors import InvalidArgument

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.core.settings import UserSettings
    from mohen.documents.store import DocumentStore
    from mohen.policy import Policy

_FLOAT = 4  # bytes


class DocumentCarrier:
    """Tells documents as records, and takes such records in."""

    def __init__(
        self,
        *,
        clock: Clock,
        document_store: DocumentStore,
        mind_db: Database,
        policy: Policy,
        settings: UserSettings,
    ) -> None:
        self._clock = clock
        self._document_store = document_store
        self._mind_db = mind_db
        self._policy = policy
        self._settings = settings

    def records(self, project_id: str, after: int) -> tuple[list[dict[str, Any]], int]:
        """Of those behind a number, in the order of writing, and the number reached: 0 where there
        are no more. Documents may be long, so a piece ends by its length too."""
        policy, told, length = self._policy.transfer, list[dict[str, Any]](), 0
        page = self._document_store.page(project_id, after, policy.page)
        vectors = self._document_store.vectors_of([pk for pk, _ in page])
        for pk, each in page:
            told.append(_record(each, vectors.get(pk, ())))
            length += len(exact_json.written(each.value, self._policy.documents.value_bytes_max))
            after = pk
            if length > policy.piece_chars:
                break
        return told, after if page else 0

    def take(self, project_id: str, records: Iterable[Mapping[str, Any]]) -> tuple[int, int, int]:
        """How many were new or newer than what stands here, were known, and make no sense. Twice
        is once. What has expired on the way is not taken in; in privacy mode nothing is."""
        if self._settings.get().privacy_mode_enabled:
            return 0, 0, 0
        sound, senseless = list[tuple[Document, str, list[bytes]]](), 0
        for each in records:
            try:
                sound.append(self._read(each))
            except (InvalidArgument, KeyError, TypeError, ValueError):
                senseless += 1
        added = self._mind_db.write(
            lambda tx: sum(self._take(tx, project_id, *each) for each in sound)
        ).value
        return added, len(sound) - added, senseless

    def _take(
        self, tx: Tx, project_id: str, document: Document, text: str, vectors: list[bytes]
    ) -> bool:
        now = self._clock.now()
        if document.expires_at is not None and document.expires_at <= now:
            return False
        here = self._document_store.get(tx, project_id, document.namespace, document.key, now)
        if here is not None and here.updated_at >= document.updated_at:
            return False
        self._document_store.put(tx, project_id, document, text, vectors)
        return True

    def _read(self, record: Mapping[str, Any]) -> tuple[Document, str, list[bytes]]:
        """As it would be put, with its own times."""
        op = Put(
            namespace=_labels(record["namespace"]),
            key=_of(str, record["key"]),
            value=record["value"],
            ttl_ms=_time(record.get("ttl_ms")),
        )
        longest = self._policy.recording.latest_ms
        text = validate.ready(op, self._policy.documents, longest).text
        vectors = [b64decode(each, validate=True) for each in record.get("vectors", ())]
        bounds = self._policy.documents
        if len(vectors) > bounds.vectors_max or any(
            not each or len(each) % _FLOAT or len(each) > _FLOAT * bounds.dims_max
            for each in vectors
        ):
            raise ValueError("no vectors")
        document = Document(
            namespace=op.namespace,
            key=op.key,
            value=op.value,
            created_at=_of(int, record["created_at"]),
            updated_at=_of(int, record["updated_at"]),
            ttl_ms=op.ttl_ms,
            expires_at=_time(record.get("expires_at")),
        )
        if not 0 <= document.created_at <= document.updated_at <= self._policy.recording.latest_ms:
            raise ValueError("no times")
        return document, text, vectors


def _record(document: Document, vectors: Iterable[bytes]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "record": "document",
        "namespace": list(document.namespace),
        "key": document.key,
        "value": document.value,
        "created_at": document.created_at,
        "updated_at": document.updated_at,
    }
    if document.ttl_ms is not None:
        told |= {"ttl_ms": document.ttl_ms, "expires_at": document.expires_at}
    if packed := [b64encode(each).decode() for each in vectors]:
        told["vectors"] = packed
    return told


def _labels(told: Any) -> tuple[str, ...]:
    return tuple(_of(str, each) for each in _of(list, told))


def _time(told: Any) -> int | None:
    return None if told is None else _of(int, told)


def _of(kind: type, told: Any) -> Any:
    if type(told) is not kind:
        raise TypeError("a field of another kind")
    return told
