"""Channels of model servers: which can be chosen, their models and keys, and a trial of one."""

from __future__ import annotations

from typing import Annotated, Literal

from mohen.core.channels import ModelShape
from mohen.core.server_keys import KeptKey
from mohen.models.presets import Preset
from mohen.models.servers import Addition, FoundServer, OfferedModel, Offers, Trial
from mohen.server.channel import Channel, Desk
from mohen.server.shapes import ITSELF, At, Bilingual, Nothing, SaidNull, Wire

Key = Annotated[str | None, "one that is not kept yet; it is not kept by this"]


# -- model:preset:list, model:server:find


class PresetData(Wire, of=Preset):
    id: str
    name: Bilingual
    base_url: str
    needs_key: bool
    local: Annotated[bool, At("is_local"), "runs on this machine"]
    key_page: Annotated[str | None, "where its owner gets a key"] = None


class AdditionData(Wire, of=Addition):
    name: Literal["semantic", "onnx", "exact", "mcp", "keyring"]
    installed: bool
    command: Annotated[str, "that installs it into the Python that runs here"]


class OffersData(Wire, of=Offers):
    presets: list[PresetData]
    extras: list[AdditionData]


class OfferedModelData(Wire, of=OfferedModel):
    name: str
    window: Annotated[int | None, "tokens it reads and writes together, where it is told"] = None


class FoundServerData(Wire, of=FoundServer):
    preset_id: Annotated[str, At("preset.id")]
    base_url: Annotated[str, At("preset.base_url")]
    models: list[OfferedModelData]


class FoundData(Wire):
    servers: Annotated[list[FoundServerData], ITSELF]


# -- model:server:models, model:server:try


class ServerPayload(Wire):
    base_url: Annotated[str | None, "OpenAI itself when absent"] = None
    api_key_env: str | None = None
    key: Key = None


class ModelsData(Wire):
    models: Annotated[list[OfferedModelData], ITSELF]


class TryPayload(Wire):
    model: ModelShape
    key: Key = None


class TrialData(Wire, of=Trial):
    text: Annotated[str, "one sentence; empty of a model that only thought"]
    streamed: bool
    window: Annotated[int | None, SaidNull, "null where the server does not say"]
    first_word_ms: Annotated[int | None, SaidNull, "null where it wrote nothing"]
    total_ms: int


# -- model:key


class KeyOfPayload(Wire):
    base_url: Annotated[str | None, "OpenAI itself when absent"] = None


class KeyPutPayload(Wire):
    key: str
    base_url: Annotated[str | None, "OpenAI itself when absent"] = None


class KeptKeyData(Wire, of=KeptKey):
    last_four: str
    kept_in: Literal["keyring", "file"]


class KeyOfData(Wire):
    key: Annotated[KeptKeyData | None, SaidNull, ITSELF]


class KeyDropData(Wire):
    deleted: Annotated[bool, ITSELF]


def _try(desk: Desk, asked: TryPayload) -> Trial:
    return desk.memory.models.try_out(asked.model.built(), key=asked.key)


TABLE: tuple[Channel, ...] = (
    Channel(
        "model:preset:list",
        "Model servers that are known by name, and what could be installed besides. Asks nobody.",
        Nothing,
        OffersData,
        "models.offers",
    ),
    Channel(
        "model:server:find",
        "Model servers that answer on this machine's loopback at their usual port.",
        Nothing,
        FoundData,
        "models.find",
        queues=False,  # it waits for another machine
    ),
    Channel(
        "model:server:models",
        "The models that a server has.",
        ServerPayload,
        ModelsData,
        "models.models",
        timeout=lambda policy: policy.models.list_ms * 2,
    ),
    Channel(
        "model:server:try",
        "Have one sentence written by a model that need not be set, with a key that need not be "
        "kept. What is wrong is told as of any run: `details.reason`.",
        TryPayload,
        TrialData,
        _try,
        timeout=lambda policy: policy.skills.timeout_ms,
    ),
    Channel(
        "model:key:get",
        "The key that was given for a server, as its last four characters.",
        KeyOfPayload,
        KeyOfData,
        "models.key",
    ),
    Channel(
        "model:key:put",
        "Keep a key for one server, which goes to no other: in the system's keyring where there "
        "is one, else in a file of the home that its owner alone reads.",
        KeyPutPayload,
        KeptKeyData,
        "models.put_key",
        in_order=True,
    ),
    Channel(
        "model:key:delete",
        "Forget the key of a server.",
        KeyOfPayload,
        KeyDropData,
        "models.drop_key",
        in_order=True,
    ),
)
