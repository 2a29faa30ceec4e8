"""What is known: `capture`, `archive`, `restore`, `stats`, `entities`, `history`, `search` and
`inject`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any

import click

from mohen.cli import output
from mohen.cli.args import Ending, Moment, names, spoken
from mohen.cli.bilingual import argument, command, ids, option
from mohen.cli.categories import in_words
from mohen.cli.connection import Session, answer, chosen, given, opened, show_words_alone
from mohen.cli.i18n import Pair, say
from mohen.knowledge.kinds import INITIALS, Category

ID = ("Its id, as `mohen search --ids` shows it.", "记忆的 id，见 `mohen search --ids`。")
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
    "--kind",
    "kind",
    type=click.Choice(list(INITIALS)),
    default="fact",
    text=(
        "What it is; fact unless said. lesson: a decision, a convention or a mistake of the work.",
        "类型；缺省为 fact。lesson 是工作中的决定、约定或教训。",
    ),
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
    output.show(f"✓ {item['id']} {item['content']}{_known(item) if data['known'] else ''}")
    output.show(f"  {about(item)}")
    for each in () if item.get("putAway") else data["warnings"]:  # which its first line said
        output.note(f"! {each}", "yellow")


def _known(item: Mapping[str, Any]) -> str:
    if not item.get("putAway"):
        return say(" (known already, matters more now)", "（已有，重要性提高）")
    how = f"`mohen restore {item['id']}`"
    return say(
        f" (in the archive, where you put it: {how} brings it back)",
        f"（在你手动归档的条目中：{how} 可恢复）",
    )


def about(item: Mapping[str, Any]) -> str:
    """What kind of memory it is, on one line."""
    sure = item["confidence"]
    told = [
        in_words(item["type"]),
        in_words(item["category"]),
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
        "Put a memory into the archive: it is kept, and out of searches (`mohen search --archived` "
        "looks there). Only `mohen restore` brings it back.",
        "把一条记忆移入归档：仍保留，但不参与检索（`mohen search --archived` 可查）。"
        "只有 `mohen restore` 能恢复。",
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
    "lesson": ("Lessons", "经验"),
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
@ids
def entities(name: str | None, ids: bool) -> int:
    if name is None:
        payload = {"projectId": chosen().project_id}
        return answer("knowledge:entities", payload, _show_entities)
    with opened() as session:
        payload = {"projectId": chosen().project_id, "name": name}
        return output.finish(
            session.ask("knowledge:entity", payload),
            lambda data: _show_entity(session, data, ids=ids),
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


def _show_entity(session: Session, data: Mapping[str, Any], *, ids: bool) -> None:
    output.show(f"{data['name']} · {say(*_ENTITIES[data['type']])}")
    output.facts(
        (
            f"  {name}",
            f"{each['value']} · {output.moment(each['updatedAt'])}{_beside(each['item'], ids)}",
        )
        for name, each in data["attributes"].items()
    )
    items = [*data["facts"], *data["beliefs"], *data["summaries"]]
    for id in items[:_SHOWN]:
        told = session.ask("knowledge:get", named(id))
        if told["ok"]:
            content = output.excerpt(told["data"]["item"]["content"])
            output.show(f"- {content}{_beside(id, ids)}")
    if more := len(items[_SHOWN:]):
        how = f"`mohen search --entity {data['name']}`"
        output.note(say(f"{more} more: {how}", f"还有 {more} 条：{how}"))


def _beside(id: str, ids: bool) -> str:
    return f" · {id}" if ids else ""


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
@ids
def history(memory_id: str, ids: bool) -> int:
    return answer("knowledge:history", named(memory_id), partial(_show_history, ids=ids))


def _show_history(data: Mapping[str, Any], *, ids: bool) -> None:
    for item in data["items"]:
        began = output.moment(item.get("validFrom", item["createdAt"]))
        ended = item.get("validTo")
        until = output.moment(ended) if ended else say("now", "至今")
        output.show(f"{began} – {until}", f"  {item['content']}", f"  {about(item)}")
        if ids:
            output.show(f"  {' · '.join([item['id'], *item['sources'], *item['sourceFacts']])}")
        elif item["sources"]:
            output.show(
                f"  {say('said', '出自')}: {say('; ', '；').join(map(_where, item['sources']))}"
            )
        if basis := item.get("basis"):
            output.show(f"  {say('because', '依据')}: {basis}")


def _where(source: str) -> str:
    """Where something was said, in words."""
    from mohen.knowledge.model import place

    session, line = place(source)
    return say(f"{session}, line {line}", f"{session}，第 {line} 行") if line else session


# -- search, inject


@command(
    (
        "What is known and what was said, found by words, meaning, names and time.\n"
        "Each fact stands with the line it was drawn from. Without words: what the options let "
        "through.",
        "检索记住的事实与说过的话：按词语、含义、名字与时间。\n"
        "事实附其出处的原话。不给词语时：列出符合选项的内容。",
    ),
    example=(
        "mohen search what am I allergic to\n"
        "mohen search which restaurant did you recommend --speaker assistant\n"
        "mohen search --entity Anna --type fact,belief --since 2026-01-01\n"
        "mohen search where do I live --as-of 2025-06-30",
        "mohen search 我对什么过敏\n"
        "mohen search 你推荐过哪家餐厅 --speaker assistant\n"
        "mohen search --entity 张三 --type fact,belief --since 2026-01-01\n"
        "mohen search 住在哪里 --as-of 2025-06-30",
    ),
)
@argument("words", nargs=-1, metavar="[QUERY]...", text=("What to look for.", "要找的内容。"))
@option("--type", "types", metavar="A,B", text=("Only of these types.", "仅这些类型。"))
@option("--entity", metavar="NAME", text=("That speak of this one.", "涉及此人或事物。"))
@option(
    "--category",
    type=click.Choice(CATEGORIES),
    metavar="NAME",
    text=(f"Only one of: {', '.join(CATEGORIES)}.", f"仅此类别：{'、'.join(CATEGORIES)}。"),
)
@option("--since", type=Moment(), metavar="TIME", text=("From this time on.", "起始时间。"))
@option(
    "--until",
    type=Ending(),
    metavar="TIME",
    text=("Up to this time; a date counts whole.", "截止时间；日期含当天。"),
)
@option(
    "--as-of",
    type=Ending(),
    metavar="TIME",
    text=(
        "What held then, at the end of the day if it is a date.",
        "当时成立的；日期取当天结束时。",
    ),
)
@option(
    "--archived/--no-archived",
    default=None,
    text=(
        "Look for what you archived too, which stays there; or only for what is active. Unless "
        "told, what faded is found, and a hit brings it back.",
        "也检索手动归档的（不会因此恢复），或只检索活跃的；默认检索活跃与自然淡化的，"
        "后者命中即恢复。",
    ),
)
@option(
    "--said",
    "only",
    flag_value="said",
    text=("Only what was said, word for word.", "仅检索对话原文。"),
)
@option(
    "--facts",
    "only",
    flag_value="facts",
    text=("Only what is known, each with its reason.", "仅检索记住的事实，各附理由。"),
)
@option(
    "--session",
    metavar="NAME",
    text=("What was said in this conversation.", "此会话中说过的话。"),
)
@option(
    "--speaker",
    metavar="NAME",
    text=(
        "What this one said, or user, assistant, tool.",
        "此人说过的话；或取 user、assistant、tool。",
    ),
)
@option("--limit", type=int, metavar="N", text=("How many, up to 50.", "条数，至多 50。"))
@ids
def search(
    words: tuple[str, ...],
    types: str | None,
    as_of: int | None,
    archived: bool | None,
    only: str | None,
    session: str | None,
    speaker: str | None,
    ids: bool,
    **more: Any,
) -> int:
    asked = given(projectId=chosen().project_id, query=spoken(words) or None, **more)
    of_talk = given(session=session, speaker=speaker)
    of_facts = given(
        types=None if types is None else names(types), asOf=as_of, includeArchived=archived
    )
    if only == "said":
        _refuse({**of_facts, **given(entity=more["entity"], category=more["category"])})
        return answer("talk:search", {**asked, **of_talk}, partial(_show_said, ids=ids))
    if only == "facts":
        _refuse(of_talk)
        return answer("knowledge:search", {**asked, **of_facts}, partial(_show_found, ids=ids))
    whole = {**asked, **of_facts, **of_talk}
    return answer("memory:search", whole, partial(_show_together, ids=ids))


def _refuse(others: Mapping[str, Any]) -> None:
    if others:
        raise click.UsageError(
            say(
                "--said takes --session, --speaker, --since, --until and --limit; --facts all "
                "but --session and --speaker",
                "--said 可用 --session、--speaker、--since、--until 与 --limit；"
                "--facts 不可用 --session 与 --speaker",
            ),
            click.get_current_context(),
        )


def _show_together(data: Mapping[str, Any], *, ids: bool) -> None:
    show_degraded(data)
    if not data["items"]:
        output.show(say("Nothing is known that fits.", "没有相关的记忆。"))
    for place, each in enumerate(data["items"], 1):
        lead, said = f"{place}. ", each.get("said")
        if each["type"] != "said":
            output.show(
                f"{lead}{output.excerpt(each['content'])}",
                f"   {output.day(each['createdAt'])} · {about(each)}{_held(each)}",
                *_named(each, ids),
                *(f"   + {output.excerpt(other['content'])}" for other in each["also"]),
            )
            lead = "   "
        if said:
            _show_quote(lead, said, ids=ids)
        if each["replaced"]:
            was = "; ".join(map(output.excerpt, each["replaced"]))
            output.show(say(f"   replaced since: {was}", f"   后来有变：{was}"))
        if reason := say(**each["reason"]):
            output.show(f"   {say('because', '理由')}: {reason}")
    show_words_alone(data)


def _named(item: Mapping[str, Any], ids: bool) -> Iterator[str]:
    if ids:
        yield f"   {' · '.join([item['id'], *item['sources']])}"


def _show_said(data: Mapping[str, Any], *, ids: bool) -> None:
    if not data["items"]:
        output.show(say("Nothing was said that fits.", "没有相关的对话。"))
    for place, each in enumerate(data["items"], 1):
        _show_quote(f"{place}. ", each, ids=ids)


def _show_quote(lead: str, quote: Mapping[str, Any], *, ids: bool) -> None:
    message = quote["message"]
    lines = [(lead, message), ("   ↑ ", quote.get("before")), ("   ↓ ", quote.get("after"))]
    output.show(*(f"{mark}{_line(said)}" for mark, said in lines if said))
    where = f" · {message['session']}:{message['place']}" if ids else ""
    output.show(f"   {output.moment(message['at'])}{where}")


def _line(message: Mapping[str, Any]) -> str:
    who = message.get("speaker") or in_words(message["role"])
    return f"{who}: {output.excerpt(message['text'])}"


def _show_found(data: Mapping[str, Any], *, ids: bool) -> None:
    show_degraded(data)
    if not data["items"]:
        output.show(say("Nothing is known that fits.", "没有相关的记忆。"))
    for place, item in enumerate(data["items"], 1):
        output.show(
            f"{place}. {output.excerpt(item['content'])}",
            f"   {output.day(item['createdAt'])} · {about(item)}{_held(item)}",
            f"   {say('because', '理由')}: {say(**item['reason'])}",
            *_named(item, ids),
        )
    show_words_alone(data)


def _held(item: Mapping[str, Any]) -> str:
    if ended := item.get("validTo"):
        return say(f" · until {output.moment(ended)}", f" · 至 {output.moment(ended)}")
    return ""


def show_degraded(data: Mapping[str, Any]) -> None:
    for broken in data.get("diagnostics", {}).get("degradations", []):
        output.note(f"! {say(**broken['message'])}\n  → {say(**broken['cure'])}", style="yellow")


@command(
    (
        "What to put beside a message to an agent: prints the block and nothing else, and nothing "
        "at all for chit-chat.",
        "给 agent 的消息应附上哪些记忆：只输出该段文字；闲聊则什么都不输出。",
    ),
    example=(
        "mohen inject 'where did we eat last time?'\necho 'what do I like?' | mohen inject -",
        "mohen inject 上次我们在哪里吃的饭？\necho 我喜欢什么 | mohen inject -",
    ),
)
@argument(
    "message",
    nargs=-1,
    required=True,
    metavar="MESSAGE...",
    text=("What the user says; - is standard input.", "用户的话；- 为标准输入。"),
)
@option(
    "--tokens",
    type=int,
    metavar="N",
    text=(
        "How many tokens it may take, up to 4000; else 600.",
        "至多多少词元，上限 4000；缺省 600。",
    ),
)
@option(
    "--repeat-snapshot",
    is_flag=True,
    text=("Also what stands in the snapshot.", "快照中已有的也输出。"),
)
def inject(message: tuple[str, ...], tokens: int | None, repeat_snapshot: bool) -> int:
    payload = given(
        projectId=chosen().project_id,
        message=spoken(message),
        maxTokens=tokens,
        repeatSnapshot=repeat_snapshot or None,
    )
    return answer("knowledge:inject", payload, _show_block)


def _show_block(data: Mapping[str, Any]) -> None:
    show_degraded(data)
    if data["block"]:
        output.show(data["block"])
        show_words_alone(data)
