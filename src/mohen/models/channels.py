"""Channels of models: servers that can be chosen, their models and keys, a trial; weights that can
be fetched to this machine."""

from __future__ import annotations

from typing import Annotated, Literal

from mohen.core.channels import ModelShape
from mohen.core.server_keys import KeptKey
from mohen.errors import MohenError
from mohen.models.local_models import Found, Getting, LocalModel, Overview, in_both
from mohen.models.local_server import Serving
from mohen.models.presets import Preset
from mohen.models.servers import Addition, FoundServer, OfferedModel, Offers, Trial
from mohen.server.channels import Channel, Desk, Push
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
    name: Literal[
        "semantic",
        "onnx",
        "exact",
        "mcp",
        "keyring",
        "local",
        "langgraph",
        "openai-agents",
        "anthropic",
        "pydantic-ai",
        "llama-index",
    ]
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


# -- model:local


class LocalModelData(Wire, of=LocalModel):
    name: str
    state: Annotated[Literal["here", "begun", "absent"], "begun: a part of it came"]
    size: Annotated[int | None, "bytes; of one that is not here, about so many"] = None
    have: Annotated[int, "bytes of one that was begun"]
    licence: str | None = None
    source: Annotated[str | None, "where one reads about it"] = None
    about: Bilingual | None = None


class GettingErrorData(Wire, of=MohenError):
    code: str
    message: Annotated[Bilingual, At(in_both)]
    retryable: bool
    reason: Annotated[str | None, At(lambda error: error.details.get("reason"))] = None


Via = Literal["hub", "ollama"]


class GettingData(Wire, of=Getting):
    name: str
    via: Via
    state: Literal["coming", "done", "failed", "canceled"]
    done: Annotated[int, "bytes that came"]
    total: int | None = None
    error: GettingErrorData | None = None


class ServingData(Wire, of=Serving):
    name: str
    url: str


class OverviewData(Wire, of=Overview):
    models: list[LocalModelData]
    getting: Annotated[GettingData | None, "what is being fetched, or how the last one ended"] = (
        None
    )
    serving: Annotated[ServingData | None, "the one that is loaded"] = None
    hub: str
    installed: Annotated[bool, "whether what serves them is"]
    command: Annotated[str, "that installs it into the Python that runs here"]


Which = Annotated[
    str,
    "of `model:local:list`, or OWNER/REPOSITORY/FILE.gguf of the hub; where Ollama runs, also any "
    "of its library",
]


class LookPayload(Wire):
    name: Which
    via: Annotated[Via | None, "absent: Ollama where it runs, else the hub"] = None


class GetPayload(Wire):
    name: Which
    via: Annotated[Via, "as `model:local:look` said"]


class FoundModelData(Wire, of=Found):
    name: str
    via: Via
    size: Annotated[int | None, "bytes"] = None
    exact: Annotated[bool, "whether `size` was said by who has it; else it is about so much"]
    licence: str | None = None
    source: str
    have: Annotated[int, "bytes that are here already"]
    free: Annotated[int, "bytes that the disk has"]
    here: Annotated[bool, At("is_here")]


class LocalNamePayload(Wire):
    name: str


class CanceledData(Wire):
    canceled: Annotated[bool, ITSELF]


class RemovedData(Wire):
    removed: Annotated[bool, ITSELF]


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
        machine=True,
    ),
    Channel(
        "model:server:models",
        "The models that a server has.",
        ServerPayload,
        ModelsData,
        "models.models",
        timeout=lambda policy: policy.models.list_ms * 2,
        machine=True,
    ),
    Channel(
        "model:server:try",
        "Have one sentence written by a model that need not be set, with a key that need not be "
        "kept. What is wrong is told as of any run: `details.reason`.",
        TryPayload,
        TrialData,
        _try,
        timeout=lambda policy: policy.skills.timeout_ms,
        machine=True,
    ),
    Channel(
        "model:key:get",
        "The key that was given for a server, as its last four characters.",
        KeyOfPayload,
        KeyOfData,
        "models.key",
        machine=True,
    ),
    Channel(
        "model:key:put",
        "Keep a key for one server, which goes to no other: in the system's keyring where there "
        "is one, else in a file of the home that its owner alone reads.",
        KeyPutPayload,
        KeptKeyData,
        "models.put_key",
        in_order=True,
        machine=True,
    ),
    Channel(
        "model:key:delete",
        "Forget the key of a server.",
        KeyOfPayload,
        KeyDropData,
        "models.drop_key",
        in_order=True,
        machine=True,
    ),
    Channel(
        "model:local:list",
        "Models of this machine that Mohen serves itself: those here, and those that could be "
        "had. Asks nobody.",
        Nothing,
        OverviewData,
        "local_models.overview",
        machine=True,
    ),
    Channel(
        "model:local:look",
        "What would be fetched: from where, how many bytes, under which licence.",
        LookPayload,
        FoundModelData,
        "local_models.look",
        timeout=lambda policy: policy.models.list_ms * 3,
        machine=True,
    ),
    Channel(
        "model:local:get",
        "Fetch a model, after its owner was told what `model:local:look` says. Answers at once; "
        "`model:local:progress` tells the rest, and it goes on when the caller is gone.",
        GetPayload,
        GettingData,
        "local_models.start",
        in_order=True,
        machine=True,
    ),
    Channel(
        "model:local:cancel",
        "Stop fetching. What came is kept, and the next time goes on.",
        Nothing,
        CanceledData,
        "local_models.cancel",
        changes=True,
        machine=True,
    ),
    Channel(
        "model:local:remove",
        "Delete a model from this machine.",
        LocalNamePayload,
        RemovedData,
        "local_models.remove",
        in_order=True,
        machine=True,
    ),
)

PUSHES: tuple[Push, ...] = (
    Push("model:local:progress", "How far a model has come, or how that ended.", GettingData),
)
