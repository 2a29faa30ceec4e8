"""A memory written out, taken in, and judged: `export`, `import`, `review`."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

import click

from mohen.cli import exits, output
from mohen.cli.bilingual import argument, command, option
from mohen.cli.connection import Session, chosen, given, opened
from mohen.cli.i18n import Pair, say
from mohen.errors import Conflict, InvalidArgument, IoFailed
from mohen.knowledge import changes_cli
from mohen.knowledge.transfer.model import STORY_FORMS, Form

FORMS = click.Choice([each.value for each in Form])
_MARK = "<!-- mohen:export -->"
_REFUSED: dict[str, Pair] = {
    "secret": ("holds a secret", "含有敏感信息"),
    "junk": ("no memory", "不是记忆"),
    "forgotten": ("was forgotten here", "此处已被遗忘"),
    "too_long": ("too long", "过长"),
}


@command(
    (
        "Write out the whole memory of a project: rules, memories with sources and history, "
        "agents, settings without keys; with --conversations what was said.\n"
        "markdown writes one file a theme, for OpenClaw's memory_search: --out memory/\n"
        "--as writes the story as writers' tools read it: --out is a folder, or one file.",
        "导出项目的全部记忆：规则、记忆（含来源与历史）、agent、不含密钥的设置；"
        "加 --conversations 连同对话。\n"
        "markdown 按主题写成文件，供 OpenClaw 的 memory_search 检索：--out memory/\n"
        "--as 按写作工具的格式导出故事：--out 为目录，或单个文件。",
    ),
    example="mohen export --out backup.json --conversations\n"
    "mohen export --format markdown --out memory/\n"
    "mohen export --as sillytavern-v3 --of 林远 --out cards/\n"
    "mohen export --as obsidian --out vault/",
)
@option(
    "--format",
    "form",
    type=click.Choice(["json", "jsonl", "markdown"]),
    default="json",
    text=("How it is written [json].", "写成什么格式 [json]。"),
)
@option(
    "--as",
    "story",
    type=click.Choice([each.value for each in STORY_FORMS]),
    metavar="MAKE",
    text=(
        "The story instead, for another tool: sillytavern-v3, sillytavern-v2, lorebook, "
        "character-book, novelai, risu, agnai, novelcrafter, obsidian.",
        "改为导出故事，供其他工具使用：sillytavern-v3、sillytavern-v2、lorebook、character-book、"
        "novelai、risu、agnai、novelcrafter、obsidian。",
    ),
)
@option(
    "--of",
    "of",
    metavar="NAME",
    text=(
        "With --as: only the card or the book of this name.",
        "与 --as 合用：只导出此名的角色卡或世界书。",
    ),
)
@option(
    "--force",
    is_flag=True,
    text=(
        "With --as: write over files that say something else.",
        "与 --as 合用：覆盖内容不同的文件。",
    ),
)
@option(
    "--out",
    type=click.Path(),
    metavar="PATH",
    text=(
        "A file, or for markdown a folder; else standard output.",
        "文件；markdown 则为目录。缺省为标准输出。",
    ),
)
@option(
    "--episodes", is_flag=True, text=("With the recorded episodes.", "连同记录的条目一起导出。")
)
@option(
    "--conversations",
    is_flag=True,
    text=("With what was said, message by message.", "连同对话原文逐条导出。"),
)
@option(
    "--documents",
    is_flag=True,
    text=("With what frameworks keep here, exactly.", "连同框架存放的文档原样导出。"),
)
@option(
    "--global",
    "everybodys",
    is_flag=True,
    text=("What is global instead of a project.", "导出全局内容而非某个项目。"),
)
def export(
    form: str,
    story: str | None,
    of: str | None,
    force: bool,
    out: str | None,
    episodes: bool,
    conversations: bool,
    documents: bool,
    everybodys: bool,
) -> int:
    project = None if everybodys else chosen().project_id
    payload = given(
        projectId=project,
        format=story or form,
        of=of,
        includeEpisodes=episodes or None,
        includeConversations=conversations or None,
        includeDocuments=documents or None,
    )
    with opened() as session, output.patience(say("exporting", "导出中")):
        if chosen().json and out is None:
            return output.finish(_whole(session, payload), lambda _data: None, as_json=True)
        if story is not None:
            return _story(session, payload, out, force=force)
        if form == "markdown" and out is not None:
            return _to_folder(session, payload, Path(out))
        return _to_file(session, payload, out)


def _whole(session: Session, payload: dict[str, Any]) -> Any:
    """All pieces in one envelope."""
    files: dict[str, str] = {}

    def keep(each: Mapping[str, str]) -> None:
        files[each["path"]] = files.get(each["path"], "") + each["text"]

    last = _pieces(session, payload, keep)
    if not last["ok"]:
        return last
    told = [{"path": path, "text": text} for path, text in files.items()]
    return {"ok": True, "data": {"files": told}, "meta": last["meta"]}


def _pieces(
    session: Session, payload: dict[str, Any], heard: Callable[[Mapping[str, str]], None]
) -> Any:
    """Each piece as it comes, so that a big memory never stands in memory as a whole."""
    cursor = None
    while True:
        envelope = session.ask("memory:export", given(**payload, cursor=cursor), long=True)
        if not envelope["ok"]:
            return envelope
        for each in envelope["data"]["files"]:
            heard(each)
        cursor = envelope["data"].get("nextCursor")
        if cursor is None:
            return envelope


def _to_file(session: Session, payload: dict[str, Any], out: str | None) -> int:
    with ExitStack() as stack:
        part = None if out is None else Path(f"{out}.part")
        file: TextIO | None = None
        try:
            if part is not None:
                file = stack.enter_context(part.open("w", encoding="utf-8", newline=""))

            def write(each: Mapping[str, str]) -> None:
                if file is None:
                    click.echo(each["text"], nl=False)
                else:
                    file.write(each["text"])

            envelope = _pieces(session, payload, write)
            if file is not None and part is not None and out is not None:
                file.close()
                part.replace(out)
        except OSError as error:
            raise _unwritable(error) from None
    return _ended(envelope, [] if out is None else [str(out)])


def _story(session: Session, payload: dict[str, Any], out: str | None, *, force: bool) -> int:
    """Each file into the folder, or the only one where `--out` names a file."""
    files: list[Mapping[str, Any]] = []
    envelope = _pieces(session, payload, files.append)
    if not envelope["ok"]:
        return output.finish(envelope, print, as_json=chosen().json)
    if out is None:
        if any(each.get("base64") for each in files):
            said = say("a picture is not shown: give --out", "图片无法直接显示：请指定 --out")
            raise InvalidArgument(said, field="--out")
        for each in files:
            click.echo(each["text"], nl=not each["text"].endswith("\n"))
        return exits.OK.exit
    alone = len(files) == 1 and Path(out).suffix != "" and not Path(out).is_dir()
    told = {
        Path(out) if alone else Path(out, *each["path"].split("/")): b64decode(each["text"])
        if each.get("base64")
        else each["text"].encode()
        for each in files
    }
    try:
        for place, data in told.items():
            if not force and place.exists() and place.read_bytes() != data:
                said = say(
                    "is there and says something else: --force writes over it",
                    "已存在且内容不同：--force 可覆盖",
                )
                raise Conflict(f"{place.name} {said}", field="--out")
        for place, data in told.items():
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
    except OSError as error:
        raise _unwritable(error) from None
    return _ended(envelope, list(map(str, told)))


def _to_folder(session: Session, payload: dict[str, Any], folder: Path) -> int:
    """Only files of ours are written over or, where their theme is empty now, taken away."""
    files: dict[str, str] = {}
    envelope = _pieces(session, payload, lambda each: files.update({each["path"]: each["text"]}))
    if envelope["ok"]:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            ours = [each for each in sorted(folder.glob("mohen-*.md")) if _is_ours(each)]
            for name, text in files.items():
                if (folder / name).exists() and folder / name not in ours:
                    said = say("is not ours and is not overwritten", "不是墨痕写的，不会覆盖")
                    raise Conflict(f"{name} {said}", field="--out")
                (folder / name).write_text(text, encoding="utf-8", newline="")
            for each in ours:
                if each.name not in files:
                    each.unlink()
        except OSError as error:
            raise _unwritable(error) from None
    return _ended(envelope, [str(folder / name) for name in files])


def _is_ours(path: Path) -> bool:
    return path.read_text("utf-8", errors="replace").startswith(_MARK)


def _unwritable(error: OSError) -> IoFailed:
    said = say("the file could not be written", "文件无法写入")
    return IoFailed(f"{said}: {error.strerror}", field="--out")


def _ended(envelope: Any, written: list[str]) -> int:
    if not envelope["ok"] or not written:
        shown = None if envelope["ok"] else output.finish(envelope, print, as_json=chosen().json)
        return exits.OK.exit if shown is None else shown
    told = {"ok": True, "data": {"written": written}, "meta": envelope["meta"]}
    return output.finish(told, _show_written, as_json=chosen().json)


def _show_written(data: Mapping[str, Any]) -> None:
    for each in data["written"]:
        output.show(f"✓ {each}")


# -- import


@command(
    (
        "Take in memories: our own export, a MEMORY.md, exports of mem0, Letta, Zep, LangMem, "
        "ChatGPT, Claude, the MCP memory server, a tree of memory.py; conversations; or a story "
        "from SillyTavern (cards, lorebooks), NovelAI, Risu, Agnai, Novelcrafter, Obsidian.\n"
        "The same file twice adds nothing. The file is never changed.",
        "导入记忆：墨痕导出的文件、MEMORY.md、mem0、Letta、Zep、LangMem、ChatGPT、Claude、"
        "MCP memory 的导出、memory.py 的目录；对话记录；或来自 SillyTavern（角色卡、世界书）、"
        "NovelAI、Risu、Agnai、Novelcrafter、Obsidian 的故事。\n"
        "同一文件导入两次不会重复。文件不会被修改。",
    ),
    example="mohen import MEMORY.md --dry-run\nmohen import mem0.json\nmohen import Seraphina.png\n"
    "mohen import conversations.json --once",
)
@argument("path", type=click.Path(), text=("A file or a folder.", "文件或目录。"))
@option(
    "--format",
    "form",
    type=FORMS,
    metavar="MAKE",
    text=(
        "Of what make it is; else it is found out: mohen, memory-md, seed-001, mem0, letta, zep, "
        "mcp-memory, langmem, claude-memory, lines, generic, transcript, sillytavern-v3, "
        "sillytavern-v2, lorebook, character-book, novelai, risu, agnai, novelcrafter, obsidian.",
        "文件的种类，缺省自动识别：mohen、memory-md、seed-001、mem0、letta、zep、mcp-memory、"
        "langmem、claude-memory、lines、generic、transcript、sillytavern-v3、sillytavern-v2、lorebook、"
        "character-book、novelai、risu、agnai、novelcrafter、obsidian。",
    ),
)
@option("--dry-run", is_flag=True, text=("Only show what would come in.", "只显示将导入什么。"))
@option(
    "--once",
    is_flag=True,
    text=(
        "Conversations: read them now and do not listen on.",
        "对话记录：现在读一遍，不再持续监听。",
    ),
)
def import_(path: str, form: str | None, dry_run: bool, once: bool) -> int:
    payload = given(
        projectId=chosen().project_id,
        path=str(Path(path).expanduser().absolute()),
        format=form,
        dryRun=dry_run or None,
        once=once or None,
    )
    with opened() as session:
        with output.patience(say("importing", "导入中")):
            envelope = session.ask("memory:import", payload, long=True)
        return output.finish(envelope, _show_imported, as_json=chosen().json)


def _show_imported(data: Mapping[str, Any]) -> None:
    changes_cli.show(data["changes"])
    for each in data["refused"]:
        output.show(f"✗ {each['ref']} {say(*_REFUSED[each['code']])}: {each['why']}")
    for each in data["troubles"]:
        where = f"{each['ref']}:{each['line']}" if each["line"] else each["ref"]
        output.show(f"! {where} {each['why']}")
    if source := data.get("source"):
        listens = say("conversations", "对话记录")
        output.show(f"✓ {listens}: {source['kind']} {source['path']}")
        if not data["dryRun"] and not data["added"]:
            output.note(say("`mohen consolidate` reads them.", "`mohen consolidate` 会读取。"))
    would = say("would be ", "将") if data["dryRun"] else ""
    added, again, refused = data["added"], data["repeated"], len(data["refused"])
    rules = f", {data['rules']} {say('rules', '条规则')}" if data["rules"] else ""
    rules += (
        f", {data['things']} {say('of the story', '个故事人物与事物')}"
        if data.get("things")
        else ""
    )
    rules += f", {data['messages']} {say('messages', '条对话')}" if data["messages"] else ""
    rules += f", {data['documents']} {say('documents', '份文档')}" if "documents" in data else ""
    output.show(
        say(
            f"{added} {would}added, {again} known already, {refused} refused{rules}"
            f" [{data['format']}]",
            f"{would}新增 {added} 条，已知 {again} 条，拒绝 {refused} 条{rules} [{data['format']}]",
        )
    )


# -- The judge of a memory's quality: `review` (C99).


_KINDS: dict[str, Pair] = {
    "secret": ("secrets", "敏感信息"),
    "junk": ("junk", "杂质"),
    "contradiction": ("contradictions", "矛盾"),
    "stale": ("stale", "过时"),
    "duplicate": ("duplicates", "重复"),
    "orphan": ("orphans", "孤立"),
}
_CURES: dict[str, Pair] = {
    "archive": ("archive", "归档"),
    "merge": ("merge into", "并入"),
    "supersede": ("superseded by", "由其取代"),
    "unlink": ("take the link away", "去掉链接"),
    "forget": ("mohen forget {ref}", "mohen forget {ref}"),
    "look": ("say which one holds", "请确认哪条为真"),
}


@command(
    (
        "Judge a memory: junk, duplicates, stale, contradictions, orphans, secrets.\n"
        "Ours, or with --file the export of any other. --fix archives and merges, with --yes; "
        "it never deletes.",
        "评审记忆：杂质、重复、过时、矛盾、孤立、敏感信息。\n"
        "评审本库，或用 --file 评审其他系统的导出。--fix 加 --yes 会归档与合并，从不删除。",
    ),
    example="mohen review\nmohen review --file mem0.json\nmohen review --fix --yes",
)
@option("--file", "path", type=click.Path(), metavar="PATH", text=("An export.", "导出文件。"))
@option(
    "--format",
    "form",
    type=FORMS,
    metavar="MAKE",
    text=("Of what make it is, as for import.", "文件的种类，同 import。"),
)
@option("--fix", is_flag=True, text=("Put right what can be.", "修复能修复的。"))
@option("--yes", is_flag=True, text=("Do it.", "确认执行。"))
@option("--limit", type=int, text=("Findings shown [50].", "显示的条数 [50]。"))
def review(path: str | None, form: str | None, fix: bool, yes: bool, limit: int | None) -> int:
    where = None if path is None else str(Path(path).expanduser().absolute())
    project = None if where is not None else chosen().project_id
    act = fix and (yes or where is not None)
    payload = given(projectId=project, path=where, format=form, fix=act or None, limit=limit)
    with opened() as session:
        with output.patience(say("judging", "评审中")):
            envelope = session.ask("knowledge:review", payload, long=True)
        code = output.finish(envelope, _show, as_json=chosen().json)
    if envelope["ok"] and fix and not act:
        output.note(
            say("Nothing was changed. Add --yes to do it.", "没有修改。确认请加 --yes。"),
            style="bold red",
        )
        return exits.USAGE.exit
    return code


def _show(data: Mapping[str, Any]) -> None:
    for each in data["findings"]:
        kind, why = say(*_KINDS[each["kind"]]), say(**each["message"])
        output.show(f"{kind}: {', '.join(each['refs'])} {why}")
        output.show(f"    {each['excerpt']}", f"    → {_cure(each)}")
    if data["leftOut"]:
        output.show(say(f"… {data['leftOut']} more", f"…… 另有 {data['leftOut']} 项"))
    for each in data["troubles"]:
        where = f"{each['ref']}:{each['line']}" if each["line"] else each["ref"]
        output.show(f"! {where} {each['why']}")
    changes_cli.show(data["changes"])
    counts = [f"{data['counts'][kind]} {say(*_KINDS[kind])}" for kind in _KINDS]
    output.show(
        say(
            f"{data['score']:g}/100: {data['items']} memories, {', '.join(counts)}",
            f"{data['score']:g}/100：{data['items']} 条记忆，{'，'.join(counts)}",
        )
    )


def _cure(finding: Mapping[str, Any]) -> str:
    cure = say(*_CURES[finding["cure"]]).format(ref=finding["refs"][0])
    return f"{cure} {finding['keep']}" if finding.get("keep") else cure
