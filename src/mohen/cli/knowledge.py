"""Looking at what is known: `stats`, `entities`, `history`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from mohen.cli import output
from mohen.cli.bilingual import argument, command
from mohen.cli.capture import ID, about, named
from mohen.cli.session import Session, answer, chosen, opened
from mohen.cli.words import Pair, say

_TYPES: dict[str, Pair] = {
    "fact": ("Facts", "事实"),
    "belief": ("Beliefs", "推断"),
    "summary": ("Summaries", "摘要"),
    "note": ("Notes", "笔记"),
}
_SEEDS = ("fact", "belief", "summary")
"""Always told of; other types when there are any."""

_BANDS: dict[str, Pair] = {
    "critical": ("Critical (0.9-1.0)", "关键 (0.9-1.0)"),
    "high": ("High (0.7-0.9)", "高 (0.7-0.9)"),
    "medium": ("Medium (0.4-0.7)", "中 (0.4-0.7)"),
    "low": ("Low (0-0.4)", "低 (0-0.4)"),
}
_ENTITIES: dict[str, Pair] = {
    "person": ("person", "人物"),
    "location": ("place", "地点"),
    "organization": ("organization", "组织"),
    "project": ("project", "项目"),
    "other": ("other", "其他"),
}
_SHOWN = 20  # memories of an entity; `mohen search --entity` finds the others


# -- stats


@command(
    (
        "How much is known, by type and importance, and when it was and will be consolidated.",
        "记忆的数量、类型与重要性分布，以及上次与下次整理的时间。",
    ),
    example="mohen stats",
)
def stats() -> int:
    return answer("knowledge:stats", {"projectId": chosen().project_id}, _show_stats)


def _show_stats(data: Mapping[str, Any]) -> None:
    """The layout of the seed (R212), line by line."""
    total, kinds = data["total"], data["byType"]
    others = sorted(kind for kind in kinds if kind not in _SEEDS)
    never = say("never", "从未")
    output.show(
        say("📊 Memory System Stats", "📊 记忆系统统计"),
        "══════════════════════",
        say(f"Total: {total} memories", f"总数: {total} 条记忆"),
        say(
            f"Active: {data['active']} | Archive: {data['archived']}",
            f"活跃: {data['active']} | 归档: {data['archived']}",
        ),
        "",
        say("By Type:", "按类型:"),
        *(_counted(kind, kinds.get(kind, 0), total) for kind in (*_SEEDS, *others)),
        "",
        say("By Importance:", "按重要性:"),
        *(f"  {say(*name)}: {data['byImportance'][band]}" for band, name in _BANDS.items()),
        "",
        f"{say('Last Consolidation', '上次整理')}: {_utc(data.get('lastSuccess')) or never}",
        f"{say('Next Scheduled', '下次整理')}: {_utc(data.get('nextDue')) or _unplanned()}",
    )
    for each in data["warnings"]:
        output.note(f"! {each}", "yellow")


def _counted(kind: str, count: int, total: int) -> str:
    name = say(*_TYPES.get(kind, (kind, kind)))
    return f"  {name}: {count} ({count / max(total, 1):.0%})"


def _utc(milliseconds: int | None) -> str:
    """As the files of the workspace write it (C71)."""
    if milliseconds is None:
        return ""
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _unplanned() -> str:
    return say("never (`mohen init` makes an agent)", "无（`mohen init` 创建 agent）")


# -- entities


@command(
    (
        "Who and what the memory speaks of, or all that is known of one of them.",
        "记忆中提到的人与事物，或其中之一的全部所知。",
    ),
    example=("mohen entities\nmohen entities Anna", "mohen entities\nmohen entities 张三"),
)
@argument(
    "name", required=False, text=("One of them, exactly so named.", "其中之一，名字须完全一致。")
)
def entities(name: str | None) -> int:
    if name is None:
        payload = {"projectId": chosen().project_id}
        return answer("knowledge:entities", payload, _show_entities)
    with opened() as session:
        payload = {"projectId": chosen().project_id, "name": name}
        return output.finish(
            session.ask("knowledge:entity", payload),
            lambda data: _show_entity(session, data),
            as_json=chosen().json,
        )


def _show_entities(data: Mapping[str, Any]) -> None:
    if not data["items"]:
        output.show(say("Nobody and nothing yet.", "还没有。"))
        return
    output.table(
        say("name|type|memories", "名字|类型|记忆数").split("|"),
        (
            (each["name"], say(*_ENTITIES[each["type"]]), str(each["items"]))
            for each in data["items"]
        ),
    )


def _show_entity(session: Session, data: Mapping[str, Any]) -> None:
    output.show(f"{data['name']} · {say(*_ENTITIES[data['type']])}")
    output.facts(
        (f"  {name}", f"{each['value']} · {output.moment(each['updatedAt'])} · {each['item']}")
        for name, each in data["attributes"].items()
    )
    ids = [*data["facts"], *data["beliefs"], *data["summaries"]]
    for id in ids[:_SHOWN]:
        told = session.ask("knowledge:get", named(id))
        if told["ok"]:
            output.show(f"- {output.excerpt(told['data']['item']['content'])} · {id}")
    if more := len(ids[_SHOWN:]):
        how = f"`mohen search --entity {data['name']}`"
        output.note(say(f"{more} more: {how}", f"还有 {more} 条：{how}"))


# -- history


@command(
    (
        "Every value that held in a memory's place, the newest first: from when to when, and "
        "where it was said.",
        "一条记忆先后的全部取值，由新到旧：何时成立、何时失效、出自哪里。",
    ),
    example="mohen history f_20260204_001",
)
@argument("memory_id", text=ID)
def history(memory_id: str) -> int:
    return answer("knowledge:history", named(memory_id), _show_history)


def _show_history(data: Mapping[str, Any]) -> None:
    for item in data["items"]:
        began = output.moment(item.get("validFrom", item["createdAt"]))
        ended = item.get("validTo")
        until = output.moment(ended) if ended else say("now", "至今")
        output.show(f"{began} – {until}", f"  {item['content']}", f"  {about(item)}")
        said = " · ".join([item["id"], *item["sources"], *item["sourceFacts"]])
        output.show(f"  {said}")
        if basis := item.get("basis"):
            output.show(f"  {say('because', '依据')}: {basis}")
