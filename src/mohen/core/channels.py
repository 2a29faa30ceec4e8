"""Channels of the settings, and the shapes of what is broken, which many answers hold."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mohen.core.degradation import Degradation
from mohen.core.settings_model import EmbedderConfig, ModelConfig, Settings
from mohen.server.channels import Channel, Desk
from mohen.server.shapes import At, Bilingual, Nothing, Wire

# -- What is answered with less than it could be


class DegradationData(Wire, of=Degradation):
    code: str
    reason: str
    message: Bilingual
    cure: Bilingual


class Diagnostics(Wire):
    degraded_from: Literal["semantic"] = "semantic"
    reason: Annotated[str, "the first reason; `degradations` has them all"]
    degradations: list[DegradationData]


def diagnosed(answer: Any) -> dict[str, Any] | None:
    broken = answer.degradations
    return {"reason": broken[0].reason, "degradations": broken} if broken else None


Degraded = Annotated[bool, At(lambda answer: bool(answer.degradations))]
Diagnosed = Annotated[Diagnostics | None, At(diagnosed)]


# -- memory:settings


class EmbedderShape(Wire, of=EmbedderConfig, builds=EmbedderConfig):
    kind: Annotated[
        Literal["builtin", "use", "onnx", "openai", "plugin"], "plugin: another package's"
    ]
    model: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    dims: int | None = None


class ModelShape(Wire, of=ModelConfig, builds=ModelConfig):
    kind: Annotated[Literal["none", "offline", "openai", "local"], "local: weights of this machine"]
    model: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    window: Annotated[int | None, "tokens it reads and writes together"] = None


class SettingsPatch(Wire):
    injection_enabled: bool | None = None
    preference_learning_enabled: bool | None = None
    privacy_mode_enabled: bool | None = None
    preference_learning_threshold: Annotated[int | None, "1-100"] = None
    redact_names: list[str] | None = None
    embedder: EmbedderShape | None = None
    model: ModelShape | None = None
    distillation_tokens_per_day: Annotated[int | None, "0: off"] = None
    consolidation_tokens_per_day: Annotated[int | None, "0: off"] = None
    tokenizer: Annotated[
        Literal["estimate", "o200k_base"] | None,
        "o200k_base counts exactly and needs the extra `exact`",
    ] = None
    prompt_language: Annotated[Literal["zh", "en"] | None, "of the prompt's own words"] = None
    mask_names_enabled: Annotated[bool | None, "mask names before a remote model sees them"] = None
    context_inspection_enabled: Annotated[
        bool | None, "let `context:inspect` show whole prompts"
    ] = None
    keep_conversations: Annotated[
        int | None, "days for which messages are kept word by word; 0: until they are learned from"
    ] = None
    model_hub: Annotated[
        str | None, "where models are fetched: Hugging Face, or a mirror of it"
    ] = None


class SettingsData(Wire, of=Settings):
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
    keep_conversations: int
    model_hub: str


def _update(desk: Desk, asked: SettingsPatch) -> Settings:
    return desk.memory.settings.update(**asked.arguments())


TABLE: tuple[Channel, ...] = (
    Channel("memory:settings:get", "The settings in force.", Nothing, SettingsData, "settings.get"),
    Channel(
        "memory:settings:update",
        "Change some settings; answers with all of them.",
        SettingsPatch,
        SettingsData,
        _update,
        in_order=True,
        machine=("embedder", "model", "modelHub", "tokenizer"),
    ),
)
