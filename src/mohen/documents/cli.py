"""What frameworks keep here, exactly: `documents`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from mohen.cli import output
from mohen.cli.bilingual import Group, argument, command, option
from mohen.cli.connection import answer, chosen, given, opened
from mohen.cli.consent import destructive, show_cleared, with_consent
from mohen.cli.i18n import say
from mohen.errors import NotFound

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope

_NAMESPACE = (
    "Its labels with `/` between them, such as `users/ann`; a JSON array where a label has one.",
    "各级标签以 `/` 分隔，如 `users/ann`；标签本身含 `/` 时用 JSON 数组。",
)
_KEY = ("Its key.", "键。")


@click.group(
    cls=Group,
    invoke_without_command=True,
    text=(
        "Exact JSON that frameworks keep in a project: LangGraph's store, sessions of agents, "
        "files of Claude's memory tool.\nWithout a command: the list.",
        "框架存放在项目中的 JSON 原文：LangGraph 的 store、智能体的会话、Claude 记忆工具的文件。\n"
        "不带子命令时：列出文档。",
    ),
    example="mohen documents --project my-agent\nmohen documents get users/ann profile",
)
@click.pass_context
def documents(context: click.Context) -> int:
    return 0 if context.invoked_subcommand else _list(None, None)


@command(
    (
        "Documents in a namespace and below it, the last written first.",
        "命名空间及其下的文档，最近写入的在前。",
    ),
    example="mohen documents list users --limit 50",
)
@argument("namespace", required=False, text=_NAMESPACE)
@option(
    "--limit", type=int, text=("How many, up to 10,000; default 10.", "条数，至多 10000；默认 10。")
)
def list_(namespace: str | None, limit: int | None) -> int:
    return _list(namespace, limit)


def _list(namespace: str | None, limit: int | None) -> int:
    payload = given(
        projectId=chosen().project_id,
        namespace=None if namespace is None else _labels(namespace),
        limit=limit,
        refresh=False,
    )
    return answer("documents:search", payload, _show)


@command(
    ("One document, as it was put.", "显示一份文档的原文。"),
    example="mohen documents get users/ann profile",
)
@argument("namespace", text=_NAMESPACE)
@argument("key", text=_KEY)
def get(namespace: str, key: str) -> int:
    payload = {**_named(namespace, key), "refresh": False}
    return answer("documents:get", payload, _show_one)


@command(
    (
        "Delete a document, or all of a namespace and below it.\n"
        "No file holds any of it afterwards.",
        "删除一份文档，或整个命名空间及其下的全部文档。\n此后没有任何文件含有这些内容。",
    ),
    example=(
        "mohen documents delete users/ann profile --yes\nmohen documents delete users/ann --yes"
    ),
)
@argument("namespace", text=_NAMESPACE)
@argument("key", required=False, text=_KEY)
@destructive
def delete(namespace: str, key: str | None, dry_run: bool, yes: bool) -> int:
    channel = "documents:clear" if key is None else "documents:delete"
    with opened() as session:

        def ask(dry: bool) -> Envelope:
            return session.ask(channel, {**_named(namespace, key), "wipe": True, "dryRun": dry})

        return with_consent(
            session,
            would=lambda: ask(True),
            act=lambda: ask(False),
            render=lambda data: _show_gone(data, dry_run=dry_run or not yes),
            dry_run=dry_run,
            yes=yes,
        )


def _named(namespace: str, key: str | None) -> dict[str, Any]:
    return given(projectId=chosen().project_id, namespace=_labels(namespace), key=key)


def _labels(namespace: str) -> Any:
    if namespace.startswith("["):
        try:
            return json.loads(namespace)
        except ValueError:
            pass
    return [each for each in namespace.split("/") if each]


def _show(data: dict[str, Any]) -> None:
    if data["items"]:
        output.facts(
            (
                "/".join(each["namespace"]),
                f"{each['key']}\n{output.excerpt(json.dumps(each['value'], ensure_ascii=False))}",
            )
            for each in data["items"]
        )
    else:
        output.show(say("No documents.", "没有文档。"))


def _show_one(data: dict[str, Any]) -> None:
    if "document" not in data:
        raise NotFound(say("there is no such document", "没有这份文档"), field="key")
    click.echo(json.dumps(data["document"]["value"], ensure_ascii=False, indent=2))


def _show_gone(data: dict[str, Any], *, dry_run: bool) -> None:
    show_cleared({"documents": data["deleted"], "wiped": data["wiped"], "dryRun": dry_run})


for each in (list_, get, delete):
    documents.add_command(each)
