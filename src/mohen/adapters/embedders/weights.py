"""Which files make up an ONNX sentence model, and how its makers say it is to be read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from mohen.errors import EmbedderNotReady

_PACKAGE: Final = "package:"
_TOKENIZER: Final = "tokenizer.json"
_PREFERRED: Final = ("model.onnx", "model_quantized.onnx")
# Enough of each end to tell two sets of weights apart without reading hundreds of megabytes.
_ENDS: Final = 65_536
_FINGERPRINT_CHARS: Final = 12


@dataclass(frozen=True, slots=True)
class Weights:
    """A model on disk. `pooling` is "mean" or "cls"; `tokens` is the longest input it takes."""

    label: str
    model: Path
    tokenizer: Path
    pooling: str
    tokens: int

    @property
    def name(self) -> str:
        """Folder name and fingerprint: other weights, tokens or pooling are another embedder."""
        digest = sha256(f"{self.pooling} {self.tokens}".encode())
        for path in (self.model, *_outside_data(self.model), self.tokenizer):
            _digest_ends(path, digest)
        return f"onnx:{self.label}-{digest.hexdigest()[:_FINGERPRINT_CHARS]}"


def find_weights(place: str, *, tokens_max: int) -> Weights:
    """The model in a folder, or in an installed package: `package:<import name>`."""
    if place.startswith(_PACKAGE):
        label = place.removeprefix(_PACKAGE)
        roots = [root for top in _package_folders(label) for root in _folders(top)]
    else:
        root = Path(place).expanduser()
        label, roots = root.resolve().name, [root]
        if not root.is_dir():
            raise EmbedderNotReady("embedder.model must be a folder that holds an ONNX model")
    model = next((model for root in roots if (model := _model_in(root))), None)
    if model is None:
        raise EmbedderNotReady(f"{label!r} holds no model.onnx", missing="model.onnx")
    near = [model.parent, model.parent.parent] if model.parent not in roots else [model.parent]
    tokenizer = next(
        (path for root in [*near, *roots] if (path := root / _TOKENIZER).is_file()), None
    )
    if tokenizer is None:
        raise EmbedderNotReady(f"{label!r} holds no {_TOKENIZER}", missing=_TOKENIZER)
    home = tokenizer.parent
    return Weights(label, model, tokenizer, _pooling(home), _tokens(home, tokens_max))


def _package_folders(name: str) -> list[Path]:
    """Where an installed package lies, found without importing (and so running) it."""
    top, *inner = name.split(".")
    if not all(part.isidentifier() for part in (top, *inner)):
        raise EmbedderNotReady("embedder.model must be `package:` and the import name of a package")
    spec = find_spec(top)
    places = (spec.submodule_search_locations if spec else None) or ()
    folders = [Path(place, *inner) for place in places]
    if not any(folder.is_dir() for folder in folders):
        raise EmbedderNotReady(f"the package {name!r} is not installed", missing=name)
    return folders


def _folders(top: Path) -> Iterator[Path]:
    """A folder and those inside it, the shallow first, in an order that does not depend on disk."""
    inner = [path for path in top.rglob("*") if path.is_dir()]
    yield from sorted([top, *inner], key=lambda path: (len(path.parts), path.as_posix()))


def _model_in(root: Path) -> Path | None:
    for folder in (root, root / "onnx"):
        for name in _PREFERRED:
            if (folder / name).is_file():
                return folder / name
    others = [*sorted(root.glob("model*.onnx")), *sorted((root / "onnx").glob("model*.onnx"))]
    return others[0] if others else None


def _outside_data(model: Path) -> list[Path]:
    """Large models keep their numbers in a file beside the graph."""
    beside = (model.with_name(f"{model.name}{suffix}") for suffix in ("_data", ".data"))
    return [path for path in beside if path.is_file()]


def _digest_ends(path: Path, digest: Any) -> None:
    size = path.stat().st_size
    with path.open("rb") as file:
        digest.update(f"{size} ".encode())
        digest.update(file.read(_ENDS))
        file.seek(max(0, size - _ENDS))
        digest.update(file.read(_ENDS))


def _pooling(home: Path) -> str:
    says = _read(home / "1_Pooling" / "config.json")
    return "cls" if says.get("pooling_mode_cls_token") is True else "mean"


def _tokens(home: Path, tokens_max: int) -> int:
    said = (
        _read(home / "sentence_bert_config.json").get("max_seq_length"),
        _read(home / "config.json").get("max_position_embeddings"),
    )
    return min([tokens_max, *(number for number in said if isinstance(number, int) and number > 0)])


def _read(path: Path) -> dict[str, Any]:
    """A small JSON file of the model's makers; these are hints, so a broken one is no hint."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
