"""The threat model names a test for each of its lines, and the tests are there."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "security.md"


def test_each_line_of_the_threat_model_has_its_test() -> None:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")]
    lines = [row.split(" | ")[-1].strip(" |`") for row in rows if not row.startswith("| who |")]
    assert len(lines) > 20
    missing = [each for each in lines if not _is_there(*each.partition("::")[::2])]
    assert missing == []


def _is_there(file: str, test: str) -> bool:
    path = ROOT / file
    if not path.is_file():
        return False
    tree = ast.parse(path.read_text("utf-8"))
    return test in {each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}
