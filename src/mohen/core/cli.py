"""What the user may set: `config list`, `config get`, `config set`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from mohen.cli import output
from mohen.cli.bilingual import Group, argument, command, option
from mohen.cli.connection import answer, chosen, given, opened
from mohen.cli.i18n import say
from mohen.errors import InvalidArgument

_YES = {"true", "on", "yes", "1", "开", "是"}
_NO = {"false", "off", "no", "0", "关", "否"}

_KEY = ("The setting, as `config list` names it.", "设置名，见 `config list`。")


@click.group(
    cls=Group,
    text=("Settings: list, get, set.", "设置：查看与修改。"),
    example=("mohen config set privacy-mode-enabled on\nmohen config get embedder"),
)
def config() -> int:
    return 0


@command(("All settings in force.", "当前全部设置。"), example="mohen config list")
def list_() -> int:
    return answer("memory:settings:get", {}, _show_settings)


@command(("One setting.", "一项设置。"), example="mohen config get embedder")
@argument("key", text=_KEY)
def get(key: str) -> int:
    with opened() as session:
        envelope = session.ask("memory:settings:get", {})
        if envelope["ok"]:
            name = _name(key, envelope["data"])
            envelope = {**envelope, "data": {name: envelope["data"][name]}}
        return output.finish(
            envelope,
            lambda data: output.show(*(_plain(value) for value in data.values())),
            as_json=chosen().json,
        )


@command(
    (
        "Change one setting.\n"
        "Switches take on or off; redact-names takes names with commas between them; embedder "
        "takes builtin, use, onnx:<folder or package:name>, openai:<model>[@<base url>]; model "
        "takes none, offline, openai:<model>[@<base url>], local:<name of `model list`>; "
        "prompt-language takes zh or en; tokenizer takes estimate or o200k_base; "
        "keep-conversations takes off or a number of days; model-hub takes an address.",
        "修改一项设置。\n"
        "开关取 on 或 off；redact-names 取以逗号分隔的名字；embedder 取 builtin、use、"
        "onnx:<目录或 package:名>、openai:<模型>[@<地址>]；model 取 none、offline、"
        "openai:<模型>[@<地址>]、local:<名>；prompt-language 取 zh 或 en；"
        "tokenizer 取 estimate 或 o200k_base；keep-conversations 取 off 或天数；model-hub 取地址。",
    ),
    example=(
        "mohen config set redact-names 'Ann Lee,Old Harbour'\n"
        "mohen config set embedder openai:bge-m3@http://127.0.0.1:11434/v1\n"
        "mohen config set model openai:qwen3@http://127.0.0.1:11434/v1",
        "mohen config set redact-names 林墨,青河镇\n"
        "mohen config set embedder openai:bge-m3@http://127.0.0.1:11434/v1\n"
        "mohen config set model openai:qwen3@http://127.0.0.1:11434/v1",
    ),
)
@argument("key", text=_KEY)
@argument("value", text=("Its new value.", "新值。"))
@option(
    "--api-key-env",
    metavar="NAME",
    text=(
        "openai: the environment variable that holds the key.",
        "openai：存放密钥的环境变量名。",
    ),
)
@option("--dims", type=int, text=("embedder openai: dimensions.", "embedder openai：向量维数。"))
@option(
    "--window",
    type=int,
    metavar="TOKENS",
    text=("model openai: what it can read and write.", "model openai：上下文窗口词元数。"),
)
def set_(
    key: str, value: str, api_key_env: str | None, dims: int | None, window: int | None
) -> int:
    with opened() as session:
        envelope = session.ask("memory:settings:get", {})
        if envelope["ok"]:
            name = _name(key, envelope["data"])
            new = _value(name, value, envelope["data"][name])
            if isinstance(new, dict):
                new = given(**new, apiKeyEnv=api_key_env, dims=dims, window=window)
            envelope = session.ask("memory:settings:update", {name: new})
        return output.finish(envelope, lambda data: _show_set(name, data), as_json=chosen().json)


config.add_command(list_)
config.add_command(get)
config.add_command(set_)


# -- as typed


def _name(typed: str, settings: Mapping[str, Any]) -> str:
    """The wire's name of a setting: kebab-case, snake_case and camelCase are all understood."""
    first, *rest = re.split("[-_]", typed)
    name = first + "".join(part.capitalize() for part in rest)
    if name not in settings:
        keys = ", ".join(_kebab(each) for each in settings)
        raise InvalidArgument(
            say(f"there is no such setting; there are {keys}", f"没有这项设置；可用的有 {keys}"),
            field="key",
        )
    return name


def _kebab(name: str) -> str:
    return re.sub("([A-Z])", lambda found: "-" + found[0].lower(), name)


def _value(name: str, typed: str, now: Any) -> Any:
    """What was typed, of the kind the setting is now; the channel judges the rest."""
    if isinstance(now, bool):
        return _switch(name, typed)
    if isinstance(now, list):
        return [part.strip() for part in re.split("[,，、]", typed) if part.strip()]
    if isinstance(now, dict):
        return _server(typed)
    if isinstance(now, str):
        return typed
    try:
        return 0 if typed.lower() in _NO else int(typed)
    except ValueError:
        raise InvalidArgument(
            say(f"{_kebab(name)} takes a whole number", f"{_kebab(name)} 须为整数"), field=name
        ) from None


def _switch(name: str, typed: str) -> bool:
    if typed.lower() not in _YES | _NO:
        raise InvalidArgument(
            say(f"{_kebab(name)} takes on or off", f"{_kebab(name)} 须为 on 或 off"), field=name
        )
    return typed.lower() in _YES


def _server(typed: str) -> dict[str, Any]:
    """An embedder or a language model."""
    kind, _, rest = typed.partition(":")
    if kind == "openai":
        model, _, address = rest.partition("@http")
        return given(kind=kind, model=model or None, baseUrl=f"http{address}" if address else None)
    if kind == "onnx" and (folder := Path(rest).expanduser()).is_dir():
        rest = str(folder.resolve())  # the next command may run somewhere else
    return given(kind=kind, model=rest or None)


# -- as shown


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return ", ".join(value)
    if isinstance(value, dict):
        address = f"@{value['baseUrl']}" if value.get("baseUrl") else ""
        return ":".join(each for each in (value["kind"], value.get("model")) if each) + address
    return str(value)


def _show_settings(data: dict[str, Any]) -> None:
    output.facts((_kebab(name), _plain(value) or "-") for name, value in data.items())


def _show_set(name: str, data: dict[str, Any]) -> None:
    output.show(f"✓ {_kebab(name)} = {_plain(data[name]) or '-'}")
    if name == "embedder":
        output.note(
            say(
                "A running server embeds everything anew in its background, and the old embedder "
                "answers until then; `mohen rebuild-index` does it at once.",
                "运行中的服务会在后台重新嵌入全部记忆，完成前由原嵌入器应答；"
                "`mohen rebuild-index` 可立即完成。",
            )
        )
