"""The story's graph and its contradictions: `graph`, `check`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mohen.cli import exits, output
from mohen.cli.bilingual import Group, argument, command, option
from mohen.cli.connection import Session, answer, chosen, given, opened
from mohen.cli.i18n import Pair, say
from mohen.errors import InvalidArgument, IoFailed

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope


# -- The page that `graph --html` writes.


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


Shape = Mapping[str, Any]

FOUND = 1
"""The exit code of a check that found something, as a linter has it."""

_KINDS: dict[str, Pair] = {
    "state": ("state", "状态"),
    "time": ("time", "时间"),
    "place": ("place", "地点"),
    "knowledge": ("knowledge", "知情"),
    "relation": ("relation", "关系"),
}
_MARKS = {"high": "✗", "medium": "!", "low": "·"}


@click.group(
    cls=Group,
    invoke_without_command=True,
    text=(
        "What is known, drawn: people, places and what holds of them, and a story's.\n"
        "--html draws everything the project knows into one page that needs no network.",
        "所知的图谱：人物、地点，以及关于他们的事实；也包括故事中的。\n"
        "--html 把项目所知的一切画成一个无需联网的页面。",
    ),
    example=(
        "mohen graph --html memory.html\n"
        "mohen graph show 林远 --at 3\n"
        "mohen graph export --format mermaid"
    ),
)
@option(
    "--html",
    text=("Draw all of it into this file (-: print it).", "把全部画进这个文件（- 为打印）。"),
    metavar="FILE",
)
@click.pass_context
def graph(context: click.Context, html: str | None) -> int:
    if html is not None:
        if context.invoked_subcommand is not None:
            raise click.UsageError(say("--html stands alone", "--html 不与子命令同用"), context)
        return drawn(html)
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    return exits.OK.exit


@command(
    ("One entity, what holds of it and whom it is bound to.", "一个实体：它的事实与关系。"),
    example="mohen graph show 林远 --project novel --at 3",
)
@argument("name", text=("A name, an alias or an id.", "名字、别名或 id。"))
@option("--at", text=("As of this chapter.", "截至这一章。"), metavar="CHAPTER")
@option("--depth", text=("Steps around it, 0–3.", "向外几步，0–3。"), type=int, metavar="N")
def show(name: str, at: str | None, depth: int | None) -> int:
    payload = {"projectId": chosen().project_id, "entity": name, **given(at=at, depth=depth)}
    return answer("graph:query", payload, _show_graph, long=True)


@command(
    ("How two of them are connected.", "两个实体之间的联系。"),
    example="mohen graph path 林远 苏晴",
)
@argument("start", text=("From whom.", "起点。"))
@argument("end", text=("To whom.", "终点。"))
def path(start: str, end: str) -> int:
    payload = {"projectId": chosen().project_id, "from": start, "to": end}
    return answer("graph:path", payload, _show_path, long=True)


@command(
    ("The whole graph as json, dot or mermaid.", "以 json、dot 或 mermaid 导出整个图谱。"),
    example="mohen graph export --format dot > story.dot",
)
@option(
    "--format",
    "form",
    text=("json, dot or mermaid [json].", "json、dot 或 mermaid [json]。"),
    default="json",
    metavar="FORMAT",
)
def export(form: str) -> int:
    payload = {"projectId": chosen().project_id, "format": form}
    return answer(
        "graph:export", payload, lambda data: click.echo(data["text"], nl=False), long=True
    )


def _show_graph(data: dict[str, Any]) -> None:
    for each in data["entities"]:
        also = f" ({', '.join(each['aliases'])})" if each["aliases"] else ""
        output.show(f"{each['name']}{also} · {each['type']} · {_place(each['evidence'])}")
        output.facts((f"   {name}", value) for name, value in sorted(each["attributes"].items()))
    if data["relations"]:
        output.show("", say("Relations:", "关系："))
    for each in data["relations"]:
        output.show(
            f"  {each['fromName']} —{each['kind']}→ {each['toName']}{_since(each)}"
            f"  {_place(each['evidence'])}"
        )
    if data["states"]:
        output.show("", say("What holds:", "事实："))
    for each in data["states"]:
        value = each.get("valueName") or each["value"]
        output.show(
            f"  {each['entityName']} · {each['attribute']}: {value}{_since(each)}"
            f"  {_place(each['evidence'])}"
        )


def _since(fact: Shape) -> str:
    chapter = fact["since"]["chapter"]
    return say(f" (since chapter {chapter})", f"（第{chapter}章起）") if chapter else ""


def _place(evidence: Shape) -> str:
    lines = f":{evidence['firstLine']}" if evidence["firstLine"] else ""
    return f"{evidence['ref']}{lines}"


def _show_path(data: dict[str, Any]) -> None:
    if not data["found"]:
        output.show(say("No connection was found.", "没有找到联系。"))
        return
    for each in data["relations"]:
        output.show(f"{each['fromName']} —{each['kind']}→ {each['toName']}{_since(each)}")


graph.add_command(show)
graph.add_command(path)
graph.add_command(export)


# -- check


@command(
    (
        "Contradictions in the story, each with the places that say so.\n"
        "FOLDER checks files that belong to no project and keeps nothing.\n"
        "Ends with 1 when something was found, like a linter, and with 0 when nothing was.",
        "检查故事中的矛盾，逐条给出出处。\n"
        "FOLDER 检查不属于任何项目的目录，不保存任何内容。\n"
        "有发现时退出码为 1（如同 linter），没有则为 0。",
    ),
    example="mohen check --project novel\nmohen check ./my-novel\nmohen check --exempt find_1f…",
)
@argument("folder", text=("A folder of its own.", "某个目录。"), required=False)
@option("--chapter", text=("Only what touches this chapter.", "只看这一章。"), metavar="CHAPTER")
@option("--since", text=("Only from this chapter on.", "只看这一章及以后。"), metavar="CHAPTER")
@option("--exempt", text=("This one is meant.", "这一条是有意为之。"), metavar="ID")
@option("--unexempt", text=("It is not meant after all.", "取消有意为之。"), metavar="ID")
@option("--reason", text=("Why it is meant.", "理由。"), metavar="TEXT")
def check(
    folder: str | None,
    chapter: str | None,
    since: str | None,
    exempt: str | None,
    unexempt: str | None,
    reason: str | None,
) -> int:
    project = {"projectId": chosen().project_id}
    if exempt is not None:
        payload = {**project, "findingId": exempt, **given(reason=reason)}
        return answer("graph:exempt", payload, _show_exempted)
    if unexempt is not None:
        return answer("graph:unexempt", {**project, "findingId": unexempt}, _show_unexempted)
    asked = {**project, **given(chapter=chapter, since=since)}
    with opened() as session:
        with output.patience(say("reading the story", "正在阅读")):
            envelope = (
                session.ask("graph:check", asked, long=True)
                if folder is None
                else _of_folder(session, folder)
            )
        ended = output.finish(envelope, _show_findings, as_json=chosen().json)
    if ended == exits.OK.exit and any(not f["intentional"] for f in envelope["data"]["findings"]):
        return FOUND
    return ended


def _of_folder(session: Session, folder: str) -> Envelope:
    from mohen.server.shapes import tell
    from mohen.story.channels import CheckData

    path = Path(folder).expanduser()
    if not path.is_dir():
        return session.refuse(InvalidArgument("there is no such folder", field="folder"))
    data = tell(CheckData, session.memory.story.check_folder(str(path.resolve())))
    return {"ok": True, "data": data, "meta": session.meta()}


def _show_findings(data: dict[str, Any]) -> None:
    for each in data["findings"]:
        show_finding(each)
    for each in data["warnings"]:
        ref, code = each["ref"], each["code"]
        output.note(say(f"not read: {ref} ({code})", f"未能读取：{ref}（{code}）"))
    open_ = sum(not each["intentional"] for each in data["findings"])
    meant = len(data["findings"]) - open_
    read = data["checked"]
    output.show(
        say(
            f"{open_} found, {meant} meant · {read['files']} files, {read['chapters']} chapters, "
            f"{read['states']} facts",
            f"发现 {open_} 处，有意为之 {meant} 处 · "
            f"{read['files']} 个文件，{read['chapters']} 章，"
            f"{read['states']} 条事实",
        )
    )
    if not read["chapters"]:
        output.note(
            say(
                "no chapter was found: they are read from chapters/ or from files such as "
                "chapter1.md, and people from .mohen/characters/",
                "没有找到章节：章节放在 chapters/，或命名为 第一章.md；人物放在 .mohen/characters/",
            )
        )


def show_finding(finding: Shape) -> None:
    mark = "○" if finding["intentional"] else _MARKS[finding["severity"]]
    kind = say(*_KINDS[finding["kind"]])
    output.show(f"{mark} [{kind}] {say(**finding['message'])}")
    _show_evidence(finding["evidence"])
    if finding["intentional"]:
        why = finding.get("reason")
        output.show(say("    meant", "    有意为之") + (f": {why}" if why else ""))
    output.show(f"    {finding['id']}", "")


def _show_evidence(evidence: Iterable[Shape]) -> None:
    for each in evidence:
        output.show(f"    {_place(each)}  {output.excerpt(each['excerpt'])}")


def _show_exempted(data: dict[str, Any]) -> None:
    output.show(say("Meant, and no longer reported:", "有意为之，不再报告："))
    show_finding(data)


def _show_unexempted(data: dict[str, Any]) -> None:
    said = (
        say("It is reported again.", "将再次报告。")
        if data["unexempted"]
        else say("It was not exempt.", "它本来就没有豁免。")
    )
    output.show(said)
