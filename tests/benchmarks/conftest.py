"""The benchmarks are scripts beside each other; their parts are found the same way here."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
