"""A regular expression that is compiled when it is first used.

Compiling all of ours takes longer than most commands do, and a command needs few of them. To
whoever uses it, and to the type checker, it is the pattern itself: after the first use its methods
are those of the compiled one, so that a search costs what it did.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, AnyStr

if TYPE_CHECKING:

    def LazyPattern(  # noqa: N802  (a class, see below)
        source: AnyStr | Callable[[], AnyStr], flags: int = 0
    ) -> re.Pattern[AnyStr]: ...

else:

    class LazyPattern:
        """`source` may be a function where the expression is made of words that are read late."""

        _compiled: re.Pattern[Any] | None = None

        def __init__(self, source: AnyStr | Callable[[], AnyStr], flags: int = 0) -> None:
            self._source = source
            self._flags = flags

        def __getattr__(self, name: str) -> Any:
            """Asked once for each name: what is found stays with this object."""
            if name.startswith("__"):
                raise AttributeError(name)
            if self._compiled is None:
                source = self._source() if callable(self._source) else self._source
                self._compiled = re.compile(source, self._flags)
            found = getattr(self._compiled, name)
            setattr(self, name, found)
            return found

        def __repr__(self) -> str:
            return f"LazyPattern({self._source!r})"
