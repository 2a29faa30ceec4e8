"""What the user may set: seed 003 §2, the embedder, the language model, the prompt."""

from __future__ import annotations

from dataclasses import field

from mohen.core.values import dataclass

MODEL_HUB = "https://huggingface.co"

# -- How a memory is set up, as the user chose it.


@dataclass(frozen=True, slots=True)
class EmbedderConfig:
    """Which embedder turns text into vectors.

    kind         builtin, use, onnx or openai
    model        onnx: a folder, or `package:<import name>`; openai: the server's model name
    base_url     openai: the server's address; without it, OpenAI itself
    api_key_env  openai: the environment variable that holds the key (never the key)
    dims         openai: the dimension to expect; without it, the first answer tells
    """

    kind: str = "builtin"
    model: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    dims: int | None = None


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """Which language model is asked, if any (C65: none is a normal state).

    kind         none, offline (Mohen's own writer, no model at all), openai (a server) or local
                 (weights of this machine, served by Mohen)
    model        openai: the server's model name; local: as `mohen model list` names it
    base_url     openai: the server's address; without it, OpenAI itself
    api_key_env  openai: the environment variable that holds the key (never the key)
    window       how many tokens it can read and write together; without it, a usual number
    """

    kind: str = "none"
    model: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    window: int | None = None


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
    keep_conversations: int = 365  # days for which messages are kept word by word; 0: not at all
    model_hub: str = MODEL_HUB  # where `mohen model get` fetches weights, unless Ollama does
    embedder_before: EmbedderConfig | None = None  # answers until all is embedded anew

    @property
    def answering(self) -> EmbedderConfig:
        """The embedder whose vectors are complete."""
        return self.embedder_before or self.embedder
