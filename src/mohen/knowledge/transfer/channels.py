"""Channels of what goes out, comes in, and is judged."""

from __future__ import annotations

from typing import Annotated, Literal

from mohen.knowledge.channels import ChangeData
from mohen.knowledge.review.model import Cure, Fault, Finding, Review
from mohen.knowledge.transcripts.model import Source
from mohen.knowledge.transfer.model import Dropped, Exported, Form, Imported, Refused, Sheet
from mohen.knowledge.workspace.model import Trouble
from mohen.server.channels import Channel
from mohen.server.shapes import At, Beside, Bilingual, Wire, filled, rounded

ProjectId = Annotated[str | None, "absent: what is global"]


class TroubleData(Wire, of=Trouble):
    ref: Annotated[str, "the file's name"]
    line: Annotated[int, "0: the file as a whole"]
    why: str


# -- memory:export


class ExportPayload(Wire):
    project_id: ProjectId = None
    format: Annotated[
        Literal[
            "json", "jsonl", "markdown", "sillytavern-v3", "sillytavern-v2", "lorebook",
            "character-book", "novelai", "risu", "agnai", "novelcrafter", "obsidian",
        ],
        At("form"),
        "markdown: files that OpenClaw's memory_search reads in `memory/`; those behind it: the "
        "story, as writers' tools read it",
    ] = "json"  # fmt: skip
    of: Annotated[str | None, "of a story: the card or the book of one name"] = None
    include_episodes: Annotated[bool, At("episodes"), "of the project, with their texts"] = False
    include_conversations: Annotated[
        bool, At("conversations"), "what was said in the project, message by message"
    ] = False
    include_documents: Annotated[
        bool, At("documents"), "what frameworks keep in the project, exactly"
    ] = False
    cursor: Annotated[str | None, At("after"), "`nextCursor` of the piece before"] = None


class SheetData(Wire, of=Sheet):
    path: Annotated[str, "the same path in several pieces is one file"]
    text: str
    base64: Annotated[bool | None, filled("base64"), "the text stands for bytes: a picture"] = None


class ExportData(Wire, of=Exported):
    files: Annotated[list[SheetData], At("sheets"), "pieces, to be put one behind the other"]
    next_cursor: Annotated[str | None, At("after"), "absent: this was the last"] = None


# -- memory:import


class DroppedShape(Wire, builds=Dropped):
    name: Annotated[str, "of the file, without its folder"]
    data: Annotated[str, "its bytes, in Base64"]


class ImportPayload(Wire):
    project_id: Annotated[str, "whose memory it becomes"]
    path: Annotated[str | None, "a file or a folder, absolute; never changed"] = None
    file: Annotated[DroppedShape | None, "instead of a path: the file itself"] = None
    format: Annotated[Form | None, At("form"), "absent: found out"] = None
    dry_run: Annotated[bool, "only say what would become of it"] = False
    once: Annotated[bool, "conversations: read them now, and do not listen on"] = False


class RefusedData(Wire, of=Refused):
    ref: Annotated[str, "file and line; never the words"]
    code: Annotated[Literal["secret", "junk", "forgotten", "too_long"], "why it was left out"]
    why: str


class ListenedData(Wire, of=Source):
    kind: str
    path: str


class ImportData(Wire, of=Imported):
    format: Annotated[Form, At("form")]
    added: int
    repeated: Annotated[int, "known already"]
    rules: Annotated[int, "rules added"]
    messages: Annotated[int, "messages heard: of what was said there, new here"]
    documents: Annotated[
        int | None, filled("documents"), "documents that are new or newer than here"
    ] = None
    things: Annotated[
        int | None, filled("things"), "people, places and things of a story: new here, or changed"
    ] = None
    refused: list[RefusedData]
    changes: Annotated[list[ChangeData], "item by item"]
    renamed: Annotated[dict[str, str], "ids that were taken: their new ones"]
    troubles: Annotated[list[TroubleData], "what does not parse, kept out"]
    source: Annotated[ListenedData | None, "conversations: the agent listens to them"] = None
    dry_run: bool


# -- knowledge:review


class ReviewPayload(Wire):
    project_id: ProjectId = None
    path: Annotated[str | None, "the export of a memory of any make, instead of ours"] = None
    format: Annotated[Form | None, At("form")] = None
    fix: Annotated[bool, "archive, merge, supersede what can be; never deletes"] = False
    limit: Annotated[int | None, "findings; default 50, at most 5000"] = None


class FindingData(Wire, of=Finding):
    kind: Annotated[Fault, At("fault")]
    code: str
    message: Bilingual
    refs: Annotated[list[str], "ids, or file and line, of what is at fault"]
    keep: Annotated[str | None, "what would be kept of the group"] = None
    excerpt: Annotated[str, "secrets are masked"]
    cure: Cure


def _findings(found: Review) -> list[Beside]:
    return [Beside(each, message=found.messages[each.code]) for each in found.findings]


class ReviewData(Wire, of=Review):
    items: Annotated[int, "how many were looked at"]
    score: Annotated[float, rounded("score", 1), "0-100"]
    counts: Annotated[dict[str, int], "items at fault, by kind"]
    findings: Annotated[list[FindingData], At(_findings)]
    left_out: Annotated[int, "findings beyond the limit"]
    changes: Annotated[list[ChangeData], "what `fix` did"]
    troubles: list[TroubleData]
    format: Annotated[Form | None, At("form")] = None


TABLE: tuple[Channel, ...] = (
    Channel(
        "memory:export",
        "A whole memory, piece by piece: settings without keys, agents, rules, items with "
        "sources and history, on request episodes, what was said and documents; or Markdown by "
        "theme.",
        ExportPayload,
        ExportData,
        "transfer.export",
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
    Channel(
        "memory:import",
        "Take in a memory of any make, a MEMORY.md, conversations, or what writers' tools wrote: "
        "cards, lorebooks, vaults. Twice is once.",
        ImportPayload,
        ImportData,
        "transfer.take",
        in_order=True,
        timeout=lambda policy: policy.doors.timeout_max_ms,
        machine=("path",),
    ),
    Channel(
        "knowledge:review",
        "The judge of a memory's quality: junk, duplicates, stale, contradictions, orphans, "
        "secrets; of ours, or of another memory's export.",
        ReviewPayload,
        ReviewData,
        "transfer.review",
        in_order=True,
        timeout=lambda policy: policy.doors.timeout_max_ms,
        machine=("path",),
    ),
)
