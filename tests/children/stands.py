"""Which author stands for which home, in the tests' own process and in the programs they start."""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from mohen.core.home import home_path
from mohen.core.served import Served, served_at

ADDRESS = "MOHEN_TEST_ADDRESS"


def whereabouts(place: Any, home: Any, author: str | None) -> tuple[Path, Served | None]:
    """In the place of `mohen.memory._whereabouts`: a folder is an author's on the server."""
    if (served := served_at(place, author)) is not None:
        return home_path(home), served
    path = home_path(home if place is None else place)
    # A folder of the same name may come again in another test.
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    real = str(path)
    with suppress(ValueError):  # a name that none can have, which whoever opens it will say
        real = os.path.realpath(path)
    name = sha256(f"{real}\0{test}".encode()).hexdigest()[:32]
    return path, Served(os.environ[ADDRESS], f"author-{name}")
