"""How a memory is set up, as the user chose it."""

from __future__ import annotations

from dataclasses import dataclass


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

    kind         none, offline (Mohen's own writer, no model at all) or openai
    model        openai: the server's model name
    base_url     openai: the server's address; without it, OpenAI itself
    api_key_env  openai: the environment variable that holds the key (never the key)
    window       how many tokens it can read and write together; without it, a usual number
    """

    kind: str = "none"
    model: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    window: int | None = None
