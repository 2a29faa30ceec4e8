"""Channels of upkeep: how the memory is, what is mended, what is taken away."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Literal

import mohen
from mohen.core.channels import DegradationData, SettingsData
from mohen.core.degradation import Alert, Check, Finding
from mohen.core.erasure import Act, Acts, Going, Receipt, Rest, Target
from mohen.core.home_clock import ClockState
from mohen.episodes.model import Counts, Coverage
from mohen.models.model import ModelState, Spending
from mohen.models.model import Receipt as ModelReceipt
from mohen.server.channels import Channel, Desk, Push
from mohen.server.shapes import (
    FIRST,
    ITSELF,
    SECOND,
    At,
    Beside,
    Bilingual,
    Cursor,
    Milliseconds,
    Nothing,
    PageData,
    Wire,
    camel,
    fields_of,
    filled,
)
from mohen.upkeep.doctor import Status
from mohen.upkeep.model import Cleaned, Storage, Timetable, Usage

Token = Annotated[
    str | None, "`confirmToken` of the refusal that a call without it is answered with"
]
Operator = Annotated[str | None, "who does it, for the audit"]
Rows = Annotated[int, "rows that went, or would"]


class ForgetPayload(Wire):
    project_id: str | None = None
    episode_id: str | None = None
    rule_id: str | None = None
    knowledge_id: str | None = None
    query_text: Annotated[str | None, "forget everything in this scope that says these words"] = (
        None
    )
    source: Annotated[
        str | None,
        "`session:line`, or a whole session (`session:0` where its own name ends in a number): "
        "forget what was said there and is known from it alone",
    ] = None
    speaker: Annotated[str | None, "forget what somebody said, by the name they spoke under"] = None
    since: Annotated[Milliseconds | None, "forget what was said from a moment on"] = None
    until: Annotated[Milliseconds | None, "and before one"] = None
    dry_run: bool = False
    confirm_token: Annotated[Token, At("token")] = None
    operator: Operator = None


class ClearProjectPayload(Wire):
    project_id: str
    confirm_token: Annotated[Token, At("token")] = None
    operator: Operator = None


class ClearAllPayload(Wire):
    confirm_token: Annotated[Token, At("token")] = None
    operator: Operator = None


class GoingData(Wire, of=Going):
    pass


class RestData(Wire, of=Rest):
    pass


class ReceiptData(Wire, of=Receipt):
    episodes: Rows
    texts: Rows
    digests: Rows
    evidence: Rows
    vectors: Rows
    terms: Rows
    rules: Rows
    links: Annotated[int, "episodes that spoke for or against a rule"]
    knowledge: Rows
    feedback: Rows
    events: Rows
    conflicts: Rows
    runs: Rows
    traces: Annotated[int, "of what prompts were made of"]
    conversations: Rows
    messages: Annotated[int, "of what was said, word by word"]
    story: Annotated[int, "what was read of the story"]
    documents: Annotated[int | None, filled("documents"), "that frameworks keep"] = None
    tombstones: Rows
    vetoes: Annotated[int, "forget: left behind; clear: taken away"]
    files: Annotated[int, "damaged files that were set aside and are deleted"]
    left_files: Annotated[int, "damaged files that were set aside and may still hold the text"]
    wiped: Annotated[
        bool, "nobody can read the text any more, in no file; false: it is tried again"
    ]
    rests: Annotated[
        list[RestData] | None,
        filled("rests"),
        "bytes that a server keeps and no key opens any more",
    ] = None
    dry_run: bool
    keys: Annotated[
        int | None, filled("keys"), "of model servers, that their owner gave: a clear of all"
    ] = None
    items: Annotated[
        list[GoingData] | None, filled("items"), "what would go: in a preview only, the first 50"
    ] = None
    more: Annotated[int | None, filled("more"), "that would go too"] = None


def _counted(receipt: Receipt) -> object:
    kinds = [each.name for each in fields_of(ReceiptData) if not hasattr(receipt, each.name)]
    return Beside(receipt, **{kind: receipt.counts.get(kind, 0) for kind in kinds})


def _forget(desk: Desk, asked: ForgetPayload) -> object:
    given = asked.arguments()
    target = Target(
        **{each.name: given.pop(each.name, None) for each in dataclasses.fields(Target)}
    )
    return _counted(desk.memory.upkeep.forget(given.pop("project_id", None), target, **given))


def _clear_project(desk: Desk, asked: ClearProjectPayload) -> object:
    return _counted(desk.memory.upkeep.clear_project(**asked.arguments()))


def _clear_all(desk: Desk, asked: ClearAllPayload) -> object:
    return _counted(desk.memory.upkeep.clear_all(**asked.arguments()))


class CleanupPayload(Wire):
    dry_run: bool = False


class CleanupData(Wire, of=Cleaned):
    pass


class TimetableData(Wire, of=Timetable):
    pass


class ClockPayload(Wire):
    passed: Annotated[
        bool, "true: the time passed, the clock is right; false: the clock is, or was, wrong"
    ]


class ClockData(Wire, of=ClockState):
    pass


class AuditPayload(Wire):
    cursor: Cursor = None
    limit: Annotated[int | None, "default 50, at most 200"] = None


class ActData(Wire, of=Act):
    at: Milliseconds
    operator: str
    act: str
    project_id: str | None = None
    subject: Annotated[str | None, "an id, never text"] = None
    counts: Annotated[
        dict[str, int], At(lambda act: {camel(kind): number for kind, number in act.counts.items()})
    ]


class AuditData(Wire, of=Acts):
    items: list[ActData]
    page: Annotated[PageData, ITSELF]


class StatusPayload(Wire):
    project_id: str | None = None


class CountsData(Wire, of=Counts):
    active: int
    compressed: int
    open: int
    projects: Annotated[dict[str, int], At("by_project")]


class IndexData(Wire, of=Coverage):
    embeddable: Annotated[int, At("episodes")]
    embedded: Annotated[int, At("vectors")]
    foreign: Annotated[int, "vectors of another embedder"]


class EmbedderData(Wire):
    name: Annotated[str, FIRST]
    dims: Annotated[int, SECOND]


class SpendingData(Wire, of=Spending):
    purpose: str
    spent: Annotated[int, "tokens today, UTC"]
    budget: Annotated[int | None, "tokens a day; 0: off; absent: counted, never refused"] = None


class ModelFailureData(Wire, of=ModelReceipt):
    at: Milliseconds
    purpose: str
    result: Literal["failed", "nonsense"]


class ModelData(Wire, of=ModelState):
    pass


class UsageData(Wire, of=Usage):
    pass


class StorageData(Wire, of=Storage):
    pass


def _both(name: str) -> At:
    """What an alert says in both languages, if it does."""

    def said(alert: Alert) -> tuple[str, str] | None:
        found = alert.detail.get(name)
        return (found["en"], found["zh"]) if found else None

    return At(said)


class AlertData(Wire, of=Alert):
    code: str
    subject: str
    state: Annotated[
        Literal["began", "ended"], At(lambda alert: "began" if alert.ended_at is None else "ended")
    ]
    at: Annotated[
        Milliseconds, At(lambda alert: alert.began_at if alert.ended_at is None else alert.ended_at)
    ]
    reason: Annotated[str | None, At(lambda alert: alert.detail.get("reason"))] = None
    message: Annotated[Bilingual | None, _both("message")] = None
    cure: Annotated[Bilingual | None, _both("cure")] = None


def _degraded(status: Status) -> bool:
    return status.counts is None or status.settings is None or bool(status.degradations)


class StatusData(Wire, of=Status):
    version: Annotated[str, At(lambda _: mohen.__version__)]
    memory_degraded: Annotated[bool, At(_degraded)]
    episodes: Annotated[CountsData | None, At("counts")] = None
    index: Annotated[IndexData | None, At("coverage")] = None
    embedder: EmbedderData | None = None
    answering: Annotated[
        str | None, "the embedder that answers until everything is embedded with the chosen one"
    ] = None
    model: Annotated[ModelData | None, "absent: no language model, which is fine"] = None
    settings: SettingsData | None = None
    upkeep: TimetableData | None = None
    file_bytes: dict[str, int]
    storage: Annotated[StorageData, "of the project, or of all projects together"]
    clock: Annotated[ClockData | None, "how the machine's clock stands to the home's time"] = None
    degradations: list[DegradationData]
    alerts: list[AlertData]


class CheckData(Wire, of=Check):
    pass


class DoctorPayload(Wire):
    mend: Annotated[bool, "mend what can be mended without deleting anything, first"] = False


class DoctorData(Wire):
    healthy: bool
    mended: list[Bilingual]
    checks: list[CheckData]


class RebuildData(Wire):
    words: Annotated[int, FIRST]
    vectors: Annotated[int, SECOND]


class CancelPayload(Wire):
    id: Annotated[str | int, "the `id` of the request to cancel"]


class CancelData(Wire):
    canceled: Annotated[bool, "false: no such request is running"]


class IndexProgress(Wire):
    stage: Literal["words", "vectors"]
    done: int
    total: int


def _doctor(desk: Desk, asked: DoctorPayload) -> object:
    mended = desk.memory.mend() if asked.mend else []
    checks = desk.memory.doctor()
    healthy = all(each.finding is Finding.OK for each in checks)
    return {"healthy": healthy, "mended": mended, "checks": checks}


def _rebuild(desk: Desk, _asked: Nothing) -> tuple[int, int]:
    def progress(stage: str, done: int, total: int) -> None:
        told = {"stage": stage, "done": done, "total": total}
        desk.memory.push("memory:index:progress", told)

    return desk.memory.index.rebuild(progress)


def _cancel(desk: Desk, asked: CancelPayload) -> object:
    return {"canceled": desk.cancel(asked.id)}


TABLE: tuple[Channel, ...] = (
    Channel(
        "memory:status",
        "How much is remembered, what is broken, what wants attention.",
        StatusPayload,
        StatusData,
        "status",
    ),
    Channel(
        "memory:doctor",
        "Every check of files, index and embedder, with its cure; can mend.",
        DoctorPayload,
        DoctorData,
        _doctor,
        queues=False,
        changes=True,
    ),
    Channel(
        "memory:index:rebuild",
        "Make full-text terms and vectors anew from the episodes.",
        Nothing,
        RebuildData,
        _rebuild,
        queues=False,
        changes=True,
    ),
    Channel(
        "request:cancel",
        "Cancel a running request of the same caller. What has not begun never begins.",
        CancelPayload,
        CancelData,
        _cancel,
        queues=False,
    ),
    Channel(
        "memory:forget",
        "Forget one episode, rule or piece of knowledge, or everything that says certain words "
        "(which needs a token). No file holds it afterwards.",
        ForgetPayload,
        ReceiptData,
        _forget,
        in_order=True,
    ),
    Channel(
        "memory:clear:project",
        "Take away everything of one project. Without a token nothing goes, and the refusal "
        "says what would.",
        ClearProjectPayload,
        ReceiptData,
        _clear_project,
        in_order=True,
    ),
    Channel(
        "memory:clear:all",
        "Take away everything, as a new user finds it; only the audit stays. Needs a token.",
        ClearAllPayload,
        ReceiptData,
        _clear_all,
        in_order=True,
    ),
    Channel(
        "memory:cleanup:run",
        "Do now what is done by night: compress, purge, evict, abandon. A dry run says the "
        "same numbers and changes nothing.",
        CleanupPayload,
        CleanupData,
        "upkeep.cleanup",
        queues=False,
        changes=True,
    ),
    Channel(
        "memory:clock:answer",
        "Say whether the time by which the clock jumped has passed, or the clock is wrong. Either "
        "answer can be changed for a week: nothing is destroyed on it before.",
        ClockPayload,
        ClockData,
        "upkeep.answer_clock",
        in_order=True,
    ),
    Channel(
        "memory:audit:list",
        "Destructive acts, newest first: who, when, what kind, how many.",
        AuditPayload,
        AuditData,
        "upkeep.audit",
    ),
)

PUSHES = (
    Push("memory:alert", "Something broke, or works again.", AlertData),
    Push("memory:index:progress", "How far a rebuild has come.", IndexProgress),
)
