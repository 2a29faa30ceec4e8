"""What was found in a text, remembered: within so many texts and so many characters of them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
Of = Callable[Concatenate[str, P], T]


def remembered(most: int, chars: int) -> Callable[[Of[P, T]], Of[P, T]]:
    """As `lru_cache`, for work on texts, which may be as long as a book: so many of those would
    be more than there is memory. Further arguments are hashable and by position."""

    def decorate(work: Of[P, T]) -> Of[P, T]:
        kept: OrderedDict[tuple[object, ...], T] = OrderedDict()
        lock = threading.Lock()
        held = 0

        @wraps(work)
        def asked(text: str, /, *rest: P.args, **named: P.kwargs) -> T:
            nonlocal held
            key = (text, *rest)
            with lock:
                if key in kept:
                    kept.move_to_end(key)
                    return kept[key]
            found = work(text, *rest, **named)
            with lock:
                if key not in kept:
                    kept[key] = found
                    held += len(text)
                while len(kept) > most or held > chars:
                    (gone, *_), _ = kept.popitem(last=False)
                    held -= len(str(gone))
            return found

        return asked

    return decorate
