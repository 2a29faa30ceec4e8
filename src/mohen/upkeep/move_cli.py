"""`move`: a whole memory to a PostgreSQL, and back."""

from __future__ import annotations

from typing import Any

from mohen.cli import output
from mohen.cli.bilingual import command, option
from mohen.cli.connection import chosen
from mohen.cli.i18n import say
from mohen.core.home import Home, default_home, home_path
from mohen.core.served import Served, is_address, shown
from mohen.errors import AtWork, InvalidArgument

_STORES = ("episodes.db", "mind.db", "talk.db")


@command(
    (
        "Carry a whole memory to a PostgreSQL, or back into a folder. The source is only read and "
        "kept; both are compared at the end. Killed, it goes on when it is called again.\n"
        "End `mohen serve` and whatever else has the memory open first.",
        "把整份记忆搬到 PostgreSQL，或搬回目录。来源只读、保留不动，最后逐表核对。"
        "中断后再次运行即可继续。\n请先结束 `mohen serve` 及其他打开此记忆的程序。",
    ),
    example=(
        "mohen move --to postgresql://db.example/mohen --author ann\n"
        "mohen move --from postgresql://db.example/mohen --author ann --to ./home"
    ),
)
@option(
    "--to",
    "target",
    required=True,
    metavar="ADDRESS|FOLDER",
    text=("Where to.", "搬到哪里。"),
)
@option(
    "--from",
    "source",
    metavar="ADDRESS|FOLDER",
    text=("Where from; without it, the home.", "从哪里搬；不给出则为数据目录。"),
)
@option("--author", metavar="NAME", text=("Whose it is on PostgreSQL.", "在 PostgreSQL 上属于谁。"))
def move(target: str, source: str | None, author: str | None) -> int:
    from mohen.memory import move_memory

    place = source if source is not None else str(home_path(chosen().home))
    if author is None and (is_address(place) or is_address(target)):
        raise InvalidArgument("whose memory? say --author NAME", field="author")
    for each in (place, target):
        _refuse_if_served(each)
    with output.progress(say("moving", "搬运中")) as tell:
        moved = move_memory(
            place,
            target,
            author=author if is_address(place) else None,
            to_author=author if is_address(target) else None,
            tell=tell,
        )
    data = {
        "rows": moved.rows,
        "resumed": moved.resumed,
        "tables": {
            store: {name: {"rows": each.rows, "sha256": each.sha256} for name, each in held.items()}
            for store, held in moved.tables.items()
        },
        "leftInFiles": _beside(place, author),
    }
    envelope = {"ok": True, "data": data, "meta": output.meta()}
    return output.finish(envelope, lambda told: _show(told, target), as_json=chosen().json)


def _refuse_if_served(place: str) -> None:
    from mohen.cli import through_server

    if not is_address(place) and through_server.connect(home_path(place)) is not None:
        raise AtWork("`mohen serve` runs on this home: end it, then move")


def _beside(place: str, author: str | None) -> list[str]:
    """What is no row: it stays where it is."""
    served = Served(place, author) if author is not None and is_address(place) else None
    path = home_path(place) if served is None else served.home(default_home())
    home = Home(path)
    return home.others(_STORES) if home.is_there() else []


def _show(data: dict[str, Any], target: str) -> None:
    where = shown(target) if is_address(target) else target
    tables = sum(len(held) for held in data["tables"].values())
    output.show(
        say(
            f"✓ {data['rows']} rows of {tables} tables are in {where}, the same to the byte; the "
            "source is as it was",
            f"✓ {tables} 张表的 {data['rows']} 行已在 {where}，逐字节相同；来源未动",
        )
    )
    if data["leftInFiles"]:
        names = ", ".join(data["leftInFiles"])
        output.show(
            say(
                f"  → files stay where they are, copy what you need: {names}",
                f"  → 文件留在原处，需要的请自行复制：{names}",
            )
        )
