"""What `mohen` alone says: how it stands with this home, and what to do next in it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from mohen.cli import exits, output
from mohen.cli.connection import Session, chosen, opened
from mohen.cli.i18n import Pair, say
from mohen.core.home import home_path

Shape = Mapping[str, Any]
Step = tuple[Pair, str]
"""What it is for, and the command."""

_ALL: Step = (("everything there is", "全部命令"), "mohen --help")
_PANEL: Step = (("write in the browser", "在浏览器中写作"), "mohen serve --open")
_FIRST: tuple[Step, ...] = (
    (
        ("look around: a story with eight weeks of work in it", "先看示例：一部写了八周的小说"),
        "mohen demo",
    ),
    _PANEL,
    (("name the folder of your own book", "指定你自己的书稿目录"), "mohen project bind PATH"),
    (("give an agent a memory", "让 agent 有记忆"), "mohen init"),
    _ALL,
)


def tell_next() -> int:
    """Nothing is made where there is nothing yet."""
    home = home_path(chosen().home)
    if not home.joinpath("mind.db").exists():
        output.show(say("Nothing is remembered here yet.", "这里还没有记忆。"), "")
        _show(_FIRST)
        return exits.OK.exit
    with opened() as session:
        told = session.ask("memory:status", {})
        if not told["ok"]:
            return output.finish(told, lambda _data: None, as_json=False)
        data = told["data"]
        output.show(_standing(data), "")
        _show([*_waiting(session, data), *_usual(data), _ALL])
    return exits.OK.exit


def _standing(data: Shape) -> str:
    counts, held = data.get("episodes", {}), data.get("storage", {})
    rules, known = (held.get(each, {}).get("used", 0) for each in ("rules", "knowledge"))
    many, projects = counts.get("active", 0), len(counts.get("projects", {}))
    return say(
        f"{many} interactions in {projects} projects, {rules} rules, {known} memories.",
        f"{projects} 个项目，{many} 次交互，{rules} 条规则，{known} 条记忆。",
    )


def _waiting(session: Session, data: Shape) -> Iterator[Step]:
    """What waits for the owner: trouble first, then questions, then answers."""
    if data["degradations"] or data["alerts"]:
        yield (
            ("something is broken: see what, and how it is mended", "有故障：查看原因与修复办法"),
            ("mohen doctor"),
        )
    for project in data.get("episodes", {}).get("projects", {}):
        told = session.ask("memory:conflict:list", {"projectId": project})
        if told["ok"] and told["data"]["items"]:
            named = f"mohen conflicts --project {shlex.quote(project)}"
            yield (
                ("rules that cannot both hold wait for your word", "有互相矛盾的规则等你决定"),
                named,
            )
    if waiting := data.get("episodes", {}).get("open", 0):
        yield (
            (f"{waiting} runs wait for your answer", f"{waiting} 次生成还没有作答"),
            "mohen list --ids",
        )


def _usual(data: Shape) -> Iterator[Step]:
    yield _PANEL
    projects = [*data.get("episodes", {}).get("projects", {})]
    if projects:
        named = f"mohen rules --project {shlex.quote(projects[0])}"
        yield ("what was learned of how you write", "学到了你怎样的写法"), named
    else:
        yield _FIRST[0]
    if data.get("settings", {}).get("model", {}).get("kind") == "none":
        yield (
            (
                "no language model yet: name one for real prose",
                "还没有语言模型：配置一个才有真正的文字",
            ),
            "mohen config set model NAME@URL",
        )
    if data.get("storage", {}).get("knowledge", {}).get("used"):
        yield ("what is known, found by words", "按词语查找记住的事"), "mohen search WORDS"


def _show(steps: Any) -> None:
    output.show(say("Next:", "接下来："))
    for meaning, line in steps:
        output.show(f"  {say(*meaning)}", f"    {line}")
