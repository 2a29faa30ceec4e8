"""Settings of documents: how large they may be, and how many are answered at once."""

from __future__ import annotations

from mohen.core.policy import number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Documents:
    """Exact JSON for frameworks."""

    labels_max: int = number(32, spec="house", unit="labels a namespace")
    label_chars_max: int = number(512, spec="house", unit="code points a label")
    key_chars_max: int = number(1_024, spec="house", unit="code points a key")
    value_bytes_max: int = number(8_388_608, spec="house", unit="bytes of JSON a document")
    vectors_max: int = number(256, spec="house", unit="vectors a document")
    dims_max: int = number(8_192, spec="house", unit="numbers a vector")
    found: int = number(10, spec="house", unit="documents a search answers with")
    found_max: int = number(10_000, spec="house", unit="documents a search may answer with")
    listed: int = number(100, spec="house", unit="namespaces a list answers with")
    listed_max: int = number(10_000, spec="house", unit="namespaces a list may answer with")
    ops_max: int = number(1_000, spec="house", unit="operations a batch")
    read_at_once: int = number(256, spec="house", unit="documents read at once while searching")
