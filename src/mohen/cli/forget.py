"""Something must not be remembered: `forget` one thing or some words, `clear` a whole project."""

from __future__ import annotations

from typing import Any

import click

from mohen.cli.bilingual import argument, command, option
from mohen.cli.consent import (
    by,
    confirmed,
    destructive,
    show_cleared,
    show_receipt,
    with_consent,
    would_go,
)
from mohen.cli.session import chosen, given, opened
from mohen.cli.words import say
from mohen.model.knowledge import INITIALS

_FIELDS = {
    "ep": "episodeId",
    "rule": "ruleId",
    **dict.fromkeys(("kn", *INITIALS.values()), "knowledgeId"),
}
"""What an id names, by how it begins."""


@command(
    (
        "Forget one episode, rule, memory or note, or everything in the project that says certain "
        "words or was learned from a conversation.\n"
        "Afterwards no file of the home holds it. See first with --dry-run.",
        "遗忘一个条目、一条规则、记忆或笔记，或项目中含某些词语、出自某次对话的一切。\n"
        "之后数据目录中不再有任何文件含有它。可先用 --dry-run 查看。",
    ),
    example=(
        "mohen forget ep_01k0… --yes\nmohen forget --query 'Ann Lee' --dry-run\n"
        "mohen forget --source 3f2a91c0:15 --dry-run",
        "mohen forget ep_01k0… --yes\nmohen forget --query 林墨 --dry-run\n"
        "mohen forget --source 3f2a91c0:15 --dry-run",
    ),
)
@argument(
    "item_id",
    required=False,
    metavar="[ID]",
    text=("An episode, rule, memory or note.", "条目、规则、记忆或笔记的 id。"),
)
@option(
    "--query",
    metavar="TEXT",
    text=(
        "Everything that says these words, letter by letter.",
        "含有这些字词的一切（逐字匹配）。",
    ),
)
@option("--knowledge", metavar="ID", text=("Or a memory, by its id.", "或指明为记忆 id。"))
@option(
    "--source",
    metavar="SESSION[:LINE]",
    text=(
        "What is known from a conversation alone, or from one line of it.",
        "仅由某次对话（或其中一行）得知的一切。",
    ),
)
@destructive
@by
def forget(
    item_id: str | None,
    query: str | None,
    knowledge: str | None,
    source: str | None,
    dry_run: bool,
    yes: bool,
    operator: str | None,
) -> int:
    named = given(queryText=query, knowledgeId=knowledge, source=source)
    payload = given(projectId=chosen().project_id, operator=operator, **_target(item_id, named))
    with opened() as session:
        return with_consent(
            session,
            would=lambda: session.ask("memory:forget", {**payload, "dryRun": True}, long=True),
            act=lambda: confirmed(session, "memory:forget", payload),
            render=show_receipt,
            dry_run=dry_run,
            yes=yes,
        )


def _target(item_id: str | None, named: dict[str, str]) -> dict[str, str]:
    """Exactly one thing: an id that says itself what it is of, or one that an option names."""
    if (item_id is not None) + len(named) != 1:
        raise click.UsageError(
            say(
                "name one id, or words with --query, or a conversation with --source",
                "请给出一个 id，或用 --query 给出词语，或用 --source 给出对话",
            ),
            click.get_current_context(),
        )
    if item_id is None:
        return named
    field = _FIELDS.get(item_id.partition("_")[0])
    if field is None:
        raise click.UsageError(
            say(
                "an id begins with ep_, rule_, f_, b_, s_, n_ or kn_; `mohen list`, `rules`,"
                " `search` and `notes` show them."
                " To forget what says certain words: --query WORDS",
                "id 以 ep_、rule_、f_、b_、s_、n_ 或 kn_ 开头；"
                "见 `mohen list`、`rules`、`search` 与 `notes`。"
                "要忘掉提到某些字词的内容：--query 字词",
            ),
            click.get_current_context(),
        )
    return {field: item_id}


@command(
    (
        "Delete everything of one project, or everything there is.\n"
        "--learned deletes only what labels taught and you did not confirm.",
        "删除一个项目的全部内容，或全部内容。\n--learned 只删除由标签学得且你未确认的偏好。",
    ),
    example=(
        "mohen clear --project novel --dry-run\nmohen clear --all --yes",
        "mohen clear --project 小说 --dry-run\nmohen clear --all --yes",
    ),
)
@option(
    "--all",
    "everything",
    is_flag=True,
    text=("Every project: as a new user finds it.", "所有项目：恢复到初次使用。"),
)
@option(
    "--learned",
    is_flag=True,
    text=("Only labels and what they taught.", "仅标签及其所学。"),
)
@destructive
@by
def clear(everything: bool, learned: bool, dry_run: bool, yes: bool, operator: str | None) -> int:
    channel, payload = _whole(everything, learned)
    payload = given(**payload, operator=operator)
    with opened() as session:
        return with_consent(
            session,
            would=lambda: would_go(session, channel, payload),
            act=lambda: confirmed(session, channel, payload),
            render=lambda data: show_cleared({**data, **data.get("receipt", {})}),
            dry_run=dry_run,
            yes=yes,
        )


def _whole(everything: bool, learned: bool) -> tuple[str, dict[str, Any]]:
    """Only a project that was typed: what the environment names is not meant to be cleared."""
    project = chosen().project
    if everything == (project is not None) or (learned and everything):
        raise click.UsageError(
            say(
                "name what to clear: --project ID, or --all (which takes no --learned)",
                "请指定要清空什么：--project ID，或 --all（不与 --learned 同用）",
            ),
            click.get_current_context(),
        )
    if everything:
        return "memory:clear:all", {}
    return "memory:preferences:clear" if learned else "memory:clear:project", {"projectId": project}
