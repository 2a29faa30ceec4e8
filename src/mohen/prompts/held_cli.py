"""What looks like an order to a model and waits for you: `held`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mohen.cli import output
from mohen.cli.bilingual import command, option
from mohen.cli.connection import answer, chosen, given
from mohen.cli.i18n import Pair, say

_ORIGINS: dict[str, Pair] = {
    "captured": ("kept by an agent or a command", "由代理或命令记下"),
    "extracted": ("said in a conversation", "对话中说的"),
    "model": ("inferred by a model", "模型推断"),
    "migrated": ("imported", "导入"),
    "learned": ("learned rule", "学到的规则"),
    "distilled": ("learned rule", "学到的规则"),
    "interaction": ("an earlier interaction", "过往交互"),
    "conversation": ("digest of a conversation", "对话摘要"),
    "file": ("a file of the project", "项目文件"),
}
_FORGET: dict[str, str] = {
    "knowledge": "mohen forget {ref}",
    "episode": "mohen forget {ref}",
    "rule": "mohen rules delete {ref}",
}


@command(
    (
        "Memories that look like orders to a model. No prompt is given them until you have seen "
        "them: --accept ID lets one stand, and prompts quote it; `mohen forget` takes it out.",
        "像是对模型下指令的记忆。你过目之前不会进入任何提示词："
        "--accept ID 予以保留（以引文形式使用），`mohen forget` 将其删除。",
    ),
    example="mohen held\nmohen held --accept o_3f2a…",
)
@option("--accept", "id", metavar="ID", text=("Let this one stand.", "保留这一条。"))
def held(id: str | None) -> int:
    project = chosen().project_id
    if id is not None:
        return answer("memory:held:accept", given(id=id, projectId=project), _accepted)
    return answer("memory:held:list", given(projectId=project), _listed)


def _accepted(data: Mapping[str, Any]) -> None:
    output.show(
        say(f"{data['id']} may stand: {data['ref']}", f"已保留 {data['id']}：{data['ref']}")
    )


def _listed(data: Mapping[str, Any]) -> None:
    for each in data["items"]:
        origin = say(*_ORIGINS.get(each["origin"], (each["origin"], each["origin"])))
        output.show(f"{each['id']}  {each['ref']} · {origin}", f"    {each['text']}")
        if each["kind"] in _FORGET:
            output.show(f"    → {_FORGET[each['kind']].format(ref=each['ref'])}")
    if not data["items"]:
        output.show(say("Nothing waits.", "没有待过目的内容。"))
