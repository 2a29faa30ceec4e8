"""What the user may set: seed 003 §2, the embedder, the language model, the prompt."""

from __future__ import annotations

from dataclasses import dataclass, field

from mohen.model.state import EmbedderConfig, ModelConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    injection_enabled: bool = True
    preference_learning_enabled: bool = True
    privacy_mode_enabled: bool = False
    preference_learning_threshold: int = 3
    redact_names: tuple[str, ...] = ()
    embedder: EmbedderConfig = field(default_factory=lambda: EmbedderConfig(kind="builtin"))
    model: ModelConfig = field(default_factory=ModelConfig)
    distillation_tokens_per_day: int = 20_000
    consolidation_tokens_per_day: int = 1_800
    tokenizer: str = "estimate"  # or o200k_base, exactly
    prompt_language: str = "zh"  # of the prompt's own words: zh or en
    mask_names_enabled: bool = False  # before a remote model sees them
    context_inspection_enabled: bool = False  # whole prompts may be looked at
