"""Queries of the story graph: around an entity, along a path, or all of it as a drawing."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
from typing import Any

from mohen.story import prompt_lines, vocabulary
from mohen.story.model import Entity, EntityType, Relation, State, Subgraph
from mohen.story.world_state import Book, holds

JSON, DOT, MERMAID = "json", "dot", "mermaid"
FORMATS = (JSON, DOT, MERMAID)


def subgraph(
    book: Book, start: Entity | None, *, kind: EntityType | None, at: int | None, depth: int
) -> Subgraph:
    """What stands around an entity as of a chapter; without one, everything of a kind."""
    relations = [each for each in book.relations if holds(each, at)]
    if start is None:
        wanted = [e.id for e in book.entities.values() if kind is None or e.type is kind]
        reached, cyclic, more = set(wanted), False, False
    else:
        reached, cyclic, more = _around(start.id, relations, depth, book.policy.expanded_max)
    kept = sorted(reached, key=lambda id: (book.name(id), id))[: book.policy.expanded_max]
    inside = set(kept)
    own = [each for id in kept for each in book.states_of(id)]
    about = [s for s in book.states if s.value in inside and s.entity not in inside]
    between = _once(each for each in relations if {each.source, each.target} <= inside)
    states = tuple(book.current([*own, *about], at))
    return Subgraph(
        entities=tuple(book.entities[id] for id in kept),
        relations=between,
        states=states,
        names=_names(book, between, states),
        cyclic=cyclic,
        truncated=more or len(reached) > len(kept),
    )


def _around(
    start: str, relations: Iterable[Relation], depth: int, most: int
) -> tuple[set[str], bool, bool]:
    """Who is reached in so many steps, whether some way leads back, whether there was more."""
    near: dict[str, list[tuple[str, str]]] = {}
    for each in relations:
        near.setdefault(each.source, []).append((each.target, each.id))
        near.setdefault(each.target, []).append((each.source, each.id))
    reached, used, cyclic = {start}, set[str](), False
    waiting = deque([(start, 0)])
    while waiting:
        here, steps = waiting.popleft()
        if steps == depth:
            continue
        for there, by in near.get(here, ()):
            if by in used:
                continue
            used.add(by)
            if there in reached:
                cyclic = True
                continue
            if len(reached) >= most:
                return reached, cyclic, True
            reached.add(there)
            waiting.append((there, steps + 1))
    return reached, cyclic, False


def path(book: Book, start: Entity, end: Entity, *, most: int) -> Subgraph | None:
    """The shortest way between two, along relations in either direction, with whom it leads
    through in order; None: there is none."""
    found = _way(book, start, end, most)
    if found is None:
        return None
    through = [start.id]
    for each in found:
        through.append(each.target if each.source == through[-1] else each.source)
    return Subgraph(
        entities=tuple(book.entities[id] for id in through),
        relations=tuple(found),
        names=_names(book, found, ()),
    )


def _names(book: Book, relations: Iterable[Relation], states: Iterable[State]) -> dict[str, str]:
    ids = {id for each in relations for id in (each.source, each.target)}
    ids |= {id for each in states for id in (each.entity, each.value)}
    return {id: book.name(id) for id in sorted(ids) if id in book.entities}


def _way(book: Book, start: Entity, end: Entity, most: int) -> list[Relation] | None:
    near: dict[str, list[tuple[str, Relation]]] = {}
    for each in sorted(book.relations, key=lambda each: each.id):
        near.setdefault(each.source, []).append((each.target, each))
        near.setdefault(each.target, []).append((each.source, each))
    came: dict[str, tuple[str, Relation] | None] = {start.id: None}
    waiting = deque([(start.id, 0)])
    while waiting:
        here, steps = waiting.popleft()
        if here == end.id:
            return _back(came, end.id)
        if steps == most or len(came) > book.policy.expanded_max:
            continue
        for there, relation in near.get(here, ()):
            if there not in came:
                came[there] = (here, relation)
                waiting.append((there, steps + 1))
    return None


def _back(came: dict[str, tuple[str, Relation] | None], end: str) -> list[Relation]:
    found: list[Relation] = []
    step = came[end]
    while step is not None:
        found.append(step[1])
        step = came[step[0]]
    return found[::-1]


def _once(relations: Iterable[Relation]) -> tuple[Relation, ...]:
    """Each relation once, however often it is said."""
    found: dict[tuple[str, str, str], Relation] = {}
    for each in relations:
        found.setdefault((each.source, each.kind, each.target), each)
    return tuple(sorted(found.values(), key=lambda each: each.id))


# -- drawings


def export(book: Book, form: str) -> str:
    """The whole graph; the same bytes for the same story."""
    whole = subgraph(book, None, kind=None, at=None, depth=0)
    if form == JSON:
        return json.dumps(_as_dict(whole), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    number = {each.id: f"n{at}" for at, each in enumerate(whole.entities)}
    edges = [
        (number[each.source], vocabulary.relation_words(each.kind), number[each.target])
        for each in whole.relations
    ]
    if form == DOT:
        nodes = [f"  {number[e.id]} [label={_quoted(e.name)}];" for e in whole.entities]
        arrows = [f"  {a} -> {b} [label={_quoted(words[0])}];" for a, words, b in edges]
        return "\n".join(("digraph story {", *nodes, *arrows, "}")) + "\n"
    nodes = [f"  {number[e.id]}[{_mermaid(e.name)}]" for e in whole.entities]
    arrows = [f"  {a} -->|{_mermaid(words[0])}| {b}" for a, words, b in edges]
    return "\n".join(("graph LR", *nodes, *arrows)) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _mermaid(text: str) -> str:
    return '"' + text.replace('"', "#quot;").replace("\n", " ") + '"'


def _as_dict(graph: Subgraph) -> dict[str, Any]:
    return {
        "entities": [
            {
                "id": each.id,
                "name": each.name,
                "type": each.type,
                "aliases": list(each.aliases),
                "attributes": dict(each.attributes),
                "ref": prompt_lines.place(each.evidence),
            }
            for each in graph.entities
        ],
        "relations": [
            {
                "from": each.source,
                "kind": each.kind,
                "to": each.target,
                "since": each.since.chapter,
                "ref": prompt_lines.place(each.evidence),
            }
            for each in graph.relations
        ],
        "states": [_state_as_dict(each) for each in graph.states],
    }


def _state_as_dict(state: State) -> dict[str, Any]:
    return {
        "entity": state.entity,
        "attribute": state.attribute,
        "value": state.value,
        "since": state.since.chapter,
        "ref": prompt_lines.place(state.evidence),
    }
