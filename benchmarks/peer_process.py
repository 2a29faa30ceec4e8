"""One memory in a process of its own: asked and answered in lines of JSON by `peers.py`.

    python benchmarks/peer_process.py NAME FOLDER

Runs in the environment of the peer, which has nothing of ours, so it needs the standard library and
that peer alone. Who embeds asks `Vectors`, which knows the vector of each text beforehand: what is
measured is the same for all. Times are taken here, so that the pipe is not among them.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

Record = dict[str, Any]  # id, project, session, speaker, at, text
Times = list[float]


class Vectors:
    """The vector of each text, made beforehand."""

    def __init__(self, folder: Path, dims: int) -> None:
        self.dims = dims
        texts = json.loads((folder / "texts.json").read_text("utf-8"))
        self._at = {text: at for at, text in enumerate(texts)}
        self._rows = array("f")
        self._rows.frombytes((folder / "vectors.f32").read_bytes())

    def of(self, text: str) -> list[float]:
        first = self._at[text] * self.dims
        return self._rows[first : first + self.dims].tolist()

    def of_all(self, texts: Sequence[str]) -> list[list[float]]:
        return [self.of(text) for text in texts]


class Peer:
    """What is asked of each. `told` is a record's text with its speaker."""

    package = ""

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        raise NotImplementedError

    def add(self, project: str, records: Sequence[Record]) -> None:
        """On disk when it returns, as far as this one can."""
        raise NotImplementedError

    def search(self, project: str, query: str, limit: int) -> list[str]:
        """Ids, the best first; the texts are read as well."""
        raise NotImplementedError

    def settle(self) -> None:
        """What it does in the background is done, and what it advises before searching."""


class Mohen(Peer):
    package = "mohen"

    def __init__(self, folder: Path, vectors: Vectors) -> None:  # noqa: ARG002 - it makes its own
        from mohen.conversations.model import Role, Said
        from mohen.memory import open_memory

        self._memory = open_memory(folder)
        self._said, self._role = Said, Role.ASSISTANT  # of which nothing is learned

    def add(self, project: str, records: Sequence[Record]) -> None:
        said = [
            self._said(
                role=self._role,
                text=each["text"],
                speaker=each["speaker"],
                at=each["at"],
                id=each["id"],
            )
            for each in records
        ]
        self._memory.conversations.hear(project, records[0]["session"], said)

    def search(self, project: str, query: str, limit: int) -> list[str]:
        found = self._memory.conversations.search(project, query, limit=limit)
        return [str(each.message.id) for each in found]

    def settle(self) -> None:
        self._memory.drain()


class Mem0(Peer):
    package = "mem0ai"

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": str(folder / "mem0")}
        from mem0 import Memory

        unused = {"provider": "openai", "config": {"api_key": "none"}}  # it must have one
        store = {
            "collection_name": "talk",
            "embedding_model_dims": vectors.dims,
            "path": str(folder / "qdrant"),
            "on_disk": True,
        }
        self._memory = Memory.from_config(
            {
                "embedder": unused,
                "llm": unused,
                "vector_store": {"provider": "qdrant", "config": store},
                "history_db_path": str(folder / "history.db"),
            }
        )
        self._memory.embedding_model = _Known(vectors)

    def add(self, project: str, records: Sequence[Record]) -> None:
        # One call for all, though it keeps metadata a call and not a message: the id is the name.
        self._memory.add(
            [{"role": "user", "content": each["told"], "name": each["id"]} for each in records],
            user_id=project,
            infer=False,
        )

    def search(self, project: str, query: str, limit: int) -> list[str]:
        found = self._memory.search(query, top_k=limit, filters={"user_id": project}, threshold=0.0)
        return [each["actor_id"] for each in found["results"]]


class _Known:
    """An embedder as mem0 has them."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors
        self.config = None

    def embed(self, text: str, _action: str | None = None) -> list[float]:
        return self._vectors.of(text)

    def embed_batch(self, texts: Sequence[str], _action: str | None = None) -> list[list[float]]:
        return self._vectors.of_all(texts)


class LangGraph(Peer):
    package = "langgraph-checkpoint-sqlite"

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        import sqlite3

        if not hasattr(sqlite3.Connection, "enable_load_extension"):
            # It loads its vector search as an extension, for which not every Python is built.
            import pysqlite3

            sys.modules["sqlite3"] = pysqlite3
        from langgraph.store.base import PutOp
        from langgraph.store.sqlite import SqliteStore

        folder.mkdir(parents=True, exist_ok=True)
        self._opened = SqliteStore.from_conn_string(
            str(folder / "store.db"),
            index={"dims": vectors.dims, "embed": vectors.of_all},
        )
        self._store, self._put = self._opened.__enter__(), PutOp
        self._store.setup()

    def add(self, project: str, records: Sequence[Record]) -> None:
        self._store.batch(
            [
                self._put((project,), each["id"], {"text": each["told"]}, index=["text"])
                for each in records
            ]
        )

    def search(self, project: str, query: str, limit: int) -> list[str]:
        return [each.key for each in self._store.search((project,), query=query, limit=limit)]


class Chroma(Peer):
    package = "chromadb"

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        import chromadb
        from chromadb.config import Settings

        self._client = chromadb.PersistentClient(
            str(folder), settings=Settings(anonymized_telemetry=False)
        )
        self._vectors = vectors
        self._collections: dict[str, Any] = {}

    def _of(self, project: str) -> Any:
        if project not in self._collections:
            self._collections[project] = self._client.get_or_create_collection(
                project, metadata={"hnsw:space": "cosine"}, embedding_function=None
            )
        return self._collections[project]

    def add(self, project: str, records: Sequence[Record]) -> None:
        texts = [each["told"] for each in records]
        self._of(project).add(
            ids=[each["id"] for each in records],
            documents=texts,
            embeddings=self._vectors.of_all(texts),
        )

    def search(self, project: str, query: str, limit: int) -> list[str]:
        found = self._of(project).query(
            query_embeddings=[self._vectors.of(query)], n_results=limit, include=["documents"]
        )
        return list(found["ids"][0])


class TxtAi(Peer):
    package = "txtai"

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        import numpy as np
        from txtai import Embeddings

        def transform(texts: Sequence[str]) -> Any:  # a bound method it would call as a class
            return np.array(vectors.of_all(texts), dtype=np.float32)

        self._folder = folder
        self._make = partial(Embeddings, method="external", transform=transform, content=True)
        self._indexes: dict[str, Any] = {}

    def add(self, project: str, records: Sequence[Record]) -> None:
        if project not in self._indexes:
            self._indexes[project] = self._make()
        index = self._indexes[project]
        index.upsert([(each["id"], each["told"], None) for each in records])
        index.save(str(self._folder / project))

    def search(self, project: str, query: str, limit: int) -> list[str]:
        return [each["id"] for each in self._indexes[project].search(query, limit)]


class Lance(Peer):
    package = "lancedb"

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        import lancedb

        self._database, self._vectors = lancedb.connect(str(folder)), vectors
        self._tables: dict[str, Any] = {}

    def add(self, project: str, records: Sequence[Record]) -> None:
        rows = [
            {"id": each["id"], "text": each["told"], "vector": self._vectors.of(each["told"])}
            for each in records
        ]
        if project in self._tables:
            self._tables[project].add(rows)
        else:
            self._tables[project] = self._database.create_table(project, rows)

    def search(self, project: str, query: str, limit: int) -> list[str]:
        asked = self._tables[project].search(self._vectors.of(query)).metric("cosine")
        return [each["id"] for each in asked.limit(limit).to_list()]

    def settle(self) -> None:
        for table in self._tables.values():
            table.optimize()


PEERS: dict[str, type[Peer]] = {
    "Mohen": Mohen,
    "mem0": Mem0,
    "LangGraph": LangGraph,
    "Chroma": Chroma,
    "txtai": TxtAi,
    "LanceDB": Lance,
}


class Process:
    """Does what a line asks for, and answers with a line."""

    def __init__(self, name: str, folder: Path) -> None:
        self._kind, self._folder = PEERS[name], folder

    def open(self, texts: str, dims: int) -> dict[str, Any]:
        vectors = Vectors(Path(texts), dims)
        self._before = resident_mb()
        began = time.perf_counter()
        self._peer = self._kind(self._folder, vectors)
        return {"seconds": time.perf_counter() - began}

    def add(self, calls: Sequence[Sequence[Record]]) -> dict[str, Any]:
        """Each call holds messages of one session."""
        began = time.time()
        times = [_timed(partial(self._peer.add, some[0]["project"], some)) for some in calls]
        return {"times": times, "began": began, "ended": time.time()}

    def settle(self) -> dict[str, Any]:
        began = time.perf_counter()
        self._peer.settle()
        return {"seconds": time.perf_counter() - began}

    def search(self, asked: Sequence[tuple[str, str]], limit: int) -> dict[str, Any]:
        found: list[list[str]] = []

        def ask(project: str, query: str) -> None:
            found.append(self._peer.search(project, query, limit))

        began = time.process_time()
        times = [_timed(partial(ask, *one)) for one in asked]
        return {"times": times, "found": found, "cpu": (time.process_time() - began) / len(asked)}

    def crowd(self, asked: Sequence[tuple[str, str]], limit: int, threads: int) -> dict[str, Any]:
        """All of it by so many threads at once."""
        gate = threading.Barrier(threads + 1)
        errors: list[str] = []

        def work(share: Sequence[tuple[str, str]]) -> None:
            gate.wait()
            for one in share:
                try:
                    self._peer.search(*one, limit)
                except Exception as error:  # noqa: BLE001 - an error is a figure here
                    errors.append(type(error).__name__)

        workers = [
            threading.Thread(target=work, args=(asked[at::threads],), daemon=True)
            for at in range(threads)
        ]
        for each in workers:
            each.start()
        gate.wait()
        began = time.perf_counter()
        for each in workers:
            each.join()
        seconds = time.perf_counter() - began
        return {"perSecond": (len(asked) - len(errors)) / seconds, "errors": errors}

    def size(self) -> dict[str, Any]:
        """What it has taken since it was opened."""
        disk = 0
        for each in self._folder.rglob("*"):
            with suppress(OSError):
                disk += each.stat().st_blocks * 512 if each.is_file() else 0
        return {"residentMb": resident_mb() - self._before, "diskMb": disk / 1e6}

    def version(self) -> dict[str, Any]:
        from importlib import metadata

        return {"version": metadata.version(self._kind.package)}


def _timed(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def resident_mb() -> float:
    """0 where the system does not tell."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def answers(process: Process, lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    for line in lines:
        asked = json.loads(line)
        try:
            yield getattr(process, asked.pop("do"))(**asked)
        except Exception as error:  # noqa: BLE001 - told to who asked
            yield {"error": f"{type(error).__name__}: {error}"[:300]}


def main() -> None:
    name, folder = sys.argv[1:]
    told = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a peer prints is no answer
    for answer in answers(Process(name, Path(folder)), iter(sys.stdin)):
        told.write(json.dumps(answer) + "\n")
        told.flush()


if __name__ == "__main__":
    main()
