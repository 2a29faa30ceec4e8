"""Looking at the graph, and what the user adds to it by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.erasure import OPERATOR
from mohen.core.keyed_hash import sealed
from mohen.core.logs import logger
from mohen.core.scope import Scope, refuse_strangers
from mohen.errors import CapacityExceeded, Conflict, InvalidArgument, NotFound
from mohen.manuscript import file_refs
from mohen.story import consistency, fact_ids, graph_queries, vocabulary
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
from mohen.text import redact

if TYPE_CHECKING:
    from mohen.core.audit_store import AuditStore
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.core.secure_wipe import SecureWipe
    from mohen.core.settings import UserSettings
    from mohen.policy import Policy
    from mohen.story.for_prompts import StoryLines
    from mohen.story.ingest import StoryIngest
    from mohen.story.store import StoryStore
    from mohen.story.world_state import Book


log = logger(__name__)

_LIFE = {"死": "dead", "已死": "dead", "死亡": "dead", "活": "alive", "在世": "alive"}
_AT = "user"
"""Where the user's own word stands, among the places of a story."""


class GraphView:
    """Shows the graph, and what the user adds to it by hand."""

    def __init__(
        self,
        *,
        audit_store: AuditStore,
        clock: Clock,
        mind_db: Database,
        policy: Policy,
        secure_wipe: SecureWipe,
        settings: UserSettings,
        story_ingest: StoryIngest,
        story_lines: StoryLines,
        story_store: StoryStore,
    ) -> None:
        self._audit_store = audit_store
        self._clock = clock
        self._mind_db = mind_db
        self._policy = policy
        self._secure_wipe = secure_wipe
        self._settings = settings
        self._story_ingest = story_ingest
        self._story_lines = story_lines
        self._story_store = story_store

    def query(
        self,
        project_id: str,
        *,
        entity: str | None = None,
        kind: EntityType | None = None,
        at: str | None = None,
        depth: int = 1,
    ) -> Subgraph:
        """What stands around an entity, or everything of a kind, as of a point of the story."""
        known = self._looked_at(project_id)
        most = self._policy.story.depth_max
        if not 0 <= depth <= most:
            raise InvalidArgument(f"depth must be from 0 to {most}", field="depth")
        chapter = None if at is None else consistency.chapter_of(known, at, "at")
        start = None if entity is None else self._known(known, entity, "entity")
        return graph_queries.subgraph(known, start, kind=kind, at=chapter, depth=depth)

    def path(
        self, project_id: str, start: str, end: str, *, max_depth: int | None = None
    ) -> Subgraph | None:
        """The shortest way from one entity to another; None where there is none."""
        known, bounds = self._looked_at(project_id), self._policy.story
        steps = bounds.path_depth if max_depth is None else max_depth
        if not 1 <= steps <= bounds.path_depth_max:
            raise InvalidArgument(
                f"maxDepth must be from 1 to {bounds.path_depth_max}", field="maxDepth"
            )
        ends = self._known(known, start, "from"), self._known(known, end, "to")
        return graph_queries.path(known, *ends, most=steps)

    def export(self, project_id: str, form: str = "json") -> str:
        """The whole graph as text; the same bytes for the same story."""
        if form not in graph_queries.FORMATS:
            raise InvalidArgument(
                f"format must be one of {', '.join(graph_queries.FORMATS)}", field="format"
            )
        return graph_queries.export(self._looked_at(project_id), form)

    def _looked_at(self, project_id: str) -> Book:
        validation.check_ids(self._policy.recording, projectId=project_id)
        self._story_ingest.refreshed(project_id)
        return self._story_lines.read(project_id)

    def _known(self, known: Book, said: str, field: str) -> Entity:
        """The entity of a name, an alias or an id, of this project (C92)."""
        validation.check_ids(self._policy.recording, **{field: said})
        found = known.find(said)
        if found is None:
            refuse_strangers(self._story_store.owner(said), known.project_id)
            raise NotFound("no such entity in this story", field=field)
        return found

    # -- adding

    def put_entity(
        self,
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
        bounds = self._policy.story
        validation.check_ids(self._policy.recording, projectId=project_id)
        for field, value in (
            ("entity.name", name),
            *(("entity.aliases", each) for each in aliases),
        ):
            if not bounds.name_chars_min <= len(value.strip()) <= bounds.name_chars_max:
                raise InvalidArgument(
                    f"{field}: a name has {bounds.name_chars_min} to {bounds.name_chars_max} "
                    "characters",
                    field=field,
                )
        _few(len(aliases), bounds.aliases_max, "entity.aliases")
        _few(len(attributes or {}), bounds.attributes_max, "entity.attributes")
        for key, value in (attributes or {}).items():
            self._short(f"entity.attributes.{key}"[: bounds.name_chars_max], f"{key}{value}")
        name, *aliases = map(redact.without_secrets, (name, *aliases))
        made = Entity(
            id=fact_ids.entity_id(project_id, name),
            name=name.strip(),
            type=kind,
            aliases=tuple(dict.fromkeys(each.strip() for each in aliases)),
            level=level,
            attributes={
                vocabulary.attribute(redact.without_secrets(key)): redact.without_secrets(value)
                for key, value in (attributes or {}).items()
            },
            origin=Origin.USER,
            evidence=self._evidence(evidence),
        )
        known = self._story_lines.read(project_id)
        _room(len(known.entities), bounds.entities_max)
        self._put(project_id, made, names=True)
        return made

    def put_relation(
        self, project_id: str, source: str, kind: str, target: str, said: Said
    ) -> Relation:
        known = self._looked_at(project_id)
        self._short("relation.kind", kind)
        ends = (
            self._known(known, source, "relation.from"),
            self._known(known, target, "relation.to"),
        )
        name = vocabulary.relation(redact.without_secrets(kind))
        _room(len(known.relations), self._policy.story.relations_max)
        made = Relation(
            id=fact_ids.relation_id(project_id, ends[0].id, name, ends[1].id, _AT),
            source=ends[0].id,
            kind=name,
            target=ends[1].id,
            since=_moment(known, said.since, "relation.since") or Moment(),
            until=_moment(known, said.until, "relation.until"),
            origin=Origin.USER,
            evidence=self._evidence(said.evidence),
        )
        self._put(project_id, made)
        return made

    def put_state(
        self, project_id: str, entity: str, attribute: str, value: str, said: Said
    ) -> State:
        known = self._looked_at(project_id)
        self._short("state.attribute", attribute)
        self._short("state.value", value)
        owner = self._known(known, entity, "state.entity")
        name = vocabulary.attribute(redact.without_secrets(attribute))
        since = _moment(known, said.since, "state.since") or Moment()
        kept = _value(known, name, redact.without_secrets(value.strip()))
        where = f"{_AT}:{since.chapter}"
        made = State(
            id=fact_ids.state_id(project_id, owner.id, name, kept, where),
            entity=owner.id,
            attribute=name,
            value=kept,
            since=since,
            until=_moment(known, said.until, "state.until"),
            origin=Origin.USER,
            evidence=self._evidence(said.evidence),
        )
        self._put(project_id, made)
        return made

    def _evidence(self, given: Evidence) -> Evidence:
        bounds = self._policy.story
        if len(given.excerpt) > bounds.excerpt_chars:
            raise InvalidArgument(
                f"evidence.excerpt is longer than {bounds.excerpt_chars} characters",
                field="evidence.excerpt",
            )
        if given.ref:
            validation.check_id("evidence.ref", given.ref, self._policy.recording)
            if not all(file_refs.is_sound(name) for name in given.ref.split("/")):
                raise InvalidArgument(
                    "evidence.ref must be the relative path of a file of the project",
                    field="evidence.ref",
                )
        if given.first < 0:
            raise InvalidArgument(
                "evidence.firstLine must not be negative", field="evidence.firstLine"
            )
        if given.last < given.first:
            raise InvalidArgument(
                "evidence.lastLine must not stand before evidence.firstLine",
                field="evidence.lastLine",
            )
        mark = sealed(self._settings.redaction_key(), given.excerpt) if given.excerpt else ""
        private = self._settings.get().privacy_mode_enabled
        shown = "" if private else redact.without_secrets(given.excerpt)
        return replace(given, mark=mark, excerpt=shown)

    def _put(self, project_id: str, fact: Fact, *, names: bool = False) -> None:
        def write(tx: Tx) -> None:
            self._story_store.put(tx, Scope(project_id), [fact])
            if names:
                self._story_ingest.look_again(tx, project_id)

        self._mind_db.write(write)
        log.info("graph_upsert %s", fact.id)

    # -- taking away

    def delete(self, project_id: str, id: str, *, operator: str | None = None) -> tuple[int, bool]:
        """What the user added, with everything the user said of it: how many facts went, and
        whether no file of the home holds them any more (C74). What stands in a file is changed
        there."""
        validation.check_ids(self._policy.recording, projectId=project_id, id=id, operator=operator)
        scope = Scope(project_id)
        mine = self._story_store.said_by_user(scope)
        if all(each.id != id for each in mine):
            owner = self._story_store.owner(id)
            refuse_strangers(owner, project_id)
            if owner is None:
                raise NotFound("no such entity, relation or state", field="id")
            raise Conflict("it was read from a file: change it there", field="id")
        gone = [id, *(each.id for each in mine if id in _ends(each))]
        now = self._clock.now()

        def write(tx: Tx) -> int:
            number = self._story_store.remove(tx, scope, gone)
            self._story_ingest.look_again(tx, project_id)
            self._audit_store.add(
                tx,
                at=now,
                operator=operator or OPERATOR,
                act="delete-graph",
                project_id=project_id,
                subject=id,
                counts={"facts": number},
            )
            self._secure_wipe.owe(tx)
            return number

        number = self._mind_db.write(write).value
        return number, self._secure_wipe.wipe(episodes=False, mind=True)

    # -- bounds

    def _short(self, field: str, value: str) -> None:
        most = self._policy.story.value_chars_max
        if not value.strip() or len(value) > most:
            raise InvalidArgument(f"{field} must have 1 to {most} characters", field=field)


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


def _ends(fact: Fact) -> tuple[str, ...]:
    if isinstance(fact, Relation):
        return fact.source, fact.target
    return (fact.entity, fact.value) if isinstance(fact, State) else ()


def _few(number: int, most: int, field: str) -> None:
    if number > most:
        raise InvalidArgument(f"{field} holds more than {most}", field=field)


def _room(number: int, most: int) -> None:
    if number >= most:
        raise CapacityExceeded(f"the story holds {most} already: delete some", limit=most)
