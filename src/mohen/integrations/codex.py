"""Codex: a plugin where it keeps those it installed, and the line that turns it on."""

from __future__ import annotations

import mohen
from mohen.integrations import agent_plugin
from mohen.integrations.setup import Entry, Folder, Host, Part, Setting

_PLUGIN = "mohen@mohen"


def plan(setting: Setting) -> tuple[Part, ...]:
    home = setting.folder("CODEX_HOME", ".codex")
    installed = home / "plugins" / "cache" / "mohen" / "mohen" / mohen.__version__
    return (
        Folder(installed, agent_plugin.filled(setting)),
        Entry(home / "config.toml", ("plugins", _PLUGIN), {"enabled": True}),
    )


HOST = Host(
    "Codex",
    plan,
    (
        "Codex runs no hook that you have not looked at: start it, `/hooks`, trust those of mohen.",
        "Codex 不会运行未经你查看的钩子：启动后输入 `/hooks`，信任 mohen 的钩子。",
    ),
)
