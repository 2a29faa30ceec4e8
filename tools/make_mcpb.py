"""Writes the bundle that MCP clients install with a click: `dist/mohen-VERSION.mcpb`.

    python tools/make_mcpb.py [--out dist]

A zip of the package's sources and a manifest; the client's own `uv` puts the environment together.
"""

from __future__ import annotations

import argparse
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import mohen
from mohen.integrations.mcp import TOOLS

ROOT = Path(__file__).parents[1]
BESIDE = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md")
ENTRY = "src/mohen/__main__.py"
SAID = "The memory of an AI that writes with you: local-first, explainable, in Chinese and English."


def manifest() -> dict[str, Any]:
    return {
        "manifest_version": "0.4",
        "name": "mohen",
        "display_name": "Mohen 墨痕",
        "version": mohen.__version__,
        "description": SAID,
        "author": {"name": "Mohen"},
        "license": "Apache-2.0",
        "keywords": ["memory", "writing", "local-first"],
        "server": {
            "type": "uv",
            "entry_point": ENTRY,
            "mcp_config": {
                "command": "uv",
                "args": [
                    *("run", "--directory", "${__dirname}", "--extra", "mcp"),
                    *("mohen", "mcp", "--project", "${user_config.project}"),
                ],
                "env": {"MOHEN_LANG": "${user_config.language}"},
            },
        },
        "tools": [{"name": name, "description": str(hints.title)} for name, hints in TOOLS.items()],
        "prompts_generated": True,
        "compatibility": {
            "platforms": ["darwin", "linux", "win32"],
            "runtimes": {"python": ">=3.11"},
        },
        "user_config": {
            "project": {
                "type": "string",
                "title": "Project",
                "description": "Whose memory it is: a client sees this one only.",
                "default": "default",
                "required": True,
            },
            "language": {
                "type": "string",
                "title": "Language",
                "description": "en or zh",
                "default": "en",
                "required": True,
            },
        },
    }


def bundle(folder: Path) -> Path:
    """The same bytes for the same sources."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"mohen-{mohen.__version__}.mcpb"
    files = [ROOT / each for each in BESIDE]
    files += sorted(
        each
        for each in (ROOT / "src" / "mohen").rglob("*")
        if each.is_file() and "__pycache__" not in each.parts
    )
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        told = json.dumps(manifest(), indent=2, ensure_ascii=False) + "\n"
        packed.writestr(_entry("manifest.json"), told)
        for each in files:
            packed.writestr(_entry(each.relative_to(ROOT).as_posix()), each.read_bytes())
    return target


def _entry(name: str) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.compress_type = zipfile.ZIP_DEFLATED
    made.external_attr = 0o644 << 16
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the bundle for MCP clients.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    print(bundle(parser.parse_args().out))
    return 0


if __name__ == "__main__":
    sys.exit(main())
