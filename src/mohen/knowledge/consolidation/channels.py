"""Shapes of a consolidation: what was done, what waits."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.core.shapes import Bilingual, Milliseconds
from mohen.knowledge.consolidation.model import Change, Outcome, Standing
from mohen.knowledge.workspace.channels import ChangeData
from mohen.server.channel import Channel, Desk, Push
from mohen.server.wire import Wire

TriggerName = Literal["schedule", "fallback", "manual", "backlog"]
PhaseNumber = Annotated[
    int,
    Field(
        description="1 collect, 2 sift, 3 extract, 4 reconcile, 5 fade, 6 index, 7 snapshot",
    ),
]


class ConsolidatePayload(Wire):
    project_id: Annotated[str | None, Field(description="an agent; absent: each in turn")] = None
    force: Annotated[bool, Field(description="though it was done less than 20 hours ago")] = False
    phase: Annotated[PhaseNumber | None, Field(description="that phase alone")] = None
    dry_run: Annotated[bool, Field(description="tell what it would do, and do nothing")] = False
    wait: Annotated[
        bool, Field(description="false: answer at once, and push progress; a dry run is awaited")
    ] = True


class OutcomeData(Wire):
    run_id: str
    project_id: str
    trigger: TriggerName
    started_at: Milliseconds
    ended_at: Milliseconds
    dry_run: bool
    skipped: Annotated[
        Bilingual | None, Field(description="why nothing was done, and what to do")
    ] = None
    phases: Annotated[list[int], Field(description="done now, in order")]
    resumed_at: Annotated[
        int | None, Field(description="the phase in which an earlier run was interrupted")
    ] = None
    messages: Annotated[int, Field(description="read, of the user and the agent")]
    fragments: int
    kept: Annotated[int, Field(description="fragments worth keeping")]
    statements: int
    undecided: Annotated[
        int, Field(description="fragments that rules could not judge and no model did: not kept")
    ]
    broken_lines: Annotated[int, Field(description="lines of transcripts that are damaged")]
    unreadable: Annotated[list[str], Field(description="sources and sessions, by kind and key")]
    changes: Annotated[list[ChangeData], Field(description="the first 1,000")]
    changed: Annotated[dict[str, int], Field(description="how many were added, superseded …")]
    snapshot_written: bool
    tokens: Annotated[int, Field(description="spent on a model")]
    degraded: Annotated[str | None, Field(description="why a model gave nothing: a code")] = None

    @classmethod
    def of(cls, outcome: Outcome) -> OutcomeData:
        return cls.model_validate(
            {
                "run_id": outcome.run_id,
                "project_id": outcome.project_id,
                "trigger": outcome.trigger.value,
                "started_at": outcome.started_at,
                "ended_at": outcome.ended_at,
                "dry_run": outcome.dry_run,
                "skipped": None if outcome.skipped is None else Bilingual.of(outcome.skipped),
                "phases": list(outcome.phases),
                "resumed_at": outcome.resumed_at,
                "messages": outcome.messages,
                "fragments": outcome.fragments,
                "kept": outcome.kept,
                "statements": outcome.statements,
                "undecided": outcome.undecided,
                "broken_lines": outcome.broken_lines,
                "unreadable": list(outcome.unreadable),
                "changes": [_change(each) for each in outcome.changes],
                "changed": {done.value: many for done, many in outcome.changed.items()},
                "snapshot_written": outcome.snapshot_written,
                "tokens": outcome.tokens,
                "degraded": outcome.degraded,
            }
        )


def _change(change: Change) -> ChangeData:
    return ChangeData(
        done=change.done.value,
        id=change.id,
        type=change.type,
        content=change.content,
        before=change.before or None,
        why=change.why or None,
    )


class ConsolidateData(Wire):
    status: Literal["running", "completed"]
    run_ids: Annotated[list[str], Field(description="one an agent, to listen for")]
    outcomes: Annotated[list[OutcomeData], Field(description="empty while they run")]

    @classmethod
    def begun(cls, run_ids: list[str]) -> ConsolidateData:
        return cls(status="running", run_ids=run_ids, outcomes=[])

    @classmethod
    def of(cls, outcomes: list[Outcome]) -> ConsolidateData:
        return cls(
            status="completed",
            run_ids=[each.run_id for each in outcomes],
            outcomes=[OutcomeData.of(each) for each in outcomes],
        )


class ConsolidationPayload(Wire):
    project_id: Annotated[str | None, Field(description="an agent; absent: all")] = None


class StandingData(Wire):
    project_id: str
    last_run: Milliseconds | None = None
    last_success: Annotated[
        Milliseconds | None, Field(description="when the last one that was finished began")
    ] = None
    current_phase: Annotated[
        int | None, Field(description="it runs, or was interrupted and will be continued")
    ] = None
    retry_count: Annotated[int, Field(description="failures since the last success")]
    unprocessed: Annotated[int, Field(description="messages and fragments that wait")]
    next_due: Annotated[Milliseconds | None, Field(description="by its schedule")] = None

    @classmethod
    def of(cls, standing: Standing) -> StandingData:
        progress = standing.progress
        return cls(
            project_id=standing.project_id,
            last_run=progress.last_run,
            last_success=progress.last_success,
            current_phase=progress.current_phase,
            retry_count=progress.retry_count,
            unprocessed=standing.unprocessed,
            next_due=standing.next_due,
        )


class ConsolidationData(Wire):
    agents: list[StandingData]


class ConsolidateProgress(Wire):
    run_id: str
    project_id: str
    status: Literal["running", "completed", "failed"]
    progress: Annotated[float, Field(ge=0, le=1)]
    phase: PhaseNumber | None = None
    error: Annotated[str | None, Field(description="a code")] = None


# -- From transcripts to knowledge, in seven phases.


def _consolidate(desk: Desk, asked: ConsolidatePayload) -> Wire:
    door = desk.memory.consolidation
    if not (asked.wait or asked.dry_run):
        return ConsolidateData.begun(
            door.begin(asked.project_id, force=asked.force, phase=asked.phase)
        )
    return ConsolidateData.of(
        door.run(asked.project_id, force=asked.force, phase=asked.phase, dry_run=asked.dry_run)
    )


def _status(desk: Desk, asked: ConsolidationPayload) -> Wire:
    found = desk.memory.consolidation.status(asked.project_id)
    return ConsolidationData(agents=[StandingData.of(each) for each in found])


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "knowledge:consolidate",
        "What was said since the last time becomes knowledge: read, sifted, reconciled, faded, "
        "put into the snapshot. Goes on where an earlier run was interrupted.",
        ConsolidatePayload,
        ConsolidateData,
        _consolidate,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
    Channel(
        "knowledge:consolidation",
        "How far each agent's conversations are consolidated, what waits, and when it is due.",
        ConsolidationPayload,
        ConsolidationData,
        _status,
    ),
)

PUSHES: tuple[Push, ...] = (
    Push(
        "knowledge:consolidate:progress",
        "How far a consolidation has come.",
        ConsolidateProgress,
    ),
)
