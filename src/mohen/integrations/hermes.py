"""Hermes Agent: a memory provider in its folder of plugins, chosen in its settings."""

from __future__ import annotations

import json

from mohen.integrations.setup import PLUGINS, Entry, Folder, Host, Part, Setting, files


def plan(setting: Setting) -> tuple[Part, ...]:
    home = setting.folder("HERMES_HOME", ".hermes")
    started = {"command": setting.argv("ipc"), "project": setting.project}
    told = json.dumps(started, indent=2) + "\n"
    return (
        Folder(home / "plugins" / "mohen", {**files(PLUGINS / "hermes"), "mohen.json": told}),
        Entry(home / "config.yaml", ("memory", "provider"), "mohen"),
    )


HOST = Host("Hermes Agent", plan, ("Start Hermes anew.", "重新启动 Hermes。"))
