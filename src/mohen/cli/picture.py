"""The page that `graph --html` writes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mohen.cli import output
from mohen.cli.session import Session, chosen, opened
from mohen.cli.words import say
from mohen.errors import InvalidArgument, IoFailed

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope

STDOUT = "-"
_ABOUT = 200  # characters: where a page of ours says that it is one


def drawn(file: str) -> int:
    """Write the page, or print it."""
    with opened() as session:
        with output.patience(say("drawing", "正在绘制")):
            envelope = session.ask("knowledge:graph", {"projectId": chosen().project_id}, long=True)
            if envelope["ok"] and file != STDOUT:
                envelope = _written(session, Path(file).expanduser(), envelope["data"])
        return output.finish(envelope, _printed if file == STDOUT else _show, as_json=chosen().json)


def _written(session: Session, path: Path, data: dict[str, Any]) -> Envelope:
    from mohen.server import graph_page

    if path.exists() and not _ours(path, graph_page.MARK):
        refused = "is there and no page of ours: name another file, or remove it"
        return session.refuse(InvalidArgument(f"html: the file {refused}", field="html"))
    try:
        _write(path, _page(data))
    except OSError as error:
        why = error.strerror or type(error).__name__
        return session.refuse(IoFailed(f"html: the page cannot be written there ({why})"))
    told = {"file": str(path), **_counts(data)}
    return {"ok": True, "data": told, "meta": session.meta()}


def _ours(path: Path, mark: str) -> bool:
    """Whether it may be written over."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return mark in file.read(_ABOUT)
    except OSError:
        return False


def _write(path: Path, page: str) -> None:
    """For its owner only: it holds what is known."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(page.encode())


def _page(data: dict[str, Any]) -> str:
    from mohen.server import graph_page

    return graph_page.page(data, say("en", "zh"))


def _counts(data: dict[str, Any]) -> dict[str, int]:
    drawings = [data["knowledge"], *([data["story"]] if "story" in data else [])]
    return {each: sum(len(d[each]) for d in drawings) for each in ("entities", "items")}


def _printed(data: dict[str, Any]) -> None:
    click.echo(_page(data), nl=False)


def _show(data: dict[str, Any]) -> None:
    entities, items = data["entities"], data["items"]
    output.show(
        data["file"],
        say(f"{entities} entities, {items} memories", f"{entities} 个实体，{items} 条记忆"),
        say(
            "It holds what is known in plain text: a later forget does not reach this file.",
            "页面以明文包含记忆内容：之后的 forget 不会改动这个文件。",
        ),
    )
