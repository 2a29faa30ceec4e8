"""The source of Mohen as syntax, each file read and walked once."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "src" / "mohen"
FILES = tuple(sorted(HOUSE.rglob("*.py")))


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """Every node of a file, the module first."""
    return tuple(ast.walk(ast.parse(file.read_text(encoding="utf-8"), filename=file.name)))
