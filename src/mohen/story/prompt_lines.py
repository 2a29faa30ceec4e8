"""Lines about the story for a prompt: a few, about those who are in the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mohen.story import vocabulary
from mohen.story.model import ContextLevel, Entity, Evidence, Line, Moment, Relation, State
from mohen.story.world_state import Book, holds

ENGLISH, CHINESE = "en", "zh"


def relevant(
    book: Book, text: str, *, at: int | None, language: str, entities: int, edges: int
) -> tuple[Line, ...]:
    """At most so many entities that are named in the text or always wanted, then at most so many
    relations and states of theirs that hold in the chapter. The same for the same text."""
    weights = _named(book, text)
    chosen = sorted(weights, key=lambda id: (-weights[id], book.name(id), id))[:entities]
    kept = {id: weights[id] for id in chosen}
    lines = [_entity_line(book.entities[id], kept[id], language) for id in chosen]
    around = sorted(
        (*_relations(book, kept, at, language), *_states(book, kept, at, language)),
        key=lambda line: (-line.strength, line.id),
    )
    return (*lines, *around[:edges])


def _named(book: Book, text: str) -> dict[str, float]:
    """How near each entity is to the text, 0 to 1: by how often it is named."""
    found = Counter(mention.entity for mention in book.roster.find(text))
    most = max(found.values(), default=1)
    near = {
        id: number / most
        for id, number in found.items()
        if book.entities[id].level is not ContextLevel.NEVER
    }
    always = (each.id for each in book.entities.values() if each.level is ContextLevel.ALWAYS)
    return near | dict.fromkeys(always, 1.0)


def _entity_line(entity: Entity, strength: float, language: str) -> Line:
    en, zh = vocabulary.TYPES[entity.type][0]
    facts = [
        f"{_said(vocabulary.attribute_words(name), language)}{_of(language)}{value}"
        for name, value in sorted(entity.attributes.items())
    ]
    if language == CHINESE:
        aliases = f"，又名{'、'.join(entity.aliases)}" if entity.aliases else ""
        text = f"{entity.name}（{zh}{aliases}）" + (f"：{'；'.join(facts)}" if facts else "")
    else:
        aliases = f", also {', '.join(entity.aliases)}" if entity.aliases else ""
        text = f"{entity.name} ({en}{aliases})" + (f": {'; '.join(facts)}" if facts else "")
    return Line(entity.id, text, place(entity.evidence), strength)


def _relations(book: Book, kept: dict[str, float], at: int | None, language: str) -> Iterator[Line]:
    said: set[tuple[str, str, str]] = set()
    for each in book.relations:
        ends = [kept[id] for id in (each.source, each.target) if id in kept]
        key = (each.source, each.kind, each.target)
        hidden = any(
            book.entities[id].level is ContextLevel.NEVER for id in (each.source, each.target)
        )
        if not ends or not holds(each, at) or key in said or hidden:
            continue
        said.add(key)
        strength = sum(ends) / 2
        yield Line(each.id, relation_text(book, each, language), place(each.evidence), strength)


def _states(book: Book, kept: dict[str, float], at: int | None, language: str) -> Iterator[Line]:
    own = [each for id in kept for each in book.states_of(id)]
    for each in book.current(own, at):
        yield Line(
            each.id, state_text(book, each, language), place(each.evidence), kept[each.entity]
        )


# -- words


def relation_text(book: Book, relation: Relation, language: str) -> str:
    source, target = book.name(relation.source), book.name(relation.target)
    en, zh = vocabulary.relation_words(relation.kind)
    when = _when(relation.since, language)
    if language == ENGLISH:
        return f"{source} {en if ' ' in en else f'({en})'} {target}{when}"
    if zh.startswith("的"):
        return f"{source}是{target}{zh}{when}"
    return f"{source}{zh}{target}{when}"


def state_text(book: Book, state: State, language: str) -> str:
    name, value = book.name(state.entity), value_text(book, state, language)
    words = _said(vocabulary.attribute_words(state.attribute), language)
    return f"{name}{_of(language)}{words} {value}{_when(state.since, language)}"


_VALUES = {
    "dead": ("dead", "已死"),
    "alive": ("alive", "在世"),
    "lost": ("lost or broken", "遗失或损坏"),
    "found": ("regained", "寻回"),
}


def value_text(book: Book, state: State, language: str) -> str:
    if state.value in book.entities:
        return book.name(state.value)
    return _said(_VALUES[state.value], language) if state.value in _VALUES else state.value


def place(evidence: Evidence) -> str:
    """Where evidence stands: `chapters/03.md#L12`."""
    return f"{evidence.ref}#L{evidence.first}" if evidence.first else evidence.ref


def _when(moment: Moment, language: str) -> str:
    if moment.chapter:
        said = f"since chapter {moment.chapter}", f"第{moment.chapter}章起"
    elif moment.label:
        said = (moment.label, moment.label)
    else:
        return ""
    return f" ({said[0]})" if language == ENGLISH else f"（{said[1]}）"


def _of(language: str) -> str:
    return ": " if language == ENGLISH else "："


def _said(pair: tuple[str, str], language: str) -> str:
    return pair[0] if language == ENGLISH else pair[1]
