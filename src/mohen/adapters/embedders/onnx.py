"""Sentence models in ONNX form, from a folder or an installed package, on one thread.

Texts go through one at a time. With one thread a padded batch is slower, not faster (measured
on bge-small-zh int8: 14.8 against 4.4 ms a text), and in a quantised model the neighbours in a
batch move a text's vector (by up to 0.03 a component): the same text must give the same vector.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from mohen.adapters.embedders.border import Once, border, require
from mohen.adapters.embedders.content import filled
from mohen.adapters.embedders.weights import Weights, find_weights
from mohen.errors import EmbedderError, EmbedderNotReady, InvalidArgument

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mohen.model.state import EmbedderConfig
    from mohen.policy import Policy
    from mohen.ports import Matrix

    Integers = npt.NDArray[np.integer[Any]]

# Outputs that already are one vector a text; `pooler_output` is not meant for comparing.
_SENTENCE: Final = ("sentence_embedding", "sentence_embeddings", "text_embeds", "embeddings")
_PROBE: Final = "a"


class OnnxModel:
    """The files are looked for at once, the weights are loaded at first use."""

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
