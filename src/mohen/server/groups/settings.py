"""What the user may set."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk
from mohen.server.schemas import common, settings
from mohen.server.wire import Wire


def _settings_get(desk: Desk, _asked: common.Nothing) -> Wire:
    return settings.SettingsData.of(desk.memory.settings.get())


def _settings_update(desk: Desk, asked: settings.SettingsPatch) -> Wire:
    return settings.SettingsData.of(desk.memory.settings.update(**asked.patch()))


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:settings:get",
        "The settings in force.",
        common.Nothing,
        settings.SettingsData,
        _settings_get,
    ),
    Channel(
        "memory:settings:update",
        "Change some settings; answers with all of them.",
        settings.SettingsPatch,
        settings.SettingsData,
        _settings_update,
        in_order=True,
    ),
)
