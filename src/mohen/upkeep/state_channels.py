"""Shapes of how the memory is: status, doctor, alerts, progress."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

import mohen
from mohen.core import shapes
from mohen.core.channels import SettingsData
from mohen.core.degradation import Alert, Check
from mohen.core.shapes import Bilingual, Milliseconds
from mohen.episodes.channels import DegradationData
from mohen.episodes.model import Counts
from mohen.models.model import ModelState
from mohen.server.channel import Channel, Desk, Push
from mohen.server.wire import Wire
from mohen.upkeep.channels import TimetableData
from mohen.upkeep.doctor import Status
from mohen.upkeep.model import Storage, Usage


class StatusPayload(Wire):
    project_id: str | None = None


class CountsData(Wire):
    active: int
    compressed: int
    open: int
    projects: dict[str, int]

    @classmethod
    def of(cls, counts: Counts) -> CountsData:
        return cls(
            active=counts.active,
            compressed=counts.compressed,
            open=counts.open,
            projects=counts.by_project,
        )


class IndexData(Wire):
    embeddable: int
    embedded: int
    foreign: Annotated[int, Field(description="vectors of another embedder")]


class EmbedderData(Wire):
    name: str
    dims: int


class SpendingData(Wire):
    purpose: str
    spent: Annotated[int, Field(description="tokens today, UTC")]
    budget: Annotated[
        int | None, Field(description="tokens a day; 0: off; absent: counted, never refused")
    ] = None


class ModelFailureData(Wire):
    at: Milliseconds
    purpose: str
    result: Literal["failed", "nonsense"]


class ModelData(Wire):
    name: str
    spending: list[SpendingData]
    last_failure: ModelFailureData | None = None

    @classmethod
    def of(cls, state: ModelState) -> ModelData:
        failed = state.last_failure
        return cls.model_validate(
            {
                "name": state.name,
                "spending": [
                    {"purpose": each.purpose.value, "spent": each.spent, "budget": each.budget}
                    for each in state.spending
                ],
                "last_failure": failed
                and {
                    "at": failed.at,
                    "purpose": failed.purpose.value,
                    "result": failed.result.value,
                },
            }
        )


class UsageData(Wire):
    used: int
    cap: Annotated[
        int | None, Field(description="of one project; no more than that is ever kept")
    ] = None
    budget: Annotated[
        int | None,
        Field(description="of one project; above it the least of use go, or a warning comes"),
    ] = None

    @classmethod
    def of(cls, usage: Usage | None) -> UsageData | None:
        if usage is None:
            return None
        return cls(used=usage.used, cap=usage.cap, budget=usage.budget)


class StorageData(Wire):
    files: Annotated[dict[str, int], Field(description="bytes of each file in the home")]
    episodes: Annotated[
        UsageData | None, Field(description="absent, as the others: they cannot be counted")
    ] = None
    digests: UsageData | None = None
    rules: UsageData | None = None
    knowledge: Annotated[UsageData | None, Field(description="living items")] = None

    @classmethod
    def of(cls, storage: Storage) -> StorageData:
        return cls(
            files=dict(storage.files),
            episodes=UsageData.of(storage.episodes),
            digests=UsageData.of(storage.digests),
            rules=UsageData.of(storage.rules),
            knowledge=UsageData.of(storage.knowledge),
        )


class StatusData(Wire):
    version: str
    memory_degraded: bool
    episodes: CountsData | None = None
    index: IndexData | None = None
    embedder: EmbedderData | None = None
    model: Annotated[
        ModelData | None, Field(description="absent: no language model, which is fine")
    ] = None
    settings: SettingsData | None = None
    upkeep: TimetableData | None = None
    file_bytes: dict[str, int]
    storage: Annotated[
        StorageData, Field(description="of the project, or of all projects together")
    ]
    degradations: list[DegradationData]
    alerts: list[AlertData]

    @classmethod
    def of(cls, status: Status, version: str) -> StatusData:
        cover, named = status.coverage, status.embedder
        unreadable = status.counts is None or status.settings is None
        return cls(
            version=version,
            memory_degraded=unreadable or bool(status.degradations),
            episodes=None if status.counts is None else CountsData.of(status.counts),
            index=None
            if cover is None
            else IndexData(
                embeddable=cover.episodes, embedded=cover.vectors, foreign=cover.foreign
            ),
            embedder=named and EmbedderData(name=named[0], dims=named[1]),
            model=None if status.model is None else ModelData.of(status.model),
            settings=None if status.settings is None else SettingsData.of(status.settings),
            upkeep=None if status.upkeep is None else TimetableData.of(status.upkeep),
            file_bytes=status.file_bytes,
            storage=StorageData.of(status.storage),
            degradations=[DegradationData.of(each) for each in status.degradations],
            alerts=[AlertData.of(each) for each in status.alerts],
        )


class CheckData(Wire):
    name: str
    finding: Literal["ok", "warn", "fail"]
    message: Bilingual
    cure: Bilingual | None = None

    @classmethod
    def of(cls, check: Check) -> CheckData:
        return cls.model_validate(
            {
                "name": check.name,
                "finding": check.finding.value,
                "message": Bilingual.of(check.message),
                "cure": check.cure and Bilingual.of(check.cure),
            }
        )


class DoctorPayload(Wire):
    mend: Annotated[
        bool, Field(description="mend what can be mended without deleting anything, first")
    ] = False


class DoctorData(Wire):
    healthy: bool
    mended: list[Bilingual]
    checks: list[CheckData]


class RebuildData(Wire):
    words: int
    vectors: int


class CancelPayload(Wire):
    id: Annotated[str | int, Field(description="the `id` of the request to cancel")]


class CancelData(Wire):
    canceled: Annotated[bool, Field(description="false: no such request is running")]


class AlertData(Wire):
    code: str
    subject: str
    state: Literal["began", "ended"]
    at: Milliseconds
    reason: str | None = None
    cure: Bilingual | None = None

    @classmethod
    def of(cls, alert: Alert) -> AlertData:
        return cls(
            code=alert.code,
            subject=alert.subject,
            state="began" if alert.ended_at is None else "ended",
            at=alert.began_at if alert.ended_at is None else alert.ended_at,
            reason=alert.detail.get("reason"),
            cure=alert.detail.get("cure") and Bilingual(**alert.detail["cure"]),
        )


class IndexProgress(Wire):
    stage: Literal["words", "vectors"]
    done: int
    total: int


# -- How the memory is, and what keeps it well.


def _status(desk: Desk, asked: StatusPayload) -> Wire:
    return StatusData.of(desk.memory.status(asked.project_id), mohen.__version__)


def _doctor(desk: Desk, asked: DoctorPayload) -> Wire:
    mended = desk.memory.mend() if asked.mend else []
    checks = [CheckData.of(each) for each in desk.memory.doctor()]
    return DoctorData(
        healthy=all(each.finding == "ok" for each in checks),
        mended=[shapes.Bilingual.of(each) for each in mended],
        checks=checks,
    )


def _rebuild(desk: Desk, _asked: shapes.Nothing) -> Wire:
    def progress(stage: str, done: int, total: int) -> None:
        told = IndexProgress.model_validate({"stage": stage, "done": done, "total": total})
        desk.memory.push("memory:index:progress", told.plain())

    words, vectors = desk.memory.index.rebuild(progress)
    return RebuildData(words=words, vectors=vectors)


def _cancel(desk: Desk, asked: CancelPayload) -> Wire:
    return CancelData(canceled=desk.cancel(asked.id))


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:status",
        "How much is remembered, what is broken, what wants attention.",
        StatusPayload,
        StatusData,
        _status,
    ),
    Channel(
        "memory:doctor",
        "Every check of files, index and embedder, with its cure; can mend.",
        DoctorPayload,
        DoctorData,
        _doctor,
    ),
    Channel(
        "memory:index:rebuild",
        "Make full-text terms and vectors anew from the episodes.",
        shapes.Nothing,
        RebuildData,
        _rebuild,
    ),
    Channel(
        "request:cancel",
        "Cancel a running request of the same caller. What has not begun never begins.",
        CancelPayload,
        CancelData,
        _cancel,
    ),
)

PUSHES = (
    Push("memory:alert", "Something broke, or works again.", AlertData),
    Push("memory:index:progress", "How far a rebuild has come.", IndexProgress),
)
