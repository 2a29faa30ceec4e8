"""Shapes of what is taken away: forget, clear, cleanup, and the audit of it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import Field
from pydantic.alias_generators import to_camel

from mohen.core.erasure import Act, Acts, Receipt, Target
from mohen.core.shapes import Milliseconds, row_before
from mohen.episodes.channels import PageData
from mohen.server.channel import Channel, Desk
from mohen.server.wire import Wire
from mohen.upkeep.model import Cleaned, Timetable

Token = Annotated[
    str | None,
    Field(description="`confirmToken` of the refusal that a call without it is answered with"),
]
Operator = Annotated[str | None, Field(description="who does it, for the audit")]
Rows = Annotated[int, Field(description="rows that went, or would")]


class ForgetPayload(Wire):
    project_id: str | None = None
    episode_id: str | None = None
    rule_id: str | None = None
    knowledge_id: str | None = None
    query_text: Annotated[
        str | None, Field(description="forget everything in this scope that says these words")
    ] = None
    source: Annotated[
        str | None,
        Field(
            description="`session:line` or a whole session: forget what is known from there alone"
        ),
    ] = None
    dry_run: bool = False
    confirm_token: Token = None
    operator: Operator = None

    def target(self) -> Target:
        return Target(
            episode_id=self.episode_id,
            rule_id=self.rule_id,
            knowledge_id=self.knowledge_id,
            query_text=self.query_text,
            source=self.source,
        )


class ClearProjectPayload(Wire):
    project_id: str
    confirm_token: Token = None
    operator: Operator = None


class ClearAllPayload(Wire):
    confirm_token: Token = None
    operator: Operator = None


class GoingData(Wire):
    id: str
    type: str
    content: Annotated[str, Field(description="its beginning; nothing of an episode")]
    why: Annotated[
        Literal["named", "replaced", "same", "summary"],
        Field(
            description="named by id or words; what is named took its place; says the same; sums"
            " it up"
        ),
    ]


class ReceiptData(Wire):
    episodes: Rows
    texts: Rows
    digests: Rows
    evidence: Rows
    vectors: Rows
    terms: Rows
    rules: Rows
    links: Annotated[int, Field(description="episodes that spoke for or against a rule")]
    knowledge: Rows
    feedback: Rows
    events: Rows
    conflicts: Rows
    runs: Rows
    traces: Annotated[int, Field(description="of what prompts were made of")]
    conversations: Rows
    story: Annotated[int, Field(description="what was read of the story")]
    tombstones: Rows
    vetoes: Annotated[int, Field(description="forget: left behind; clear: taken away")]
    files: Annotated[int, Field(description="damaged files that were set aside and are deleted")]
    left_files: Annotated[
        int, Field(description="damaged files that were set aside and may still hold the text")
    ]
    wiped: Annotated[bool, Field(description="no file of the home holds the text any more")]
    dry_run: bool
    items: Annotated[
        list[GoingData] | None, Field(description="what would go: in a preview only, the first 50")
    ] = None
    more: Annotated[int | None, Field(description="that would go too")] = None

    @classmethod
    def of(cls, receipt: Receipt) -> ReceiptData:
        others = {"left_files", "wiped", "dry_run", "items", "more"}
        kinds = set(cls.model_fields) - others
        items = [GoingData(**asdict(each)) for each in receipt.items]
        return cls.model_validate(
            {
                **{kind: receipt.counts.get(kind, 0) for kind in kinds},
                "left_files": receipt.left_files,
                "wiped": receipt.wiped,
                "dry_run": receipt.dry_run,
                "items": items or None,
                "more": receipt.more or None,
            }
        )


class CleanupPayload(Wire):
    dry_run: bool = False


class CleanupData(Wire):
    strengths: Annotated[int, Field(description="strengths computed anew")]
    abandoned: Annotated[int, Field(description="open episodes that nobody answered")]
    compressed: Annotated[int, Field(description="episodes that became digests")]
    purged: Annotated[int, Field(description="digests deleted")]
    evicted_rules: int
    traces: Annotated[int, Field(description="old traces of generations deleted")]
    dry_run: bool

    @classmethod
    def of(cls, cleaned: Cleaned) -> CleanupData:
        return cls(
            strengths=cleaned.strengths,
            abandoned=cleaned.abandoned,
            compressed=cleaned.compressed,
            purged=cleaned.purged,
            evicted_rules=cleaned.evicted_rules,
            traces=cleaned.traces,
            dry_run=cleaned.dry_run,
        )


class TimetableData(Wire):
    last: Annotated[dict[str, Milliseconds], Field(description="when each task last ran")]
    next: Annotated[dict[str, Milliseconds], Field(description="when each is due again")]
    failing_since: Milliseconds | None = None

    @classmethod
    def of(cls, table: Timetable) -> TimetableData:
        return cls(last=dict(table.last), next=dict(table.next), failing_since=table.failing_since)


class AuditPayload(Wire):
    cursor: Annotated[str | None, Field(description="`nextCursor` of the page before")] = None
    limit: Annotated[int | None, Field(description="default 50, at most 200")] = None

    def before(self) -> int | None:
        return row_before(self.cursor)


class ActData(Wire):
    at: Milliseconds
    operator: str
    act: str
    project_id: str | None = None
    subject: Annotated[str | None, Field(description="an id, never text")] = None
    counts: dict[str, int]

    @classmethod
    def of(cls, act: Act) -> ActData:
        return cls(
            at=act.at,
            operator=act.operator,
            act=act.act,
            project_id=act.project_id,
            subject=act.subject,
            counts={to_camel(kind): number for kind, number in act.counts.items()},
        )


class AuditData(Wire):
    items: list[ActData]
    page: PageData

    @classmethod
    def of(cls, acts: Acts) -> AuditData:
        cursor = None if acts.after is None else str(acts.after)
        return cls(
            items=[ActData.of(each) for each in acts.items],
            page=PageData(limit=acts.limit, next_cursor=cursor),
        )


# -- What is taken away: by the user, or by upkeep.


def _forget(desk: Desk, asked: ForgetPayload) -> Wire:
    return ReceiptData.of(
        desk.memory.upkeep.forget(
            asked.project_id,
            asked.target(),
            dry_run=asked.dry_run,
            token=asked.confirm_token,
            operator=asked.operator,
        )
    )


def _clear_project(desk: Desk, asked: ClearProjectPayload) -> Wire:
    return ReceiptData.of(
        desk.memory.upkeep.clear_project(
            asked.project_id, token=asked.confirm_token, operator=asked.operator
        )
    )


def _clear_all(desk: Desk, asked: ClearAllPayload) -> Wire:
    return ReceiptData.of(
        desk.memory.upkeep.clear_all(token=asked.confirm_token, operator=asked.operator)
    )


def _cleanup(desk: Desk, asked: CleanupPayload) -> Wire:
    return CleanupData.of(desk.memory.upkeep.cleanup(dry_run=asked.dry_run))


def _audit(desk: Desk, asked: AuditPayload) -> Wire:
    return AuditData.of(desk.memory.upkeep.audit(before=asked.before(), limit=asked.limit))


TABLE: tuple[Channel[Any], ...] = (
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
        _cleanup,
    ),
    Channel(
        "memory:audit:list",
        "Destructive acts, newest first: who, when, what kind, how many.",
        AuditPayload,
        AuditData,
        _audit,
    ),
)
