"""Models of this machine: `model list`, `model get`, `model serve`, `model remove`."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from mohen.cli import exits, output
from mohen.cli.bilingual import Group, argument, command, option
from mohen.cli.connection import answer, chosen, given, opened
from mohen.cli.i18n import say
from mohen.errors import Canceled, ClearConfirmRequired, InvalidArgument, MohenError

if TYPE_CHECKING:
    from mohen.cli.connection import Session

_NAME = (
    "As `mohen model list` names it; also OWNER/REPOSITORY/FILE.gguf of the hub.",
    "`mohen model list` 中的名称；也可用模型站的 OWNER/REPOSITORY/FILE.gguf。",
)
_PORT = 8080  # llama.cpp's own: the settings find it there


@click.group(
    cls=Group,
    text=(
        "Small language models on this machine: list, get, serve, remove.",
        "本机的小模型：列出、获取、提供服务、删除。",
    ),
    example="mohen model get",
)
def model() -> int:
    return 0


@command(
    ("Models that are here, and those that could be had.", "本机已有的模型，以及可获取的模型。"),
    example="mohen model list",
)
def list_() -> int:
    return answer("model:local:list", {}, _show_models)


@command(
    (
        "Get a small model, and use it where none is chosen yet.\n"
        "Where Ollama runs it gets it; else one file comes from a model hub (Hugging Face, or what "
        "`mohen config set model-hub` names). Size and licence are said first. What breaks off "
        "goes on when it is asked for again.",
        "获取一个小模型；尚未选定模型时随即启用。\n"
        "若 Ollama 在运行，则由它获取；否则从模型站下载一个文件（Hugging Face，"
        "或 `mohen config set model-hub` 所设）。先说明大小与许可。中断后再次运行即可续传。",
    ),
    example="mohen model get\nmohen model get qwen3-4b --hub https://hf-mirror.com --yes",
)
@argument("name", text=_NAME, required=False)
@option("--yes", is_flag=True, text=("Do not ask.", "不再询问。"))
@option(
    "--via",
    type=click.Choice(["hub", "ollama"]),
    text=("Rather than what is found.", "指定获取方式。"),
)
@option("--hub", metavar="URL", text=("Another hub, this once.", "仅此一次使用另一个模型站。"))
def get(name: str | None, yes: bool, via: str | None, hub: str | None) -> int:
    with opened(here=True) as session:
        with output.patience(say("asking for its size", "正在查询大小")):
            found = session.memory.local_models.look(name, via=via, hub=hub)
        if not found.is_here:
            _show_found(found)
            if not (yes or _agreed(session, found)):
                return exits.USAGE.exit
            try:
                with _until_stopped(session), output.download(found.name) as told:
                    session.memory.local_models.get(name, via=found.via, hub=hub, heard=told)
            except Canceled:
                if chosen().json:
                    raise
                output.note(
                    say(
                        "Stopped. What came is kept: the same command goes on.",
                        "已停止。已获取的部分保留：再次运行同一命令即可续传。",
                    )
                )
                return exits.INTERRUPTED.exit
        used = _use(session, found)
        data = {"name": found.name, "via": found.via, "wasHere": found.is_here, "used": used}
        return output.tell(data, _show_got, as_json=chosen().json)


@command(
    (
        "Serve a model of this machine to other programs, on loopback, until Ctrl-C.\n"
        "Mohen itself needs no such thing: what it uses it starts by itself. It speaks OpenAI's "
        "protocol and asks for no key.",
        "在本机回环地址上把模型提供给其他程序使用，按 Ctrl-C 结束。\n"
        "墨痕自己用的模型会自行启动，无需此命令。它兼容 OpenAI 接口，不要密钥。",
    ),
    example="mohen model serve qwen2.5-1.5b",
)
@argument("name", text=_NAME, required=False)
@option("--port", type=int, default=_PORT, text=("Default 8080; 0: any.", "默认 8080；0 为任意。"))
def serve(name: str | None, port: int) -> int:
    with opened(here=True) as session:
        memory = session.memory
        here = [each.name for each in memory.local_models.overview().models if each.state == "here"]
        named = name or next(iter(here), "")
        if not named:
            raise InvalidArgument(
                say("no model is here yet: `mohen model get`", "本机还没有模型：`mohen model get`"),
                field="name",
            )
        with output.patience(say("loading the weights", "正在载入模型")):
            child, url = memory.local_models.child(named, port=port)
        try:
            data = {"name": named, "url": url}
            output.tell(data, _show_serving, as_json=chosen().json)
            sys.stdout.flush()
            with _ended_by_signals():
                child.wait()
        except KeyboardInterrupt:
            return exits.OK.exit
        finally:
            child.end()
    output.note(say("! the model ended by itself", "! 模型服务意外结束"), style="red")
    return exits.INTERNAL.exit


@command(
    ("Delete a model from this machine.", "从本机删除一个模型。"),
    example="mohen model remove qwen2.5-1.5b",
)
@argument("name", text=_NAME)
def remove(name: str) -> int:
    return answer(
        "model:local:remove", {"name": name}, lambda _: output.show(say("✓ removed", "✓ 已删除"))
    )


model.add_command(list_)
model.add_command(get)
model.add_command(serve)
model.add_command(remove)


# -- asking


def _agreed(session: Session, found: Any) -> bool:
    """Whether the owner wants it; who cannot be asked must say so beforehand."""
    if chosen().json or not (sys.stdin.isatty() and sys.stderr.isatty()):
        said = say("nothing was fetched: add --yes", "没有获取任何内容：请加上 --yes")
        would = given(name=found.name, via=found.via, size=found.size, licence=found.licence)
        error = ClearConfirmRequired(said, would=would)
        if chosen().json:
            output.emit(session.refuse(error))
        else:
            output.note(f"✗ {said}", style="bold red")
        return False
    return click.confirm(say("Get it?", "获取吗？"), default=True, err=True)


@contextmanager
def _until_stopped(session: Session) -> Iterator[None]:
    """Ctrl-C ends it as a cancel does: what came is kept, and the lease is given back."""
    models = session.memory.local_models
    before = signal.signal(signal.SIGINT, lambda *_: models.cancel())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _use(session: Session, found: Any) -> bool:
    """Choose it where no model is chosen; whether it was."""
    settings = session.memory.settings
    if settings.get().model.kind not in ("none", "offline"):
        return False
    try:
        settings.update(model=session.memory.local_models.config(found))
    except MohenError as error:
        output.note(f"! {error.message}", style="yellow")
        return False
    return True


# -- as shown


def _size(count: int | None) -> str:
    return "?" if count is None else f"{count / 1e9:.1f} GB"


def _show_models(data: dict[str, Any]) -> None:
    states = {
        "here": say("here", "已有"),
        "begun": say("begun", "未完成"),
        "absent": say("to be had", "可获取"),
    }
    output.table(
        (say("name", "名称"), "", say("size", "大小"), say("licence", "许可"), ""),
        [
            (
                each["name"],
                states[each["state"]],
                _size(each.get("size")),
                each.get("licence", "-"),
                say(**each["about"]) if "about" in each else "",
            )
            for each in data["models"]
        ],
    )
    if serving := data.get("serving"):
        output.show(say(f"loaded: {serving['name']}", f"已载入：{serving['name']}"))
    if not data["installed"]:
        output.note(
            say(
                f"Models of the hub are served by a package that is not installed: "
                f"{data['command']}",
                f"运行模型站的模型需要先安装：{data['command']}",
            )
        )


def _show_found(found: Any) -> None:
    """Before it is fetched, beside the answer: size, licence, room."""
    about = "" if found.exact else say("about ", "约 ")
    where = "Ollama" if found.via == "ollama" else found.source
    output.note(say(f"{found.name} from {where}", f"{found.name}，来自 {where}"))
    output.note(
        say(
            f"  {about}{_size(found.size)}, licence {found.licence or 'unknown'} "
            f"({found.source}); {_size(found.free)} free",
            f"  {about}{_size(found.size)}，许可 {found.licence or '未知'}（{found.source}）；"
            f"磁盘剩余 {_size(found.free)}",
        )
    )
    if found.have:
        output.note(say(f"  {_size(found.have)} of it came before", f"  已有 {_size(found.have)}"))


def _show_got(data: dict[str, Any]) -> None:
    name = data["name"]
    if data["wasHere"]:
        output.show(say(f"✓ {name} is here already", f"✓ {name} 已在本机"))
    else:
        output.show(say(f"✓ {name} is here", f"✓ 已获取 {name}"))
    if data["used"]:
        output.show(say("It is used from now on.", "现已启用。"))
    _show_lack(data)


def _show_lack(data: dict[str, Any]) -> None:
    from mohen.core import extras

    if data["via"] == "hub" and not extras.is_installed("local"):
        command_here = extras.command_here("local")
        output.note(
            say(
                f"To serve it, one package is to be installed: {command_here}",
                f"运行它还需安装一个包：{command_here}",
            )
        )


def _show_serving(data: dict[str, Any]) -> None:
    output.show(
        say(f"{data['name']} answers at {data['url']}", f"{data['name']} 的地址：{data['url']}"),
        say("Ctrl-C ends it.", "按 Ctrl-C 结束。"),
    )
