"""Our own voice, known again: what we put into a prompt teaches nothing when it comes back (C64).

A sentence is known by a sealed hash of its letters and digits, so that neither case nor width,
neither spaces nor marks hide it, and nobody can read from the hash what it was.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from mohen.logic.seal import sealed
from mohen.policy import Echoes

# Up to the mark that ends it, the quotes that close behind, and the space to the next. A full
# stop ends nothing inside 0.87; a line always ends.
_SENTENCE = re.compile(
    r"""(?s:.+?)(?:[。！？!?…；;]+["'”’」』)）]*|\.+["'”’)]*(?=\s|\Z)|\n|\Z)\s*"""
)
_REMEMBERED = Echoes().remembered
_HAN = re.compile("[㐀-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def fingerprints(texts: Iterable[str], key: bytes, policy: Echoes) -> tuple[str, ...]:
    """Of every sentence that is long enough to be nobody else's, each once, in order."""
    return tuple(dict.fromkeys(each for text in texts for each in _of(text, key, policy)))


@lru_cache(maxsize=_REMEMBERED)
def _of(text: str, key: bytes, policy: Echoes) -> tuple[str, ...]:
    """Remembered: what stands in one prompt mostly stands in the next."""
    found = (fingerprint(each, key, policy) for each in sentences(text))
    return tuple(each for each in found if each is not None)


def without_echoes(text: str, known: Collection[str], key: bytes, policy: Echoes) -> str:
    """The text without the sentences that are known; what is left is as it was."""
    if not known:
        return text
    return "".join(each for each in sentences(text) if fingerprint(each, key, policy) not in known)


def sentences(text: str) -> Iterator[str]:
    """Together they are the text."""
    return (each.group() for each in _SENTENCE.finditer(text))


def fingerprint(sentence: str, key: bytes, policy: Echoes) -> str | None:
    """Of one sentence; None where it is so short that anybody may say it."""
    folded = unicodedata.normalize("NFKC", sentence).casefold()
    said = "".join(filter(str.isalnum, folded))
    if len(said) < (policy.han_chars if _HAN.search(said) else policy.letters):
        return None
    return sealed(key, "echo", said)[: policy.hash_chars]
