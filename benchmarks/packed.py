"""How much the first pass over sign bits loses, on real embeddings of real texts.

    python benchmarks/packed.py [--embedder use]

Every data set of the evaluation folder (see retrieval.py) that is large enough as one pool: the
share of the exact nearest neighbours that the packed search of the product finds too. Embedders
whose vectors are mostly zeros are searched exactly by the product, and so are reported as 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from rich.console import Console

from mohen.core.settings_model import EmbedderConfig
from mohen.core.vectors import Rows
from mohen.embedders import make
from mohen.house import matrix_tuning
from mohen.policy import Policy
from retrieval import Vectors, data, files, sets

QUERIES = 200


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure the recall of packed search.")
    parser.add_argument("--embedder", action="append", help="use, builtin; both unless told")
    kinds = parser.parse_args(arguments).embedder or ["use", "builtin"]
    console = Console(width=100)
    if not (paths := files()):
        console.print(f"No evaluation data in {data()}; set MOHEN_BENCH_DATA.", style="red")
        return 2
    policy = Policy()
    for path in paths:
        title, stores = next(iter(sets(path, quick=False)))
        texts = list(dict.fromkeys(turn.said for store in stores for turn in store.turns))
        if len(texts) < policy.vectors.packed_from:
            continue
        asked = [query.text for store in stores for query in store.queries][:QUERIES]
        for kind in kinds:
            found = _recall(title, kind, texts, asked, policy)
            console.print(f"{title}, {len(texts)} texts, {kind}: recall {found:.4f}")
    return 0


def _recall(
    title: str, kind: str, texts: Sequence[str], asked: Sequence[str], policy: Policy
) -> float:
    vectors = Vectors(make(EmbedderConfig(kind=kind), policy), title)
    vectors.learn([*texts, *asked])
    matrix = vectors.of(texts).astype(np.float32)
    rows = Rows(matrix.shape[1])
    rows.extend(list(range(len(texts))), matrix)
    packed = matrix_tuning(policy)
    exact = replace(packed, packed_from=len(texts) + 1)
    depth, shares = policy.recall.depth, []
    for query in vectors.of(asked).astype(np.float32):
        true = {seq for seq, _ in rows.nearest(query, depth, exact)}
        shares.append(len(true & dict(rows.nearest(query, depth, packed)).keys()) / len(true))
    return float(np.mean(shares))


if __name__ == "__main__":
    sys.exit(main())
