"""Claude Code: a plugin in its folder of skills, which it loads without a marketplace."""

from __future__ import annotations

from mohen.integrations import agent_plugin
from mohen.integrations.setup import Folder, Host, Part, Setting


def plan(setting: Setting) -> tuple[Part, ...]:
    home = setting.folder("CLAUDE_CONFIG_DIR", ".claude")
    return (
        Folder(home / "skills" / "mohen", agent_plugin.filled(setting)),
        Folder(home / "plugins" / "data" / "mohen-skills-dir", {}),  # which it makes for a plugin
    )


HOST = Host(
    "Claude Code",
    plan,
    (
        "Start Claude Code anew; `/plugin` shows mohen@skills-dir.",
        "重新启动 Claude Code；`/plugin` 会显示 mohen@skills-dir。",
    ),
)
