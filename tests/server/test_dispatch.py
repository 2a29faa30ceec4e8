"""Whatever is asked, an envelope with a stable code comes back, and never a bug of ours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from mohen.server.channels import all_channels
from mohen.server.schema import model_of
from shows import shows
from worlds import ANSWERS, FIGHT, World, interaction

CHANNELS = all_channels()
SOUND: dict[str, dict[str, Any]] = {
    "memory:episode:record": interaction(finalText="剑落，血溅。", explicit="好", timestamp=5),
    "memory:episode:batch": {
        "projectId": "novel",
        "items": [
            {
                "skillUsed": "continue",
                "inputContext": "雪",
                "candidates": ["夜"],
                "selectedIndex": 0,
            }
        ],
    },
    "memory:episode:undo": {"projectId": "novel", "generationId": "g"},
    "memory:episode:query": {"projectId": "novel", "queryText": "剑", "sceneType": "动作"},
    "memory:episode:get": {"projectId": "novel", "episodeId": "ep"},
    "memory:episode:strength": {"projectId": "novel", "episodeId": "ep"},
    "memory:learning:cost": {
        "projectId": "novel",
        "skillUsed": "continue",
        "sceneType": "动作",
        "buckets": 5,
    },
    "memory:episode:list": {"projectId": "novel", "limit": 3, "signal": "NEUTRAL"},
    "memory:semantic:list": {"projectId": "novel", "scope": "project", "category": "style"},
    "memory:semantic:add": {"rule": "多用短句", "scope": "project", "projectId": "novel"},
    "memory:semantic:update": {
        "id": "rule_1",
        "projectId": "novel",
        "version": 1,
        "patch": {"rule": "少用比喻", "userConfirmed": True, "confidence": 0.5},
    },
    "memory:semantic:delete": {"id": "rule_1", "projectId": "novel", "dryRun": True},
    "memory:semantic:why": {"id": "rule_1", "projectId": "novel"},
    "memory:semantic:distill": {"projectId": "novel", "wait": True},
    "memory:promote": {"id": "rule_1", "projectId": "novel"},
    "memory:scope:promote": {"id": "rule_1"},
    "memory:learning:pause": {"projectId": "novel"},
    "memory:learning:resume": {},
    "memory:learning:history": {"projectId": "novel", "ruleId": "rule_1", "cursor": "7"},
    "memory:learning:watching": {"projectId": "novel"},
    "memory:conflict:list": {"projectId": "novel", "includeResolved": True},
    "memory:taste:rank": {"projectId": "novel", "candidates": ["雨停了。", "雨还在下。"]},
    "memory:conflict:resolve": {"conflictId": "c", "chosenRuleId": "rule_1"},
    "memory:trace:get": {"generationId": "gen_1", "projectId": "novel"},
    "memory:trace:feedback": {
        "generationId": "gen_1",
        "verdict": "incorrect",
        "reason": "太碎",
        "targetId": "rule_1",
        "projectId": "novel",
    },
    "context:assemble": {
        "skillId": "continue",
        "projectId": "novel",
        "chapterId": "3",
        "text": "雪夜。",
        "selection": {"start": 0, "end": 2},
        "sceneType": "action",
        "instruction": "短一些",
    },
    "context:inspect": {"skillId": "polish", "text": "雪夜。", "cursor": 1},
    "context:cache": {"projectId": "novel", "skillId": "polish", "limit": 5, "ttlMs": 1},
    "memory:held:list": {},
    "memory:held:accept": {"id": "o_0"},
    "context:without": {"skillId": "continue", "projectId": "novel", "without": "rule_1"},
    "memory:settings:get": {},
    "memory:settings:update": {"redactNames": ["林远"], "preferenceLearningThreshold": 4},
    "model:preset:list": {},
    "model:server:find": {},
    "model:server:models": {"baseUrl": "http://127.0.0.1:9/v1"},
    "model:server:try": {
        "model": {"kind": "openai", "model": "m", "baseUrl": "http://127.0.0.1:9/v1"},
        "key": "sk-12345678",
    },
    "model:key:get": {"baseUrl": "http://127.0.0.1:9/v1"},
    "model:key:put": {"key": "sk-12345678", "baseUrl": "http://127.0.0.1:9/v1"},
    "model:key:delete": {"baseUrl": "http://127.0.0.1:9/v1"},
    "model:local:list": {},
    "model:local:look": {"name": "nothing-known", "via": "hub"},
    "model:local:get": {"name": "nothing-known", "via": "hub"},
    "model:local:cancel": {},
    "model:local:remove": {"name": "nothing-known"},
    "memory:status": {"projectId": "novel"},
    "memory:doctor": {"mend": False},
    "memory:index:rebuild": {},
    "knowledge:search": {
        "projectId": "novel",
        "query": "剑在哪里",
        "types": ["fact"],
        "entity": "林远",
        "category": "general",
        "since": 1,
        "until": 5,
        "asOf": 3,
        "minScore": 0.1,
        "limit": 5,
        "purpose": "context",
    },
    "knowledge:inject": {"projectId": "novel", "message": "你还记得剑在哪里吗", "maxTokens": 90},
    "memory:create": {"type": "note", "scope": "project", "projectId": "novel", "content": "雪"},
    "memory:list": {"projectId": "novel", "scope": "global", "type": "note", "limit": 3},
    "memory:update": {"id": "kn_1", "projectId": "novel", "version": 1, "patch": {"content": "雨"}},
    "memory:delete": {"id": "kn_1", "projectId": "novel", "operator": "me", "dryRun": True},
    "memory:preferences:ingest": {
        "projectId": "novel",
        "runId": "r",
        "skillId": "continue",
        "action": "accept",
        "evidenceRef": "多用短句",
    },
    "memory:preferences:clear": {"projectId": "novel", "confirmToken": "1.a", "operator": "me"},
    "memory:injection:preview": {"projectId": "novel", "queryText": "雪"},
    "memory:forget": {"projectId": "novel", "queryText": "剑", "dryRun": True},
    "memory:clear:project": {"projectId": "novel", "operator": "panel"},
    "memory:clear:all": {"operator": "panel"},
    "memory:cleanup:run": {"dryRun": True},
    "memory:clock:answer": {"passed": False},
    "memory:audit:list": {"limit": 3},
    "ai:skill:list": {"projectId": "novel", "sceneType": "动作"},
    "ai:skill:get": {"skillId": "continue", "projectId": "novel"},
    "ai:skill:check": {"text": "---\nname: a\ndescription: b\n---\nc", "folder": "a"},
    "ai:skill:create": {"skillId": "mine", "projectId": "novel"},
    "ai:skill:run": {
        "skillId": "continue",
        "projectId": "novel",
        "text": FIGHT,
        "candidates": 2,
        "stream": True,
    },
    "ai:skill:feedback": {
        "runId": "run_1",
        "projectId": "novel",
        "action": "partial",
        "selectedIndex": 0,
        "finalText": "剑落。",
        "evidenceRef": "多用短句",
    },
    "ai:skill:cancel": {"runId": "run_1", "projectId": "novel"},
    "ai:skill:open": {"projectId": "novel", "runIds": ["run_1"]},
    "project:bind": {"projectId": "novel", "folder": "/nowhere/at/all"},
    "project:create": {"projectId": "begun", "folder": "/nowhere/at/all", "title": "第一章"},
    "project:list": {"all": True},
    "project:chapters": {"projectId": "novel"},
    "chapter:read": {"projectId": "novel", "ref": "chapters/1.md"},
    "chapter:write": {
        "projectId": "novel",
        "ref": "chapters/1.md",
        "text": "雪停了。",
        "version": "v",
    },
    "chapter:create": {"projectId": "novel", "title": "第二章 雪"},
    "project:files": {"projectId": "novel"},
    "project:unbind": {"projectId": "novel"},
    "talk:hear": {
        "projectId": "claw",
        "session": "s",
        "messages": [
            {"role": "user", "text": "我在学法语", "speaker": "林晚", "at": 1, "id": "m1"}
        ],
    },
    "talk:search": {
        "projectId": "claw",
        "query": "法语",
        "session": "s",
        "speaker": "user",
        "since": 1,
        "until": 2,
        "limit": 3,
    },
    "talk:sessions": {"projectId": "claw", "after": "s", "limit": 3},
    "talk:read": {"projectId": "claw", "session": "s", "after": 1, "before": 9, "limit": 3},
    "documents:put": {
        "projectId": "claw",
        "namespace": ["users", "林晚"],
        "key": "profile",
        "value": {"likes": ["雪"], "age": 31},
        "ttlMs": 60_000,
        "vectors": [[1.0, 0.0]],
    },
    "documents:get": {
        "projectId": "claw",
        "namespace": ["users"],
        "key": "profile",
        "refresh": False,
    },
    "documents:delete": {
        "projectId": "claw",
        "namespace": ["users"],
        "key": "profile",
        "wipe": True,
        "dryRun": True,
    },
    "documents:clear": {
        "projectId": "claw",
        "namespace": ["users"],
        "wipe": True,
        "dryRun": True,
    },
    "documents:search": {
        "projectId": "claw",
        "namespace": ["users"],
        "filter": {"age": {"$gte": 18}},
        "vector": [1.0, 0.0],
        "limit": 3,
        "offset": 1,
        "refresh": False,
    },
    "documents:namespaces": {
        "projectId": "claw",
        "prefix": ["users", "*"],
        "suffix": ["林晚"],
        "maxDepth": 2,
        "limit": 3,
        "offset": 1,
    },
    "documents:batch": {
        "projectId": "claw",
        "ops": [{"get": {"namespace": ["users"], "key": "profile"}}],
    },
    "memory:search": {
        "projectId": "claw",
        "query": "法语",
        "types": ["fact"],
        "entity": "用户",
        "category": "general",
        "session": "s",
        "speaker": "user",
        "since": 1,
        "until": 2,
        "asOf": 3,
        "includeArchived": True,
        "limit": 3,
        "marks": True,
        "purpose": "browse",
    },
    "knowledge:capture": {
        "projectId": "claw",
        "content": "用户对花生过敏",
        "type": "belief",
        "importance": 0.9,
        "entities": ["用户"],
        "confidence": 0.7,
        "basis": "他说的",
        "category": "health",
        "source": "s:4",
    },
    "knowledge:get": {"id": "f_20260204_001", "projectId": "claw"},
    "knowledge:list": {
        "projectId": "claw",
        "states": ["active"],
        "types": ["fact"],
        "source": "s:1",
        "cursor": "f_20260204_001",
        "limit": 3,
    },
    "knowledge:update": {
        "id": "f_20260204_001",
        "projectId": "claw",
        "version": 1,
        "patch": {
            "content": "用户对虾过敏",
            "importance": 1.0,
            "category": "health",
            "confidence": 0.5,
            "basis": "他改口了",
            "entities": [],
        },
    },
    "knowledge:archive": {"id": "f_20260204_001", "projectId": "claw"},
    "knowledge:restore": {"id": "f_20260204_001", "projectId": "claw"},
    "knowledge:history": {"id": "f_20260204_001", "projectId": "claw"},
    "knowledge:retract": {"projectId": "claw", "session": "s", "line": 4},
    "knowledge:stats": {"projectId": "claw"},
    "knowledge:entities": {"projectId": "claw"},
    "knowledge:entity": {"name": "用户", "projectId": "claw"},
    "knowledge:graph": {"projectId": "claw"},
    "knowledge:consolidate": {
        "projectId": "claw",
        "force": True,
        "phase": 5,
        "dryRun": True,
        "wait": True,
    },
    "knowledge:consolidation": {"projectId": "claw"},
    "knowledge:snapshot": {"projectId": "novel"},
    "knowledge:files": {"projectId": "novel"},
    "memory:export": {"projectId": "novel", "format": "jsonl", "includeEpisodes": True},
    "memory:import": {"projectId": "novel", "path": "/no/such/file.json", "dryRun": True},
    "knowledge:review": {"projectId": "novel", "fix": False, "limit": 5},
    "knowledge:validate": {"projectId": "novel", "repair": True},
    "agent:init": {
        "workspace": "/nowhere/at/all",
        "agentId": "claw",
        "sources": [{"kind": "text", "path": "/nowhere/at/all"}],
        "sees": ["*"],
    },
    "agent:list": {},
    "agent:find": {"workspace": "/nowhere/at/all"},
    "agent:hear": {"projectId": "claw", "kind": "codex", "path": "/nowhere", "ended": True},
    "agent:update": {"projectId": "claw", "sees": []},
    "agent:remove": {"projectId": "claw"},
    "session:begin": {"projectId": "novel", "sessionId": "s", "chapterId": "c"},
    "session:focus": {"sessionId": "s", "sceneType": "动作", "text": "剑落。", "cursor": 2},
    "session:note": {"sessionId": "s", "kind": "signal", "text": "太长", "weight": 0.5},
    "session:state": {"sessionId": "s", "projectId": "novel"},
    "session:end": {"sessionId": "s", "projectId": "novel"},
    "compaction:save": {
        "projectId": "novel",
        "conversationId": "talk-1",
        "messages": [{"role": "user", "content": "续写", "skillId": "continue", "at": 5}],
    },
    "compaction:get": {"projectId": "novel", "conversationId": "talk-1"},
    "compaction:expand": {"projectId": "novel", "conversationId": "talk-1"},
    "compaction:list": {"projectId": "novel", "cursor": "5.talk-1", "limit": 3},
    "compaction:delete": {
        "projectId": "novel",
        "conversationId": "talk-1",
        "operator": "me",
        "dryRun": True,
    },
    "graph:query": {"projectId": "novel", "type": "character", "at": 3, "depth": 1},
    "graph:path": {"projectId": "novel", "from": "林远", "to": "苏晴", "maxDepth": 3},
    "graph:check": {"projectId": "novel", "chapter": 1, "since": "第一章"},
    "graph:exempt": {"projectId": "novel", "findingId": "find_1", "reason": "是伏笔"},
    "graph:unexempt": {"projectId": "novel", "findingId": "find_1"},
    "graph:refresh": {"projectId": "novel"},
    "graph:upsert": {
        "projectId": "novel",
        "entity": {"name": "林远", "type": "character", "attributes": {"年龄": "32"}},
        "evidence": {"ref": "chapters/01.md", "firstLine": 3, "lastLine": 3, "excerpt": "林远"},
    },
    "graph:delete": {"projectId": "novel", "id": "ent_1", "operator": "me"},
    "graph:export": {"projectId": "novel", "format": "dot"},
    "sample:load": {"language": "zh", "reset": False},
    "sample:remove": {"language": "zh"},
    "browser:list": {},
    "browser:revoke": {},
    "team:status": {},
    "request:cancel": {"id": 1},
}
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=True)
    | st.text(max_size=20)
    | st.sampled_from(["\ud800", "\0", "ep_000001", "p" * 300, -1, 2**70, "💥" * 40])
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = World(Path(tmp_path_factory.mktemp("dispatch")) / "home")
    yield made
    made.close()


def judge(world: World, channel: str, payload: Any) -> None:
    envelope = world.door.call(channel, payload)
    assert set(envelope) in ({"ok", "data", "meta"}, {"ok", "error", "meta"})
    if envelope["ok"]:
        ANSWERS[channel].validate(envelope["data"])
    else:
        assert envelope["error"]["code"] != "INTERNAL", (channel, payload, envelope)
        assert str(world.home) not in str(envelope)


def test_there_is_a_sound_payload_for_every_channel() -> None:
    assert SOUND.keys() == CHANNELS.keys()


@shows("R172", "R109", "R149")
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(channel=st.sampled_from(sorted(CHANNELS)), payload=ANYTHING)
def test_nonsense_is_never_a_bug_of_ours(world: World, channel: str, payload: Any) -> None:
    judge(world, channel, payload)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(channel=st.sampled_from(sorted(CHANNELS)), data=st.data())
def test_nor_is_a_sound_request_with_one_field_gone_wrong(
    world: World, channel: str, data: st.DataObject
) -> None:
    payload = dict(SOUND[channel])
    shapes = model_of(CHANNELS[channel].payload).model_json_schema(by_alias=True)["properties"]
    if shapes:
        payload[data.draw(st.sampled_from(sorted(shapes)))] = data.draw(ANYTHING)
    judge(world, channel, payload)


@pytest.mark.parametrize("channel", sorted(CHANNELS))
def test_the_published_schema_accepts_what_the_channel_accepts(world: World, channel: str) -> None:
    shape = model_of(CHANNELS[channel].payload).model_json_schema(by_alias=True)
    Draft202012Validator(shape).validate(SOUND[channel])
    judge(world, channel, SOUND[channel])
