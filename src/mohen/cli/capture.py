"""One thing to remember, and its two pools: `capture`, `archive`, `restore`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from mohen.cli import output
from mohen.cli.bilingual import argument, command, option
from mohen.cli.session import answer, chosen, given
from mohen.cli.typed import names, spoken
from mohen.cli.words import Pair, say
from mohen.model.knowledge import INITIALS, Category

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
