"""What goes into every conversation, and whether all of it is whole: `snapshot`, `validate`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mohen.cli import exits, output
from mohen.cli.bilingual import command, option
from mohen.cli.connection import Session, answer, chosen, opened
from mohen.cli.i18n import say
from mohen.errors import NotFound

_FILE = Path("memory", "layer1", "snapshot.md")


@command(
    (
        "The snapshot that goes into every conversation, about 2,000 tokens.",
        "放入每次对话的快照，约 2000 词元。",
    ),
    example='mohen snapshot\ncat "$(mohen snapshot --path)"',
)
@option(
    "--path",
    is_flag=True,
    text=("Print where its file is instead, brought up to date.", "改为输出其文件路径，并先更新。"),
)
def snapshot(path: bool) -> int:
    payload = {"projectId": chosen().project_id}
    if not path:
        return answer("knowledge:snapshot", payload, _show_snapshot)
    with opened() as session:
        file = _workspace(session, payload["projectId"]) / _FILE
        for channel in ("knowledge:snapshot", "knowledge:files"):
            envelope = session.ask(channel, payload, long=True)
            if not envelope["ok"]:
                return output.finish(envelope, lambda _data: None, as_json=chosen().json)
        told = {"ok": True, "data": {"path": str(file)}, "meta": session.meta()}
        return output.finish(told, lambda data: output.show(data["path"]), as_json=chosen().json)


def _show_snapshot(data: Mapping[str, Any]) -> None:
    output.show(data["text"].rstrip())


def _workspace(session: Session, project: str) -> Path:
    told = session.ask("agent:list", {})
    known = told["data"]["items"] if told["ok"] else []
    for each in known:
        if each["projectId"] == project and each.get("workspace"):
            return Path(each["workspace"])
    raise NotFound(
        say(
            "no agent with a workspace is meant: run `mohen init` there, or name it with --project",
            "此处没有带工作区的 agent：请在工作区运行 `mohen init`，或用 --project 指定",
        ),
        field="--project",
    )


# -- validate


@command(
    (
        "Whether the memory is whole: rows, index, snapshot, files of the workspace.\n"
        "Ends with 1 when something is wrong and was not put right.",
        "检查记忆是否完整：数据、索引、快照与工作区文件。\n有问题且未修复时退出码为 1。",
    ),
    example="mohen validate\nmohen validate --repair",
)
@option(
    "--repair",
    is_flag=True,
    text=(
        "Put right what can be without losing anything.",
        "修复能修复的，不丢失任何内容。",
    ),
)
def validate(repair: bool) -> int:
    with opened() as session:
        payload = {"projectId": chosen().project_id, "repair": repair}
        with output.patience(say("examining", "检查中")):
            envelope = session.ask("knowledge:validate", payload, long=True)
        code = output.finish(envelope, _show_found, as_json=chosen().json)
    if envelope["ok"] and not envelope["data"]["sound"]:
        return exits.INTERNAL.exit
    return code


def _show_found(data: Mapping[str, Any]) -> None:
    for each in data["defects"]:
        mark = "✓" if each["repaired"] else "✗"
        done = say(" (repaired)", "（已修复）") if each["repaired"] else ""
        output.show(f"{mark} {each['where']}: {say(**each['message'])}{done} [{each['code']}]")
        if (cure := each.get("cure")) and not each["repaired"]:
            output.show(f"  → {say(**cure)}")
    items, files = data["items"], data["files"]
    said = say(f"{items} memories, {files} files", f"{items} 条记忆，{files} 个文件")
    if data["sound"]:
        output.show(f"✓ {said}")
        return
    output.show(f"✗ {said}")
    output.note(
        say(
            "`mohen validate --repair` puts right what can be.",
            "`mohen validate --repair` 可修复。",
        )
    )
