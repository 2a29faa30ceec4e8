"""Setting a host up and taking that back: to the byte, whatever its files look like."""

from __future__ import annotations

import json
import stat
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mohen.errors import Conflict, InvalidArgument
from mohen.integrations import json_text, toml_text, yaml_text
from mohen.integrations.install import Installation
from mohen.integrations.setup import HOSTS, Entry, Folder, Part, Setting, host

MOHEN = ("/opt/my tools/mohen",)
HOOK = {"hooks": [{"type": "command", "command": "date"}]}


def setting(user: Path, **environment: str) -> Setting:
    return Setting(user=user, environment=environment, command=MOHEN)


def plain(text: str) -> Any:
    return json_text.read(text).value


def install(kept: Path, plan: Sequence[Part]) -> None:
    made = Installation(kept)
    made.apply(made.install(plan), plan)


def remove(kept: Path) -> None:
    made = Installation(kept)
    made.apply(made.remove(), ())


def below(folder: Path) -> dict[str, bytes | None]:
    """Everything there is, folders too."""
    return {
        each.relative_to(folder).as_posix(): each.read_bytes() if each.is_file() else None
        for each in sorted(folder.rglob("*"))
    }


# -- configurations as people have them

SETTINGS = {
    "none": None,
    "empty": "",
    "bare": "{}",
    "open": "{\n}\n",
    "one line": '{"theme": "dark", "hooks": {}}',
    "tabs": '{\n\t"theme": "dark",\n\t"mcpServers": {\n\t\t"other": { "command": "x" }\n\t}\n}\n',
    "windows": '{\r\n  "theme": "dark"\r\n}\r\n',
    "byte order mark": '\ufeff{\n  "theme": "dark"\n}\n',
    "comments": (
        "// mine\n{\n  // dark, always\n  \"theme\": 'dark', /* really */\n"
        '  "hooks": {\n    // before us\n    "SessionStart": [\n'
        '      { "hooks": [{ "type": "command", "command": "date" }] }, // last\n    ],\n  },\n}\n'
    ),
    "full": json.dumps(
        {
            "hooks": {each: [HOOK] for each in ("SessionStart", "BeforeAgent")},
            "mcpServers": {"a": {"args": ["}", '"', "//"]}},
            "plugins": {"slots": {"memory": "memory-core"}, "load": {"paths": ["/x"]}},
        },
        indent=4,
    ),
    "chinese": '{\n  "主题": "深色"  // 说明\n}',
    "no end": '{"a": 1}',
}
TOML = {
    "none": None,
    "empty": "",
    "comments": '# mine\nmodel = "x"   # spaced\n\n[mcp_servers.a]\ncommand = "b"\n',
    "no end": "[features]\nhooks = true",
    "windows": 'model = "x"\r\n[a]\r\nb = 1\r\n',
    "other plugins": '[plugins."x@y"]\nenabled = false\n\n[tui]\ntheme = "dark"\n',
}
YAML = {
    "none": None,
    "empty": "",
    "comments": "# mine\nmodel: x   # spaced\n",
    "block": "memory:\n  memory_enabled: true # yes\n  user_chars: 10\nagent:\n  max_turns: 9\n",
    "set": "memory:\n    provider: honcho  # for now\n    x: 1\nother: 1\n",
    "blank": "memory:\n  provider: ''\n",
    "null": "memory:\nother: 1\n",
    "flow": "memory: {memory_enabled: true}\n",
    "no end": "a: 1",
    "windows": "a: 1\r\nmemory:\r\n  x: 2\r\n",
}
FILES: dict[str, Mapping[str, str | None]] = {
    "claude-code": {"none": None},
    "codex": TOML,
    "gemini": SETTINGS,
    "cursor": SETTINGS,
    "openclaw": SETTINGS,
    "hermes": YAML,
}
CONFIGURATION = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/config.toml",
    "gemini": ".gemini/settings.json",
    "cursor": ".cursor/hooks.json",
    "openclaw": ".openclaw/openclaw.json",
    "hermes": ".hermes/config.yaml",
}
PARSE: dict[str, Any] = {".toml": tomllib.loads, ".yaml": yaml.safe_load, ".json": plain}
CASES = [(name, kind) for name, kinds in FILES.items() for kind in kinds]


def laid(user: Path, name: str, kind: str) -> Path:
    file = user / CONFIGURATION[name]
    text = FILES[name][kind]
    if text is not None:
        file.parent.mkdir(parents=True)
        file.write_bytes(text.encode())
        file.chmod(0o640)
    return file


def test_every_host_is_tried():
    assert set(FILES) == set(HOSTS)


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_a_host_is_set_up_and_is_as_before_afterwards(tmp_path: Path, name: str, kind: str):
    user, kept = tmp_path / "user", tmp_path / "kept"
    user.mkdir()
    file = laid(user, name, kind)
    before = below(user)
    plan = host(name).plan(setting(user))
    # What would be done is told and not done
    assert Installation(kept).install(plan)
    assert below(user) == before
    install(kept, plan)
    after = below(user)
    assert after != before
    assert read_back(plan)
    if kind != "none" and name != "claude-code":
        assert stat.S_IMODE(file.stat().st_mode) == 0o640
    # Twice is once
    assert Installation(kept).install(plan) == []
    install(kept, plan)
    assert below(user) == after
    remove(kept)
    assert below(user) == before
    assert not kept.exists()


def read_back(plan: Sequence[Part]) -> bool:
    """Every entry stands where its host looks for it."""
    for part in plan:
        if isinstance(part, Folder):
            continue
        text = part.path.read_bytes().decode()
        found = PARSE[part.path.suffix](text)
        for key in part.keys:
            found = found[key]
        assert part.value in found if part.item else found == part.value
    return True


@pytest.mark.parametrize(("name", "kind"), [each for each in CASES if each[1] != "none"])
def test_what_somebody_else_changed_meanwhile_stays(tmp_path: Path, name: str, kind: str):
    user, kept = tmp_path / "user", tmp_path / "kept"
    file = laid(user, name, kind)
    added = {
        ".toml": "\n[theirs]\nx = 1\n",
        ".yaml": "\ntheirs: 1\n",
        ".json": "\n// theirs\n",
    }[file.suffix]
    install(kept, host(name).plan(setting(user)))
    changed = file.read_bytes() + added.encode()
    file.write_bytes(changed)
    remove(kept)
    left = file.read_bytes().decode()
    assert added.strip() in left
    assert "mohen" not in left
    parse = PARSE[file.suffix]
    said = bare(parse(left.removeprefix("\ufeff")))
    said.pop("theirs", None)
    assert said == bare(parse((FILES[name][kind] or "").removeprefix("\ufeff")))


def bare(value: Any) -> Any:
    """Without what is empty: an empty block may go or stay."""
    if not isinstance(value, dict):
        return {} if value is None else value
    found = {name: bare(each) for name, each in value.items()}
    return {name: each for name, each in found.items() if each not in ({}, [])}


def test_an_entry_that_was_there_before_us_stays(tmp_path: Path):
    user, kept = tmp_path / "user", tmp_path / "kept"
    plan = host("gemini").plan(setting(user))
    (first, *_) = (each for each in plan if isinstance(each, Entry))
    first.path.parent.mkdir(parents=True)
    first.path.write_text(json_text.append("{}", first.keys, first.value))
    install(kept, plan)
    first.path.write_text(first.path.read_text() + "// theirs")
    remove(kept)
    assert plain(first.path.read_text()) == {"hooks": {"SessionStart": [first.value]}}


def test_an_update_takes_the_earlier_setup_back_first(tmp_path: Path):
    user, kept = tmp_path / "user", tmp_path / "kept"
    file = laid(user, "gemini", "tabs")
    before = below(user)
    install(kept, host("gemini").plan(setting(user)))
    other = Setting(user=user, environment={}, command=("/elsewhere/mohen",))
    install(kept, host("gemini").plan(other))
    assert "/opt/my tools" not in file.read_text()
    remove(kept)
    assert below(user) == before


def test_a_folder_of_an_earlier_version_goes(tmp_path: Path):
    kept, old, new = tmp_path / "kept", tmp_path / "u" / "1.0", tmp_path / "u" / "1.1"
    install(kept, [Folder(old, {"a": "1", "below/b": "2"})])
    install(kept, [Folder(new, {"a": "1"})])
    assert below(tmp_path / "u") == {"1.1": None, "1.1/a": b"1"}
    remove(kept)
    assert not (tmp_path / "u").exists()


def test_a_link_stays_a_link(tmp_path: Path):
    user, kept, dotfiles = tmp_path / "user", tmp_path / "kept", tmp_path / "dotfiles"
    dotfiles.mkdir()
    (dotfiles / "settings.json").write_text("{}")
    (user / ".gemini").mkdir(parents=True)
    (user / ".gemini" / "settings.json").symlink_to(dotfiles / "settings.json")
    install(kept, host("gemini").plan(setting(user)))
    assert (user / ".gemini" / "settings.json").is_symlink()
    assert "mohen" in (dotfiles / "settings.json").read_text()
    remove(kept)
    assert (dotfiles / "settings.json").read_text() == "{}"


def test_what_a_host_put_into_our_folder_goes_with_it(tmp_path: Path):
    user, kept = tmp_path / "user", tmp_path / "kept"
    user.mkdir()
    install(kept, host("claude-code").plan(setting(user)))
    cache = user / ".claude" / "skills" / "mohen" / "cache"
    cache.mkdir()
    (cache / "x").write_text("x")
    remove(kept)
    assert below(user) == {}


def test_copies_are_for_their_owner_alone(tmp_path: Path):
    user, kept = tmp_path / "user", tmp_path / "home" / "hosts" / "gemini"
    laid(user, "gemini", "tabs")
    install(kept, host("gemini").plan(setting(user)))
    assert {stat.S_IMODE(each.stat().st_mode) for each in kept.iterdir()} == {0o600}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gemini", '{"a": '),
        ("gemini", "[]"),
        ("gemini", '{"hooks": []}'),
        ("gemini", '{"hooks": {"SessionStart": {}}}'),
        ("codex", "a = "),
        ("hermes", "a: [1"),
        ("hermes", "- a\n"),
        ("hermes", "memory: yes\n"),
    ],
)
def test_a_file_that_cannot_be_read_is_left_alone(tmp_path: Path, name: str, text: str):
    user = tmp_path / "user"
    file = user / CONFIGURATION[name]
    file.parent.mkdir(parents=True)
    file.write_text(text)
    with pytest.raises(InvalidArgument, match=file.name):
        Installation(tmp_path / "kept").install(host(name).plan(setting(user)))
    assert below(user)[CONFIGURATION[name]] == text.encode()


@pytest.mark.parametrize(
    "text", ['[plugins."mohen@mohen"]\nenabled = false\n', "plugins = {}\n[a]\n"]
)
def test_a_table_that_is_somebody_elses_is_not_overwritten(text: str):
    with pytest.raises(Conflict):
        toml_text.put(text, ("plugins", "mohen@mohen"), {"enabled": True})


# -- laws of the texts

_names = st.sampled_from(["a", "hooks", "x y", "键", 'q"', "mcpServers"])
_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_names, inner, max_size=3),
    max_leaves=8,
)
_objects = st.dictionaries(_names, _values, max_size=4)
_LAWS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def texts(draw: st.DrawFn) -> str:
    """An object as somebody wrote it: with their indentation, comments and commas."""
    value = draw(_objects)
    text = json.dumps(value, indent=draw(st.sampled_from([None, 2, 4, "\t"])), ensure_ascii=False)
    if draw(st.booleans()):
        text = "// first\n" + text + draw(st.sampled_from(["\n", "\n/* last */\n", ""]))
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


@_LAWS
@given(texts(), _values)
def test_a_member_is_put_and_taken_away(text: str, value: Any):
    added = json_text.put(text, ("mohen", "deep"), value)
    assert plain(added) == {**plain(text), "mohen": {"deep": value}}
    assert json_text.remove(added, ("mohen", "deep")) == text or not plain(text)
    assert plain(json_text.remove(added, ("mohen", "deep"))) == plain(text)


@_LAWS
@given(texts(), st.lists(_values, max_size=3), st.booleans())
def test_an_item_is_added_and_taken_away(text: str, items: list[Any], trailing: bool):
    base = json_text.put(text, ("list",), items)
    if trailing and items:
        node = json_text.read(base).get("list")
        assert node is not None
        base = base[: node.items[-1].end] + "," + base[node.items[-1].end :]
    added = json_text.append(base, ("list",), {"mohen": 1})
    assert plain(added) == {**plain(base), "list": [*items, {"mohen": 1}]}
    assert plain(json_text.remove(added, ("list",), {"mohen": 1}, kept=1)) == plain(base)


@_LAWS
@given(st.text(max_size=40))
def test_whatever_it_is_it_is_read_or_refused(text: str):
    for read in (json_text.read, toml_text.read, yaml_text.read):
        with suppress(InvalidArgument):
            read(text)


def test_entries_of_one_file_are_put_one_after_the_other(tmp_path: Path):
    file = tmp_path / "x.json"
    plan = (Entry(file, ("a", "b"), 1), Entry(file, ("a", "c"), 2))
    install(tmp_path / "kept", plan)
    assert plain(file.read_text()) == {"a": {"b": 1, "c": 2}}
