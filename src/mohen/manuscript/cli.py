"""A project's folder and the files in it that Mohen reads: `project`."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from mohen.cli import output
from mohen.cli.bilingual import Group, argument, command, option
from mohen.cli.connection import answer, chosen
from mohen.cli.i18n import Pair, say
from mohen.errors import InvalidArgument, IoFailed

_OURS = ".mohen"
_MADE = ("characters", "world", "skills")
# Beside the places that are read, so that no example ever stands in a prompt.
_EXAMPLES = "examples"
_TEXTS: dict[str, Pair] = {
    "style-guide.md": (
        "<!-- Copy this to .mohen/style-guide.md and make it yours. -->\n"
        "# Style guide\n\n"
        "- Third person, past tense; stay with one character in a scene.\n"
        "- Short sentences when things move, long ones when they rest.\n",
        "<!-- 复制为 .mohen/style-guide.md 后按需修改。 -->\n"
        "# 写作风格指南\n\n"
        "- 第三人称，过去时；一个场景只跟一个人物的视角。\n"
        "- 动作场景用短句，静下来再用长句。\n",
    ),
    "outline.md": (
        "<!-- Copy this to .mohen/outline.md and make it yours. -->\n"
        "# Outline\n\n"
        "## Chapter 1\n\n"
        "Who wants what, and what stands in the way?\n",
        "<!-- 复制为 .mohen/outline.md 后按需修改。 -->\n"
        "# 大纲\n\n"
        "## 第一章\n\n"
        "谁想要什么？什么拦在路上？\n",
    ),
    "character.md": (
        "<!-- Copy this to .mohen/characters/<name>.md, one file for each character. -->\n"
        "# Name\n\n"
        "- Looks:\n- Voice:\n- Wants:\n- Knows:\n",
        "<!-- 复制为 .mohen/characters/<名字>.md，一人一个文件。 -->\n"
        "# 姓名\n\n"
        "- 外貌：\n- 说话方式：\n- 想要：\n- 知道：\n",
    ),
}
_KINDS: dict[str, Pair] = {
    "agents": ("AGENTS.md", "AGENTS.md"),
    "styleGuide": ("style guide", "风格指南"),
    "character": ("characters", "人物"),
    "world": ("world", "世界观"),
    "outline": ("outline", "大纲"),
    "skill": ("skills", "技能"),
    "chapter": ("chapters", "章节"),
}
_TROUBLES: dict[str, Pair] = {
    "NOT_FOUND": ("is not there", "不存在"),
    "IO_ERROR": ("cannot be read", "无法读取"),
    "TOO_LARGE": ("too large, or too many files", "过大，或文件过多"),
    "INVALID_FORMAT": ("is not UTF-8 text with a plain name", "不是 UTF-8 文本，或文件名不合规"),
    "OUTSIDE": ("is a link or not a plain file: not followed", "是链接或非普通文件：不读取"),
}


@click.group(
    cls=Group,
    invoke_without_command=True,
    text=(
        "The folder of your writing project, whose files go into prompts: characters, world, "
        "style guide, outline.\nWithout a command: the list.",
        "写作项目所在的目录；其中的人物、世界观、风格指南、大纲会进入提示词。\n"
        "不带子命令时：列出项目。",
    ),
    example="mohen project init\nmohen project bind . --project novel\nmohen project files",
)
@click.pass_context
def project(context: click.Context) -> int:
    return 0 if context.invoked_subcommand else _list()


@command(
    (
        "Read a project's files from a folder from now on.",
        "从此从该目录读取项目文件。",
    ),
    example="mohen project bind ~/novel --project novel",
)
@argument("folder", default=".", text=("The folder; default: this one.", "目录；默认为当前目录。"))
def bind(folder: str) -> int:
    payload = {"projectId": chosen().project_id, "folder": str(_absolute(folder))}
    return answer("project:bind", payload, _show_bound)


@command(
    ("Projects that have a folder.", "已绑定目录的项目。"),
    example="mohen project list",
)
def list_() -> int:
    return _list()


@command(
    (
        "The files of a project that Mohen reads, and what is wrong with those it cannot.",
        "墨痕读取的项目文件，以及无法读取的原因。",
    ),
    example="mohen project files --project novel",
)
def files() -> int:
    return answer("project:files", {"projectId": chosen().project_id}, _show_files)


@command(
    (
        "Leave a project's folder alone from now on. Nothing in it is touched.",
        "从此不再读取该项目的目录。目录中的内容不受影响。",
    ),
    example="mohen project unbind --project novel",
)
def unbind() -> int:
    return answer("project:unbind", {"projectId": chosen().project_id}, _show_unbound)


@command(
    (
        "Make the folder .mohen in a project, with places for characters, world and skills.\n"
        "What is there already stays as it is.",
        "在项目中建立 .mohen 目录，内有人物、世界观、技能的位置。\n已有的内容保持不变。",
    ),
    example="mohen project init --folder ~/novel --example",
)
@option("--folder", default=".", text=("Where; default: here.", "位置；默认为当前目录。"))
@option(
    "--example",
    is_flag=True,
    text=(
        "With texts to copy from, in .mohen/examples, which no prompt is made of.",
        "附带可复制的示例，放在 .mohen/examples，不会进入提示词。",
    ),
)
def init(folder: str, example: bool) -> int:
    data = {"folder": str(_absolute(folder)), "made": _make(_absolute(folder), example=example)}
    return output.tell(data, _show_made, as_json=chosen().json)


def _absolute(folder: str) -> Path:
    return Path(folder).expanduser().absolute()


def _list() -> int:
    return answer("project:list", {}, _show_list)


# -- making


def _make(folder: Path, *, example: bool) -> list[str]:
    """Answers what was not there before."""
    if not folder.is_dir():
        raise InvalidArgument(
            say("there is no such folder", "没有这个目录"),
            field="folder",
        )
    places = [folder / _OURS, *(folder / _OURS / name for name in _MADE)]
    if example:
        places.append(folder / _OURS / _EXAMPLES)
    try:
        made = [place for place in places if _make_folder(place)]
        if example:
            made += [each for each in map(places[-1].joinpath, _TEXTS) if _make_text(each)]
    except OSError as error:
        said = errno.errorcode.get(error.errno or 0, "OSError")
        raise IoFailed(
            say(f"the folder could not be made ({said})", f"无法建立目录（{said}）"),
            field="folder",
        ) from None
    return [each.relative_to(folder).as_posix() for each in made]


def _make_folder(path: Path) -> bool:
    if path.is_symlink():  # nothing would be read through it
        raise NotADirectoryError(errno.ENOTDIR, "a link")
    if path.is_dir():
        return False
    path.mkdir()
    return True


def _make_text(path: Path) -> bool:
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(say(*_TEXTS[path.name]))
    except FileExistsError:
        return False
    return True


# -- as shown


def _show_bound(data: Mapping[str, Any]) -> None:
    output.show(f"✓ {data['projectId']}: {data['folder']}")
    counts = data["files"]
    if counts:
        output.facts((f"  {say(*_KINDS[kind])}", str(n)) for kind, n in counts.items())
    else:
        output.note(
            say(
                "Nothing to read there yet: style-guide.md, outline.md and characters/<name>.md go "
                "into .mohen; `mohen project init --example` makes the places, with examples.",
                "目录中还没有可读的文件：.mohen 中放 style-guide.md、outline.md、"
                "characters/<名字>.md；`mohen project init --example` 会建立位置并附示例。",
            )
        )
    for each in data["troubles"]:
        output.note(f"  ✗ {each['ref']}: {say(*_TROUBLES[each['code']])}")


def _show_list(data: Mapping[str, Any]) -> None:
    if not data["items"]:
        output.show(say("No project has a folder yet.", "还没有项目绑定目录。"))
        return
    gone = say(" (not there now)", "（目录现不存在）")
    output.facts(
        (each["projectId"], f"{each['folder']}{gone if each['missing'] else ''}")
        for each in data["items"]
    )


def _show_files(data: Mapping[str, Any]) -> None:
    if data["missing"]:
        output.note(say("The folder is not there now.", "目录现不存在。"))
    elif not data["files"]:
        output.show(say("No files.", "没有文件。"))
    output.facts((each["ref"], _about(each)) for each in data["files"])


def _about(file: Mapping[str, Any]) -> str:
    if trouble := file.get("trouble"):
        return f"✗ {say(*_TROUBLES[trouble])}"
    return say(f"{file['chars']} characters", f"{file['chars']} 字")


def _show_unbound(data: Mapping[str, Any]) -> None:
    if data["unbound"]:
        output.show(f"✓ {data['projectId']}")
    else:
        output.show(say("It had no folder.", "该项目没有绑定目录。"))


def _show_made(data: Mapping[str, Any]) -> None:
    for ref in data["made"]:
        output.show(f"✓ {ref}")
    if not data["made"]:
        output.show(say("All of it is there already.", "都已存在。"))
    output.note(
        say(
            "Next: put style-guide.md, outline.md and characters/<name>.md into .mohen, then "
            "`mohen project bind`",
            "下一步：在 .mohen 中放入 style-guide.md、outline.md、characters/<名字>.md，"
            "再运行 `mohen project bind`",
        )
    )


for each in (bind, list_, files, unbind, init):
    project.add_command(each)
