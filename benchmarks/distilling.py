"""One process that distils a home twice and says what that took: seconds by stage, and memory.

    python benchmarks/distilling.py HOME NEW

The second time after NEW more episodes. A process of its own, so that its memory is its own.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from homes import PROJECT, Work, opened
from mohen import Memory
from mohen.rules.model import PHRASE

STAGES = {
    "clustered": "reading",  # evidence, into arrays
    "patterned": "finding",
    "generated": "revising",
    "completed": "writing",
}


def main(arguments: Sequence[str]) -> int:
    home, new = Path(arguments[0]), int(arguments[1])
    with opened(home) as memory:
        memory.rules.list(PROJECT)
        first = _distilled(memory)
        for draft in Work(seed=1).drafts(new):
            memory.episodes.record(draft)
        memory.drain()
        second = _distilled(memory)
        rules = [shown.rule.predicate for shown in memory.rules.list(PROJECT).items]
    style = [each for each in rules if each and not each.feature.startswith(PHRASE)]
    told = {"first": first, "second": second, "rules": len(rules), "style": len(style)}
    print(json.dumps(told))
    return 0


def _distilled(memory: Memory) -> dict[str, float]:
    before, told = resident_mb(), dict[str, float]()

    def hear(_push: str, data: Mapping[str, Any]) -> None:
        told[data["stage"]] = time.perf_counter()

    silence = memory.listen(hear)
    began = time.perf_counter()
    memory.rules.distill(PROJECT)
    seconds = time.perf_counter() - began
    silence()
    ends = [told["started"], *(told[stage] for stage in STAGES)]
    spent = [after - before for before, after in pairwise(ends)]
    return {
        "seconds": seconds,
        **dict(zip(STAGES.values(), spent, strict=True)),
        "more MB at most": max(0.0, peak_mb() - before),
    }


def resident_mb() -> float:
    return _status("VmRSS") or peak_mb()


def peak_mb() -> float:
    """A process that was started by a larger one inherits its `ru_maxrss`: Linux tells better."""
    return _status("VmHWM") or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _status(name: str) -> float | None:
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(name)), None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
