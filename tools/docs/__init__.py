"""The pages of `docs/` that are generated, each by one function that returns the whole text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from . import (
    channels,
    cli,
    client,
    errors,
    glossary,
    graph,
    mcp,
    numbers,
    panel,
    requirements,
    style_vector,
)

ROOT = Path(__file__).parents[2]


def requirements_page() -> str:
    return requirements.page(ROOT / "tests")


# Path in the repository, and who writes it.
PAGES: list[tuple[str, Callable[[], str]]] = [
    ("docs/numbers.md", numbers.page),
    ("docs/errors.md", errors.page),
    ("docs/glossary.md", glossary.page),
    ("docs/graph.md", graph.page),
    ("docs/style-vector.md", style_vector.page),
    ("docs/requirements.md", requirements_page),
    ("docs/channels.md", channels.page),
    ("docs/channels.schema.json", channels.schema),
    ("docs/openapi.json", channels.openapi),
    ("src/mohen/client/shapes.py", client.shapes),
    ("src/mohen/client/calls.py", client.calls),
    ("src/mohen/integrations/mcp_greeting.json", mcp.greeting),
    ("panel/src/channels/generated.ts", panel.types),
    ("panel/src/channels/payloads.ts", panel.payloads),
    ("docs/cli.md", cli.english),
    ("docs/cli.zh-CN.md", cli.chinese),
]


def is_fresh(path: str, text: str) -> bool:
    file = ROOT / path
    return file.is_file() and file.read_text(encoding="utf-8") == text
