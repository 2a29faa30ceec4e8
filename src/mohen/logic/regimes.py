"""Since when an author has wanted it this way: drift and change of mind (C82)."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from mohen.policy import DAY_MS, Learning

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Ints = npt.NDArray[np.int64]


def cuts(times: Ints, now: int, turns: tuple[int, ...], policy: Learning) -> tuple[int, ...]:
    """Where a change of mind is looked for among comparisons in order of time: so many before
    the last, and 30 days ago once the history is long enough for that to mean something."""
    count = len(times)
    places = {count - back for back in turns if count - back >= policy.pairs_at_least}
    if count and now - int(times[0]) >= policy.history_days * DAY_MS:
        places.add(int(np.searchsorted(times, now - policy.recent_days * DAY_MS)))
    return tuple(sorted(place for place in places if 0 < place < count))


def began(lean: Floats, spread: Floats, places: tuple[int, ...], policy: Learning) -> int:
    """From which comparison on the author has wanted what they want now: 0 if always.

    `lean` and `spread` of one feature in order of time.
    """
    leaning, spreads = np.cumsum(lean), np.cumsum(spread)
    if not len(lean) or spreads[-1] <= 0:
        return 0
    best, at = leaning[-1] * leaning[-1] / spreads[-1] + policy.turn_gain, 0
    for place in places:
        before, after = spreads[place - 1], spreads[-1] - spreads[place - 1]
        if min(before, after) <= policy.ridge:
            continue
        one = leaning[place - 1] / sqrt(before)
        two = (leaning[-1] - leaning[place - 1]) / sqrt(after)
        clear = min(abs(one), abs(two)) >= policy.turn_strength
        if one * two < 0 and clear and one * one + two * two > best:
            best, at = one * one + two * two, place
    return at
