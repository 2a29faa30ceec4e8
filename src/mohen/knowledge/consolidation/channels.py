"""Channels of consolidation: from transcripts to knowledge, what was done, what waits."""

from __future__ import annotations

from typing import Annotated, Literal

from mohen.knowledge.consolidation.model import Outcome, Standing, Trigger
from mohen.knowledge.workspace.channels import ChangeData
from mohen.server.channels import Channel, Desk, Push
from mohen.server.shapes import ITSELF, SHARE, At, Bilingual, Milliseconds, Wire

PhaseNumber = Annotated[
    int, "1 collect, 2 sift, 3 extract, 4 reconcile, 5 fade, 6 index, 7 snapshot"
]


class ConsolidatePayload(Wire):
    project_id: Annotated[str | None, "an agent; absent: each in turn"] = None
    force: Annotated[bool, "though it was done less than 20 hours ago"] = False
    phase: Annotated[PhaseNumber | None, "that phase alone"] = None
    dry_run: Annotated[bool, "tell what it would do, and do nothing"] = False
    wait: Annotated[bool, "false: answer at once, and push progress; a dry run is awaited"] = True


class OutcomeData(Wire, of=Outcome):
    run_id: str
    project_id: str
    trigger: Trigger
    started_at: Milliseconds
    ended_at: Milliseconds
    dry_run: bool
    skipped: Annotated[Bilingual | None, "why nothing was done, and what to do"] = None
    phases: Annotated[list[int], "done now, in order"]
    resumed_at: Annotated[int | None, "the phase in which an earlier run was interrupted"] = None
    messages: Annotated[int, "read, of the user and the agent"]
    fragments: int
    kept: Annotated[int, "fragments worth keeping"]
    statements: int
    undecided: Annotated[int, "fragments that rules could not judge and no model did: not kept"]
    broken_lines: Annotated[int, "lines of transcripts that are damaged"]
    unreadable: Annotated[list[str], "sources and sessions, by kind and key"]
    changes: Annotated[list[ChangeData], "the first 1,000"]
    changed: Annotated[dict[str, int], "how many were added, superseded …"]
    snapshot_written: bool
    tokens: Annotated[int, "spent on a model"]
    degraded: Annotated[str | None, "why a model gave nothing: a code"] = None


class ConsolidateData(Wire):
    status: Literal["running", "completed"]
    run_ids: Annotated[list[str], "one an agent, to listen for"]
    outcomes: Annotated[list[OutcomeData], "empty while they run"]


class ConsolidationPayload(Wire):
    project_id: Annotated[str | None, "an agent; absent: all"] = None


class StandingData(Wire, of=Standing):
    project_id: str
    last_run: Annotated[Milliseconds | None, At("progress.last_run")] = None
    last_success: Annotated[
        Milliseconds | None,
        At("progress.last_success"),
        "when the last one that was finished began",
    ] = None
    current_phase: Annotated[
        int | None,
        At("progress.current_phase"),
        "it runs, or was interrupted and will be continued",
    ] = None
    retry_count: Annotated[int, At("progress.retry_count"), "failures since the last success"]
    unprocessed: Annotated[int, "messages and fragments that wait"]
    next_due: Annotated[Milliseconds | None, "by its schedule"] = None


class ConsolidationData(Wire):
    agents: Annotated[list[StandingData], ITSELF]


class ConsolidateProgress(Wire):
    run_id: str
    project_id: str
    status: Literal["running", "completed", "failed"]
    progress: Annotated[float, SHARE]
    phase: PhaseNumber | None = None
    error: Annotated[str | None, "a code"] = None


def _consolidate(desk: Desk, asked: ConsolidatePayload) -> object:
    given = asked.arguments()
    if not given.pop("wait") and not asked.dry_run:
        del given["dry_run"]
        begun = desk.memory.consolidation.begin(**given)
        return {"status": "running", "run_ids": begun, "outcomes": []}
    done = desk.memory.consolidation.run(**given)
    return {"status": "completed", "run_ids": [each.run_id for each in done], "outcomes": done}


TABLE: tuple[Channel, ...] = (
    Channel(
        "knowledge:consolidate",
        "What was said since the last time becomes knowledge: read, sifted, reconciled, faded, "
        "put into the snapshot. Goes on where an earlier run was interrupted.",
        ConsolidatePayload,
        ConsolidateData,
        _consolidate,
        timeout=lambda policy: policy.doors.timeout_max_ms,
        changes=True,
    ),
    Channel(
        "knowledge:consolidation",
        "How far each agent's conversations are consolidated, what waits, and when it is due.",
        ConsolidationPayload,
        ConsolidationData,
        "consolidation.status",
    ),
)

PUSHES: tuple[Push, ...] = (
    Push(
        "knowledge:consolidate:progress", "How far a consolidation has come.", ConsolidateProgress
    ),
)
