"""Looking at the graph, and what the user adds to it by hand."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core import secure_wipe, settings
from mohen.core.database import Tx
from mohen.core.erasure import OPERATOR
from mohen.core.keyed_hash import sealed
from mohen.core.scope import Scope
from mohen.episodes import validate
from mohen.errors import CapacityExceeded, Conflict, InvalidArgument, NotFound
from mohen.manuscript import file_refs
from mohen.rules import edit
from mohen.story import consistency, fact_ids, graph_queries, ingest, story, vocabulary
from mohen.story.model import (
    NOWHERE,
    ContextLevel,
    Entity,
    EntityType,
    Evidence,
    Fact,
    Moment,
    Origin,
    Relation,
    Said,
    State,
    Subgraph,
)
from mohen.story.world_state import Book

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)

_LIFE = {"死": "dead", "已死": "dead", "死亡": "dead", "活": "alive", "在世": "alive"}
_AT = "user"
"""Where the user's own word stands, among the places of a story."""


def query(
    parts: Parts,
    project_id: str,
    *,
    entity: str | None = None,
    kind: EntityType | None = None,
    at: str | None = None,
    depth: int = 1,
) -> Subgraph:
    """What stands around an entity, or everything of a kind, as of a point of the story."""
    known = _looked_at(parts, project_id)
    most = parts.policy.story.depth_max
    if not 0 <= depth <= most:
        raise InvalidArgument(f"depth must be from 0 to {most}", field="depth")
    chapter = None if at is None else consistency.chapter_of(known, at, "at")
    start = None if entity is None else _known(parts, known, entity, "entity")
    return graph_queries.subgraph(known, start, kind=kind, at=chapter, depth=depth)


def path(
    parts: Parts, project_id: str, start: str, end: str, *, most: int | None = None
) -> Subgraph | None:
    """The shortest way from one entity to another; None where there is none."""
    known, bounds = _looked_at(parts, project_id), parts.policy.story
    steps = bounds.path_depth if most is None else most
    if not 1 <= steps <= bounds.path_depth_max:
        raise InvalidArgument(
            f"maxDepth must be from 1 to {bounds.path_depth_max}", field="maxDepth"
        )
    ends = _known(parts, known, start, "from"), _known(parts, known, end, "to")
    return graph_queries.path(known, *ends, most=steps)


def export(parts: Parts, project_id: str, form: str) -> str:
    """The whole graph as text; the same bytes for the same story."""
    if form not in graph_queries.FORMATS:
        raise InvalidArgument(
            f"format must be one of {', '.join(graph_queries.FORMATS)}", field="format"
        )
    return graph_queries.export(_looked_at(parts, project_id), form)


def _looked_at(parts: Parts, project_id: str) -> Book:
    validate.check_ids(parts.policy.recording, projectId=project_id)
    ingest.refreshed(parts, project_id)
    return story.read(parts, project_id)


def _known(parts: Parts, known: Book, said: str, field: str) -> Entity:
    """The entity of a name, an alias or an id, of this project (C92)."""
    validate.check_ids(parts.policy.recording, **{field: said})
    found = known.find(said)
    if found is None:
        edit.refuse_strangers(parts.graph.owner(said), known.project_id)
        raise NotFound("no such entity in this story", field=field)
    return found


# -- adding


def put_entity(
    parts: Parts,
    project_id: str,
    name: str,
    kind: EntityType,
    *,
    aliases: Sequence[str] = (),
    level: ContextLevel = ContextLevel.WHEN_DETECTED,
    attributes: Mapping[str, str] | None = None,
    evidence: Evidence = NOWHERE,
) -> Entity:
    """Add an entity, or say anew what the user said of it."""
    bounds = parts.policy.story
    validate.check_ids(parts.policy.recording, projectId=project_id)
    for field, value in (("entity.name", name), *(("entity.aliases", each) for each in aliases)):
        if not bounds.name_chars_min <= len(value.strip()) <= bounds.name_chars_max:
            raise InvalidArgument(
                f"{field}: a name has {bounds.name_chars_min} to {bounds.name_chars_max} "
                "characters",
                field=field,
            )
    _few(len(aliases), bounds.aliases_max, "entity.aliases")
    _few(len(attributes or {}), bounds.attributes_max, "entity.attributes")
    for key, value in (attributes or {}).items():
        _short(parts, f"entity.attributes.{key}"[: bounds.name_chars_max], f"{key}{value}")
    made = Entity(
        id=fact_ids.entity_id(project_id, name),
        name=name.strip(),
        type=kind,
        aliases=tuple(dict.fromkeys(each.strip() for each in aliases)),
        level=level,
        attributes={vocabulary.attribute(key): value for key, value in (attributes or {}).items()},
        origin=Origin.USER,
        evidence=_evidence(parts, evidence),
    )
    known = story.read(parts, project_id)
    _room(len(known.entities), bounds.entities_max)
    _put(parts, project_id, made, names=True)
    return made


def put_relation(
    parts: Parts, project_id: str, source: str, kind: str, target: str, said: Said
) -> Relation:
    known = _looked_at(parts, project_id)
    _short(parts, "relation.kind", kind)
    ends = (
        _known(parts, known, source, "relation.from"),
        _known(parts, known, target, "relation.to"),
    )
    name = vocabulary.relation(kind)
    _room(len(known.relations), parts.policy.story.relations_max)
    made = Relation(
        id=fact_ids.relation_id(project_id, ends[0].id, name, ends[1].id, _AT),
        source=ends[0].id,
        kind=name,
        target=ends[1].id,
        since=_moment(known, said.since, "relation.since") or Moment(),
        until=_moment(known, said.until, "relation.until"),
        origin=Origin.USER,
        evidence=_evidence(parts, said.evidence),
    )
    _put(parts, project_id, made)
    return made


def put_state(
    parts: Parts, project_id: str, entity: str, attribute: str, value: str, said: Said
) -> State:
    known = _looked_at(parts, project_id)
    _short(parts, "state.attribute", attribute)
    _short(parts, "state.value", value)
    owner = _known(parts, known, entity, "state.entity")
    name = vocabulary.attribute(attribute)
    since = _moment(known, said.since, "state.since") or Moment()
    kept = _value(known, name, value.strip())
    where = f"{_AT}:{since.chapter}"
    made = State(
        id=fact_ids.state_id(project_id, owner.id, name, kept, where),
        entity=owner.id,
        attribute=name,
        value=kept,
        since=since,
        until=_moment(known, said.until, "state.until"),
        origin=Origin.USER,
        evidence=_evidence(parts, said.evidence),
    )
    _put(parts, project_id, made)
    return made


def _value(known: Book, attribute: str, value: str) -> str:
    """As a check compares it: places and secrets by their id, life by two words."""
    if attribute in (vocabulary.LOCATION, vocabulary.KNOWS, vocabulary.LEARNS, vocabulary.UNAWARE):
        found = known.find(value)
        return value if found is None else found.id
    return _LIFE.get(value, value) if attribute == vocabulary.LIFE else value


def _moment(known: Book, said: str | None, field: str) -> Moment | None:
    """A chapter where it is one; anything else is kept as text and holds from the beginning."""
    if said is None or not said.strip():
        return None
    most = known.policy.chapter_max
    chapter = known.chapter(said.strip())
    if chapter is None:
        return Moment(label=said.strip()[: known.policy.name_chars_max])
    if not 0 <= chapter <= most:
        raise InvalidArgument(f"{field} must be a chapter from 0 to {most}", field=field)
    return Moment(chapter, label="" if said.strip().isdecimal() else said.strip())


def _evidence(parts: Parts, given: Evidence) -> Evidence:
    bounds = parts.policy.story
    if len(given.excerpt) > bounds.excerpt_chars:
        raise InvalidArgument(
            f"evidence.excerpt is longer than {bounds.excerpt_chars} characters",
            field="evidence.excerpt",
        )
    if given.ref:
        validate.check_id("evidence.ref", given.ref, parts.policy.recording)
        if not all(file_refs.is_sound(name) for name in given.ref.split("/")):
            raise InvalidArgument(
                "evidence.ref must be the relative path of a file of the project",
                field="evidence.ref",
            )
    if given.first < 0:
        raise InvalidArgument("evidence.firstLine must not be negative", field="evidence.firstLine")
    if given.last < given.first:
        raise InvalidArgument(
            "evidence.lastLine must not stand before evidence.firstLine", field="evidence.lastLine"
        )
    mark = sealed(settings.redaction_key(parts), given.excerpt) if given.excerpt else ""
    private = settings.load(parts).privacy_mode_enabled
    return replace(given, mark=mark, excerpt="" if private else given.excerpt)


def _put(parts: Parts, project_id: str, fact: Fact, *, names: bool = False) -> None:
    def write(tx: Tx) -> None:
        parts.graph.put(tx, Scope(project_id), [fact])
        if names:
            ingest.look_again(parts, tx, project_id)

    parts.mind_db.write(write)
    log.info("graph_upsert %s", fact.id)


# -- taking away


def delete(
    parts: Parts, project_id: str, id: str, *, operator: str | None = None
) -> tuple[int, bool]:
    """What the user added, with everything the user said of it: how many facts went, and whether
    no file of the home holds them any more (C74). What stands in a file is changed there."""
    validate.check_ids(parts.policy.recording, projectId=project_id, id=id, operator=operator)
    scope = Scope(project_id)
    mine = parts.graph.said_by_user(scope)
    if all(each.id != id for each in mine):
        owner = parts.graph.owner(id)
        edit.refuse_strangers(owner, project_id)
        if owner is None:
            raise NotFound("no such entity, relation or state", field="id")
        raise Conflict("it was read from a file: change it there", field="id")
    gone = [id, *(each.id for each in mine if id in _ends(each))]
    now = parts.clock.now()

    def write(tx: Tx) -> int:
        number = parts.graph.remove(tx, scope, gone)
        ingest.look_again(parts, tx, project_id)
        parts.audit.add(
            tx,
            at=now,
            operator=operator or OPERATOR,
            act="delete-graph",
            project_id=project_id,
            subject=id,
            counts={"facts": number},
        )
        secure_wipe.owe(parts, tx)
        return number

    number = parts.mind_db.write(write).value
    return number, secure_wipe.wipe(parts, episodes=False, mind=True)


def _ends(fact: Fact) -> tuple[str, ...]:
    if isinstance(fact, Relation):
        return fact.source, fact.target
    return (fact.entity, fact.value) if isinstance(fact, State) else ()


# -- bounds


def _short(parts: Parts, field: str, value: str) -> None:
    most = parts.policy.story.value_chars_max
    if not value.strip() or len(value) > most:
        raise InvalidArgument(f"{field} must have 1 to {most} characters", field=field)


def _few(number: int, most: int, field: str) -> None:
    if number > most:
        raise InvalidArgument(f"{field} holds more than {most}", field=field)


def _room(number: int, most: int) -> None:
    if number >= most:
        raise CapacityExceeded(f"the story holds {most} already: delete some", limit=most)
