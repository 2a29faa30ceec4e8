"""Shapes of the story: entities, relations, states, contradictions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.core.shapes import Bilingual
from mohen.errors import InvalidArgument
from mohen.server.channel import Channel, Desk, Push
from mohen.server.wire import Wire
from mohen.story.model import (
    NOWHERE,
    Checked,
    ContextLevel,
    Contradiction,
    Entity,
    EntityType,
    Evidence,
    Moment,
    Refreshed,
    Relation,
    Said,
    State,
    Subgraph,
    Unread,
)

TypeName = Literal["character", "location", "event", "item", "faction", "timepoint", "secret"]
LevelName = Literal["always", "when_detected", "never"]
Project = Annotated[str, Field(description="a story belongs to a project")]
When = Annotated[
    str | int | None,
    Field(description="a chapter by number, file or title, or a date such as 2024-03-05"),
]


def moment(when: str | int | None) -> str | None:
    return None if when is None else str(when)


class EvidenceData(Wire):
    ref: Annotated[str, Field(description="the file, relative to the project")] = ""
    first_line: int = 0
    last_line: int = 0
    excerpt: Annotated[str, Field(description="empty in privacy mode")] = ""

    @classmethod
    def of(cls, evidence: Evidence) -> EvidenceData:
        return cls(
            ref=evidence.ref,
            first_line=evidence.first,
            last_line=evidence.last,
            excerpt=evidence.excerpt,
        )

    def value(self) -> Evidence:
        return Evidence(self.ref, self.first_line, self.last_line, self.excerpt)


class MomentData(Wire):
    chapter: Annotated[int, Field(description="0: from before the first page")]
    line: int
    label: Annotated[str | None, Field(description="the time in other words")] = None

    @classmethod
    def of(cls, moment: Moment | None) -> MomentData | None:
        if moment is None:
            return None
        return cls(chapter=moment.chapter, line=moment.line, label=moment.label or None)


class EntityData(Wire):
    id: str
    name: str
    type: TypeName
    aliases: list[str]
    ai_context_level: LevelName
    attributes: dict[str, str]
    origin: Literal["file", "user", "model"]
    evidence: EvidenceData

    @classmethod
    def of(cls, entity: Entity) -> EntityData:
        return cls.model_validate(
            {
                "id": entity.id,
                "name": entity.name,
                "type": entity.type.value,
                "aliases": list(entity.aliases),
                "ai_context_level": entity.level.value,
                "attributes": dict(entity.attributes),
                "origin": entity.origin.value,
                "evidence": EvidenceData.of(entity.evidence),
            }
        )


class RelationData(Wire):
    id: str
    from_: Annotated[str, Field(alias="from", description="an entity's id")]
    from_name: str
    kind: Annotated[str, Field(description="parent, sibling, ally, located_at … or any other")]
    to: str
    to_name: str
    since: MomentData
    until: MomentData | None = None
    origin: Literal["file", "user", "model"]
    evidence: EvidenceData

    @classmethod
    def of(cls, relation: Relation, graph: Subgraph | None = None) -> RelationData:
        names = {} if graph is None else graph.names
        return cls.model_validate(
            {
                "id": relation.id,
                "from": relation.source,
                "from_name": names.get(relation.source, relation.source),
                "kind": relation.kind,
                "to": relation.target,
                "to_name": names.get(relation.target, relation.target),
                "since": MomentData.of(relation.since),
                "until": MomentData.of(relation.until),
                "origin": relation.origin.value,
                "evidence": EvidenceData.of(relation.evidence),
            }
        )


class StateData(Wire):
    id: str
    entity: Annotated[str, Field(description="an entity's id")]
    entity_name: str
    attribute: Annotated[str, Field(description="life, location, age, knows … or any other")]
    value: str
    value_name: Annotated[str | None, Field(description="where the value is an entity")] = None
    since: MomentData
    until: MomentData | None = None
    origin: Literal["file", "user", "model"]
    evidence: EvidenceData

    @classmethod
    def of(cls, state: State, graph: Subgraph | None = None) -> StateData:
        names = {} if graph is None else graph.names
        return cls.model_validate(
            {
                "id": state.id,
                "entity": state.entity,
                "entity_name": names.get(state.entity, state.entity),
                "attribute": state.attribute,
                "value": state.value,
                "value_name": names.get(state.value),
                "since": MomentData.of(state.since),
                "until": MomentData.of(state.until),
                "origin": state.origin.value,
                "evidence": EvidenceData.of(state.evidence),
            }
        )


class UnreadData(Wire):
    ref: Annotated[str, Field(description="the file; empty: all of them")]
    code: str

    @classmethod
    def of(cls, unread: Unread) -> UnreadData:
        return cls(ref=unread.ref, code=unread.code)


# -- graph:query, graph:path, graph:export


class QueryPayload(Wire):
    project_id: Project
    entity: Annotated[str | None, Field(description="a name, an alias or an id")] = None
    type: Annotated[TypeName | None, Field(description="where no entity is named")] = None
    at: When = None
    depth: Annotated[int | None, Field(description="steps around the entity, 0–3; default 1")] = (
        None
    )


class GraphData(Wire):
    entities: list[EntityData]
    relations: list[RelationData]
    states: list[StateData]
    cyclic: Annotated[bool, Field(description="some way leads back to where it began")]
    truncated: bool

    @classmethod
    def of(cls, graph: Subgraph) -> GraphData:
        return cls(
            entities=[EntityData.of(each) for each in graph.entities],
            relations=[RelationData.of(each, graph) for each in graph.relations],
            states=[StateData.of(each, graph) for each in graph.states],
            cyclic=graph.cyclic,
            truncated=graph.truncated,
        )


class PathPayload(Wire):
    project_id: Project
    from_: Annotated[str, Field(alias="from", description="a name, an alias or an id")]
    to: str
    max_depth: Annotated[int | None, Field(description="1–8; default 4")] = None


class PathData(Wire):
    found: bool
    entities: Annotated[list[EntityData], Field(description="in order")]
    relations: list[RelationData]

    @classmethod
    def of(cls, way: Subgraph | None) -> PathData:
        graph = Subgraph(()) if way is None else way
        return cls(
            found=way is not None,
            entities=[EntityData.of(each) for each in graph.entities],
            relations=[RelationData.of(each, graph) for each in graph.relations],
        )


class ExportPayload(Wire):
    project_id: Project
    format: Annotated[
        str | None, Field(description="`json`, `dot` or `mermaid`; default `json`")
    ] = None


class ExportData(Wire):
    format: str
    text: str


# -- graph:check, graph:exempt, graph:unexempt, graph:refresh


class CheckPayload(Wire):
    project_id: Project
    chapter: Annotated[
        str | int | None, Field(description="only what touches this chapter: number, file, title")
    ] = None
    since: Annotated[str | int | None, Field(description="only from this chapter on")] = None


class FindingData(Wire):
    id: Annotated[str, Field(description="the same while both places say the same")]
    kind: Literal["state", "time", "place", "knowledge", "relation"]
    severity: Literal["high", "medium", "low"]
    message: Bilingual
    entities: Annotated[list[str], Field(description="their names")]
    evidence: Annotated[list[EvidenceData], Field(description="every side of it")]
    chapter: Annotated[int, Field(description="of the later place; 0: in the setting")]
    intentional: bool
    reason: Annotated[str | None, Field(description="why it is meant")] = None

    @classmethod
    def of(cls, finding: Contradiction) -> FindingData:
        return cls.model_validate(
            {
                "id": finding.id,
                "kind": finding.kind.value,
                "severity": finding.severity.value,
                "message": Bilingual.of(finding.message),
                "entities": list(finding.entities),
                "evidence": [EvidenceData.of(each) for each in finding.evidence],
                "chapter": finding.chapter,
                "intentional": finding.intentional,
                "reason": finding.reason or None,
            }
        )


class CheckedData(Wire):
    files: int
    chapters: int
    states: int


class CheckData(Wire):
    findings: list[FindingData]
    checked: CheckedData
    warnings: Annotated[list[UnreadData], Field(description="what could not be read, and why")]

    @classmethod
    def of(cls, checked: Checked) -> CheckData:
        return cls(
            findings=[FindingData.of(each) for each in checked.findings],
            checked=CheckedData(
                files=checked.files, chapters=checked.chapters, states=checked.states
            ),
            warnings=[UnreadData.of(each) for each in checked.warnings],
        )


class ExemptPayload(Wire):
    project_id: Project
    finding_id: str
    reason: str | None = None


class UnexemptPayload(Wire):
    project_id: Project
    finding_id: str


class UnexemptData(Wire):
    finding_id: str
    unexempted: Annotated[bool, Field(description="false: it was not exempt")]


class RefreshPayload(Wire):
    project_id: Project


class RefreshData(Wire):
    files: int
    read: Annotated[int, Field(description="of them, because they had changed")]
    gone: int
    warnings: list[UnreadData]
    degraded: Annotated[str | None, Field(description="why the model gave nothing")] = None

    @classmethod
    def of(cls, refreshed: Refreshed) -> RefreshData:
        return cls(
            files=refreshed.files,
            read=refreshed.read,
            gone=refreshed.gone,
            warnings=[UnreadData.of(each) for each in refreshed.warnings],
            degraded=refreshed.degraded,
        )


# -- graph:upsert, graph:delete


class EntityGiven(Wire):
    name: str
    type: TypeName
    aliases: list[str] | None = None
    ai_context_level: LevelName | None = None
    attributes: dict[str, str] | None = None


class RelationGiven(Wire):
    from_: Annotated[str, Field(alias="from", description="a name, an alias or an id")]
    kind: str
    to: str
    since: When = None
    until: When = None


class StateGiven(Wire):
    entity: Annotated[str, Field(description="a name, an alias or an id")]
    attribute: str
    value: str
    since: When = None
    until: When = None


class UpsertPayload(Wire):
    """Exactly one of `entity`, `relation` and `state`."""

    project_id: Project
    entity: EntityGiven | None = None
    relation: RelationGiven | None = None
    state: StateGiven | None = None
    evidence: EvidenceData | None = None


class UpsertData(Wire):
    entity: EntityData | None = None
    relation: RelationData | None = None
    state: StateData | None = None


class DeletePayload(Wire):
    project_id: Project
    id: str
    operator: Annotated[str | None, Field(description="who did it, for the audit")] = None


class DeleteData(Wire):
    id: str
    facts: Annotated[int, Field(description="how many went with it")]
    wiped: Annotated[bool, Field(description="no file of the home holds any of it any more")]


# -- The story's graph.


def _query(desk: Desk, asked: QueryPayload) -> Wire:
    found = desk.memory.story.query(
        asked.project_id,
        entity=asked.entity,
        kind=None if asked.type is None else EntityType(asked.type),
        at=moment(asked.at),
        **({} if asked.depth is None else {"depth": asked.depth}),
    )
    return GraphData.of(found)


def _path(desk: Desk, asked: PathPayload) -> Wire:
    found = desk.memory.story.path(
        asked.project_id, asked.from_, asked.to, max_depth=asked.max_depth
    )
    return PathData.of(found)


def _export(desk: Desk, asked: ExportPayload) -> Wire:
    form = asked.format or "json"
    return ExportData(format=form, text=desk.memory.story.export(asked.project_id, form))


def _check(desk: Desk, asked: CheckPayload) -> Wire:
    return CheckData.of(
        desk.memory.story.check(
            asked.project_id, chapter=moment(asked.chapter), since=moment(asked.since)
        )
    )


def _exempt(desk: Desk, asked: ExemptPayload) -> Wire:
    return FindingData.of(
        desk.memory.story.exempt(asked.project_id, asked.finding_id, asked.reason or "")
    )


def _unexempt(desk: Desk, asked: UnexemptPayload) -> Wire:
    was = desk.memory.story.unexempt(asked.project_id, asked.finding_id)
    return UnexemptData(finding_id=asked.finding_id, unexempted=was)


def _refresh(desk: Desk, asked: RefreshPayload) -> Wire:
    return RefreshData.of(desk.memory.story.refresh(asked.project_id))


def _upsert(desk: Desk, asked: UpsertPayload) -> Wire:
    given = [each for each in (asked.entity, asked.relation, asked.state) if each is not None]
    if len(given) != 1:
        raise InvalidArgument("give exactly one of entity, relation and state", field="entity")
    evidence = NOWHERE if asked.evidence is None else asked.evidence.value()
    story, said = desk.memory.story, given[0]
    if isinstance(said, EntityGiven):
        entity = story.put_entity(
            asked.project_id,
            said.name,
            EntityType(said.type),
            aliases=said.aliases or (),
            level=ContextLevel(said.ai_context_level or ContextLevel.WHEN_DETECTED),
            attributes=said.attributes,
            evidence=evidence,
        )
        return UpsertData(entity=EntityData.of(entity))
    span = Said(since=moment(said.since), until=moment(said.until), evidence=evidence)
    if isinstance(said, RelationGiven):
        relation = story.put_relation(asked.project_id, said.from_, said.kind, said.to, span)
        return UpsertData(relation=RelationData.of(relation))
    state = story.put_state(asked.project_id, said.entity, said.attribute, said.value, span)
    return UpsertData(state=StateData.of(state))


def _delete(desk: Desk, asked: DeletePayload) -> Wire:
    facts, wiped = desk.memory.story.delete(asked.project_id, asked.id, operator=asked.operator)
    return DeleteData(id=asked.id, facts=facts, wiped=wiped)


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "graph:query",
        "What stands around an entity, or everything of a kind, as of a chapter: who knew what "
        "by then, who was alive, where.",
        QueryPayload,
        GraphData,
        _query,
    ),
    Channel(
        "graph:path",
        "The shortest way from one entity to another.",
        PathPayload,
        PathData,
        _path,
    ),
    Channel(
        "graph:check",
        "What contradicts itself in the story, each with every place that says so.",
        CheckPayload,
        CheckData,
        _check,
    ),
    Channel(
        "graph:exempt",
        "A contradiction is meant: it is shown as such until the text it rests on changes.",
        ExemptPayload,
        FindingData,
        _exempt,
        in_order=True,
    ),
    Channel(
        "graph:unexempt",
        "It is not meant after all.",
        UnexemptPayload,
        UnexemptData,
        _unexempt,
        in_order=True,
    ),
    Channel(
        "graph:refresh",
        "Read what has changed in the project's files; a configured model is asked, too.",
        RefreshPayload,
        RefreshData,
        _refresh,
        in_order=True,
    ),
    Channel(
        "graph:upsert",
        "Add an entity, a relation or a state by hand, or say it anew.",
        UpsertPayload,
        UpsertData,
        _upsert,
        in_order=True,
    ),
    Channel(
        "graph:delete",
        "Take back what was added by hand. What stands in a file is changed there.",
        DeletePayload,
        DeleteData,
        _delete,
        in_order=True,
    ),
    Channel(
        "graph:export",
        "The whole graph as text, the same bytes for the same story.",
        ExportPayload,
        ExportData,
        _export,
    ),
)

PUSHES: tuple[Push, ...] = ()
