"""What a base install brings and what importing it costs."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from importlib.metadata import requires

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

RUNS = 5
MOST_PACKAGES = 32


@dataclass(frozen=True, slots=True)
class Footprint:
    """Milliseconds of a whole process; packages that `pip install mohen` brings, itself too."""

    python_ms: float
    import_ms: float
    open_ms: float
    packages: tuple[str, ...]

    @property
    def light(self) -> bool:
        return len(self.packages) <= MOST_PACKAGES


def footprint() -> Footprint:
    codes = ("pass", "import mohen", "from mohen import open_memory")
    rounds = [[_run(code) for code in codes] for _ in range(RUNS)]
    python, plain, door = (statistics.median(column) for column in zip(*rounds, strict=True))
    return Footprint(python, plain, door, tuple(sorted(_closure("mohen"))))


def _run(code: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return 1000 * (time.perf_counter() - began)


def _closure(root: str) -> set[str]:
    """The distribution and all it needs on this machine; extras only where one is asked for."""
    seen: set[tuple[str, str]] = set()
    waiting = [(root, "")]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        for line in requires(name) or ():
            need = Requirement(line)
            if need.marker is None or need.marker.evaluate({"extra": extra}):
                waiting += [(canonicalize_name(need.name), each) for each in ("", *need.extras)]
    return {name for name, _ in seen}
