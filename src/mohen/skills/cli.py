"""What the AI can be asked to do, and writing one's own: `skills`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from mohen.cli import output
from mohen.cli.bilingual import Group, argument, command, option
from mohen.cli.connection import answer, chosen, given, opened
from mohen.cli.i18n import say
from mohen.errors import InvalidArgument, IoFailed

_FILE = "SKILL.md"
_ID = ("The skill's name, as `mohen skills` shows it.", "技能名，见 `mohen skills`。")


@click.group(
    cls=Group,
    invoke_without_command=True,
    text=(
        "What the AI can be asked to do, and skills of your own.\nWithout a command: the list.",
        "可以让 AI 做什么，以及你自己的技能。\n不带子命令时：列出技能。",
    ),
    example=(
        "mohen skills\nmohen skills show polish\nmohen skills new tighten --project novel",
        "mohen skills\nmohen skills show polish\nmohen skills new tighten --project novel",
    ),
)
@click.pass_context
def skills(context: click.Context) -> int:
    return 0 if context.invoked_subcommand else _list(None)


# -- looking


@command(
    (
        "The skills that a project can use; its own are marked with *.\n"
        "A file that cannot be used is listed with what is wrong with it.",
        "项目可用的技能；项目自己的标有 *。\n无法使用的文件也会列出，并说明问题。",
    ),
    example="mohen skills list --scene dialogue",
)
@option(
    "--scene",
    text=("Most used for such scenes first.", "按此类场景的使用次数排序。"),
)
def list_(scene: str | None) -> int:
    return _list(scene)


def _list(scene: str | None) -> int:
    payload = given(projectId=chosen().project_id, sceneType=scene)
    return answer(
        "ai:skill:list", payload, lambda data: _show_list(data, counted=scene is not None)
    )


def _show_list(data: Mapping[str, Any], *, counted: bool) -> None:
    sound = [each for each in data["items"] if each["status"] == "ok"]
    output.facts((_named(each), _about(each, counted=counted)) for each in sound)
    for each in data["items"]:
        if wrong := each.get("error"):
            output.show(f"✗ {each.get('ref', each['id'])}", f"  {wrong['message']}")


def _about(item: Mapping[str, Any], *, counted: bool) -> str:
    told = say("{title}: {does}", "{title}：{does}").format(
        title=say(**item["title"]), does=say(**item["description"])
    )
    uses = item["uses"]
    return told + say(f" (used {uses}×)", f"（用过 {uses} 次）") if counted else told


def _named(item: Mapping[str, Any]) -> str:
    return f"{item['id']} *" if item["source"] == "project" else str(item["id"])


@command(
    ("A skill with its instruction and what it asks for.", "一个技能的指令与所需上下文。"),
    example="mohen skills show polish",
)
@argument("skill_id", text=_ID)
def show(skill_id: str) -> int:
    payload = {"skillId": skill_id, "projectId": chosen().project_id}
    return answer("ai:skill:get", payload, _show_whole)


def _show_whole(skill: Mapping[str, Any]) -> None:
    _show_head(skill)
    output.show("", skill["body"])


def _show_head(skill: Mapping[str, Any]) -> None:
    built_in = say("built-in", "内置")
    targets = {"selection": say("the selection", "选区"), "cursor": say("the cursor", "光标处")}
    output.facts(
        [
            (say("skill", "技能"), f"{skill['id']} · {say(**skill['title'])}"),
            (say("does", "作用"), say(**skill["description"])),
            (say("file", "文件"), skill.get("ref") or built_in),
            (say("works on", "对象"), targets[skill["target"]]),
            (say("candidates", "候选数"), str(skill["candidates"])),
            (say("tokens", "词元"), str(skill["maxTokens"])),
            (say("version", "版本"), skill["version"]),
            ("context_rules", _asked(skill["contextRules"])),
        ]
    )


def _asked(rules: Mapping[str, Any]) -> str:
    """What goes in; what does not is not worth a word."""
    wanted = {key: value for key, value in rules.items() if value}
    told = [key if value is True else f"{key} {value}" for key, value in wanted.items()]
    return " · ".join(told) or say("nothing", "无")


# -- writing one's own


@command(
    (
        "Check a SKILL.md, or the folder it stands in.\n"
        "Ends with 2 and names the field when something is wrong.",
        "检查一个 SKILL.md 或其所在目录。\n有误时退出码为 2，并指出字段。",
    ),
    example="mohen skills check .mohen/skills/tighten",
)
@argument(
    "path",
    type=click.Path(exists=True, path_type=Path),
    text=("A SKILL.md, or its folder.", "SKILL.md 或其所在目录。"),
)
def check(path: Path) -> int:
    file = path / _FILE if path.is_dir() else path
    with opened() as session:
        most = session.memory.policy.files.file_bytes_max
        # A skill is named as its folder; a draft under another name has none yet.
        folder = file.resolve().parent.name if file.name == _FILE else None
        envelope = session.ask("ai:skill:check", given(text=_read(file, most), folder=folder))
        return output.finish(envelope, _show_sound, as_json=chosen().json)


def _read(file: Path, most: int) -> str:
    try:
        if not file.is_file():
            raise InvalidArgument(f"there is no {_FILE} in that folder", field="file")
        if file.stat().st_size > most:
            raise InvalidArgument(f"the file is larger than {most} bytes", field="file")
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        raise InvalidArgument("the file is not UTF-8: save it again", field="file") from None
    except OSError:
        raise IoFailed("the file could not be read") from None


def _show_sound(skill: Mapping[str, Any]) -> None:
    output.show(say("✓ sound", "✓ 没有问题"))
    _show_head({**skill, "ref": _FILE})


@command(
    (
        "Begin a skill of your own in the project's folder, from a template.\n"
        "The name of a built-in skill gives a copy, which then stands before it.\n"
        "Never overwrites a file.",
        "在项目目录中从模板新建一个技能。\n"
        "若与内置技能同名，则复制一份并优先使用。\n"
        "从不覆盖已有文件。",
    ),
    example="mohen skills new tighten --project novel",
)
@argument(
    "skill_id",
    text=("Its name: a–z, 0–9 and -.", "技能名：a–z、0–9 与 -。"),
)
def new(skill_id: str) -> int:
    payload = {"skillId": skill_id, "projectId": chosen().project_id}
    return answer("ai:skill:create", payload, _show_begun)


def _show_begun(data: Mapping[str, Any]) -> None:
    ref = data["ref"]
    output.show(
        f"✓ {ref}",
        say(
            f"  edit it, then: mohen skills check {ref}",
            f"  编辑后运行：mohen skills check {ref}",
        ),
    )


for each in (list_, show, check, new):
    skills.add_command(each)
