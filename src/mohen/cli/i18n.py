"""Two languages, equal: every text is written as a pair and one of them is said."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

Pair = tuple[str, str]
"""English, Chinese."""

LANGUAGES = ("en", "zh")

_language = LANGUAGES[0]


def say(en: str, zh: str) -> str:
    """The one of the two that the user reads."""
    return zh if _language == "zh" else en


def speak(args: Sequence[str], environ: Mapping[str, str] = os.environ) -> None:
    """Decide the language before anything is parsed, so that errors of parsing speak it too."""
    global _language  # one process, one user, one language
    asked = asked_for(args) or environ.get("MOHEN_LANG", "")
    _language = asked if asked in LANGUAGES else _of_locale(environ)


def asked_for(args: Sequence[str]) -> str | None:
    """The value of the last `--lang`, wherever it stands."""
    found = None
    for place, arg in enumerate(args):
        if arg == "--":
            break
        if arg == "--lang" and place + 1 < len(args):
            found = args[place + 1]
        elif arg.startswith("--lang="):
            found = arg.removeprefix("--lang=")
    return found


def _of_locale(environ: Mapping[str, str]) -> str:
    """As POSIX has it: the first of these that is set and not empty decides."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    chosen = next((environ[name] for name in names if environ.get(name)), "")
    return "zh" if chosen.lower().startswith("zh") else "en"
