"""Who knew what, and when: nobody can act on what they have not learned, or unlearn it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mohen.story import vocabulary
from mohen.story.checks.clash import clash, where
from mohen.story.likeness import share
from mohen.story.model import Contradiction, EntityType, Kind, Severity, State
from mohen.story.world_state import Book
from mohen.text import numerals

_KNOWN = (vocabulary.KNOWS, vocabulary.TELLS)
_LEARNED = (vocabulary.LEARNS, vocabulary.KNOWS)


def check(book: Book) -> Iterator[Contradiction]:
    for id in book.entities:
        own = book.states_of(id)
        yield from _too_early(book, own)
        yield from _unlearned(book, own)
    yield from _before_it_is_revealed(book)


def _too_early(book: Book, own: list[State]) -> Iterator[Contradiction]:
    for learned in (each for each in own if each.attribute == vocabulary.LEARNS):
        for known in own:
            if known.attribute not in _KNOWN or not known.since.chapter:
                continue
            if known.since < learned.since and same(book, known.value, learned.value):
                if not _learned_before(book, own, known):
                    yield _clash(book, known, learned)
                break


def _learned_before(book: Book, own: list[State], known: State) -> bool:
    return any(
        each.attribute == vocabulary.LEARNS
        and each.since < known.since
        and same(book, each.value, known.value)
        for each in own
    )


def _unlearned(book: Book, own: list[State]) -> Iterator[Contradiction]:
    for ignorant in (each for each in own if each.attribute == vocabulary.UNAWARE):
        for learned in own:
            if (
                learned.attribute in _LEARNED
                and learned.since.chapter
                and learned.since < ignorant.since
                and same(book, learned.value, ignorant.value)
            ):
                yield _clash(book, learned, ignorant)
                break


def _before_it_is_revealed(book: Book) -> Iterator[Contradiction]:
    """A secret's own card says when it comes out, and who knew it all along."""
    for secret in book.entities.values():
        chapter = numerals.first(secret.attributes.get("revealed", "") or "")
        if secret.type is not EntityType.SECRET or chapter is None:
            continue
        about = [each for each in book.states if each.value == secret.id]
        told_by: set[str] = set()
        for told in about:
            early = told.attribute in _KNOWN and 0 < told.since.chapter < chapter
            if early and told.entity not in told_by and not _entitled(about, told):
                told_by.add(told.entity)
                yield _revealed_early(book, told, chapter)


def _entitled(about: list[State], told: State) -> bool:
    return any(
        each.entity == told.entity
        and each.attribute in _LEARNED
        and each is not told
        and each.since <= told.since
        for each in about
    )


def same(book: Book, one: str, other: str) -> bool:
    """Whether two things known are one: the same secret, or nearly the same words."""
    if one in book.entities or other in book.entities:
        return one == other
    return min(share(one, other), share(other, one)) >= book.policy.same_fact


def _clash(book: Book, first: State, second: State) -> Contradiction:
    name, what = book.name(first.entity), book.name(second.value)
    (early, early_zh), (late, late_zh) = where(first), where(second)
    if second.attribute == vocabulary.UNAWARE:
        message = (
            f"{name} knows of “{what}” {early}, yet does not {late}",
            f"{name}{early_zh}已知“{what}”，{late_zh}却又不知情",
        )
    else:
        message = (
            f"{name} knows of “{what}” {early}, but learns it only {late}",
            f"{name}{early_zh}就知道“{what}”，{late_zh}才得知",
        )
    return clash(
        book, Kind.KNOWLEDGE, Severity.HIGH, first.entity, message, (first.entity,), first, second
    )


def _revealed_early(book: Book, told: State, chapter: int) -> Contradiction:
    secret, name, (en, zh) = book.entities[told.value], book.name(told.entity), where(told)
    said = clash(
        book,
        Kind.KNOWLEDGE,
        Severity.HIGH,
        f"{told.entity} {chapter}",
        (
            f"{name} knows of “{secret.name}” {en}, though it comes out only in chapter {chapter}",
            f"{name}{zh}就知道“{secret.name}”，而设定中第{chapter}章才揭示",
        ),
        (told.entity, told.value),
        told,
    )
    return replace(said, evidence=(secret.evidence, told.evidence))
