"""The bilingual lexicon of `lexicon.txt`: which words say little, and which mean one thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources

_COMMON = "common"


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Concepts by English stem, and by the first two characters of a Chinese word."""

    common_words: frozenset[str]
    common_chars: frozenset[str]
    by_stem: Mapping[str, tuple[str, ...]]
    by_pair: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]


def load(stem: Callable[[str], str]) -> Lexicon:
    """Read the lexicon; English words go through `stem`, the one the embedder uses on texts."""
    common_words: set[str] = set()
    common_chars: set[str] = set()
    by_stem: dict[str, set[str]] = {}
    by_word: dict[str, set[str]] = {}
    for concept, english, chinese in _lines():
        if concept == _COMMON:
            common_words.update(english)
            common_chars.update(chinese)
            continue
        for word in english:
            by_stem.setdefault(stem(word), set()).add(concept)
        for word in chinese:
            by_word.setdefault(word, set()).add(concept)
    return Lexicon(
        common_words=frozenset(common_words),
        common_chars=frozenset(common_chars),
        by_stem={word: tuple(sorted(concepts)) for word, concepts in by_stem.items()},
        by_pair=_by_pair(by_word),
    )


def _lines() -> Iterator[tuple[str, list[str], list[str]]]:
    text = resources.files(__package__).joinpath("lexicon.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            concept, _, words = line.partition(":")
            english, _, chinese = words.partition("|")
            yield concept, english.split(), chinese.split()


def _by_pair(
    by_word: Mapping[str, set[str]],
) -> dict[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """Words under their first two characters, the longest first: 不高兴 must beat 高兴."""
    pairs: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for word in sorted(by_word, key=lambda word: (-len(word), word)):
        pairs.setdefault(word[:2], []).append((word, tuple(sorted(by_word[word]))))
    return {pair: tuple(words) for pair, words in pairs.items()}
