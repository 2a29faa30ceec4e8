"""Knowledge found again, and what a message is given of it: `search`, `inject`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from mohen.cli import output
from mohen.cli.args import Ending, names, spoken
from mohen.cli.bilingual import argument, command, option
from mohen.cli.connection import answer, chosen, given
from mohen.cli.i18n import say
from mohen.episodes.cli import Moment
from mohen.knowledge.cli import CATEGORIES, about


@command(
    (
        "What is known, found by words, meaning, names and time, each with its reason.\n"
        "Without words: what the options let through, by score.",
        "按词语、含义、名字与时间检索记忆，各附理由。\n不给词语时：按得分列出符合选项的记忆。",
    ),
    example=(
        "mohen search what am I allergic to\n"
        "mohen search --entity Anna --type fact,belief --since 2026-01-01\n"
        "mohen search where do I live --as-of 2025-06-30",
        "mohen search 我对什么过敏\n"
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
        "Look into the archive too, as is done unless told; a hit brings it back.",
        "是否检索归档，默认检索；命中则恢复。",
    ),
)
@option("--limit", type=int, metavar="N", text=("How many, up to 50.", "条数，至多 50。"))
def search(
    words: tuple[str, ...], types: str | None, as_of: int | None, archived: bool | None, **more: Any
) -> int:
    payload = given(
        projectId=chosen().project_id,
        query=spoken(words) or None,
        types=None if types is None else names(types),
        asOf=as_of,
        includeArchived=archived,
        **more,
    )
    return answer("knowledge:search", payload, _show_found)


def _show_found(data: Mapping[str, Any]) -> None:
    show_degraded(data)
    if not data["items"]:
        output.show(say("Nothing is known that fits.", "没有相关的记忆。"))
    for place, item in enumerate(data["items"], 1):
        output.show(
            f"{place}. {output.excerpt(item['content'])}",
            f"   {about(item)}{_held(item)}",
            f"   {say('because', '理由')}: {say(**item['reason'])}",
            f"   {' · '.join([item['id'], *item['sources']])}",
        )


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
