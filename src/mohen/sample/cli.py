"""A sample project to look at: `demo`."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from mohen.cli import exits, output
from mohen.cli.bilingual import command, option
from mohen.cli.connection import answer, chosen, given, opened
from mohen.cli.i18n import Pair, say


@command(
    (
        "Load the sample project, a story with eight weeks of work in it, and say what to try.\n"
        "It is a project of its own in your home: nothing of it is global, and --remove takes it "
        "away again.",
        "载入示例项目：一部小说和八周的写作记录，并提示可以试些什么。\n"
        "它是你目录中一个独立的项目，不含任何全局内容，可用 --remove 移除。",
    ),
    example="mohen demo\nmohen demo --language both --serve\nmohen demo --remove",
)
@option(
    "--language",
    type=click.Choice(["zh", "en", "both"]),
    text=(
        "zh, en or both; default: the language you read; with --remove: both.",
        "zh、en 或 both；默认随界面语言，移除时默认 both。",
    ),
)
@option(
    "--reset",
    is_flag=True,
    text=(
        "Load it anew: what is remembered of it goes; a changed folder is kept beside.",
        "重新载入：清除它的记忆；改动过的目录另存在旁边。",
    ),
)
@option(
    "--remove",
    is_flag=True,
    text=(
        "Take it away; files that you changed stay.",
        "移除示例；改动过的文件会保留。",
    ),
)
@option(
    "--serve",
    is_flag=True,
    text=(
        "Then show it in the browser, as `mohen serve` does.",
        "随后像 `mohen serve` 那样打开面板。",
    ),
)
@option("--port", type=int, text=("With --serve; as there.", "与 --serve 同用，含义相同。"))
@option("--open", is_flag=True, text=("With --serve; as there.", "与 --serve 同用，含义相同。"))
def demo(
    language: str | None, reset: bool, remove: bool, serve: bool, port: int | None, open: bool
) -> int:
    _refuse_both(reset=reset, remove=remove, serve=serve)
    if remove:
        return answer("sample:remove", given(language=language), _show_removed, long=True)
    payload = {"language": language or say("en", "zh"), "reset": reset}
    if not serve:
        return answer("sample:load", payload, _show_loaded, long=True)
    return _loaded(payload) or _serve(port, open=open)


def _refuse_both(*, reset: bool, remove: bool, serve: bool) -> None:
    if remove and (reset or serve):
        raise click.UsageError(
            say(
                "--remove goes with neither --reset nor --serve",
                "--remove 不能与 --reset、--serve 同用",
            )
        )
    if serve and chosen().json:
        raise click.UsageError(
            say(
                "--json goes without --serve: load first, then serve",
                "--json 不能与 --serve 同用：请先载入",
            )
        )


def _loaded(payload: dict[str, Any]) -> int:
    """The exit code; one that is there already is as good as a new one."""
    with opened() as session:
        with output.patience(say("loading", "正在载入")):
            envelope = session.ask("sample:load", payload, long=True)
        if _is_there(envelope):
            output.note(say("The sample is loaded already.", "示例已经载入。"))
            return exits.OK.exit
        return output.finish(envelope, _show_loaded, as_json=False)


def _is_there(envelope: Mapping[str, Any]) -> bool:
    error = envelope.get("error", {})
    return error.get("code") == "CONFLICT" and "projects" in error.get("details", {})


def _serve(port: int | None, *, open: bool) -> int:
    from mohen.server import cli

    return cli.serve_here(port, browse=open)


# -- as shown


def _show_loaded(data: Mapping[str, Any]) -> None:
    for each in data["projects"]:
        output.show(f"✓ {each['projectId']}: {_counts(each)}", f"  {each['folder']}")
        if kept := each.get("keptFolder"):
            output.show(
                say(f"  What you had changed is kept in {kept}", f"  你改动过的目录保存在 {kept}")
            )
    output.show("", say("Try:", "试试："))
    for meaning, line in _hints(data["projects"][0]):
        output.show(f"  {say(*meaning)}", f"    mohen {line}{_home()}")


def _home() -> str:
    """Where it was loaded, if that was said here: the next command must be told so, too."""
    named = chosen().home
    return "" if named is None else f" --home {shlex.quote(named)}"


def _counts(each: Mapping[str, Any]) -> str:
    return say(
        f"{each['episodes']} interactions in eight weeks, {each['rules']} rules, "
        f"{each['conflicts']} question for you",
        f"八周 {each['episodes']} 次交互，{each['rules']} 条规则，"
        f"{each['conflicts']} 个问题待你决定",
    )


def _hints(project: Mapping[str, Any]) -> list[tuple[Pair, str]]:
    of = f"--project {shlex.quote(project['projectId'])}"
    last = shlex.quote(str(Path(project["folder"], "chapters", "03.md")))
    return [
        (("What was learned, and how sure it is", "学到了什么，有多确定"), f"rules {of}"),
        (("When, week by week", "每周学到了什么、改了什么"), f"rules history {of}"),
        (("Two rules that cannot both hold", "两条不能并存的规则"), f"conflicts {of}"),
        (("A slip in chapter three", "第三章里的一处矛盾"), f"check {of}"),
        (
            ("Let it write on; it says how to ask why", "让它续写，再问它为什么这样写"),
            f"run continue {last} --scene action {of}",
        ),
        (("All of it in the browser", "在浏览器中查看这一切"), "serve --open"),
        (("Take the sample away", "移除示例"), "demo --remove"),
    ]


def _show_removed(data: Mapping[str, Any]) -> None:
    for each in data["projects"]:
        output.show(
            say(
                f"✓ {each['projectId']}: {each['episodes']} interactions, {each['rules']} rules "
                f"and {each['files']} files removed",
                f"✓ {each['projectId']}：已移除 {each['episodes']} 次交互、{each['rules']} 条规则、"
                f"{each['files']} 个文件",
            )
        )
        if left := each.get("leftFolder"):
            output.show(
                say(f"  What you changed is still in {left}", f"  你改动过的文件仍在 {left}")
            )
