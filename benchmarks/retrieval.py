"""How well recall finds what it should, on every data set of the evaluation folder.

    python benchmarks/retrieval.py [--quick] [--only locomo] [--embedder use]

Reads `MOHEN_BENCH_DATA` (else `../shared/data`), takes the product's own terms, full-text table and
ranking, and writes a table and `benchmarks/results/retrieval.json`. Sessions and neighbours are not
used here. Vectors are kept in the temporary folder between runs.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import numpy as np
from rich.console import Console
from rich.table import Table

from mohen.core.settings_model import EmbedderConfig
from mohen.embedders import make
from mohen.episodes.ranking import Hit, rank
from mohen.errors import MohenError
from mohen.policy import Policy
from mohen.text.terms import expand, match_expression, query_terms

if TYPE_CHECKING:
    from mohen.core.ports import Embedder, Matrix

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results"
CACHE = Path(tempfile.gettempdir()) / "mohen-bench"
WORDS_ONLY = "words only"
METRICS = ("R@5", "R@10", "any@5", "all@5")
# What the product offers to the ranking: the best by words, the nearest, the newest.
BY_WORDS, NEAREST, NEWEST = 60, 60, 20
QUICK_QUERIES, QUICK_STORES = 150, 100
SCOPE = "p1"
SCHEMA = (
    "CREATE VIRTUAL TABLE search USING fts5(scope, terms, content='', contentless_delete=1, "
    "tokenize='ascii', columnsize=1)"
)
FIND = (
    "SELECT rowid, -bm25(search, 0.0, 1.0) AS score FROM search WHERE search MATCH ? "
    "ORDER BY score DESC, rowid LIMIT ?"
)


@dataclass(frozen=True, slots=True)
class Query:
    text: str
    gold: frozenset[str]


@dataclass(frozen=True, slots=True)
class Store:
    """Documents in their order; `answers` is what finding each counts as: itself or its session."""

    texts: tuple[str, ...]
    answers: tuple[str, ...]
    queries: tuple[Query, ...]


class Words:
    """The product's full-text table over one store."""

    def __init__(self, texts: Sequence[str], policy: Policy) -> None:
        self._policy = policy.recall
        self._db = apsw.Connection(":memory:")
        self._db.execute(SCHEMA)
        rows = ((at, SCOPE, " ".join(expand(text))) for at, text in enumerate(texts))
        with self._db:
            self._db.executemany("INSERT INTO search(rowid, scope, terms) VALUES(?, ?, ?)", rows)

    def find(self, text: str) -> dict[int, float]:
        asked = match_expression(query_terms(text, policy=self._policy), SCOPE)
        return dict(self._db.execute(FIND, (asked, BY_WORDS)))


class Vectors:
    """An embedder whose vectors outlive the run, one file a data set."""

    def __init__(self, embedder: Embedder, name: str) -> None:
        CACHE.mkdir(parents=True, exist_ok=True)
        self._embedder = embedder
        self._file = CACHE / f"{embedder.name.replace('/', '_')}.{embedder.dims}.{name}.npz"
        self._known: dict[str, Matrix] = {}
        if self._file.exists():
            with np.load(self._file) as kept:
                self._known = dict(zip(kept["keys"].tolist(), kept["rows"], strict=True))

    def learn(self, texts: Sequence[str]) -> None:
        new = {_digest(text): text for text in texts}
        missing = [key for key in new if key not in self._known]
        missing.sort(key=lambda key: len(new[key]))
        for at in range(0, len(missing), 32):
            keys = missing[at : at + 32]
            rows = self._embedder.embed([new[key] for key in keys])
            self._known.update(zip(keys, rows, strict=True))
        # The built-in embedder is quick, and changes while it is being worked on.
        if missing and not self._embedder.name.startswith("builtin"):
            np.savez(self._file, keys=list(self._known), rows=np.stack(list(self._known.values())))

    def of(self, texts: Sequence[str]) -> Matrix:
        return np.stack([self._known[_digest(text)] for text in texts])


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    folder = Path(os.environ.get("MOHEN_BENCH_DATA") or ROOT.parent / "shared" / "data")
    console = Console(width=130)
    names = sorted(path.name for path in folder.glob("*.jsonl.gz")) if folder.is_dir() else []
    if not names:
        console.print(f"No evaluation data in {folder}; set MOHEN_BENCH_DATA.", style="red")
        return 2
    policy = Policy()
    results: dict[str, dict[str, Any]] = {}
    for name in names:
        for title, stores in _sets(folder / name, quick=options.quick):
            if any(wanted in title for wanted in options.only or [title]):
                results[title] = _measure(title, stores, options.embedder, policy)
                console.print(f"{title}: {json.dumps(results[title])}", style="dim")
    console.print(_table(results))
    _write(results, quick=options.quick)
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure retrieval.")
    parser.add_argument("--quick", action="store_true", help="a sample of the queries")
    parser.add_argument("--only", action="append", help="data sets whose name holds this")
    parser.add_argument("--embedder", action="append", help="builtin, use; both unless told")
    options = parser.parse_args(arguments)
    options.embedder = options.embedder or ["builtin", "use"]
    return options


def _sets(path: Path, *, quick: bool) -> Iterator[tuple[str, list[Store]]]:
    name = path.name.split(".")[0]
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        stores = [_store(json.loads(line)) for line in lines]
    if quick:
        step = -(-len(stores) // QUICK_STORES)
        stores = [_sampled(store, len(stores[::step])) for store in stores[::step]]
    yield name, stores
    if name.startswith("memdaily"):
        yield f"{name}, one pool", [_merged(stores)]


def _store(line: dict[str, Any]) -> Store:
    docs, by_session = line["docs"], line.get("gold_level") == "session"
    return Store(
        texts=tuple(_said(doc) for doc in docs),
        answers=tuple(doc["session" if by_session else "id"] for doc in docs),
        queries=tuple(Query(each["text"], frozenset(each["gold"])) for each in line["queries"]),
    )


def _said(doc: dict[str, Any]) -> str:
    """A person's name is part of what can be asked for; a role is not."""
    speaker = doc.get("speaker")
    return doc["text"] if speaker in (None, "user", "assistant") else f"{speaker}: {doc['text']}"


def _sampled(store: Store, stores: int) -> Store:
    share = max(1, QUICK_QUERIES // stores)
    step = -(-len(store.queries) // share)
    return Store(store.texts, store.answers, store.queries[::step])


def _merged(stores: Sequence[Store]) -> Store:
    return Store(
        texts=tuple(text for store in stores for text in store.texts),
        answers=tuple(answer for store in stores for answer in store.answers),
        queries=tuple(query for store in stores for query in store.queries),
    )


def _measure(
    title: str, stores: Sequence[Store], embedders: Sequence[str], policy: Policy
) -> dict[str, Any]:
    """The figures of words alone and of each embedder that can be had."""
    figures: dict[str, Any] = {"queries": sum(len(store.queries) for store in stores)}
    words = [Words(store.texts, policy) for store in stores]
    figures[WORDS_ONLY] = _figures(stores, words, None, trust=0.0, policy=policy)
    for kind in embedders:
        try:
            embedder = make(EmbedderConfig(kind=kind), policy)
            vectors = Vectors(embedder, title.split(",")[0])
            vectors.learn([text for store in stores for text in _all_texts(store)])
        except MohenError as error:
            figures[kind] = str(error)
            continue
        figures[kind] = _figures(stores, words, vectors, trust=embedder.trust, policy=policy)
    return figures


def _figures(
    stores: Sequence[Store],
    words: Sequence[Words],
    vectors: Vectors | None,
    *,
    trust: float,
    policy: Policy,
) -> dict[str, float]:
    scores: list[tuple[float, ...]] = []
    began = time.perf_counter()
    for store, index in zip(stores, words, strict=True):
        matrix = vectors.of(store.texts) if vectors else None
        for query in store.queries:
            row = vectors.of([query.text])[0] if vectors else None
            cosines = matrix @ row if matrix is not None and row is not None else None
            hits = _hits(len(store.texts), index.find(query.text), cosines)
            order = [int(each.key) for each in rank(hits, trust=trust, policy=policy.ranking)]
            answers = list(dict.fromkeys(store.answers[at] for at in order))
            scores.append(_score(answers, query.gold))
    spent = (time.perf_counter() - began) * 1000 / max(len(scores), 1)
    means = (round(100 * statistics.fmean(column), 1) for column in zip(*scores, strict=True))
    return dict(zip(METRICS, means, strict=True)) | {"ms": round(spent, 2)}


def _hits(size: int, found: dict[int, float], cosines: Matrix | None) -> list[Hit]:
    """The union of candidates; with vectors, each has its cosine, as the matrix is at hand."""
    near = [] if cosines is None else np.argsort(-cosines, kind="stable")[:NEAREST].tolist()
    newest = range(max(0, size - NEWEST), size)
    return [
        Hit(
            key=f"{at:08d}",
            timestamp=at,
            strength=1.0,
            scene_match=False,
            text=found.get(at),
            vector=None if cosines is None else float(cosines[at]),
        )
        for at in {*found, *near, *newest}
    ]


def _score(answers: Sequence[str], gold: frozenset[str]) -> tuple[float, ...]:
    five, ten = (len(gold.intersection(answers[:cut])) for cut in (5, 10))
    return five / len(gold), ten / len(gold), float(five > 0), float(five == len(gold))


def _all_texts(store: Store) -> Iterator[str]:
    yield from store.texts
    yield from (query.text for query in store.queries)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _table(results: dict[str, dict[str, Any]]) -> Table:
    kinds = list(dict.fromkeys(kind for figures in results.values() for kind in figures))
    table = Table(title="Retrieval: " + " / ".join(METRICS), title_justify="left")
    for heading in ("data", *kinds):
        table.add_column(heading, justify="left" if heading == "data" else "right")
    for name, figures in results.items():
        table.add_row(name, *(_cell(figures.get(kind, "")) for kind in kinds))
    return table


def _cell(figure: Any) -> str:
    if isinstance(figure, dict):
        return " / ".join(f"{figure[metric]:.1f}" for metric in METRICS)
    return str(figure)


def _write(results: dict[str, dict[str, Any]], *, quick: bool) -> None:
    RESULTS.mkdir(parents=True, exist_ok=True)
    target = RESULTS / ("retrieval.quick.json" if quick else "retrieval.json")
    target.write_text(json.dumps(results, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
