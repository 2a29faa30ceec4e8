"""Small models that can be had by name: good at Chinese and English, free to use, one file each."""

from __future__ import annotations

import re
from typing import Final

from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """One file of weights at a model hub. The hub itself says how large it is and what its sum is;
    `about_bytes` is for who only looks."""

    name: str
    repo: str
    file: str
    about_bytes: int | None = None
    licence: str | None = None
    ollama: str | None = None  # as Ollama's own library calls it
    about: tuple[str, str] | None = None  # English, Chinese


CATALOGUE: Final = (
    Weights(
        "qwen2.5-1.5b", "Qwen/Qwen2.5-1.5B-Instruct-GGUF", "qwen2.5-1.5b-instruct-q4_k_m.gguf",
        1_117_320_736, "Apache-2.0", "qwen2.5:1.5b",
        ("Quick, for any machine with 4 GB of memory; plain prose.",
         "速度快，4 GB 内存即可；文笔平实。"),
    ),
    Weights(
        "qwen3-4b", "unsloth/Qwen3-4B-Instruct-2507-GGUF", "Qwen3-4B-Instruct-2507-Q4_K_M.gguf",
        2_500_000_000, "Apache-2.0", "qwen3:4b-instruct",
        ("Better prose, for 8 GB of memory.", "文笔更好，需 8 GB 内存。"),
    ),
    Weights(
        "qwen2.5-7b", "bartowski/Qwen2.5-7B-Instruct-GGUF", "Qwen2.5-7B-Instruct-Q4_K_M.gguf",
        4_700_000_000, "Apache-2.0", "qwen2.5:7b",
        ("The best of these, for 16 GB of memory; slow without a graphics card.",
         "三者中最好，需 16 GB 内存；没有显卡时较慢。"),
    ),
)  # fmt: skip
"""The first is the one that is meant where none is named."""

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,119}")
_PART: Final = re.compile(r"[A-Za-z0-9_.-]{1,120}")
_ENDING: Final = ".gguf"


def find(named: str | None) -> Weights | None:
    """By name, or any file of the hub as OWNER/REPOSITORY/FILE.gguf; None for anything else."""
    if not named:
        return CATALOGUE[0]
    known = next((each for each in CATALOGUE if each.name == named), None)
    parts = named.split("/")
    if known is not None or len(parts) != 3:
        return known
    owner, repository, file = parts
    name = file[: -len(_ENDING)].lower()
    if not file.lower().endswith(_ENDING) or not NAME.fullmatch(name):
        return None
    if not all(_PART.fullmatch(each) and each.strip(".") for each in parts):
        return None
    return Weights(name, f"{owner}/{repository}", file)
