"""The graph as one page that needs nothing else: no network, no script but its own."""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Mapping
from importlib import resources
from typing import Any

MARK = "<!-- mohen graph -->"
"""What every page of ours begins with, behind the doctype."""

_PLACE = re.compile(r"%([A-Z]+)%")
# In a script element only these could end it, or begin what looks like a comment or a script; the
# last two end a line of JavaScript.
_ESCAPES = str.maketrans(
    {char: f"\\u{ord(char):04x}" for char in ("<", ">", "&", "\u2028", "\u2029")}
)


def page(drawn: Mapping[str, Any], language: str) -> str:
    """`drawn`: what `knowledge:graph` answers. The browser is told to run nothing but our script
    and to speak to nobody, so that even text that broke out could do nothing."""
    script, style = _static("graph_layout.js") + _static("graph.js"), _static("graph.css")
    given = {
        "LANGUAGE": "zh" if language == "zh" else "en",
        "POLICY": (
            f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
            "base-uri 'none'; form-action 'none'"
        ),
        "STYLE": style,
        "SCRIPT": script,
        "DATA": json.dumps(drawn, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES),
    }
    # One pass: what is put in is not looked through for places again.
    return _PLACE.sub(lambda place: given[place[1]], _static("graph.html"))


def _static(name: str) -> str:
    return (resources.files("mohen.server") / "static" / name).read_text("utf-8")


def _digest(text: str) -> str:
    return "sha256-" + b64encode(hashlib.sha256(text.encode()).digest()).decode()
