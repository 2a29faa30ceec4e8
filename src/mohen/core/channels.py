"""Shapes of the settings."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.core import shapes
from mohen.core.settings_model import EmbedderConfig, ModelConfig, Settings
from mohen.server.channel import Channel, Desk
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


class ModelShape(Wire):
    kind: Literal["none", "offline", "openai"]
    model: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    window: Annotated[int | None, Field(description="tokens it reads and writes together")] = None

    def config(self) -> ModelConfig:
        return ModelConfig(self.kind, self.model, self.base_url, self.api_key_env, self.window)


class SettingsPatch(Wire):
    injection_enabled: bool | None = None
    preference_learning_enabled: bool | None = None
    privacy_mode_enabled: bool | None = None
    preference_learning_threshold: Annotated[int | None, Field(description="1-100")] = None
    redact_names: list[str] | None = None
    embedder: EmbedderShape | None = None
    model: ModelShape | None = None
    distillation_tokens_per_day: Annotated[int | None, Field(description="0: off")] = None
    consolidation_tokens_per_day: Annotated[int | None, Field(description="0: off")] = None
    tokenizer: Annotated[
        Literal["estimate", "o200k_base"] | None,
        Field(description="o200k_base counts exactly and needs the extra `exact`"),
    ] = None
    prompt_language: Annotated[
        Literal["zh", "en"] | None, Field(description="of the prompt's own words")
    ] = None
    mask_names_enabled: Annotated[
        bool | None, Field(description="mask names before a remote model sees them")
    ] = None
    context_inspection_enabled: Annotated[
        bool | None, Field(description="let `context:inspect` show whole prompts")
    ] = None

    def patch(self) -> dict[str, object]:
        given = {name: getattr(self, name) for name in self.model_fields_set}
        if self.embedder is not None:
            given["embedder"] = self.embedder.config()
        if self.model is not None:
            given["model"] = self.model.config()
        return {name: value for name, value in given.items() if value is not None}


class SettingsData(Wire):
    injection_enabled: bool
    preference_learning_enabled: bool
    privacy_mode_enabled: bool
    preference_learning_threshold: int
    redact_names: list[str]
    embedder: EmbedderShape
    model: ModelShape
    distillation_tokens_per_day: int
    consolidation_tokens_per_day: int
    tokenizer: Literal["estimate", "o200k_base"]
    prompt_language: Literal["zh", "en"]
    mask_names_enabled: bool
    context_inspection_enabled: bool

    @classmethod
    def of(cls, settings: Settings) -> SettingsData:
        return cls.model_validate(
            {
                "injection_enabled": settings.injection_enabled,
                "preference_learning_enabled": settings.preference_learning_enabled,
                "privacy_mode_enabled": settings.privacy_mode_enabled,
                "preference_learning_threshold": settings.preference_learning_threshold,
                "redact_names": list(settings.redact_names),
                "embedder": asdict(settings.embedder),
                "model": asdict(settings.model),
                "distillation_tokens_per_day": settings.distillation_tokens_per_day,
                "consolidation_tokens_per_day": settings.consolidation_tokens_per_day,
                "tokenizer": settings.tokenizer,
                "prompt_language": settings.prompt_language,
                "mask_names_enabled": settings.mask_names_enabled,
                "context_inspection_enabled": settings.context_inspection_enabled,
            }
        )


# -- What the user may set.


def _settings_get(desk: Desk, _asked: shapes.Nothing) -> Wire:
    return SettingsData.of(desk.memory.settings.get())


def _settings_update(desk: Desk, asked: SettingsPatch) -> Wire:
    return SettingsData.of(desk.memory.settings.update(**asked.patch()))


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:settings:get",
        "The settings in force.",
        shapes.Nothing,
        SettingsData,
        _settings_get,
    ),
    Channel(
        "memory:settings:update",
        "Change some settings; answers with all of them.",
        SettingsPatch,
        SettingsData,
        _settings_update,
        in_order=True,
    ),
)
