"""What people and animals are to the user, in both languages: 女朋友 and girlfriend are one."""

from __future__ import annotations

from functools import cache

from mohen.text.word_lists import topics


@cache
def _kinds() -> dict[str, str]:
    """From a word, as it is kept, to what it means."""
    return {word: kind for kind in _listed("en") for word in words_of(kind)}


def _listed(language: str) -> dict[str, str]:
    return topics(__file__, f"{language}/relations.txt")


def kind_of(word: str) -> str | None:
    """What somebody is who is called so: girlfriend for 女朋友; None for a name."""
    return _kinds().get(word.casefold())


def every_word() -> frozenset[str]:
    """All that say what somebody is, in small letters."""
    return frozenset(_kinds())


@cache
def words_of(kind: str) -> tuple[str, ...]:
    """By what words somebody of a kind is kept, in all languages."""
    return tuple(
        word.replace("_", " ")
        for language in ("en", "zh")
        for word in _listed(language).get(kind, "").split()
    )
