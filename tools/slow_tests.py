"""Measure each test of `make fast` and write those that cost too much for it to tests/slow.txt.

What a test costs is processor time, its own and its programs', with few examples of each property;
a test with many cases costs their mean. Run it on a quiet machine: `python tools/slow_tests.py`
(five minutes). Where a part of the tests is named (`python tools/slow_tests.py tests/spec`), only
their lines change.
"""

from __future__ import annotations

import resource
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import pytest

ROOT = Path(__file__).resolve().parents[1]
SLOW = ROOT / "tests" / "slow.txt"
FAR = ("browser", "faults", "month", "benchmarks", "real_model")  # those of the Makefile
DEAR = 0.05  # seconds


class Costs:
    """What each test took, by its name without its case."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        before = _processor_time()
        try:
            return (yield)
        finally:
            name = item.nodeid.partition("[")[0]
            self.seconds[name].append(_processor_time() - before)


def _processor_time() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def main(parts: list[str]) -> int:
    costs = Costs()
    few = [
        "--hypothesis-profile",
        "fast",
        "-m",
        "not soak and not model and not peers and not process",
    ]
    far = [f"--ignore=tests/{each}" for each in FAR]
    failed = pytest.main(["-q", *few, *far, *parts], plugins=[costs])
    if failed:
        return int(failed)
    known = set(SLOW.read_text(encoding="utf-8").split()) - costs.seconds.keys()
    dear = {name for name, took in costs.seconds.items() if mean(took) > DEAR}
    kept = known if parts else set()
    SLOW.write_text("".join(f"{each}\n" for each in sorted(kept | dear)), encoding="utf-8")
    print(f"{len(dear)} of {len(costs.seconds)} measured are in {SLOW.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
