"""Sealed hashes of sentences, by which our own words are known again (C64)."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable

from mohen.core.keyed_hash import sealed
from mohen.text import sentences
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.policy import Echoes
from mohen.text.remembered import remembered

_REMEMBERED, _CHARS = Echoes().remembered, Echoes().remembered_chars


_HAN = LazyPattern("[㐀-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def sentence_prints(texts: Iterable[str], key: bytes, policy: Echoes) -> tuple[str, ...]:
    """Of every sentence that is long enough to be nobody else's, each once, in order."""
    return tuple(dict.fromkeys(each for text in texts for each in _of(text, key, policy)))


@remembered(_REMEMBERED, _CHARS)
def _of(text: str, key: bytes, policy: Echoes) -> tuple[str, ...]:
    """Remembered: what stands in one prompt mostly stands in the next."""
    found = (fingerprint(each, key, policy) for each in sentences.whole(text))
    return tuple(each for each in found if each is not None)


def without_echoes(text: str, known: Collection[str], key: bytes, policy: Echoes) -> str:
    """The text without the sentences that are known; what is left is as it was."""
    if not known:
        return text
    return "".join(
        each for each in sentences.whole(text) if fingerprint(each, key, policy) not in known
    )


def fingerprint(sentence: str, key: bytes, policy: Echoes) -> str | None:
    """Of one sentence; None where it is so short that anybody may say it."""
    folded = unicodedata.normalize("NFKC", sentence).casefold()
    said = "".join(filter(str.isalnum, folded))
    if len(said) < (policy.han_chars if _HAN.search(said) else policy.letters):
        return None
    return sealed(key, "echo", said)[: policy.hash_chars]
