"""Taking something away for good: `--dry-run` shows what would go, `--yes` does it (C75)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from mohen.cli import exits, output
from mohen.cli.bilingual import option
from mohen.cli.connection import Render, chosen
from mohen.cli.i18n import Pair, say
from mohen.errors import ClearConfirmRequired, MohenError

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope


class Asked(Protocol):
    """Whoever answers for the memory: a command's session, or that of an author of a team."""

    def ask(self, channel: str, payload: Any, *, long: bool = False) -> Envelope: ...

    def refuse(self, error: MohenError) -> Envelope: ...


KINDS: dict[str, Pair] = {
    "episodes": ("episodes", "条目"),
    "texts": ("their texts", "条目文本"),
    "digests": ("digests", "摘要"),
    "evidence": ("measurements", "测量数据"),
    "vectors": ("vectors", "向量"),
    "terms": ("words of the index", "索引词条"),
    "rules": ("rules", "规则"),
    "wordings": ("earlier wordings", "旧措辞"),
    "links": ("ties between episodes and rules", "条目与规则的关联"),
    "knowledge": ("facts and notes", "事实与笔记"),
    "feedback": ("labels", "标签"),
    "labels": ("labels", "标签"),
    "events": ("lines of the learning history", "学习历史"),
    "conflicts": ("conflicts", "冲突"),
    "runs": ("records of learning", "学习记录"),
    "tombstones": ("marks of what was deleted", "删除标记"),
    "vetoes": ("bars against learning it again", "禁学标记"),
    "episodesMarked": ("episodes that speak no more for it", "不再作为依据的条目"),
    "messages": ("messages", "消息"),
    "conversations": ("conversations under way", "进行中的对话"),
    "story": ("what was read of the story", "读到的故事内容"),
    "documents": ("documents of frameworks", "框架的文档"),
    "files": ("damaged files set aside", "移到一旁的损坏文件"),
    "keys": ("keys of model servers", "模型服务的密钥"),
}
_WHY: dict[str, Pair] = {
    "named": ("named", "所指"),
    "replaced": ("what is named took its place", "已被所指取代"),
    "same": ("says the same", "内容相同"),
    "summary": ("sums it up", "由它概括而成"),
}
_LEFT = ("vetoes", "episodesMarked")
"""What a deletion leaves behind; only a clear takes it away too."""


def destructive(function: Callable[..., int]) -> Callable[..., int]:
    """The two options of everything that deletes."""
    yes = option("--yes", is_flag=True, text=("Do it.", "确认执行。"))
    look = option(
        "--dry-run",
        is_flag=True,
        text=("Only show what would go.", "只显示将删除什么。"),
    )
    decorated: Callable[..., int] = look(yes(function))
    return decorated


def by(function: Callable[..., int]) -> Callable[..., int]:
    decorated: Callable[..., int] = option(
        "--operator", metavar="NAME", text=("Who does it, for the audit.", "操作者，记入审计。")
    )(function)
    return decorated


def with_consent(
    session: Asked,
    *,
    would: Callable[[], Envelope],
    act: Callable[[], Envelope],
    render: Render,
    dry_run: bool,
    yes: bool,
) -> int:
    """Without `--yes` nothing goes: what would is shown, and the command was not complete."""
    with output.patience(say("working", "处理中")):
        envelope = act() if yes and not dry_run else would()
    if yes or dry_run or not envelope["ok"]:
        return output.finish(envelope, render, as_json=chosen().json)
    if chosen().json:
        said = say(
            "nothing was deleted: look at details.would, then add --yes",
            "没有删除任何内容：请查看 details.would，再加上 --yes",
        )
        output.emit(session.refuse(ClearConfirmRequired(said, would=envelope["data"])))
    else:
        render(envelope["data"])
        output.note(
            say("✗ Nothing was deleted. Add --yes to do it.", "✗ 没有删除。确认请加 --yes。"),
            style="bold red",
        )
    return exits.USAGE.exit


# -- channels that want a token


def would_go(session: Asked, channel: str, payload: Mapping[str, Any]) -> Envelope:
    """What a channel says would go when it is asked without its token."""
    envelope = session.ask(channel, payload, long=True)
    would = _refusal(envelope).get("would")
    if would is None:
        return envelope
    told = {**would, "wiped": False, "dryRun": True}
    return {"ok": True, "data": told, "meta": envelope["meta"]}


def confirmed(session: Asked, channel: str, payload: Mapping[str, Any]) -> Envelope:
    """Both steps at once: who typed `--yes` was asked already."""
    envelope = session.ask(channel, payload, long=True)
    token = _refusal(envelope).get("confirmToken")
    if token is None:
        return envelope
    return session.ask(channel, {**payload, "confirmToken": token}, long=True)


def _refusal(envelope: Envelope) -> dict[str, Any]:
    details: dict[str, Any] = envelope.get("error", {}).get("details", {})
    return details


# -- as shown


def show_receipt(data: Mapping[str, Any]) -> None:
    """How many of each went or would go, what stays, and whether the bytes are gone too."""
    show_cleared({kind: count for kind, count in data.items() if kind not in _LEFT})
    if left := counted({kind: data.get(kind) for kind in _LEFT}):
        output.show(say("Stays, without text:", "留下（不含文本）："))
        _show_counts(left)


def show_cleared(data: Mapping[str, Any]) -> None:
    gone = counted(data)
    if not gone:
        output.show(say("Nothing to delete.", "没有可删除的内容。"))
        return
    only = data.get("dryRun")
    output.show(say("Would go:", "将删除：") if only else say("✓ Gone:", "✓ 已删除："))
    _show_counts(gone)
    if only:
        _show_going(data)
    else:
        _show_wiped(data)


def _show_going(data: Mapping[str, Any]) -> None:
    """What it is, to be seen before it goes."""
    for each in data.get("items") or ():
        why = say(*_WHY[each["why"]])
        output.show(f"  {each['id']}  {output.excerpt(each['content']) or each['type']}  ({why})")
    if more := data.get("more"):
        output.show(say(f"  … and {more} more", f"  ……另有 {more} 项"))


def _show_counts(rows: list[tuple[str, int]]) -> None:
    output.facts((f"  {name}", str(count)) for name, count in rows)


def counted(data: Mapping[str, Any]) -> list[tuple[str, int]]:
    return [(say(*KINDS[kind]), data[kind]) for kind in KINDS if data.get(kind)]


def _show_wiped(data: Mapping[str, Any]) -> None:
    if left := data.get("leftFiles"):
        output.show(
            say(
                f"! {left} files may still hold the text: damaged ones that were set aside, or of "
                "a workspace that could not be written",
                f"! {left} 个文件可能仍含有这些文本：移到一旁的损坏文件，或无法写入的工作区文件",
            ),
            say(
                "  → delete *.damaged-* in the home when you need them no more; "
                "`mohen validate --repair` writes the files of a workspace",
                "  → 不再需要时，请删除数据目录中的 *.damaged-*；"
                "`mohen validate --repair` 重写工作区文件",
            ),
        )
    elif data["wiped"] and data.get("rests"):
        output.show(
            say(
                "Nobody can read any of it any more: its key is destroyed. Unreadable bytes stay "
                "in the server's files, log and backups (docs/team.md says until when).",
                "密钥已销毁，任何人都无法再读取这些内容。服务器的数据文件、日志与备份中"
                "仍留有无法读取的字节（保留多久见 docs/team.md）。",
            )
        )
    elif data["wiped"]:
        output.show(say("No file holds any of it any more.", "已没有任何文件含有这些内容。"))
    else:
        output.show(
            say(
                "! Another program is reading: some bytes stay on disk until the next upkeep.",
                "! 有程序正在读取：磁盘上仍有残留，下次维护时清除。",
            )
        )
