"""The judge of a memory's quality: `review` (C99)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from mohen.cli import changes, exits, output
from mohen.cli.bilingual import command, option
from mohen.cli.session import chosen, given, opened
from mohen.cli.transfer import FORMS
from mohen.cli.words import Pair, say

_KINDS: dict[str, Pair] = {
    "secret": ("secrets", "敏感信息"),
    "junk": ("junk", "杂质"),
    "contradiction": ("contradictions", "矛盾"),
    "stale": ("stale", "过时"),
    "duplicate": ("duplicates", "重复"),
    "orphan": ("orphans", "孤立"),
}
_CURES: dict[str, Pair] = {
    "archive": ("archive", "归档"),
    "merge": ("merge into", "并入"),
    "supersede": ("superseded by", "由其取代"),
    "unlink": ("take the link away", "去掉链接"),
    "forget": ("mohen forget {ref}", "mohen forget {ref}"),
    "look": ("say which one holds", "请确认哪条为真"),
}


@command(
    (
        "Judge a memory: junk, duplicates, stale, contradictions, orphans, secrets.\n"
        "Ours, or with --file the export of any other. --fix archives and merges, with --yes; "
        "it never deletes.",
        "评审记忆：杂质、重复、过时、矛盾、孤立、敏感信息。\n"
        "评审本库，或用 --file 评审其他系统的导出。--fix 加 --yes 会归档与合并，从不删除。",
    ),
    example="mohen review\nmohen review --file mem0.json\nmohen review --fix --yes",
)
@option("--file", "path", type=click.Path(), metavar="PATH", text=("An export.", "导出文件。"))
@option(
    "--format",
    "form",
    type=FORMS,
    metavar="MAKE",
    text=("Of what make it is, as for import.", "文件的种类，同 import。"),
)
@option("--fix", is_flag=True, text=("Put right what can be.", "修复能修复的。"))
@option("--yes", is_flag=True, text=("Do it.", "确认执行。"))
@option("--limit", type=int, text=("Findings shown [50].", "显示的条数 [50]。"))
def review(path: str | None, form: str | None, fix: bool, yes: bool, limit: int | None) -> int:
    where = None if path is None else str(Path(path).expanduser().absolute())
    project = None if where is not None else chosen().project_id
    act = fix and (yes or where is not None)
    payload = given(projectId=project, path=where, format=form, fix=act or None, limit=limit)
    with opened() as session:
        with output.patience(say("judging", "评审中")):
            envelope = session.ask("knowledge:review", payload, long=True)
        code = output.finish(envelope, _show, as_json=chosen().json)
    if envelope["ok"] and fix and not act:
        output.note(
            say("Nothing was changed. Add --yes to do it.", "没有修改。确认请加 --yes。"),
            style="bold red",
        )
        return exits.USAGE.exit
    return code


def _show(data: Mapping[str, Any]) -> None:
    for each in data["findings"]:
        kind, why = say(*_KINDS[each["kind"]]), say(**each["message"])
        output.show(f"{kind}: {', '.join(each['refs'])} {why}")
        output.show(f"    {each['excerpt']}", f"    → {_cure(each)}")
    if data["leftOut"]:
        output.show(say(f"… {data['leftOut']} more", f"…… 另有 {data['leftOut']} 项"))
    for each in data["troubles"]:
        where = f"{each['ref']}:{each['line']}" if each["line"] else each["ref"]
        output.show(f"! {where} {each['why']}")
    changes.show(data["changes"])
    counts = [f"{data['counts'][kind]} {say(*_KINDS[kind])}" for kind in _KINDS]
    output.show(
        say(
            f"{data['score']:g}/100: {data['items']} memories, {', '.join(counts)}",
            f"{data['score']:g}/100：{data['items']} 条记忆，{'，'.join(counts)}",
        )
    )


def _cure(finding: Mapping[str, Any]) -> str:
    cure = say(*_CURES[finding["cure"]]).format(ref=finding["refs"][0])
    return f"{cure} {finding['keep']}" if finding.get("keep") else cure
