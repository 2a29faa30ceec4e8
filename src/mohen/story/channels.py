"""Channels of the story: entities, relations, states, contradictions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from mohen.errors import InvalidArgument
from mohen.server.channels import Channel, Desk
from mohen.server.shapes import ITSELF, At, Beside, Bilingual, Named, Wire, filled
from mohen.story.model import (
    NOWHERE,
    Checked,
    ContextLevel,
    Contradiction,
    Entity,
    EntityType,
    Evidence,
    Kind,
    Moment,
    Origin,
    Refreshed,
    Relation,
    Said,
    Severity,
    State,
    Subgraph,
    Unread,
)
from mohen.story.vocabulary import attribute_words

Project = Annotated[str, "a story belongs to a project"]
When = Annotated[
    str | int | None, "a chapter by number, file or title, or a date such as 2024-03-05"
]


def moment(when: str | int | None) -> str | None:
    return None if when is None else str(when)


class EvidenceData(Wire, of=Evidence, builds=Evidence):
    ref: Annotated[str, "the file, relative to the project"] = ""
    first_line: Annotated[int, At("first")] = 0
    last_line: Annotated[int, At("last")] = 0
    excerpt: Annotated[str, "empty in privacy mode"] = ""


class MomentData(Wire, of=Moment):
    chapter: Annotated[int, "0: from before the first page"]
    line: int
    label: Annotated[str | None, filled("label"), "the time in other words"] = None


class EntityData(Wire, of=Entity):
    id: str
    name: str
    type: EntityType
    aliases: list[str]
    ai_context_level: Annotated[ContextLevel, At("level")]
    attributes: dict[str, str]
    attribute_names: Annotated[
        dict[str, Bilingual],
        At(lambda entity: {name: attribute_words(name) for name in entity.attributes}),
        "how each is called",
    ]
    origin: Origin
    evidence: EvidenceData


def _in(graph: Subgraph, facts: Iterable[Relation | State]) -> list[Beside]:
    return [Beside(each, names=graph.names) for each in facts]


def _names(fact: Any) -> Mapping[str, str]:
    """Of whom a fact may speak, where it is told among others."""
    return getattr(fact, "names", {})


def _name(fact: Any, id: str) -> str:
    return _names(fact).get(id, id)


class RelationData(Wire, of=Relation):
    id: str
    from_: Annotated[str, At("source"), Named("from"), "an entity's id"]
    from_name: Annotated[str, At(lambda relation: _name(relation, relation.source))]
    kind: Annotated[str, "parent, sibling, ally, located_at … or any other"]
    to: Annotated[str, At("target")]
    to_name: Annotated[str, At(lambda relation: _name(relation, relation.target))]
    since: MomentData
    until: MomentData | None = None
    origin: Origin
    evidence: EvidenceData


class StateData(Wire, of=State):
    id: str
    entity: Annotated[str, "an entity's id"]
    entity_name: Annotated[str, At(lambda state: _name(state, state.entity))]
    attribute: Annotated[str, "life, location, age, knows … or any other"]
    attribute_name: Annotated[Bilingual, At(lambda state: attribute_words(state.attribute))]
    value: str
    value_name: Annotated[
        str | None, At(lambda state: _names(state).get(state.value)), "where the value is an entity"
    ] = None
    since: MomentData
    until: MomentData | None = None
    origin: Origin
    evidence: EvidenceData


class UnreadData(Wire, of=Unread):
    pass


# -- graph:query, graph:path, graph:export


class QueryPayload(Wire):
    project_id: Project
    entity: Annotated[str | None, "a name, an alias or an id"] = None
    type: Annotated[EntityType | None, At("kind"), "where no entity is named"] = None
    at: Annotated[When, At("at", moment)] = None
    depth: Annotated[int | None, "steps around the entity, 0–3; default 1"] = None


class GraphData(Wire, of=Subgraph):
    entities: list[EntityData]
    relations: Annotated[list[RelationData], At(lambda graph: _in(graph, graph.relations))]
    states: Annotated[list[StateData], At(lambda graph: _in(graph, graph.states))]
    cyclic: Annotated[bool, "some way leads back to where it began"]
    truncated: bool


class PathPayload(Wire):
    project_id: Project
    from_: Annotated[str, At("start"), Named("from"), "a name, an alias or an id"]
    to: Annotated[str, At("end")]
    max_depth: Annotated[int | None, "1–8; default 4"] = None


class PathData(Wire, of=Subgraph):
    found: Annotated[bool, At(lambda way: way is not None)]
    entities: Annotated[list[EntityData], At(lambda way: way.entities if way else ()), "in order"]
    relations: Annotated[list[RelationData], At(lambda way: _in(way, way.relations) if way else ())]


class ExportPayload(Wire):
    project_id: Project
    format: Annotated[str | None, "`json`, `dot` or `mermaid`; default `json`"] = None


class ExportData(Wire):
    format: str
    text: str


# -- graph:check, graph:exempt, graph:unexempt, graph:refresh


class CheckPayload(Wire):
    project_id: Project
    chapter: Annotated[
        str | int | None,
        At("chapter", moment),
        "only what touches this chapter: number, file, title",
    ] = None
    since: Annotated[str | int | None, At("since", moment), "only from this chapter on"] = None


class FindingData(Wire, of=Contradiction):
    id: Annotated[str, "the same while both places say the same"]
    kind: Kind
    severity: Severity
    message: Bilingual
    entities: Annotated[list[str], "their names"]
    evidence: Annotated[list[EvidenceData], "every side of it"]
    chapter: Annotated[int, "of the later place; 0: in the setting"]
    intentional: bool
    reason: Annotated[str | None, filled("reason"), "why it is meant"] = None


class CheckedData(Wire, of=Checked):
    files: int
    chapters: int
    states: int


class CheckData(Wire, of=Checked):
    findings: list[FindingData]
    checked: Annotated[CheckedData, ITSELF]
    warnings: Annotated[list[UnreadData], "what could not be read, and why"]


class ExemptPayload(Wire):
    project_id: Project
    finding_id: str
    reason: str | None = None


class UnexemptPayload(Wire):
    project_id: Project
    finding_id: str


class UnexemptData(Wire):
    finding_id: str
    unexempted: Annotated[bool, "false: it was not exempt"]


class RefreshPayload(Wire):
    project_id: Project


class RefreshData(Wire, of=Refreshed):
    pass


# -- graph:upsert, graph:delete


class EntityGiven(Wire):
    name: str
    type: Annotated[EntityType, At("kind")]
    aliases: list[str] | None = None
    ai_context_level: Annotated[ContextLevel | None, At("level")] = None
    attributes: dict[str, str] | None = None


class RelationGiven(Wire):
    from_: Annotated[str, Named("from"), "a name, an alias or an id"]
    kind: str
    to: str
    since: When = None
    until: When = None


class StateGiven(Wire):
    entity: Annotated[str, "a name, an alias or an id"]
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
    operator: Annotated[str | None, "who did it, for the audit"] = None


class DeleteData(Wire):
    id: str
    facts: Annotated[int, "how many went with it"]
    wiped: Annotated[bool, "no file of the home holds any of it any more"]


def _export(desk: Desk, asked: ExportPayload) -> object:
    form = asked.format or "json"
    return {"format": form, "text": desk.memory.story.export(asked.project_id, form)}


def _unexempt(desk: Desk, asked: UnexemptPayload) -> object:
    was = desk.memory.story.unexempt(asked.project_id, asked.finding_id)
    return {"finding_id": asked.finding_id, "unexempted": was}


def _upsert(desk: Desk, asked: UpsertPayload) -> object:
    given = [each for each in (asked.entity, asked.relation, asked.state) if each is not None]
    if len(given) != 1:
        raise InvalidArgument("give exactly one of entity, relation and state", field="entity")
    evidence = NOWHERE if asked.evidence is None else asked.evidence.built()
    story, project_id, said = desk.memory.story, asked.project_id, given[0]
    if isinstance(said, EntityGiven):
        return {"entity": story.put_entity(project_id, evidence=evidence, **said.arguments())}
    span = Said(since=moment(said.since), until=moment(said.until), evidence=evidence)
    if isinstance(said, RelationGiven):
        return {"relation": story.put_relation(project_id, said.from_, said.kind, said.to, span)}
    return {"state": story.put_state(project_id, said.entity, said.attribute, said.value, span)}


def _delete(desk: Desk, asked: DeletePayload) -> object:
    facts, wiped = desk.memory.story.delete(asked.project_id, asked.id, operator=asked.operator)
    return {"id": asked.id, "facts": facts, "wiped": wiped}


TABLE: tuple[Channel, ...] = (
    Channel(
        "graph:query",
        "What stands around an entity, or everything of a kind, as of a chapter: who knew what "
        "by then, who was alive, where.",
        QueryPayload,
        GraphData,
        "story.query",
    ),
    Channel(
        "graph:path",
        "The shortest way from one entity to another.",
        PathPayload,
        PathData,
        "story.path",
    ),
    Channel(
        "graph:check",
        "What contradicts itself in the story, each with every place that says so.",
        CheckPayload,
        CheckData,
        "story.check",
    ),
    Channel(
        "graph:exempt",
        "A contradiction is meant: it is shown as such until the text it rests on changes.",
        ExemptPayload,
        FindingData,
        "story.exempt",
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
        "story.refresh",
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
