"""Lantern, a tool that does not exist, taught to Mohen: its vectors, its talks, its notes."""

import json
from pathlib import Path

from mohen.integrations.setup import Entry, Host


class Vowels:
    """An embedder: how often each vowel stands in a text. Mohen makes the rows of length one."""

    name = "vowels/1"
    dims = 5
    trust = 0.2

    def embed(self, texts):
        return [[text.lower().count(vowel) for vowel in "aeiou"] for text in texts]


def embedder(model):
    """`mohen config set embedder plugin:lantern`; `model` is what follows a second colon."""
    return Vowels()


class Talks:
    """A reader: `.lantern` files with one message a line, `{"room", "who", "said", "when"}`."""

    def knows(self, path):
        return Path(path).suffix == ".lantern"

    def conversations(self, path):
        rooms = {}
        for line in Path(path).read_text("utf-8").splitlines():
            entry = json.loads(line)
            role = "user" if entry["who"] == "me" else "assistant"
            message = {"role": role, "text": entry["said"], "at": entry["when"]}
            rooms.setdefault(entry["room"], []).append(message)
        return rooms.items()


talks = Talks()


def notes(path):
    """An importer: memories of a `.wick` file, one a line; None where it is no such file."""
    if Path(path).suffix != ".wick":
        return None
    return [{"content": line} for line in Path(path).read_text("utf-8").splitlines() if line]


def plan(setting):
    """A host: what `mohen install lantern` writes into its settings, and `--remove` takes out."""
    settings = setting.folder("LANTERN_HOME", ".lantern") / "settings.json"
    return (Entry(settings, ("hooks", "mohen"), setting.line("hook")),)


host = Host("Lantern", plan, ("Start Lantern anew.", "重新启动 Lantern。"))
