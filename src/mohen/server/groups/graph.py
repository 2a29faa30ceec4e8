"""The story's graph."""

from __future__ import annotations

from typing import Any

from mohen.errors import InvalidArgument
from mohen.model.graph import NOWHERE, ContextLevel, EntityType, Said
from mohen.server.channel import Channel, Desk, Push
from mohen.server.schemas import graph
from mohen.server.wire import Wire


def _query(desk: Desk, asked: graph.QueryPayload) -> Wire:
    found = desk.memory.story.query(
        asked.project_id,
        entity=asked.entity,
        kind=None if asked.type is None else EntityType(asked.type),
        at=graph.said(asked.at),
        **({} if asked.depth is None else {"depth": asked.depth}),
    )
    return graph.GraphData.of(found)


def _path(desk: Desk, asked: graph.PathPayload) -> Wire:
    found = desk.memory.story.path(
        asked.project_id, asked.from_, asked.to, max_depth=asked.max_depth
    )
    return graph.PathData.of(found)


def _export(desk: Desk, asked: graph.ExportPayload) -> Wire:
    form = asked.format or "json"
    return graph.ExportData(format=form, text=desk.memory.story.export(asked.project_id, form))


def _check(desk: Desk, asked: graph.CheckPayload) -> Wire:
    return graph.CheckData.of(
        desk.memory.story.check(
            asked.project_id, chapter=graph.said(asked.chapter), since=graph.said(asked.since)
        )
    )


def _exempt(desk: Desk, asked: graph.ExemptPayload) -> Wire:
    return graph.FindingData.of(
        desk.memory.story.exempt(asked.project_id, asked.finding_id, asked.reason or "")
    )


def _unexempt(desk: Desk, asked: graph.UnexemptPayload) -> Wire:
    was = desk.memory.story.unexempt(asked.project_id, asked.finding_id)
    return graph.UnexemptData(finding_id=asked.finding_id, unexempted=was)


def _refresh(desk: Desk, asked: graph.RefreshPayload) -> Wire:
    return graph.RefreshData.of(desk.memory.story.refresh(asked.project_id))


def _upsert(desk: Desk, asked: graph.UpsertPayload) -> Wire:
    given = [each for each in (asked.entity, asked.relation, asked.state) if each is not None]
    if len(given) != 1:
        raise InvalidArgument("give exactly one of entity, relation and state", field="entity")
    evidence = NOWHERE if asked.evidence is None else asked.evidence.value()
    story, said = desk.memory.story, given[0]
    if isinstance(said, graph.EntityGiven):
        entity = story.put_entity(
            asked.project_id,
            said.name,
            EntityType(said.type),
            aliases=said.aliases or (),
            level=ContextLevel(said.ai_context_level or ContextLevel.WHEN_DETECTED),
            attributes=said.attributes,
            evidence=evidence,
        )
        return graph.UpsertData(entity=graph.EntityData.of(entity))
    span = Said(since=graph.said(said.since), until=graph.said(said.until), evidence=evidence)
    if isinstance(said, graph.RelationGiven):
        relation = story.put_relation(asked.project_id, said.from_, said.kind, said.to, span)
        return graph.UpsertData(relation=graph.RelationData.of(relation))
    state = story.put_state(asked.project_id, said.entity, said.attribute, said.value, span)
    return graph.UpsertData(state=graph.StateData.of(state))


def _delete(desk: Desk, asked: graph.DeletePayload) -> Wire:
    facts, wiped = desk.memory.story.delete(asked.project_id, asked.id, operator=asked.operator)
    return graph.DeleteData(id=asked.id, facts=facts, wiped=wiped)


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "graph:query",
        "What stands around an entity, or everything of a kind, as of a chapter: who knew what "
        "by then, who was alive, where.",
        graph.QueryPayload,
        graph.GraphData,
        _query,
    ),
    Channel(
        "graph:path",
        "The shortest way from one entity to another.",
        graph.PathPayload,
        graph.PathData,
        _path,
    ),
    Channel(
        "graph:check",
        "What contradicts itself in the story, each with every place that says so.",
        graph.CheckPayload,
        graph.CheckData,
        _check,
    ),
    Channel(
        "graph:exempt",
        "A contradiction is meant: it is shown as such until the text it rests on changes.",
        graph.ExemptPayload,
        graph.FindingData,
        _exempt,
        in_order=True,
    ),
    Channel(
        "graph:unexempt",
        "It is not meant after all.",
        graph.UnexemptPayload,
        graph.UnexemptData,
        _unexempt,
        in_order=True,
    ),
    Channel(
        "graph:refresh",
        "Read what has changed in the project's files; a configured model is asked, too.",
        graph.RefreshPayload,
        graph.RefreshData,
        _refresh,
        in_order=True,
    ),
    Channel(
        "graph:upsert",
        "Add an entity, a relation or a state by hand, or say it anew.",
        graph.UpsertPayload,
        graph.UpsertData,
        _upsert,
        in_order=True,
    ),
    Channel(
        "graph:delete",
        "Take back what was added by hand. What stands in a file is changed there.",
        graph.DeletePayload,
        graph.DeleteData,
        _delete,
        in_order=True,
    ),
    Channel(
        "graph:export",
        "The whole graph as text, the same bytes for the same story.",
        graph.ExportPayload,
        graph.ExportData,
        _export,
    ),
)

PUSHES: tuple[Push, ...] = ()
