"""What the offline writer makes of scenes it was not made for, to be read by somebody.

    python tools/read_offline_writer.py zh            # two candidates of each scene: forty texts
    python tools/read_offline_writer.py en --skill expand

The scenes are those of `tests/offline_writer/scenes/`, where a test holds what can be held without
reading: nothing of another place or time, no sentence twice.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from mohen.offline_writer import writer  # noqa: E402
from mohen.policy import Policy  # noqa: E402
from offline_prompts import asked, unseen_scenes  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", choices=("zh", "en"))
    parser.add_argument("--skill", default="continue")
    parser.add_argument("--candidates", type=int, default=2)
    given = parser.parse_args()
    policy = Policy()
    for name, kind, text in unseen_scenes(given.language):
        print(f"== {name} ({kind})\n{text}")
        selection = "" if given.skill in ("continue", "dialogue") else text
        messages = asked(
            "" if selection else text,
            selection=selection,
            skill=given.skill,
            scene=kind,
            language=given.language,
        )
        said: list[str] = []
        for variant in range(given.candidates):
            made = writer.write(
                messages, max_tokens=1_000, variant=variant, policy=policy, said=said
            )
            said.append(made)
            print(f"-- {variant + 1}\n{made}")
        print()


if __name__ == "__main__":
    main()
