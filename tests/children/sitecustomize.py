"""Read by every Python that a test starts on PostgreSQL: it must stand where the test stands. The
memory is not loaded for that: whoever loads it finds it changed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

_CHANGED = "mohen.memory"


class _Elsewhere(MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        if name != _CHANGED:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(name)
        assert spec is not None
        assert spec.loader is not None
        execute = spec.loader.exec_module

        def changed(module: ModuleType) -> None:
            execute(module)
            sys.path.append(str(Path(__file__).parent))  # who starts others sets it anew
            from stands import whereabouts

            module._whereabouts = whereabouts  # type: ignore[attr-defined]

        spec.loader.exec_module = changed  # type: ignore[method-assign]
        return spec


sys.meta_path.insert(0, _Elsewhere())
