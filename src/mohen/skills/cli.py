"""Having a skill write and answering it: `run`, `accept`, `reject`; and the skills: `skills`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from mohen.cli import output, text_args
from mohen.cli.bilingual import Group, argument, command, option
from mohen.cli.categories import in_words
from mohen.cli.connection import Session, answer, chosen, given, opened
from mohen.cli.i18n import Pair, say
from mohen.errors import InvalidArgument, IoFailed
from mohen.rules import cli
from mohen.story.cli import show_finding

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope

Shape = Mapping[str, Any]

_RUN: Pair = ("The run, as `mohen run` named it.", "运行 id，由 `mohen run` 给出。")
_COMMENT: Pair = ("What you have to say of it.", "你的评语。")
_LABEL: Pair = (
    "A short phrase for what you liked or not; said often enough, it becomes a rule.",
    "用一个短语说出你喜欢或不喜欢什么；说得够多，就成为规则。",
)
_OFFLINE: Pair = (
    "the offline writer is no language model: it follows your rules but has no ideas of its own",
    "离线写手不是语言模型：它遵守你的规则，但没有自己的想法",
)
_NOT_LEARNED: dict[str, Pair] = {
    "learning_disabled": ("learning is off", "学习已关闭"),
    "empty": ("it says nothing", "没有内容"),
    "too_short": ("it is too short", "太短"),
    "too_long": ("it is too long: a short phrase will do", "太长：一个短语即可"),
    "noise": ("it does not say what you mean by it", "没有说明具体是什么"),
    "privacy_mode_reject": (
        "in privacy mode it must be a plain key such as short-sentences",
        "隐私模式下须为 short-sentences 这样的关键词",
    ),
    "vetoed": ("you deleted the rule that says so", "你删除过这条规则"),
}


_OF_THE_WHOLE = "consistency-check"
"""The skill that reads the whole story where it is given no text."""


# -- run


@command(
    (
        "Have a skill write: your rules, the project's files and what fits from the past go into "
        "the prompt.\n"
        "Shows the candidates, then how to answer. Your answer is what Mohen learns from.",
        "运行一个技能：你的规则、项目文件与相关经历会进入提示词。\n"
        "先显示候选，再说明如何作答。墨痕从你的回答中学习。",
    ),
    example=(
        "mohen run continue chapter-3.md\n"
        "mohen run polish chapter-3.md --line 12:15 -i 'less ornate'\n"
        "mohen run rewrite --text 'It was raining very hard.' --candidates 1",
        "mohen run continue 第三章.md\n"
        "mohen run polish 第三章.md --line 12:15 -i 少些修饰\n"
        "mohen run rewrite --text 雨下得非常大。 --candidates 1",
    ),
)
@text_args.placed
@option(
    "--candidates",
    type=int,
    metavar="N",
    text=("How many; else as the skill says.", "候选数；缺省由技能决定。"),
)
@option("--stream", is_flag=True, text=("Print it while it is written.", "边写边显示。"))
def run(candidates: int | None, stream: bool, **place: Any) -> int:
    streaming = stream and not chosen().json
    with opened() as session:
        asked = text_args.asked(session, **place)
        if asked["skillId"] != _OF_THE_WHOLE and not any(
            place[each] is not None for each in ("file", "text", "instruction")
        ):
            raise click.UsageError(
                say(
                    "nothing to work on: give a FILE, --text or --instruction",
                    "没有可写的对象：请给出文件、--text 或 --instruction",
                ),
                click.get_current_context(),
            )
        payload = {**asked, **given(candidates=candidates, stream=streaming or None)}
        envelope = _streamed(session, payload) if streaming else _written(session, payload)
        return output.finish(
            envelope, lambda data: _show_run(data, told=streaming), as_json=chosen().json
        )


def _written(session: Session, payload: Shape) -> Envelope:
    with output.patience(say("writing", "写作中")):
        return session.ask("ai:skill:run", payload)


def _streamed(session: Session, payload: Shape) -> Envelope:
    """The first candidate as it comes; those that are written beside it stand below it, in their
    order."""
    texts: dict[int, list[str]] = {}

    def hear(push: str, data: Shape) -> None:
        if push != "ai:skill:stream" or data["event"] != "delta":
            return
        place, text = data["candidate"], output.clean(data["text"])
        if place == 0:
            if place not in texts:
                output.show(_heading(place))
            click.echo(text, nl=False)
        texts.setdefault(place, []).append(text)

    stop = session.memory.listen(hear)
    envelope = session.ask("ai:skill:run", payload)
    stop()
    for place in sorted(texts):
        if place:
            output.show(_heading(place))
            click.echo("".join(texts[place]), nl=False)
        click.echo("\n")
    return envelope


def _heading(place: int) -> str:
    return f"── {place + 1} ──"


def _show_run(data: Shape, *, told: bool) -> None:
    """The text for whoever reads on; everything about it beside that."""
    if not data["candidates"]:  # nobody wrote anything
        show_warnings(data)
        return
    if not told:
        _show_written(data)
    output.note(" · ".join(_about_run(data)))
    if data["model"]["offline"]:
        notice = data["model"].get("notice")
        output.note(f"! {say(*_OFFLINE) if notice is None else say(**notice)}", style="yellow")
    show_warnings(data)
    if data["episodeId"] is None:  # it is nowhere, and no other command could answer it
        return
    run_id, count = data["runId"], len(data["candidates"])
    more = say(f"   (1 to {count})", f"   （1 至 {count}）") if count > 1 else ""
    output.note(f"→ {_line('accept', run_id, '1')}{more}")
    output.note(f"→ {_line('reject', run_id)}")
    output.note(f"→ {_line('why', run_id)}")


def _show_written(data: Shape) -> None:
    """The candidates; or what was found, as `mohen check` shows it, and what a model added."""
    found = data.get("findings")
    for each in found or ():
        show_finding(each)
    if found is not None:
        open_ = sum(not each["intentional"] for each in found)
        output.show(say(f"{open_} found", f"发现 {open_} 处"), "")
    texts = data["candidates"] if found is None else data.get("additions", ())
    if texts and found is not None:
        output.show(say("Added by the language model:", "语言模型的补充："))
    for place, text in enumerate(texts):
        output.show(_heading(place), text, "")


def _about_run(data: Shape) -> Iterator[str]:
    name, injected = data["model"]["name"], data["injected"]
    yield say(f"written by {name}", f"由 {name} 写成")
    yield in_words(data["sceneType"])
    yield say(f"prompt {data['tokenCount']} tokens", f"提示词 {data['tokenCount']} 词元")
    if rules := len(injected["memory"]):
        yield say(f"rules {rules}", f"规则 {rules}")
    if episodes := len(injected["episodes"]):
        yield say(f"episodes {episodes}", f"经历 {episodes}")
    if files := len(injected["refs"]):
        yield say(f"files {files}", f"文件 {files}")


def show_warnings(data: Shape) -> None:
    for each in data["warnings"]:
        output.note(f"! {say(**each['message'])} [{each['code']}]", style="yellow")


def _line(*words: str) -> str:
    """A command to copy: it works in the same home and project as this one."""
    typed = chosen()
    home = [] if typed.home is None else ["--home", typed.home]
    project = [] if typed.project is None else ["--project", typed.project]
    return shlex.join(["mohen", *words, *home, *project])


# -- accept, reject


@command(
    (
        "You took one of the candidates of a run.\n"
        "Say what became of it with --final or --text: your changes teach the most.",
        "采纳某次运行的一个候选。\n用 --final 或 --text 给出定稿：你的改动最有价值。",
    ),
    example=(
        "mohen accept run_01k0… 2\n"
        "mohen accept run_01k0… 1 --text 'She stayed.' --label 'short sentences'",
        "mohen accept run_01k0… 2\nmohen accept run_01k0… 1 --text 她留了下来。 --label 多用短句",
    ),
)
@argument("run_id", text=_RUN)
@argument(
    "number",
    required=False,
    type=click.IntRange(min=1),
    text=("Which candidate, from 1.", "第几个候选，从 1 数起。"),
)
@option(
    "--final",
    "source",
    type=click.File("rb"),
    metavar="FILE",
    text=("What stands in the manuscript now; - is standard input.", "定稿文件；- 为标准输入。"),
)
@option("--text", "-t", text=("The same, typed here.", "定稿，直接写出。"))
@option("--partly", is_flag=True, text=("You used only some of it.", "只用了其中一部分。"))
@option("--comment", text=_COMMENT)
@option("--label", text=_LABEL)
def accept(
    run_id: str,
    number: int | None,
    source: BinaryIO | None,
    text: str | None,
    partly: bool,
    comment: str | None,
    label: str | None,
) -> int:
    if source is not None and text is not None:
        raise click.UsageError(
            say("give --final or --text, not both", "--final 与 --text 只能给出一个"),
            click.get_current_context(),
        )
    with opened() as session:
        if source is not None:
            text = text_args.read(session, source).removesuffix("\n")  # the file's, not the text's
        return _respond(
            session,
            run_id,
            "partial" if partly else "accept",
            selectedIndex=None if number is None else number - 1,
            finalText=text,
            explicit=comment,
            evidenceRef=label,
        )


@command(
    ("You took none of the candidates of a run.", "某次运行的候选都不要。"),
    example=(
        "mohen reject run_01k0… --comment 'too flowery'",
        "mohen reject run_01k0… --comment 太华丽",
    ),
)
@argument("run_id", text=_RUN)
@option("--comment", text=_COMMENT)
@option("--label", text=_LABEL)
def reject(run_id: str, comment: str | None, label: str | None) -> int:
    with opened() as session:
        return _respond(session, run_id, "reject", explicit=comment, evidenceRef=label)


def _respond(session: Session, run_id: str, action: str, **said: Any) -> int:
    payload = given(runId=run_id, action=action, projectId=chosen().project_id, **said)
    envelope = session.ask("ai:skill:feedback", payload)
    return output.finish(
        envelope,
        lambda data: _show_answered(session, data, payload),
        as_json=chosen().json,
    )


def _show_answered(session: Session, data: Shape, payload: Shape) -> None:
    told = in_words(data["signal"]) if data["signal"] else say("answered", "已作答")
    output.show(f"✓ {told}")
    if data["learned"]:
        _show_learned(session, data["learned"])
    elif data["ignored"] and "evidenceRef" in payload:
        why = say(*_NOT_LEARNED.get(data["reason"], (data["reason"], data["reason"])))
        output.note(
            say(f"! nothing is learned from the label: {why}", f"! 标签未用于学习：{why}"),
            style="yellow",
        )
    if payload["action"] != "reject":
        back = _line("undo", payload["runId"])
        output.note(say(f"Took it back later? {back}", f"之后若撤销：{back}"))


def _show_learned(session: Session, ids: list[str]) -> None:
    known = cli.known_rules(session, chosen().project_id)
    output.show(say("Learned:", "学到："))
    cli.show_rules(known[id] for id in ids if id in known)
    output.show(*(f"  {id}" for id in ids if id not in known))


# -- skills


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
        most = session.policy.files.file_bytes_max
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
