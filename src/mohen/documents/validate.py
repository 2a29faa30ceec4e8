"""What may be asked of documents, by its name on the wire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.values import dataclass
from mohen.documents import exact_json, filters, nearest
from mohen.documents.model import Delete, Get, Namespace, Namespaces, Op, Put, Search
from mohen.errors import InvalidArgument

if TYPE_CHECKING:
    from mohen.documents.policy import Documents


@dataclass(frozen=True, slots=True)
class Ready:
    """What of an operation goes into the store as it is."""

    text: str = ""
    vectors: Sequence[bytes] = ()


def ready(op: Op, policy: Documents, longest_ms: int, *, within: str = "") -> Ready:
    """Raises `InvalidArgument` that names the field, `within` a batch."""
    try:
        return _ready(op, policy, longest_ms)
    except InvalidArgument as error:
        if not within:
            raise
        field = f"{within}.{type(op).__name__.lower()}.{error.details['field']}"
        raise type(error)(error.message, **{**error.details, "field": field}) from None


def _ready(op: Op, policy: Documents, longest_ms: int) -> Ready:
    if isinstance(op, Namespaces):
        check_labels(op.prefix, policy, field="prefix", least=0)
        check_labels(op.suffix, policy, field="suffix", least=0)
        _check_whole(maxDepth=op.max_depth)
    else:
        check_labels(op.namespace, policy, least=0 if isinstance(op, Search) else 1)
    if isinstance(op, Put | Get | Delete):
        _check_text("key", op.key, policy.key_chars_max)
    if isinstance(op, Search | Namespaces):
        _check_whole(offset=op.offset)
    if isinstance(op, Search) and op.filter is not None:
        filters.check(op.filter)
    if isinstance(op, Search) and op.vector is not None:
        return Ready(vectors=[nearest.packed(op.vector, "vector", policy.dims_max)])
    return _ready_to_put(op, policy, longest_ms) if isinstance(op, Put) else Ready()


def _ready_to_put(op: Put, policy: Documents, longest_ms: int) -> Ready:
    if op.ttl_ms is not None and not 0 < op.ttl_ms <= longest_ms:
        raise InvalidArgument(f"ttlMs must be from 1 to {longest_ms}", field="ttlMs")
    if len(op.vectors) > policy.vectors_max:
        raise InvalidArgument(f"vectors holds more than {policy.vectors_max}", field="vectors")
    return Ready(
        exact_json.written(op.value, policy.value_bytes_max),
        [nearest.packed(each, "vectors", policy.dims_max) for each in op.vectors],
    )


def check_labels(
    labels: Namespace, policy: Documents, *, field: str = "namespace", least: int = 1
) -> None:
    if not least <= len(labels) <= policy.labels_max:
        raise InvalidArgument(
            f"{field} must have {least} to {policy.labels_max} labels", field=field
        )
    for each in labels:
        _check_text(field, each, policy.label_chars_max)


def _check_text(field: str, text: str, most: int) -> None:
    if not text:
        raise InvalidArgument(f"{field} must not be blank", field=field)
    if len(text) > most:
        raise InvalidArgument(f"{field} is longer than {most} characters", field=field)
    validation.check_characters(field, text)


def _check_whole(**given: int | None) -> None:
    for field, value in given.items():
        if value is not None and value < 0:
            raise InvalidArgument(f"{field} must not be negative", field=field)
