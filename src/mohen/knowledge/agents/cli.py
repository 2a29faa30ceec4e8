"""Agents that share the home, and the workspace of one: `init`, `agents`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from mohen.cli import output
from mohen.cli.args import names
from mohen.cli.bilingual import Group, argument, command, option
from mohen.cli.connection import Session, answer, chosen, given, opened, workspace
from mohen.cli.i18n import say
from mohen.knowledge.agents.model import Host
from mohen.knowledge.transcripts.model import SourceKind

_ID = ("The agent's id, as `mohen agents` shows it.", "agent 的 id，见 `mohen agents`。")
_NOBODY = ("none", "无")
_SEARCHES = {
    "command": ("`mohen search`", "`mohen search`"),
    "mcp": ("the tool `search` of `mohen mcp`", "`mohen mcp` 的工具 `search`"),
}
_WRITTEN = "MEMORY.md"  # what OpenClaw and its like keep by hand


def _heard(function: Callable[..., int]) -> Callable[..., int]:
    """The options that say what an agent listens to and whom it may read."""
    source = option(
        "--source",
        "sources",
        multiple=True,
        metavar="[KIND=]PATH",
        text=(
            f"Conversations to listen to, again for more; KIND is found out, or {_kinds()}.",
            f"要读取的对话，可多次给出；KIND 可省略，或为 {_kinds()}。",
        ),
    )
    sees = option(
        "--sees",
        metavar="IDS",
        text=(
            "Agents it may read, with commas between; '*' for all, '' for none.",
            "可读取哪些 agent，逗号分隔；'*' 为全部，'' 为无。",
        ),
    )
    host = option(
        "--host",
        type=click.Choice([each.value for each in Host]),
        text=(
            "How it searches: `command` runs `mohen search`, as is assumed; `mcp` has the tool of "
            "`mohen mcp`. The snapshot names it.",
            "它如何检索：`command` 运行 `mohen search`（默认）；`mcp` 使用 `mohen mcp` 的工具。"
            "快照会写明。",
        ),
    )
    decorated: Callable[..., int] = source(sees(host(function)))
    return decorated


def _kinds() -> str:
    return ", ".join(each.value for each in SourceKind)


# -- init


@command(
    (
        "Give an agent its memory: the folder memory/ in its workspace, which is $WORKSPACE or "
        "this folder, with a default config.json. OpenClaw's sessions are found by themselves.\n"
        "Once more changes nothing; a workspace that was moved is known again.",
        "为 agent 建立记忆：在其工作区（$WORKSPACE 或当前目录）中创建 memory/ 与默认的 "
        "config.json。OpenClaw 的会话会自动找到。\n"
        "重复执行不会改变什么；移动过的工作区会被认出。",
    ),
    example="mohen init\nmohen init --source claude-code=~/.claude/projects/-home-me-work",
)
@_heard
def init(sources: tuple[str, ...], sees: str | None, host: str | None) -> int:
    here = workspace()
    payload = given(
        workspace=None if here is None else str(here),
        agentId=chosen().named_project,
        host=host,
        **_listening(sources, sees),
    )
    return _made(payload)


def _made(payload: Mapping[str, Any]) -> int:
    with opened() as session:
        with output.patience(say("making", "创建中")):
            envelope = session.ask("agent:init", payload, long=True)
        return output.finish(
            envelope, lambda data: _show_made(session, data), as_json=chosen().json
        )


def _show_made(session: Session, data: Mapping[str, Any]) -> None:
    id = data["projectId"]
    if data["moved"]:
        done = say("is known again: its workspace was moved", "已认出：工作区被移动过")
    elif data["created"]:
        done = say("is ready", "已就绪")
    else:
        done = say("was here already", "已存在")
    output.show(f"✓ {id} {done}")
    output.facts((f"  {name}", value) for name, value in _about(data))
    _show_next(session, data)


def _show_next(session: Session, data: Mapping[str, Any]) -> None:
    written = data.get("workspace") and Path(data["workspace"], _WRITTEN)
    if data["created"] and written and written.is_file():
        how = f"`mohen import {_WRITTEN} --dry-run`"
        output.note(
            say(
                f"{_WRITTEN} is here: {how} shows what it tells",
                f"已有 {_WRITTEN}：{how} 可预览导入",
            )
        )
    if not data["sources"]:
        output.note(
            say(
                "No conversations were found. Name them: "
                f"`mohen agents set {data['projectId']} --source PATH`; "
                "`mohen capture TEXT` works at once.",
                f"没有找到对话。请指定：`mohen agents set {data['projectId']} --source 路径`；"
                "`mohen capture 内容` 立即可用。",
            )
        )
        return
    told = session.ask("knowledge:consolidation", {"projectId": data["projectId"]})
    waiting = told["data"]["agents"][0]["unprocessed"] if told["ok"] else 0
    output.note(
        say(
            f"About {waiting} messages wait. Next: `mohen consolidate`",
            f"约有 {waiting} 条消息待整理。下一步：`mohen consolidate`",
        )
    )


# -- agents


@click.group(
    cls=Group,
    invoke_without_command=True,
    text=(
        "Agents that share this home: each has a memory of its own, and what one may read of "
        "another is set here.\nWithout a command: the list.",
        "共用本目录的 agent：各有自己的记忆；谁能读取谁的记忆在此设置。\n不带子命令时：列出。",
    ),
    example="mohen agents\nmohen agents add writer ~/writer\nmohen agents set writer --sees coder",
)
@click.pass_context
def agents(context: click.Context) -> int:
    return 0 if context.invoked_subcommand else _list()


@command(
    ("The agents, what they listen to and whom they may read.", "各 agent、其对话来源与可读范围。"),
    example="mohen agents list",
)
def list_() -> int:
    return _list()


@command(
    (
        "Have one more agent, with a workspace or without.",
        "增加一个 agent，可有工作区，也可没有。",
    ),
    example=(
        "mohen agents add writer ~/writer\n"
        "mohen agents add chat --source chatgpt=~/Downloads/conversations.json"
    ),
)
@argument("agent_id", text=("Its id: a name of your own.", "id：自取的名字。"))
@argument("folder", required=False, text=("Its workspace.", "其工作区。"))
@_heard
def add(
    agent_id: str,
    folder: str | None,
    sources: tuple[str, ...],
    sees: str | None,
    host: str | None,
) -> int:
    where = None if folder is None else str(_absolute(folder))
    return _made(given(agentId=agent_id, workspace=where, host=host, **_listening(sources, sees)))


@command(
    (
        "Change what an agent listens to, whom it may read, or where it works. "
        "--source names all of them anew.",
        "修改 agent 的对话来源、可读范围或工作区。--source 会替换全部来源。",
    ),
    example="mohen agents set writer --sees coder,planner --source ~/.openclaw/agents/main",
)
@argument("agent_id", text=_ID)
@option("--workspace", "folder", metavar="PATH", text=("Where it works.", "工作区。"))
@_heard
def set_(
    agent_id: str,
    folder: str | None,
    sources: tuple[str, ...],
    sees: str | None,
    host: str | None,
) -> int:
    where = None if folder is None else str(_absolute(folder))
    payload = given(projectId=agent_id, workspace=where, host=host, **_listening(sources, sees))
    return answer("agent:update", payload, _show_one)


@command(
    (
        "Take an agent off the list. What it knows stays: `mohen clear --project ID` deletes that.",
        "移除一个 agent。它的记忆仍在：`mohen clear --project ID` 才会删除。",
    ),
    example="mohen agents remove writer",
)
@argument("agent_id", text=_ID)
def remove(agent_id: str) -> int:
    return answer("agent:remove", {"projectId": agent_id}, _show_removed)


def _list() -> int:
    return answer("agent:list", {}, _show_list)


# -- as asked


def _listening(sources: Sequence[str], sees: str | None) -> dict[str, Any]:
    return given(
        sources=[_source(each) for each in sources] or None,
        sees=None if sees is None else names(sees),
    )


def _source(typed: str) -> dict[str, Any]:
    kind, equals, path = typed.partition("=")
    if equals and kind in set(SourceKind):
        return {"kind": kind, "path": str(_absolute(path))}
    return {"path": str(_absolute(typed))}


def _absolute(path: str) -> Path:
    return Path(path).expanduser().absolute()


# -- as shown


def _show_list(data: Mapping[str, Any]) -> None:
    if not data["items"]:
        output.show(
            say(
                "No agents yet: `mohen init` in an agent's workspace makes one.",
                "还没有 agent：在其工作区运行 `mohen init` 即可创建。",
            )
        )
    for each in data["items"]:
        _show_one(each)


def _show_one(agent: Mapping[str, Any]) -> None:
    output.show(agent["projectId"])
    output.facts((f"  {name}", value) for name, value in _about(agent))


def _about(agent: Mapping[str, Any]) -> list[tuple[str, str]]:
    gone = say(" (not there now)", "（现不存在）") if agent.get("missing") else ""
    heard = [f"{each['kind']} {each['path']}" for each in agent["sources"]]
    return [
        (say("workspace", "工作区"), f"{agent.get('workspace') or say(*_NOBODY)}{gone}"),
        (say("listens to", "读取对话"), "\n".join(heard) or say(*_NOBODY)),
        (say("may read", "可读取"), ", ".join(agent["sees"]) or say(*_NOBODY)),
        (say("searches by", "检索方式"), say(*_SEARCHES[agent["host"]])),
    ]


def _show_removed(data: Mapping[str, Any]) -> None:
    if data["removed"]:
        output.show(f"✓ {data['projectId']}")
    else:
        output.show(say("There was no such agent.", "没有这个 agent。"))


for each in (list_, add, set_, remove):
    agents.add_command(each)
