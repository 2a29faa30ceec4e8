"""Shapes of what goes out, comes in, and is judged."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.core.shapes import Bilingual
from mohen.knowledge.channels import ChangeData
from mohen.knowledge.review.model import Finding, Review
from mohen.knowledge.transfer.model import Exported, Imported
from mohen.knowledge.workspace.model import Trouble
from mohen.server.channel import Channel, Desk
from mohen.server.wire import Wire

_DIGITS = 1

ProjectId = Annotated[str | None, Field(description="absent: what is global")]
FormName = Literal[
    "mohen",
    "memory-md",
    "seed-001",
    "mem0",
    "letta",
    "zep",
    "mcp-memory",
    "langmem",
    "claude-memory",
    "lines",
    "generic",
    "transcript",
]


class TroubleData(Wire):
    ref: Annotated[str, Field(description="the file's name")]
    line: Annotated[int, Field(description="0: the file as a whole")]
    why: str

    @classmethod
    def of(cls, trouble: Trouble) -> TroubleData:
        return cls(ref=trouble.ref, line=trouble.line, why=trouble.why)


# -- memory:export


class ExportPayload(Wire):
    project_id: ProjectId = None
    format: Annotated[
        Literal["json", "jsonl", "markdown"],
        Field(description="markdown: files that OpenClaw's memory_search reads in `memory/`"),
    ] = "json"
    include_episodes: Annotated[bool, Field(description="of the project, with their texts")] = False
    cursor: Annotated[str | None, Field(description="`nextCursor` of the piece before")] = None


class SheetData(Wire):
    path: Annotated[str, Field(description="the same path in several pieces is one file")]
    text: str


class ExportData(Wire):
    files: Annotated[list[SheetData], Field(description="pieces, to be put one behind the other")]
    next_cursor: Annotated[str | None, Field(description="absent: this was the last")] = None

    @classmethod
    def of(cls, made: Exported) -> ExportData:
        return cls(
            files=[SheetData(path=each.path, text=each.text) for each in made.sheets],
            next_cursor=made.after,
        )


# -- memory:import


class ImportPayload(Wire):
    project_id: Annotated[str, Field(description="whose memory it becomes")]
    path: Annotated[str, Field(description="a file or a folder, absolute; never changed")]
    format: Annotated[FormName | None, Field(description="absent: found out")] = None
    dry_run: Annotated[bool, Field(description="only say what would become of it")] = False
    once: Annotated[
        bool, Field(description="conversations: read them now, and do not listen on")
    ] = False


class RefusedData(Wire):
    ref: Annotated[str, Field(description="file and line; never the words")]
    code: Annotated[
        Literal["secret", "junk", "forgotten", "too_long"], Field(description="why it was left out")
    ]
    why: str


class ListenedData(Wire):
    kind: str
    path: str


class ImportData(Wire):
    format: FormName
    added: int
    repeated: Annotated[int, Field(description="known already")]
    rules: Annotated[int, Field(description="rules added")]
    refused: list[RefusedData]
    changes: Annotated[list[ChangeData], Field(description="item by item")]
    renamed: Annotated[dict[str, str], Field(description="ids that were taken: their new ones")]
    troubles: Annotated[list[TroubleData], Field(description="what does not parse, kept out")]
    source: Annotated[
        ListenedData | None, Field(description="conversations: the agent listens to them")
    ] = None
    dry_run: bool

    @classmethod
    def of(cls, made: Imported) -> ImportData:
        source = made.source
        return cls.model_validate(
            {
                "format": made.form.value,
                "added": made.added,
                "repeated": made.repeated,
                "rules": made.rules,
                "refused": [
                    RefusedData.model_validate(
                        {"ref": each.ref, "code": each.code, "why": each.why}
                    )
                    for each in made.refused
                ],
                "changes": [ChangeData.of(each) for each in made.changes],
                "renamed": dict(made.renamed),
                "troubles": [TroubleData.of(each) for each in made.troubles],
                "source": source and ListenedData(kind=source.kind.value, path=source.path),
                "dry_run": made.dry_run,
            }
        )


# -- knowledge:review


class ReviewPayload(Wire):
    project_id: ProjectId = None
    path: Annotated[
        str | None, Field(description="the export of a memory of any make, instead of ours")
    ] = None
    format: FormName | None = None
    fix: Annotated[
        bool, Field(description="archive, merge, supersede what can be; never deletes")
    ] = False
    limit: Annotated[int | None, Field(description="findings; default 50, at most 5000")] = None


class FindingData(Wire):
    kind: Literal["junk", "duplicate", "stale", "contradiction", "orphan", "secret"]
    code: str
    message: Bilingual
    refs: Annotated[list[str], Field(description="ids, or file and line, of what is at fault")]
    keep: Annotated[str | None, Field(description="what would be kept of the group")] = None
    excerpt: Annotated[str, Field(description="secrets are masked")]
    cure: Literal["archive", "merge", "supersede", "unlink", "forget", "look"]

    @classmethod
    def of(cls, finding: Finding, message: tuple[str, str]) -> FindingData:
        return cls.model_validate(
            {
                "kind": finding.fault.value,
                "code": finding.code,
                "message": Bilingual.of(message),
                "refs": list(finding.refs),
                "keep": finding.keep,
                "excerpt": finding.excerpt,
                "cure": finding.cure.value,
            }
        )


class ReviewData(Wire):
    items: Annotated[int, Field(description="how many were looked at")]
    score: Annotated[float, Field(description="0-100")]
    counts: Annotated[dict[str, int], Field(description="items at fault, by kind")]
    findings: list[FindingData]
    left_out: Annotated[int, Field(description="findings beyond the limit")]
    changes: Annotated[list[ChangeData], Field(description="what `fix` did")]
    troubles: list[TroubleData]
    format: FormName | None = None

    @classmethod
    def of(cls, found: Review) -> ReviewData:
        return cls.model_validate(
            {
                "items": found.items,
                "score": round(found.score, _DIGITS),
                "counts": dict(found.counts),
                "findings": [
                    FindingData.of(each, found.messages[each.code]) for each in found.findings
                ],
                "left_out": found.left_out,
                "changes": [ChangeData.of(each) for each in found.changes],
                "troubles": [TroubleData.of(each) for each in found.troubles],
                "format": found.form,
            }
        )


# -- What goes out, comes in, and is judged.


def _export(desk: Desk, asked: ExportPayload) -> Wire:
    made = desk.memory.transfer.export(
        asked.project_id,
        form=asked.format,
        episodes=asked.include_episodes,
        after=asked.cursor,
    )
    return ExportData.of(made)


def _import(desk: Desk, asked: ImportPayload) -> Wire:
    made = desk.memory.transfer.take(
        asked.project_id, asked.path, form=asked.format, dry_run=asked.dry_run, once=asked.once
    )
    return ImportData.of(made)


def _review(desk: Desk, asked: ReviewPayload) -> Wire:
    found = desk.memory.transfer.review(
        asked.project_id,
        path=asked.path,
        form=asked.format,
        fix=asked.fix,
        limit=asked.limit,
    )
    return ReviewData.of(found)


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:export",
        "A whole memory, piece by piece: settings without keys, agents, rules, items with "
        "sources and history, on request episodes; or Markdown by theme.",
        ExportPayload,
        ExportData,
        _export,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
    Channel(
        "memory:import",
        "Take in a memory of any make, a MEMORY.md, or conversations. Twice is once.",
        ImportPayload,
        ImportData,
        _import,
        in_order=True,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
    Channel(
        "knowledge:review",
        "The judge of a memory's quality: junk, duplicates, stale, contradictions, orphans, "
        "secrets; of ours, or of another memory's export.",
        ReviewPayload,
        ReviewData,
        _review,
        in_order=True,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
)
