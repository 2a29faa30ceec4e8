"""OpenClaw: a plugin for its memory slot, in a folder of our own that its settings point to."""

from __future__ import annotations

from mohen.integrations.setup import PLUGINS, Entry, Folder, Host, Part, Setting, files


def plan(setting: Setting) -> tuple[Part, ...]:
    home = setting.folder("OPENCLAW_STATE_DIR", ".openclaw")
    named = setting.environment.get("OPENCLAW_CONFIG_PATH")
    config = home / "openclaw.json" if not named else setting.folder("OPENCLAW_CONFIG_PATH", "")
    plugin = home / "extensions" / "mohen"
    started = {
        "enabled": True,
        "hooks": {"allowConversationAccess": True},  # which it asks of every plugin that listens
        "config": {
            "command": setting.argv("ipc"),
            **({} if setting.project is None else {"project": setting.project}),
        },
    }
    return (
        Folder(plugin, files(PLUGINS / "openclaw")),
        Entry(config, ("plugins", "entries", "mohen"), started),
        Entry(config, ("plugins", "slots", "memory"), "mohen"),
    )


HOST = Host(
    "OpenClaw",
    plan,
    ("Restart the gateway: `openclaw gateway restart`.", "重启网关：`openclaw gateway restart`。"),
)
