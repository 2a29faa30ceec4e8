"""Text that is given to an embedder, cut to size, and the check of the vectors it returns.

The same for every kind, so that "a text without content" means one thing: no letter, digit or
symbol (an emoji is a symbol, `……` is not).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from mohen.errors import EmbedderError
from mohen.text.lazy_pattern import LazyPattern

if TYPE_CHECKING:
    from mohen.core.ports import Matrix

# Letters, marks, numbers and symbols carry content; punctuation, spaces and controls do not.
_CONTENT: Final = frozenset("LMNS")

# Controls, line ends and half characters. A lone surrogate can arrive through JSON and cannot
# be written as UTF-8, so every tokenizer and every server would choke on it.
_UNREADABLE: Final = LazyPattern("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


def prepare(text: str, chars: int) -> str:
    """The text cut to `chars`, without controls and half characters; "" if nothing is left."""
    kept = _UNREADABLE.sub(" ", text[:chars]).strip()
    return kept if _has_content(kept) else ""


def _has_content(text: str) -> bool:
    return any(c.isalnum() or unicodedata.category(c)[0] in _CONTENT for c in text)


def filled(
    texts: Sequence[str],
    dims: int,
    *,
    chars: int,
    encode: Callable[[list[str]], Iterable[Matrix]],
) -> Matrix:
    """A matrix with one row a text: zeros without content, else the encoded row made length one.

    `encode` gets the texts that have content and gives back one or more blocks of rows.
    """
    import numpy as np

    prepared = [prepare(text, chars) for text in texts]
    places = [place for place, text in enumerate(prepared) if text]
    matrix = np.zeros((len(texts), dims), dtype=np.float32)
    if not places:
        return matrix
    blocks = list(encode([prepared[place] for place in places]))
    rows = np.concatenate(blocks, dtype=np.float32)
    if rows.shape != (len(places), dims) or not np.isfinite(rows).all():
        raise EmbedderError("the embedder gave vectors of the wrong shape or not finite")
    matrix[places] = normalised(rows)
    return matrix


def normalised(rows: Matrix) -> Matrix:
    """Each row at length one; a zero row stays zero."""
    import numpy as np

    wide = rows.astype(np.float64)
    lengths = np.sqrt((wide * wide).sum(axis=1, keepdims=True))
    scaled: Matrix = (wide / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return scaled
