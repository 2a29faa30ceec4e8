"""Shapes of the settings."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mohen.model.settings import Settings
from mohen.model.state import EmbedderConfig
from mohen.server.wire import Wire

# -- memory:settings:*


class EmbedderShape(Wire):
    kind: Literal["builtin", "use", "onnx", "openai"]
    model: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    dims: int | None = None

    def config(self) -> EmbedderConfig:
        return EmbedderConfig(self.kind, self.model, self.base_url, self.api_key_env, self.dims)


class SettingsPatch(Wire):
    injection_enabled: bool | None = None
    preference_learning_enabled: bool | None = None
    privacy_mode_enabled: bool | None = None
    preference_learning_threshold: Annotated[int | None, Field(description="1-100")] = None
    redact_names: list[str] | None = None
    embedder: EmbedderShape | None = None

    def patch(self) -> dict[str, object]:
        given = {name: getattr(self, name) for name in self.model_fields_set}
        if self.embedder is not None:
            given["embedder"] = self.embedder.config()
        return {name: value for name, value in given.items() if value is not None}


class SettingsData(Wire):
    injection_enabled: bool
    preference_learning_enabled: bool
    privacy_mode_enabled: bool
    preference_learning_threshold: int
    redact_names: list[str]
    embedder: EmbedderShape

    @classmethod
    def of(cls, settings: Settings) -> SettingsData:
        config = settings.embedder
        return cls.model_validate(
            {
                "injection_enabled": settings.injection_enabled,
                "preference_learning_enabled": settings.preference_learning_enabled,
                "privacy_mode_enabled": settings.privacy_mode_enabled,
                "preference_learning_threshold": settings.preference_learning_threshold,
                "redact_names": list(settings.redact_names),
                "embedder": {
                    "kind": config.kind,
                    "model": config.model,
                    "base_url": config.base_url,
                    "api_key_env": config.api_key_env,
                    "dims": config.dims,
                },
            }
        )
