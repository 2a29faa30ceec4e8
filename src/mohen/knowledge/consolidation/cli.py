"""Conversations become knowledge: `consolidate`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from mohen.cli import output
from mohen.cli.bilingual import command, option
from mohen.cli.connection import Session, chosen, given, opened
from mohen.cli.i18n import Pair, say
from mohen.errors import NotFound
from mohen.knowledge import changes_cli

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope

PHASES: tuple[Pair, ...] = (
    ("collect", "收集"),
    ("sift", "筛选"),
    ("extract", "提取"),
    ("reconcile", "合并"),
    ("fade", "衰减"),
    ("index", "索引"),
    ("snapshot", "快照"),
)
_PUSH = "knowledge:consolidate:progress"


@command(
    (
        "What was said since the last time becomes facts, beliefs and summaries; what is old "
        "fades; the snapshot follows. Goes on where an earlier run was interrupted.\n"
        "Shows what became different: + new, ~ old → new, − gone, each with its reason.",
        "把上次以来的对话整理为事实、推断与摘要；旧的衰减；更新快照。中断过的会接着做。\n"
        "显示变化：+ 新增，~ 旧 → 新，− 移除，并附原因。",
    ),
    example="mohen consolidate\nmohen consolidate --force --dry-run\nmohen consolidate --phase 2",
)
@option("--force", is_flag=True, text=("Though it was done lately.", "即使刚做过也执行。"))
@option(
    "--phase",
    type=int,
    metavar="N",
    text=(
        "Only one phase: 1 collect, 2 sift, 3 extract, 4 reconcile, 5 fade, 6 index, 7 snapshot.",
        "只执行一个阶段：1 收集 2 筛选 3 提取 4 合并 5 衰减 6 索引 7 快照。",
    ),
)
@option("--dry-run", is_flag=True, text=("Only show what it would do.", "只显示将做什么。"))
@option("--all", "everybody", is_flag=True, text=("Each agent in turn.", "依次处理所有 agent。"))
def consolidate(force: bool, phase: int | None, dry_run: bool, everybody: bool) -> int:
    if everybody and chosen().project is not None:
        raise click.UsageError(
            say("--all takes no --project", "--all 不与 --project 同用"),
            click.get_current_context(),
        )
    with opened() as session:
        payload = given(
            projectId=None if everybody else _meant(),
            force=force,
            phase=phase,
            dryRun=dry_run,
        )
        envelope = _run(session, payload)
        return output.finish(envelope, _show_outcomes, as_json=chosen().json)


def _meant() -> str:
    """The agent that was named or works here: there is nothing to listen to for anybody else."""
    found = chosen().named_project or chosen().agent
    if found is None:
        raise NotFound(
            say(
                "no agent works here: run `mohen init` in its workspace, or name one with "
                "--project; --all takes every agent",
                "此处没有 agent：请在其工作区运行 `mohen init`，或用 --project 指定；"
                "--all 处理所有 agent",
            ),
            field="--project",
        )
    return found


def _run(session: Session, payload: Mapping[str, Any]) -> Envelope:
    with output.progress(say("listening", "读取中")) as tell:

        def hear(push: str, data: Mapping[str, Any]) -> None:
            if push == _PUSH and data.get("phase"):
                at = data["phase"]
                tell(f"{data['projectId']}: {say(*PHASES[at - 1])}", at - 1, len(PHASES))

        stop = session.memory.listen(hear)
        envelope = session.ask("knowledge:consolidate", payload, long=True)
        stop()
    return envelope


# -- as shown


def _show_outcomes(data: Mapping[str, Any]) -> None:
    if not data["outcomes"]:
        output.show(say("There are no agents: `mohen init`", "还没有 agent：`mohen init`"))
    for each in data["outcomes"]:
        _show_outcome(each)


def _show_outcome(data: Mapping[str, Any]) -> None:
    id = data["projectId"]
    if skipped := data.get("skipped"):
        output.show(f"- {id}: {say(**skipped)}")
        return
    would = say("would be done, nothing was changed", "将会如此，未作任何改动")
    done = say("consolidated", "已整理")
    output.show(f"? {id}: {would}" if data["dryRun"] else f"✓ {id}: {done}")
    changes_cli.show(data["changes"])
    if more := sum(data["changed"].values()) - len(data["changes"]):
        output.show(say(f"… and {more} more", f"……另有 {more} 处"))
    output.facts((f"  {name}", value) for name, value in _figures(data) if value)


def _figures(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    resumed = data.get("resumedAt")
    return [
        (say("phases", "阶段"), ", ".join(str(each) for each in data["phases"])),
        (say("went on in", "继续自"), _phase(resumed) if resumed else ""),
        (say("heard", "读取"), _heard(data)),
        (say("changes", "变化"), changes_cli.counted(data["changed"]) or say("none", "无")),
        (say("undecided", "未决"), _undecided(data["undecided"])),
        (say("snapshot", "快照"), _snapshot(data)),
        (say("tokens", "词元"), str(data["tokens"])),
        (say("damaged lines", "损坏的行"), str(data["brokenLines"] or "")),
        (say("cannot be read", "无法读取"), "\n".join(data["unreadable"])),
        (say("degraded", "降级"), _degraded(data.get("degraded"))),
    ]


def _phase(number: int) -> str:
    return f"{number} ({say(*PHASES[number - 1])})"


def _heard(data: Mapping[str, Any]) -> str:
    messages, fragments = data["messages"], data["fragments"]
    kept, statements = data["kept"], data["statements"]
    return say(
        f"{messages} messages → {fragments} fragments → {kept} kept → {statements} statements",
        f"{messages} 条消息 → {fragments} 个片段 → 保留 {kept} → {statements} 条陈述",
    )


def _undecided(count: int) -> str:
    if not count:
        return ""
    return say(
        f"{count} fragments that rules cannot judge, not kept; a model could: "
        "`mohen config set model …`",
        f"{count} 个片段规则无法判断，未保留；配置模型后可判断：`mohen config set model …`",
    )


def _snapshot(data: Mapping[str, Any]) -> str:
    if data["snapshotWritten"]:
        return say("rewritten", "已更新")
    return say("as it was", "未变") if len(PHASES) in data["phases"] else ""


def _degraded(code: str | None) -> str:
    if code is None:
        return ""
    return say(f"{code}: what rules said stands", f"{code}：以规则的结果为准")
