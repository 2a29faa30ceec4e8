"""What anybody does with texts, whatever their taste: where `Learning.usual_odds` comes from.

    python benchmarks/usual.py R3_eval_data.zip

Reads the human part of "Read, Revise, Repeat" (Du and others 2022; Apache 2.0, in the repository
vipulraheja/IteraTeR): edits that people made of articles, and for each of them whether another
reader rather had the text before or after. Prints the odds that an edit lengthens, and that of the
two texts the longer one is taken, with 95 % intervals over documents. The learner takes the upper
ends: what they cover is told of nobody as a taste. These are edits of articles in English; nothing
under a free licence was at hand that has choices among suggestions for a story (C111).
"""

from __future__ import annotations

import argparse
import json
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

import numpy as np

# Requirements and rulings whose figures this prints.
MEASURES = ("C111",)
PART = "human_human"
DRAWS = 2_000
Counts = dict[str, list[int]]  # of a document: for and against


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Fit what anybody prefers on free data.")
    parser.add_argument("archive", type=Path)
    options = parser.parse_args(arguments)
    edits: Counts = defaultdict(lambda: [0, 0])
    choices: Counts = defaultdict(lambda: [0, 0])
    seen = set()
    for document, edit in _edits(options.archive):
        before, after = (str(edit[side] or "") for side in ("before", "after"))
        longer = len(after.split()) - len(before.split())
        if not longer:
            continue
        if (document, before, after) not in seen:
            seen.add((document, before, after))
            edits[document][longer < 0] += 1
        accepted = edit["accept_or_reject"] == "Accept"
        choices[document][accepted is not (longer > 0)] += 1
    print("an edit lengthens:", _odds(edits))
    print("the longer is taken:", _odds(choices))
    return 0


def _edits(archive: Path) -> Iterator[tuple[str, dict[str, str | None]]]:
    """With the document each is of; every document was read by up to three."""
    with zipfile.ZipFile(archive) as files:
        for name in map(PurePosixPath, files.namelist()):
            if PART in name.parts and name.suffix == ".json" and not name.name.startswith("."):
                document = name.name.partition("-depth")[0]
                yield from ((document, each) for each in json.loads(files.read(str(name))))


def _odds(counts: Counts) -> str:
    told = np.array(list(counts.values()), float)
    drawn = np.random.default_rng(0).integers(0, len(told), (DRAWS, len(told)))
    sums = told[drawn].sum(axis=1)
    low, high = np.quantile(sums[:, 0] / sums[:, 1], (0.025, 0.975))
    one, two = told.sum(axis=0)
    return f"{one:.0f} to {two:.0f}, odds {one / two:.2f} [{low:.2f}, {high:.2f}]"


if __name__ == "__main__":
    sys.exit(main())
