"""Completion by the shell: `completion`."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import get_completion_class

from mohen.cli import output
from mohen.cli.bilingual import argument, command
from mohen.cli.connection import chosen


@command(
    ("The script that lets a shell complete `mohen`.", "让 shell 补全 `mohen` 的脚本。"),
    example=(
        'eval "$(mohen completion bash)"              # ~/.bashrc\n'
        'eval "$(mohen completion zsh)"               # ~/.zshrc\n'
        "mohen completion fish | source               # ~/.config/fish/config.fish"
    ),
)
@argument(
    "shell", type=click.Choice(["bash", "zsh", "fish"]), text=("Which shell.", "哪种 shell。")
)
def completion(shell: str) -> int:
    kind = get_completion_class(shell)
    if kind is None:  # click has all three of them
        raise click.UsageError(shell)
    root = click.get_current_context().find_root().command
    told: dict[str, Any] = {
        "shell": shell,
        "script": kind(root, {}, "mohen", "_MOHEN_COMPLETE").source(),
    }
    return output.tell(told, lambda data: click.echo(data["script"]), as_json=chosen().json)
