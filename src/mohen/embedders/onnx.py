"""Embedder for sentence models in ONNX form, from a folder or a package, on one thread.

Texts go through one at a time. With one thread a padded batch is slower, not faster (measured
on bge-small-zh int8: 14.8 against 4.4 ms a text), and in a quantised model the neighbours in a
batch move a text's vector (by up to 0.03 a component): the same text must give the same vector.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mohen.core import outside_json
from mohen.core.values import dataclass
from mohen.embedders.foreign_errors import Once, border, require
from mohen.embedders.input_text import filled
from mohen.errors import EmbedderError, EmbedderNotReady, InvalidArgument

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mohen.core.ports import Matrix
    from mohen.core.settings_model import EmbedderConfig
    from mohen.policy import Policy

    Integers = npt.NDArray[np.integer[Any]]


# -- Which files make up an ONNX sentence model, and how its makers say it is to be read.


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
        content = outside_json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


# Outputs that already are one vector a text; `pooler_output` is not meant for comparing.
_SENTENCE: Final = ("sentence_embedding", "sentence_embeddings", "text_embeds", "embeddings")
_PROBE: Final = "a"


class OnnxModel:
    """An embedder in ONNX form: files are looked for at once, weights loaded at first use."""

    def __init__(self, config: EmbedderConfig, policy: Policy) -> None:
        if not config.model:
            raise InvalidArgument(
                "embedder.model must be a folder or `package:<import name>`", field="embedder.model"
            )
        _require()
        with border("looking for the ONNX model", EmbedderNotReady):
            weights = find_weights(config.model, tokens_max=policy.vectors.onnx_tokens_max)
            self.name: Final = weights.name
        self.trust: Final = policy.vectors.trust_onnx
        self._chars = policy.vectors.embed_chars
        self._loaded = Once(lambda: _load(weights))

    @property
    def dims(self) -> int:
        return self._loaded().dims

    def embed(self, texts: Sequence[str]) -> Matrix:
        loaded = self._loaded()
        with border("the ONNX model"):
            return filled(texts, loaded.dims, chars=self._chars, encode=loaded.encode)


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A session and its tokenizer. Both may be used by many threads at once."""

    session: Any
    tokenizer: Any
    output: str
    types: Mapping[str, Any]
    pooling: str
    dims: int = 0

    def encode(self, texts: list[str]) -> Iterator[Matrix]:
        for text in texts:
            yield self.run(text)

    def run(self, text: str) -> Matrix:
        import numpy as np

        encoding = self.tokenizer.encode(text)
        inputs = _inputs(encoding, self.types)
        (states,) = self.session.run([self.output], inputs)
        if states.ndim == 3:
            states = _pooled(states, np.asarray([encoding.attention_mask]), self.pooling)
        if states.ndim != 2 or len(states) != 1:
            raise EmbedderError("the ONNX model gives neither sentence vectors nor token states")
        row: Matrix = states.astype(np.float32)
        return row


def _require() -> None:
    require("onnxruntime", "tokenizers", kind="onnx", extra="onnx")


def _load(weights: Weights) -> _Loaded:
    _require()
    with border("loading the ONNX model", EmbedderNotReady):
        session = _session(weights)
        tokenizer = _tokenizer(weights)
        outputs = {output.name: output.shape for output in session.get_outputs()}
        loaded = _Loaded(
            session=session,
            tokenizer=tokenizer,
            output=_chosen(outputs),
            types=_types(session.get_inputs()),
            pooling=weights.pooling,
        )
        # Declared shapes may be symbols; one run tells the dimension, and that the model works.
        return replace(loaded, dims=int(loaded.run(_PROBE).shape[1]))


def _session(weights: Weights) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4  # its warnings go to stderr and may name paths
    return onnxruntime.InferenceSession(
        str(weights.model), options, providers=["CPUExecutionProvider"]
    )


def _tokenizer(weights: Weights) -> Any:
    import tokenizers

    tokenizer = tokenizers.Tokenizer.from_file(str(weights.tokenizer))
    tokenizer.enable_truncation(weights.tokens)
    tokenizer.no_padding()
    return tokenizer


def _chosen(outputs: Mapping[str, Sequence[Any]]) -> str:
    """A sentence vector if the model makes one, else its token states, else its first output."""
    named = [name for name in outputs if name in _SENTENCE]
    states = [name for name, shape in outputs.items() if len(shape) == 3]
    return [*named, *states, *outputs][0]


def _types(inputs: Sequence[Any]) -> dict[str, Any]:
    """The integer type of each input the model asks for."""
    import numpy as np

    known = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
    for wanted in inputs:
        if wanted.name not in _READERS or wanted.type not in known:
            raise EmbedderNotReady(
                f"the ONNX model wants an input that text does not give: {wanted.name}",
                input=wanted.name,
            )
    return {wanted.name: known[wanted.type] for wanted in inputs}


_READERS: Final[Mapping[str, Callable[[Any], Iterable[int]]]] = {
    "input_ids": lambda encoding: encoding.ids,
    "attention_mask": lambda encoding: encoding.attention_mask,
    "token_type_ids": lambda encoding: encoding.type_ids,
    "position_ids": lambda encoding: range(len(encoding.ids)),
}


def _inputs(encoding: Any, types: Mapping[str, Any]) -> dict[str, Integers]:
    import numpy as np

    return {
        name: np.asarray([list(_READERS[name](encoding))], dtype=kind)
        for name, kind in types.items()
    }


def _pooled(states: Any, mask: Integers, pooling: str) -> Any:
    """Token states to one vector: the first token's, or the mean of the tokens that count."""
    if pooling == "cls":
        return states[:, 0]
    weights = mask[:, :, None]
    return (states * weights).sum(axis=1) / weights.sum(axis=1).clip(min=1)
