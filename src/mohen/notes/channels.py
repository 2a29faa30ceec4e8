"""Channels of entries, of labels that teach, and of what would be injected (seed 003)."""

from __future__ import annotations

from typing import Annotated, Literal

from mohen.core.channels import Diagnostics
from mohen.core.erasure import Receipt
from mohen.episodes.model import Mode
from mohen.knowledge.model import Item
from mohen.prompts.model import Injected, Preview
from mohen.rules.model import Action, Learned
from mohen.server.channels import Channel, Desk
from mohen.server.shapes import (
    FIRST,
    ITSELF,
    SECOND,
    At,
    Beside,
    Bilingual,
    Milliseconds,
    Scoped,
    ScopeName,
    Wire,
    camel,
    scope_of,
)

Operator = Annotated[str | None, "who did it, for the audit"]
Counts = Annotated[
    dict[str, int],
    At(lambda receipt: {camel(kind): number for kind, number in receipt.counts.items()}),
    "how many of each kind went, or would",
]
Wiped = Annotated[bool, "no file of the home holds any of it any more; false: it is tried again"]


# -- memory:create, memory:list, memory:update, memory:delete


class CreatePayload(Wire):
    type: Annotated[str, At("kind"), "`preference` is a rule; `fact`, `note` or any other word"]
    scope: ScopeName
    project_id: Annotated[str | None, "with scope `project` only"] = None
    content: str


class EntryData(Wire, of=Item):
    id: str
    type: str
    scope: Scoped
    project_id: str | None = None
    origin: Annotated[str, "manual, learned, distilled …"]
    content: str
    created_at: Milliseconds
    updated_at: Milliseconds
    version: int


class EntryListPayload(Wire):
    project_id: Annotated[str | None, "absent: what is global, only"] = None
    scope: Annotated[ScopeName | None, "both when absent"] = None
    type: Annotated[str | None, At("kind")] = None
    limit: Annotated[int | None, "at most 500; default 200"] = None


class EntryListData(Wire):
    items: Annotated[list[EntryData], FIRST]
    total: Annotated[int, SECOND, "how many there are, shown or not"]


class EntryPatch(Wire):
    content: str | None = None


class EntryUpdatePayload(Wire):
    id: str
    project_id: str | None = None
    version: Annotated[int | None, "as it was read; a stale one is refused"] = None
    patch: EntryPatch


class EntryDeletePayload(Wire):
    id: str
    project_id: str | None = None
    operator: Operator = None
    dry_run: Annotated[bool, "only say what would go"] = False


class EntryDeleteData(Wire):
    id: str
    deleted: Annotated[bool, "false: it was deleted before, or a dry run"]
    receipt: Counts
    wiped: Wiped


# -- memory:preferences:*


class IngestPayload(Wire):
    skill_id: str
    action: Action
    evidence_ref: Annotated[str | None, "a label or short phrase, never a passage of output"] = None
    run_id: Annotated[str | None, "the same act of a run counts once"] = None
    project_id: str | None = None


class IngestData(Wire, of=Learned):
    recorded: Annotated[bool, At(lambda _: True)]
    feedback_id: str
    learned: Annotated[list[str], At("rules"), "rules that came of it or changed by it"]
    ignored: Annotated[bool, At(lambda learned: learned.ignored is not None)]
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
        At("ignored"),
        "why it teaches nothing",
    ] = None


class ClearPreferencesPayload(Wire):
    project_id: Annotated[str | None, "absent: what is global, only"] = None
    confirm_token: Annotated[str | None, At("token"), "from the refusal of the first call"] = None
    operator: Operator = None


class ClearPreferencesData(Wire, of=Receipt):
    receipt: Counts
    wiped: Wiped


# -- memory:injection:preview


class PreviewPayload(Wire):
    project_id: str | None = None
    query_text: Annotated[
        str | None,
        "what is written at; absent: nothing is recalled. It never moves the baseline",
    ] = None
    skill_id: Annotated[str | None, "whose next prompt; absent: `continue`"] = None


def _score(injected: Injected) -> float | None:
    return None if injected.score is None else round(injected.score, 6)


class InjectionReason(Wire, of=Injected):
    kind: Literal["deterministic", "semantic", "words"]
    score: Annotated[float | None, At(_score)] = None
    message: Annotated[Bilingual, At("reason"), "why it is there, in a few words"]


class InjectedData(Wire, of=Injected):
    id: Annotated[str, At("item.id")]
    type: Annotated[str, At("item.type")]
    scope: Annotated[ScopeName, At(lambda injected: scope_of(injected.item))]
    origin: Annotated[str, At("item.origin")]
    content: Annotated[str, At("item.content")]
    reason: Annotated[InjectionReason, ITSELF]
    layer: Annotated[
        Literal["stable", "dynamic"],
        At(lambda injected: "stable" if injected.stable else "dynamic"),
        "stable: the same whatever is asked",
    ]


def _diagnosed(preview: Preview) -> dict[str, object] | None:
    if preview.fallback is None:
        return None
    return {"reason": preview.fallback, "degradations": preview.degradations}


class PreviewData(Wire, of=Preview):
    items: list[InjectedData]
    mode: Mode
    diagnostics: Annotated[Diagnostics | None, At(_diagnosed)] = None
    block: Annotated[str, "the rules as they read in the prompt"]


def _update(desk: Desk, asked: EntryUpdatePayload) -> Item:
    return desk.memory.entries.update(
        asked.id, asked.project_id, content=asked.patch.content, version=asked.version
    )


def _delete(desk: Desk, asked: EntryDeletePayload) -> object:
    deleted, receipt = desk.memory.entries.delete(**asked.arguments())
    return Beside(receipt, id=asked.id, deleted=deleted)


TABLE: tuple[Channel, ...] = (
    Channel(
        "memory:create",
        "Add an entry by hand: a `preference` becomes a rule, anything else is knowledge.",
        CreatePayload,
        EntryData,
        "entries.create",
        in_order=True,
    ),
    Channel(
        "memory:list",
        "Rules and knowledge in one list: the project's first, by type, newest first.",
        EntryListPayload,
        EntryListData,
        "entries.list",
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
        "entries.ingest",
        in_order=True,
    ),
    Channel(
        "memory:preferences:clear",
        "Forget all labels and the unconfirmed preferences they taught. Needs the token that "
        "the first call is refused with.",
        ClearPreferencesPayload,
        ClearPreferencesData,
        "entries.clear_learned",
        in_order=True,
    ),
    Channel(
        "memory:injection:preview",
        "What the next prompt will hold of rules and entries, in its order, each with its reason.",
        PreviewPayload,
        PreviewData,
        "entries.preview",
    ),
)
