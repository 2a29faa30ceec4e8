"""Features know those before them and no other; inside a feature, SQL and the outside have places.

An import under `if TYPE_CHECKING:` or inside a function counts like any other: a type is knowledge
of the other feature, and a late import may hide a cycle.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from house.source import FILES, HOUSE, nodes
from mohen.house import PARTS

ORDER = tuple(
    """
    errors core text manuscript models embedders retrieval episodes rules offline_writer
    conversations knowledge notes documents story session compaction prompts skills upkeep sample
    house memory server client integrations cli __main__
    """.split()  # noqa: SIM905 - it reads as a row
)
EVERYWHERE = {"errors", "policy"}  # what goes wrong, and the numbers: read by all
TOP = {"__init__", "testing", "policy"}  # the front door, the fakes, and the numbers put together
RIM = re.compile(r"(?:channels|cli)$")
"""The modules of a feature that know the outside: they stand above all features."""

MODULES = {
    ".".join(path.relative_to(HOUSE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in FILES
}

_SQL = re.compile(
    r"^\s*(?:SELECT\b|INSERT (?:OR \w+ )?INTO\b|UPDATE \w+ SET\b|DELETE FROM\b"
    r"|CREATE (?:TABLE|INDEX)|PRAGMA \w+)"
)
IO = {
    "apsw",
    "httpx",
    "os",
    "pathlib",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "time",
}
"""Modules by which something outside is reached. What computes imports none of them."""
REACHES = re.compile(
    r"^(?:core|server|client|cli|integrations|embedders|models)\b"
    r"|\.(?:\w*channels|\w*cli|\w*store|store_rows|index)$|^text\.word_lists$"
    r"|^knowledge\.(?:transcripts\b|workspace\.directory|transfer\.read_files|consolidation\.dry_run)"
    r"|^manuscript\.(?:directory|files|project_layout)$|^story\.formats\.files$|^offline_writer\.(?:stock|writer)$"
    r"|^(?:house|memory|testing|__init__|__main__)$"
)
"""Modules that are made to reach outside: files, databases, servers."""


def feature(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imported(module: str) -> Iterator[tuple[int, str]]:
    """Line and module of every import of our own."""
    for node in nodes(MODULES[module]):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "mohen":
            assert node.module
            for each in node.names:
                whole = f"{node.module}.{each.name}"
                yield node.lineno, whole if whole in MODULES else node.module
        elif isinstance(node, ast.Import):
            for each in node.names:
                if each.name.partition(".")[0] == "mohen":
                    yield node.lineno, each.name


def upward(module: str) -> Iterator[str]:
    own = feature(module)
    if own in TOP or RIM.search(module):
        return
    known = {*ORDER[: ORDER.index(own) + 1], *EVERYWHERE}
    if ORDER.index(own) > ORDER.index("memory"):
        known.add("__init__")
    for line, other in imported(module):
        if feature(other) not in known:
            yield f"{module}:{line} must not know {feature(other)}"


def test_every_feature_has_its_place() -> None:
    found = {feature(module) for module in MODULES} - TOP
    assert found <= set(ORDER), f"add {found - set(ORDER)} to ORDER"


def test_a_feature_knows_only_those_before_it() -> None:
    wrong = [each for module in MODULES for each in upward(module)]
    assert not wrong, "\n" + "\n".join(wrong)


def test_imports_go_in_no_circle() -> None:
    waiting = {
        module: {other for _, other in imported(module) if other != module and other in MODULES}
        for module in MODULES
    }
    while free := [module for module, needs in waiting.items() if not needs & waiting.keys()]:
        for module in free:
            del waiting[module]
    circles = {module for module in waiting if feature(module) not in TOP | {"house", "memory"}}
    assert not circles, sorted(circles)


def test_sql_stands_in_stores_and_in_the_core() -> None:
    wrong = [
        f"{module}:{node.lineno} {str(node.value)[:40]!r}"
        for module, path in MODULES.items()
        if feature(module) != "core"
        and not re.search(r"(?:store|index|store_rows)$", module)
        and module != "mohen.knowledge.transcripts.openclaw"  # reads another program's database
        for node in nodes(path)
        if isinstance(node, ast.Constant) and _SQL.match(str(node.value))
    ]
    assert not wrong, "\n" + "\n".join(wrong)


ACTS = {f"mohen.{place.partition(':')[0]}" for place in PARTS.values()}


def test_a_module_computes_or_acts_or_reaches_outside() -> None:
    """What computes is given values and gives values: it opens nothing and asks no clock."""
    computing = [
        module
        for module in MODULES.keys() - ACTS - {"mohen"}
        if not REACHES.search(module.removeprefix("mohen."))
    ]
    wrong = {module: found for module in computing if (found := roots(MODULES[module]) & IO)}
    assert not wrong


def roots(path: Path) -> set[str]:
    """The packages that a file imports when it is imported."""
    found = set[str]()
    module = nodes(path)[0]
    assert isinstance(module, ast.Module)
    for node in module.body:
        if isinstance(node, ast.Import):
            found |= {each.name.partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


_KEPT = re.compile(r"(?:store|\.index|core\.database|core\.sqlite\b.*|core\.home|core\.jobs)$")


def test_what_computes_knows_no_store() -> None:
    wrong = [
        f"{module}:{line} {other}"
        for module in MODULES.keys() - ACTS - {"mohen"}
        if not REACHES.search(module.removeprefix("mohen.")) and not module.endswith(".ports")
        for line, other in imported(module)
        if _KEPT.search(other)
    ]
    assert not wrong, "\n" + "\n".join(sorted(wrong))


ENGINES = {
    "apsw": "mohen.core.sqlite",
    "sqlite3": "mohen.core.sqlite",
    "psycopg": "mohen.core.postgres",
    "psycopg_pool": "mohen.core.postgres",
}
_OF_OTHERS = "mohen.knowledge.transcripts.openclaw"  # reads another program's database


def test_an_engine_is_known_in_its_own_room_alone() -> None:
    """Stores write one SQL and know the port (C100)."""
    wrong = [
        f"{module}:{node.lineno} {name}"
        for module, path in MODULES.items()
        if module != _OF_OTHERS
        for node in nodes(path)
        for name in _packages(node)
        if name in ENGINES and not module.startswith(ENGINES[name])
    ]
    assert not wrong, "\n" + "\n".join(wrong)


_CHOOSERS = {"mohen.core.sqlite": "mohen.house", "mohen.core.postgres": "mohen.core.served"}


def test_only_who_puts_the_house_together_chooses_an_engine() -> None:
    wrong = [
        f"{module}:{line} {other}"
        for module in MODULES
        for line, other in imported(module)
        for room, chooser in _CHOOSERS.items()
        if other.startswith(room) and not module.startswith(room) and module != chooser
    ]
    assert not wrong, "\n" + "\n".join(wrong)


def _packages(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [each.name.partition(".")[0] for each in node.names]
    if isinstance(node, ast.ImportFrom):
        return [(node.module or "").partition(".")[0]]
    return []
