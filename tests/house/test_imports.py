"""Imports point downwards only; logic and store meet in flows and nowhere else.

An import under `if TYPE_CHECKING:` counts too: a type is knowledge of the other room.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"

EDGES = "__init__ memory model errors policy server"
MAY_IMPORT = {
    "errors": "",
    "policy": "",
    # Text only: the built-in skills, and the sample projects.
    "skills": "",
    "samples": "",
    "model": "errors",
    "ports": "model errors",
    "logic": "model errors policy",
    # A call that ended must be able to withdraw work that waits to be written.
    "call": "errors",
    # No policy: thresholds reach SQL as parameters.
    "store": "call model errors",
    # Logic: the offline writer is made of our own judgement of style.
    # A call: a server must not write on when nobody listens any more.
    "adapters": "call logic model errors policy ports",
    "jobs": "errors ports",
    "testing": "model errors policy ports",
    "flows": "logic store call model errors policy ports",
    # The composition root wires and decides nothing, hence no logic.
    "doors": "flows model errors policy ports",
    "memory": "doors flows store adapters jobs ports policy model errors",
    "server": f"{EDGES} call",
    "cli": f"{EDGES} integrations",
    "integrations": EDGES,
    "__init__": "memory model errors policy ports",
    "__main__": "cli",
}
FILES = sorted((SRC / "mohen").rglob("*.py"))


def room_of(module: list[str]) -> str:
    return module[1] if len(module) > 1 else "__init__"


def imported(tree: ast.AST, package: list[str]) -> Iterator[tuple[int, str]]:
    """Line and room of every import of our own, absolute or relative."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found = [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            # One dot is the package itself, each further dot one package up.
            base = package[: len(package) - node.level + 1] if node.level else []
            base = base + (node.module.split(".") if node.module else [])
            rooms = base == ["mohen"]
            # `from mohen import store` names a room, `from mohen import Memory` the front door.
            found = [
                [*base, alias.name] if rooms and alias.name in MAY_IMPORT else base
                for alias in node.names
            ]
        else:
            continue
        yield from ((node.lineno, room_of(each)) for each in found if each[0] == "mohen")


def upward(source: str, module: list[str]) -> Iterator[str]:
    """Every import in `module` (its path in parts, without .py) that its room may not make."""
    own = module[1]
    allowed = {own, *MAY_IMPORT.get(own, "").split()}
    for line, room in imported(ast.parse(source, filename="/".join(module)), module[:-1]):
        if room not in allowed:
            yield f"{line} {own} must not import {room} (it may: {', '.join(sorted(allowed))})"


def test_every_room_has_a_rule() -> None:
    assert FILES, "no source found"
    rooms = {path.relative_to(SRC).with_suffix("").parts[1] for path in FILES}
    assert rooms <= MAY_IMPORT.keys(), f"add {rooms - MAY_IMPORT.keys()} to MAY_IMPORT"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SRC).as_posix())
def test_imports_point_downwards(path: Path) -> None:
    module = list(path.relative_to(SRC).with_suffix("").parts)
    found = upward(path.read_text(encoding="utf-8"), module)
    wrong = [f"{path.relative_to(ROOT)}:{each}" for each in found]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("mohen/logic/decay", "from mohen.episodes.store import Episodes"),
        ("mohen/logic/decay", "import mohen.core.ports"),
        ("mohen/store/rules", "from mohen import policy"),
        ("mohen/store/rules", "from ..logic import decay"),
        ("mohen/store/__init__", "from .. import logic"),
        ("mohen/model/rule", "if TYPE_CHECKING:\n    from mohen.policy import Policy"),
        ("mohen/flows/record", "def f():\n    from mohen import Memory"),
        ("mohen/server/app", "from mohen.core.database import Lane"),
    ],
)
def test_an_import_upwards_or_sideways_is_caught(module: str, source: str) -> None:
    assert list(upward(source, module.split("/")))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("mohen/logic/decay", "from .ranking import rank\nfrom mohen.model import Episode"),
        ("mohen/flows/record", "from mohen.store import episodes\nfrom ..logic import decay"),
        ("mohen/cli/serve", "from mohen import __version__\nfrom mohen.server.app import app"),
        ("mohen/store/sqlite", "import apsw\nfrom . import index"),
    ],
)
def test_an_import_downwards_is_not(module: str, source: str) -> None:
    assert not list(upward(source, module.split("/")))
