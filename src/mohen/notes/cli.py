"""Facts and notes that the author keeps by hand: `notes`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from mohen.cli import output
from mohen.cli.bilingual import Group, argument, command, option
from mohen.cli.categories import in_words
from mohen.cli.connection import answer, chosen, given, opened
from mohen.cli.consent import destructive, show_receipt, with_consent
from mohen.cli.i18n import say

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope

_ID = ("The note, by what `mohen notes` calls it.", "笔记编号，见 `mohen notes`。")
_RULE = "preference"  # entries of this type are rules, and have their own command


@click.group(
    cls=Group,
    invoke_without_command=True,
    text=(
        "Facts and notes that Mohen keeps for you.\nWithout a command: the list.",
        "墨痕为你保存的事实与笔记。\n不带子命令时：列出笔记。",
    ),
    example=(
        "mohen notes add 'Ann has a scar on her left hand' --type fact\nmohen notes",
        "mohen notes add 林墨左手有一道疤 --type fact\nmohen notes",
    ),
)
@click.pass_context
def notes(context: click.Context) -> int:
    return 0 if context.invoked_subcommand else _list(None, None)


@command(
    (
        "What is noted in a project and for all projects.",
        "本项目与全局的笔记。",
    ),
    example="mohen notes list --type fact",
)
@option("--type", "kind", text=("fact, note or any other word.", "fact、note 或其他词。"))
@option("--limit", type=int, text=("How many, up to 500.", "条数，至多 500。"))
def list_(kind: str | None, limit: int | None) -> int:
    return _list(kind, limit)


def _list(kind: str | None, limit: int | None) -> int:
    payload = given(projectId=chosen().project_id, type=kind, limit=limit)
    return answer("memory:list", payload, lambda data: _show_notes(data, rules=kind == _RULE))


def _show_notes(data: Mapping[str, Any], *, rules: bool) -> None:
    items = [each for each in data["items"] if rules or each["type"] != _RULE]
    if items:
        output.facts(
            (in_words(each["type"]), f"{each['content']}\n{_about(each)}") for each in items
        )
    else:
        output.show(say("No notes.", "没有笔记。"))
    if hidden := len(data["items"]) - len(items):
        output.note(
            say(f"And {hidden} rules: `mohen rules`", f"另有 {hidden} 条规则：`mohen rules`")
        )
    if more := data["total"] - len(data["items"]):
        output.note(say(f"{more} more: --limit", f"还有 {more} 条：--limit"))


def _about(entry: Mapping[str, Any]) -> str:
    everywhere = [say("global", "全局")] if entry["scope"] == "global" else []
    return " · ".join(
        [
            *everywhere,
            output.moment(entry["updatedAt"]),
            say(f"id {entry['id']}", f"编号 {entry['id']}"),
        ]
    )


@command(
    ("Note something.", "记一条。"),
    example=(
        "mohen notes add 'Ann has a scar on her left hand' --type fact",
        "mohen notes add 林墨左手有一道疤 --type fact",
    ),
)
@argument("text", nargs=-1, required=True, metavar="TEXT...", text=("What to note.", "内容。"))
@option(
    "--type",
    "kind",
    default="note",
    text=("fact, note (the default) or any other word.", "fact、note（默认）或其他词。"),
)
@option("--global", "everywhere", is_flag=True, text=("For every project.", "对所有项目生效。"))
def add(text: tuple[str, ...], kind: str, everywhere: bool) -> int:
    payload = given(
        type=kind,
        content=" ".join(text),
        scope="global" if everywhere else "project",
        projectId=None if everywhere else chosen().project_id,
    )
    return answer("memory:create", payload, _show_one)


@command(
    ("Change what a note says.", "修改一条笔记。"),
    example=(
        "mohen notes edit n_20260204_001 'The right hand'",
        "mohen notes edit n_20260204_001 右手",
    ),
)
@argument("note_id", text=_ID)
@argument("text", nargs=-1, required=True, metavar="TEXT...", text=("Its new words.", "新内容。"))
def edit(note_id: str, text: tuple[str, ...]) -> int:
    payload = {**_named(note_id), "patch": {"content": " ".join(text)}}
    return answer("memory:update", payload, _show_one)


@command(
    ("Delete a note for good.", "永久删除一条笔记。"),
    example="mohen notes delete n_20260204_001 --yes",
)
@argument("note_id", text=_ID)
@destructive
def delete(note_id: str, dry_run: bool, yes: bool) -> int:
    with opened() as session:

        def ask(dry: bool) -> Envelope:
            return session.ask("memory:delete", {**_named(note_id), "dryRun": dry})

        return with_consent(
            session,
            would=lambda: ask(True),
            act=lambda: ask(False),
            render=lambda data: _show_deleted(data, yes=yes and not dry_run),
            dry_run=dry_run,
            yes=yes,
        )


def _named(note_id: str) -> dict[str, Any]:
    return {"id": note_id, "projectId": chosen().project_id}


def _show_one(entry: dict[str, Any]) -> None:
    output.show(f"✓ {in_words(entry['type'])}: {entry['content']}", f"  {_about(entry)}")


def _show_deleted(data: Mapping[str, Any], *, yes: bool) -> None:
    show_receipt({**data["receipt"], "wiped": data["wiped"], "dryRun": not yes})


for each in (list_, add, edit, delete):
    notes.add_command(each)
