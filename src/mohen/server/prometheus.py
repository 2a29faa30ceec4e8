"""What the door counted, as Prometheus reads it. Only who asks for it loads the library."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from mohen.core import extras
from mohen.errors import Unsupported
from mohen.server.measures import SECONDS

if TYPE_CHECKING:
    from mohen.server.rooms import Rooms

TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_FIGURES: Final = {
    "open_memories": "Memories that are open in this process.",
    "listeners": "Who listens to pushes.",
    "authors": "Authors of the team.",
    "tokens": "Tokens that let somebody in.",
    "browsers": "Browsers that are let in.",
}


def text(rooms: Rooms) -> bytes:
    try:
        from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
    except ModuleNotFoundError:
        raise Unsupported(
            f"metrics need a package that is not installed: {extras.command('team')}"
        ) from None
    registry = CollectorRegistry(auto_describe=False)
    ProcessCollector(registry=registry)
    registry.register(_Counted(rooms))
    written: bytes = generate_latest(registry)
    return written


class _Counted:
    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import (
            CounterMetricFamily,
            GaugeMetricFamily,
            HistogramMetricFamily,
        )

        counted = self._rooms.measures
        calls = CounterMetricFamily(
            "mohen_calls", "Calls, by channel and by how they ended.", labels=["channel", "code"]
        )
        for (channel, code), many in sorted(counted.calls.items()):
            calls.add_metric([channel, code], many)
        yield calls
        seconds = HistogramMetricFamily(
            "mohen_call_seconds", "How long calls took.", labels=["channel"]
        )
        for channel, times in sorted(counted.times.items()):
            bounds = [*map(str, SECONDS), "+Inf"]
            sums = list(zip(bounds, accumulate(times.classes), strict=True))
            seconds.add_metric([channel], sums, times.total)
        yield seconds
        refused = CounterMetricFamily(
            "mohen_refused", "Requests turned away at the door, by status.", labels=["status"]
        )
        for status, many in sorted(counted.refused.items()):
            refused.add_metric([status], many)
        yield refused
        yield CounterMetricFamily(
            "mohen_rate_limited", "Requests of who asked too many.", value=counted.limited
        )
        yield CounterMetricFamily("mohen_pushes", "Pushes made.", value=counted.pushes)
        for name, many in self._rooms.figures().items():
            yield GaugeMetricFamily(f"mohen_{name}", _FIGURES[name], value=many)
