"""Shapes of entries, of labels that teach, and of what would be injected (seed 003)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from pydantic.alias_generators import to_camel

from mohen.core.erasure import Receipt
from mohen.core.shapes import Bilingual, Milliseconds
from mohen.episodes.channels import DegradationData, Diagnostics
from mohen.knowledge.model import Item
from mohen.prompts.preview import Injected, Preview
from mohen.rules.model import Action, Learned
from mohen.server.channel import Channel, Desk
from mohen.server.wire import Wire

ScopeName = Literal["global", "project"]
Operator = Annotated[str | None, Field(description="who did it, for the audit")]
Counts = Annotated[dict[str, int], Field(description="how many of each kind went, or would")]
Wiped = Annotated[bool, Field(description="no file of the home holds any of it any more")]


def counts(receipt: Receipt) -> dict[str, int]:
    return {to_camel(kind): number for kind, number in receipt.counts.items()}


def scope_name(item: Item) -> ScopeName:
    return "global" if item.project_id is None else "project"


# -- memory:create, memory:list, memory:update, memory:delete


class CreatePayload(Wire):
    type: Annotated[
        str, Field(description="`preference` is a rule; `fact`, `note` or any other word")
    ]
    scope: ScopeName
    project_id: Annotated[str | None, Field(description="with scope `project` only")] = None
    content: str


class EntryData(Wire):
    id: str
    type: str
    scope: ScopeName
    project_id: str | None = None
    origin: Annotated[str, Field(description="manual, learned, distilled …")]
    content: str
    created_at: Milliseconds
    updated_at: Milliseconds
    version: int

    @classmethod
    def of(cls, item: Item) -> EntryData:
        return cls(
            id=item.id,
            type=item.type,
            scope=scope_name(item),
            project_id=item.project_id,
            origin=item.origin,
            content=item.content,
            created_at=item.created_at,
            updated_at=item.updated_at,
            version=item.version,
        )


class EntryListPayload(Wire):
    project_id: Annotated[str | None, Field(description="absent: what is global, only")] = None
    scope: Annotated[ScopeName | None, Field(description="both when absent")] = None
    type: str | None = None
    limit: Annotated[int | None, Field(description="at most 500; default 200")] = None


class EntryListData(Wire):
    items: list[EntryData]
    total: Annotated[int, Field(description="how many there are, shown or not")]


class EntryPatch(Wire):
    content: str | None = None


class EntryUpdatePayload(Wire):
    id: str
    project_id: str | None = None
    version: Annotated[int | None, Field(description="as it was read; a stale one is refused")] = (
        None
    )
    patch: EntryPatch


class EntryDeletePayload(Wire):
    id: str
    project_id: str | None = None
    operator: Operator = None
    dry_run: Annotated[bool, Field(description="only say what would go")] = False


class EntryDeleteData(Wire):
    id: str
    deleted: Annotated[bool, Field(description="false: it was deleted before, or a dry run")]
    receipt: Counts
    wiped: Wiped

    @classmethod
    def of(cls, id: str, deleted: bool, receipt: Receipt) -> EntryDeleteData:
        return cls(id=id, deleted=deleted, receipt=counts(receipt), wiped=receipt.wiped)


# -- memory:preferences:*


class IngestPayload(Wire):
    skill_id: str
    action: Literal["accept", "reject", "partial"]
    evidence_ref: Annotated[
        str | None, Field(description="a label or short phrase, never a passage of output")
    ] = None
    run_id: Annotated[str | None, Field(description="the same act of a run counts once")] = None
    project_id: str | None = None


class IngestData(Wire):
    recorded: bool
    feedback_id: str
    learned: Annotated[list[str], Field(description="rules that came of it or changed by it")]
    ignored: bool
    reason: Annotated[
        Literal[
            "learning_disabled",
            "empty",
            "too_short",
            "too_long",
            "noise",
            "privacy_mode_reject",
            "vetoed",
        ]
        | None,
        Field(description="why it teaches nothing"),
    ] = None

    @classmethod
    def of(cls, learned: Learned) -> IngestData:
        return cls.model_validate(
            {
                "recorded": True,
                "feedback_id": learned.feedback_id,
                "learned": list(learned.rules),
                "ignored": learned.ignored is not None,
                "reason": learned.ignored,
            }
        )


class ClearPreferencesPayload(Wire):
    project_id: Annotated[str | None, Field(description="absent: what is global, only")] = None
    confirm_token: Annotated[
        str | None, Field(description="from the refusal of the first call")
    ] = None
    operator: Operator = None


class ClearPreferencesData(Wire):
    receipt: Counts
    wiped: Wiped

    @classmethod
    def of(cls, receipt: Receipt) -> ClearPreferencesData:
        return cls(receipt=counts(receipt), wiped=receipt.wiped)


# -- memory:injection:preview


class PreviewPayload(Wire):
    project_id: str | None = None
    query_text: Annotated[
        str | None, Field(description="absent: nothing is recalled; it never moves the baseline")
    ] = None


class InjectionReason(Wire):
    kind: Literal["deterministic", "semantic", "words"]
    score: float | None = None
    message: Annotated[Bilingual, Field(description="why it is there, in a few words")]


class InjectedData(Wire):
    id: str
    type: str
    scope: ScopeName
    origin: str
    content: str
    reason: InjectionReason
    layer: Annotated[
        Literal["stable", "dynamic"], Field(description="stable: the same whatever is asked")
    ]

    @classmethod
    def of(cls, injected: Injected) -> InjectedData:
        item = injected.item
        return cls.model_validate(
            {
                "id": item.id,
                "type": item.type,
                "scope": scope_name(item),
                "origin": item.origin,
                "content": item.content,
                "reason": InjectionReason.model_validate(
                    {
                        "kind": injected.kind,
                        "score": None if injected.score is None else round(injected.score, 6),
                        "message": Bilingual.of(injected.reason),
                    }
                ),
                "layer": "stable" if injected.stable else "dynamic",
            }
        )


class PreviewData(Wire):
    items: list[InjectedData]
    mode: Literal["semantic", "deterministic"]
    diagnostics: Diagnostics | None = None
    block: Annotated[str, Field(description="the rules as they read in the prompt")]

    @classmethod
    def of(cls, preview: Preview) -> PreviewData:
        fallback = preview.fallback and Diagnostics(
            reason=preview.fallback,
            degradations=[DegradationData.of(each) for each in preview.degradations],
        )
        return cls.model_validate(
            {
                "items": [InjectedData.of(each) for each in preview.items],
                "mode": preview.mode.value,
                "diagnostics": fallback,
                "block": preview.block,
            }
        )


# -- Entries, labels that teach, and what would be injected (seed 003).


def _create(desk: Desk, asked: CreatePayload) -> Wire:
    made = desk.memory.entries.create(
        asked.type, asked.content, scope=asked.scope, project_id=asked.project_id
    )
    return EntryData.of(made)


def _list(desk: Desk, asked: EntryListPayload) -> Wire:
    items, total = desk.memory.entries.list(
        asked.project_id, scope=asked.scope, kind=asked.type, limit=asked.limit
    )
    return EntryListData(items=[EntryData.of(each) for each in items], total=total)


def _update(desk: Desk, asked: EntryUpdatePayload) -> Wire:
    changed = desk.memory.entries.update(
        asked.id, asked.project_id, content=asked.patch.content, version=asked.version
    )
    return EntryData.of(changed)


def _delete(desk: Desk, asked: EntryDeletePayload) -> Wire:
    deleted, receipt = desk.memory.entries.delete(
        asked.id, asked.project_id, dry_run=asked.dry_run, operator=asked.operator
    )
    return EntryDeleteData.of(asked.id, deleted, receipt)


def _ingest(desk: Desk, asked: IngestPayload) -> Wire:
    learned = desk.memory.entries.ingest(
        Action(asked.action),
        asked.evidence_ref,
        skill_id=asked.skill_id,
        project_id=asked.project_id,
        run_id=asked.run_id,
    )
    return IngestData.of(learned)


def _clear(desk: Desk, asked: ClearPreferencesPayload) -> Wire:
    receipt = desk.memory.entries.clear_learned(
        asked.project_id, token=asked.confirm_token, operator=asked.operator
    )
    return ClearPreferencesData.of(receipt)


def _preview(desk: Desk, asked: PreviewPayload) -> Wire:
    return PreviewData.of(
        desk.memory.entries.preview(asked.project_id, query_text=asked.query_text)
    )


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:create",
        "Add an entry by hand: a `preference` becomes a rule, anything else is knowledge.",
        CreatePayload,
        EntryData,
        _create,
        in_order=True,
    ),
    Channel(
        "memory:list",
        "Rules and knowledge in one list: the project's first, by type, newest first.",
        EntryListPayload,
        EntryListData,
        _list,
    ),
    Channel(
        "memory:update",
        "Change what an entry says.",
        EntryUpdatePayload,
        EntryData,
        _update,
        in_order=True,
    ),
    Channel(
        "memory:delete",
        "Delete an entry for good: only a mark without text stays. Deleting twice is fine.",
        EntryDeletePayload,
        EntryDeleteData,
        _delete,
        in_order=True,
    ),
    Channel(
        "memory:preferences:ingest",
        "An accept, reject or partial with its label. Equal labels that reach the threshold "
        "become a preference.",
        IngestPayload,
        IngestData,
        _ingest,
        in_order=True,
    ),
    Channel(
        "memory:preferences:clear",
        "Forget all labels and the unconfirmed preferences they taught. Needs the token that "
        "the first call is refused with.",
        ClearPreferencesPayload,
        ClearPreferencesData,
        _clear,
        in_order=True,
    ),
    Channel(
        "memory:injection:preview",
        "What a prompt would be given of rules and entries, in order, each with its reason.",
        PreviewPayload,
        PreviewData,
        _preview,
    ),
)
