"""Looking at what is known: `stats`, `entities`, `history`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import click

from mohen.cli import output
from mohen.cli.args import names, spoken
from mohen.cli.bilingual import argument, command, option
from mohen.cli.connection import Session, answer, chosen, given, opened
from mohen.cli.i18n import Pair, say
from mohen.knowledge.model import INITIALS, Category

# -- One thing to remember, and its two pools: `capture`, `archive`, `restore`.


ID = ("Its id, as `mohen search` shows it.", "记忆的 id，见 `mohen search`。")
CATEGORIES = tuple(each.value for each in Category)

STATES: dict[str, Pair] = {
    "active": ("active", "活跃"),
    "archived": ("archived", "已归档"),
    "superseded": ("superseded", "已被取代"),
    "denied": ("denied", "已否定"),
    "withdrawn": ("withdrawn", "已撤回"),
}


# -- capture


@command(
    (
        "Remember something at once. The same words again are the same memory, which matters "
        "more for it.",
        "立即记住一件事。同样的话再记一次仍是同一条记忆，只是更重要。",
    ),
    example=(
        "mohen capture 'the user is allergic to peanuts' --importance 1.0 --entities user\n"
        "mohen capture 'the user may like coffee' --type belief --confidence 0.6",
        "mohen capture 用户对花生过敏 --type fact --importance 1.0 --entities 用户\n"
        "mohen capture 用户可能喜欢咖啡 --type belief --confidence 0.6",
    ),
)
@argument(
    "text",
    nargs=-1,
    required=True,
    metavar="TEXT...",
    text=("What to remember; - is standard input.", "内容；- 为标准输入。"),
)
@option(
    "--type",
    "kind",
    type=click.Choice(list(INITIALS)),
    default="fact",
    text=("What it is; fact unless said.", "类型；缺省为 fact。"),
)
@option(
    "--importance",
    type=float,
    metavar="F",
    text=("0 to 1; else judged by the words.", "0 到 1；缺省时由内容判断。"),
)
@option("--entities", metavar="A,B", text=("Of whom or what it speaks.", "涉及的人或事物。"))
@option(
    "--confidence", type=float, metavar="F", text=("Of a belief, 0 to 1.", "推断的置信度，0 到 1。")
)
@option("--basis", text=("Why it is believed.", "推断的依据。"))
@option(
    "--category",
    type=click.Choice(CATEGORIES),
    metavar="NAME",
    text=(
        f"Else judged by the words: {', '.join(CATEGORIES)}.",
        f"类别：{'、'.join(CATEGORIES)}。",
    ),
)
@option("--source", metavar="SESSION:LINE", text=("Where it was said.", "出处。"))
def capture(text: tuple[str, ...], kind: str, entities: str | None, **more: Any) -> int:
    payload = given(
        projectId=chosen().project_id,
        content=spoken(text),
        type=kind,
        entities=None if entities is None else names(entities),
        **more,
    )
    return answer("knowledge:capture", payload, _show_captured)


def _show_captured(data: Mapping[str, Any]) -> None:
    item = data["item"]
    known = say(" (known already, matters more now)", "（已有，重要性提高）")
    output.show(f"✓ {item['id']} {item['content']}{known if data['known'] else ''}")
    output.show(f"  {about(item)}")
    for each in data["warnings"]:
        output.note(f"! {each}", "yellow")


def about(item: Mapping[str, Any]) -> str:
    """What kind of memory it is, on one line."""
    sure = item["confidence"]
    told = [
        item["type"],
        item["category"],
        say(f"importance {item['importance']:.2f}", f"重要性 {item['importance']:.2f}"),
        say(f"score {item['score']:.2f}", f"得分 {item['score']:.2f}"),
        say(f"confidence {sure:.2f}", f"置信度 {sure:.2f}") if sure < 1 else "",
        ", ".join(item["entities"]),
        "" if item["state"] == "active" else say(*STATES[item["state"]]),
        say("stale", "依据已变") if item["stale"] else "",
    ]
    return " · ".join(each for each in told if each)


# -- archive, restore


@command(
    (
        "Put a memory into the archive: it is kept, and out of the way. `mohen restore` and a "
        "search that finds it bring it back.",
        "把一条记忆移入归档：仍保留，但不再参与。`mohen restore` 或检索命中时恢复。",
    ),
    example="mohen archive f_20260204_001",
)
@argument("memory_id", text=ID)
def archive(memory_id: str) -> int:
    return answer("knowledge:archive", named(memory_id), _show_moved)


@command(
    ("Bring a memory back from the archive.", "从归档中恢复一条记忆。"),
    example="mohen restore f_20260204_001",
)
@argument("memory_id", text=ID)
def restore(memory_id: str) -> int:
    return answer("knowledge:restore", named(memory_id), _show_moved)


def named(memory_id: str) -> dict[str, Any]:
    return {"id": memory_id, "projectId": chosen().project_id}


def _show_moved(item: Mapping[str, Any]) -> None:
    state = say(*STATES[item["state"]])
    output.show(f"✓ {item['id']} {state}", f"  {output.excerpt(item['content'])}")


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
