"""What is done by night, and who took what away: `upkeep`, `audit`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mohen.cli import output
from mohen.cli.bilingual import command, option
from mohen.cli.consent import counted
from mohen.cli.session import Session, answer, chosen, given, opened
from mohen.cli.words import Pair, say

_DONE: dict[str, Pair] = {
    "strengths": ("strengths computed anew", "重新计算的强度"),
    "compressed": ("episodes became digests", "压缩为摘要的条目"),
    "purged": ("old digests deleted", "删除的旧摘要"),
    "abandoned": ("unanswered episodes closed", "关闭的未完成条目"),
    "evictedRules": ("rules evicted", "淘汰的规则"),
}
_TASKS: dict[str, Pair] = {
    "cleanup": ("cleanup", "清理"),
    "weekly": ("weekly learning", "每周学习"),
}


# -- upkeep


@command(
    (
        "Do now what is done by night: fade, compress and purge, each by its rule.\n"
        "Confirmed rules and core settings are never touched.",
        "立即执行夜间维护：按规则衰减、压缩、清除。\n已确认的规则与核心设定不受影响。",
    ),
    example="mohen upkeep --dry-run",
)
@option("--dry-run", is_flag=True, text=("Only show what would be done.", "只显示将做什么。"))
def upkeep(dry_run: bool) -> int:
    with opened() as session:
        with output.patience(say("cleaning", "维护中")):
            envelope = session.ask("memory:cleanup:run", {"dryRun": dry_run}, long=True)
        return output.finish(
            envelope, lambda data: _show_cleaned(session, data), as_json=chosen().json
        )


def _show_cleaned(session: Session, data: dict[str, Any]) -> None:
    if data["dryRun"]:
        output.show(say("Would be done:", "将执行："))
    else:
        output.show(say("✓ Done:", "✓ 已完成："))
    output.facts((f"  {say(*name)}", str(data[kind])) for kind, name in _DONE.items())
    status = session.ask("memory:status", {})
    timetable = status["data"].get("upkeep") if status["ok"] else None
    if timetable:
        output.show(say("Next:", "下次："))
        output.facts((f"  {name}", at) for name, at in due(timetable))


def due(timetable: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Each task with when it is done next."""
    return [
        (say(*name), output.moment(timetable["next"][task]))
        for task, name in _TASKS.items()
        if timetable["next"].get(task)
    ]


# -- audit


_ACTS: dict[str, Pair] = {
    "forget": ("forgot", "遗忘"),
    "delete-rule": ("deleted a rule", "删除规则"),
    "delete-entry": ("deleted a note", "删除笔记"),
    "clear:project": ("cleared a project", "清空项目"),
    "clear:all": ("cleared everything", "清空全部"),
    "preferences:clear": ("cleared what labels taught", "清空标签所学"),
}


@command(
    (
        "Who deleted what and when, newest first: numbers and ids, never text.",
        "谁在何时删除了什么，由新到旧：只有数字与 id，没有文本。",
    ),
    example="mohen audit --limit 20",
)
@option("--limit", type=int, text=("How many, up to 200.", "条数，至多 200。"))
@option("--cursor", text=("Where the page before ended.", "上一页末尾的游标。"))
def audit(limit: int | None, cursor: str | None) -> int:
    return answer("memory:audit:list", given(limit=limit, cursor=cursor), _show_acts)


def _show_acts(data: dict[str, Any]) -> None:
    if not data["items"]:
        output.show(say("Nothing was ever deleted by hand.", "从未手动删除过任何内容。"))
        return
    output.facts((output.moment(each["at"]), _told(each)) for each in data["items"])
    if cursor := data["page"].get("nextCursor"):
        output.note(say(f"More: --cursor {cursor}", f"更多：--cursor {cursor}"))


def _told(act: Mapping[str, Any]) -> str:
    said = say(*_ACTS.get(act["act"], (act["act"], act["act"])))
    head = (act["operator"], said, act.get("projectId"), act.get("subject"))
    counts = ", ".join(f"{name} {count}" for name, count in counted(act["counts"]))
    return " · ".join(each for each in head if each) + (f"\n{counts}" if counts else "")
