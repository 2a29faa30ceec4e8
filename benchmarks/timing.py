"""Times beside a floor: rounds that alternate, percentiles of each, the median of the rounds."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from mohen.errors import Backpressure

ROUNDS = 5
Times = list[float]
"""Seconds, one a call."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Milliseconds, or the ratio of two such."""

    p50: float
    p95: float
    p99: float


@dataclass(frozen=True, slots=True)
class Figure:
    """One operation at one size, ours beside the floor. `ratio` is the median of the ratios of
    the rounds: noise that hits a round hits both of its halves."""

    name: str
    size: str
    ours: Spread
    floor: Spread
    ratio: Spread
    per_second: tuple[float, float] | None = None  # ours, floor
    errors: int = 0


def spread(times: Sequence[float]) -> Spread:
    ordered = sorted(times)
    picked = (ordered[min(len(ordered) - 1, int(len(ordered) * q))] for q in (0.5, 0.95, 0.99))
    return Spread(*(1000 * each for each in picked))


def middle(spreads: Iterable[Spread]) -> Spread:
    columns = zip(*((each.p50, each.p95, each.p99) for each in spreads), strict=True)
    return Spread(*(statistics.median(column) for column in columns))


def figure(name: str, size: str, ours: Sequence[Times], floor: Sequence[Times]) -> Figure:
    mine, raw = [spread(each) for each in ours], [spread(each) for each in floor]
    ratios = [
        Spread(a.p50 / b.p50, a.p95 / b.p95, a.p99 / b.p99) for a, b in zip(mine, raw, strict=True)
    ]
    return Figure(name, size, middle(mine), middle(raw), middle(ratios))


def each(calls: Iterable[Callable[[], object]]) -> Times:
    """How long each call takes, one after the other."""
    times: Times = []
    for call in calls:
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return times


@dataclass(slots=True)
class Crowd:
    """What several threads that began together went through."""

    times: Times = field(default_factory=list)
    refused: Times = field(default_factory=list)  # how soon each was told to come back
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def per_second(self) -> float:
        return len(self.times) / self.seconds


def together(calls: Sequence[Callable[[], object]], threads: int) -> Crowd:
    """Have `threads` work through the calls, each with its own share of them."""
    crowd = Crowd()
    gate = threading.Barrier(threads + 1)

    def work(share: Sequence[Callable[[], object]]) -> None:
        gate.wait()
        for call in share:
            began = time.perf_counter()
            try:
                call()
            except Backpressure:
                crowd.refused.append(time.perf_counter() - began)
            except Exception as error:  # noqa: BLE001 - an error is a figure here
                crowd.errors.append(type(error).__name__)
            else:
                crowd.times.append(time.perf_counter() - began)

    workers = [
        threading.Thread(target=work, args=(calls[at::threads],), daemon=True)
        for at in range(threads)
    ]
    for worker in workers:
        worker.start()
    gate.wait()
    began = time.perf_counter()
    for worker in workers:
        worker.join()
    crowd.seconds = time.perf_counter() - began
    return crowd
