"""Everything a memory can be asked, to be asked of broken ones.

When Memory or one of its doors gets a new method, add it here: `test_broken_files.py` compares
this list with what is public, and runs all of it against every fault.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from factories import confirmed, draft
from inside import inside
from mohen.compaction.model import Turn
from mohen.conversations.model import Heard, Role
from mohen.conversations.model import Said as Message
from mohen.core.erasure import Target
from mohen.core.settings_model import ModelConfig
from mohen.documents.model import Document, Put
from mohen.episodes.model import Answer, Question
from mohen.errors import (
    CleanupFailed,
    ClearConfirmRequired,
    Conflict,
    EpisodeWriteFailed,
    InspectForbidden,
    InvalidArgument,
    IoFailed,
    ModelError,
    MohenError,
    NotFound,
    StoreError,
    TraceMismatch,
)
from mohen.knowledge.model import Patch as KnowledgePatch
from mohen.knowledge.model import Query, Wish
from mohen.knowledge.transcripts.model import Source, SourceKind
from mohen.memory import Memory
from mohen.models.local_models import Found
from mohen.prompts.model import Generation, Reference, Request, Verdict
from mohen.prompts.model import Kind as TraceKind
from mohen.rules.model import Action, Patch
from mohen.session.model import Kind, Settled
from mohen.skills.model import Response
from mohen.story.model import EntityType, Said
from rulebooks import detect

TEXT = "她推开门，看见了雪"
"""What an author wrote: it must never stand in a message."""

FIRST = "ep_000001"
NOBODY = "http://127.0.0.1:9/v1"
"""Where no model server is."""
FOUND_NOWHERE = Found("m", "hub", 1, True, None, NOBODY, 0, 1, False)
SKILL_MD = f"---\nname: tighten\ndescription: Fewer words.\n---\n{TEXT}"


@dataclass(frozen=True)
class Operation:
    run: Callable[[Memory], Any]
    writes: bool = False
    always_answers: bool = False  # it says what is broken instead of raising
    apart: bool = False  # it needs neither of the files that are broken
    of_what_was: bool = False  # it asks about an episode that was there from the start


def _query(**asked: Any) -> Callable[[Memory], Answer]:
    return lambda memory: memory.episodes.query(Question(project_id="novel", **asked))


def _ask_to_clear(memory: Memory) -> None:
    """The first step alone: the second would leave the others nothing to ask about."""
    with suppress(ClearConfirmRequired):
        memory.upkeep.clear_all()


def _accept_held(memory: Memory) -> None:
    """Nothing is held back here: whoever looks is told so."""
    with suppress(NotFound):
        memory.held_orders.accept("held_none", "novel")


def _answer_clock(memory: Memory) -> None:
    """Nobody was asked."""
    with suppress(Conflict):
        memory.upkeep.answer_clock(passed=True)


def _noted(memory: Memory) -> str:
    return memory.entries.create("note", TEXT, scope="project", project_id="novel").id


def _import_lines(memory: Memory) -> object:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "memories.txt")
        path.write_text(f"User likes {TEXT}\n", "utf-8")
        return memory.transfer.take("novel", str(path))


def _known(memory: Memory) -> list[str]:
    return [each.id for each in memory.knowledge.page("novel").items]


def _entity(memory: Memory) -> Any:
    with suppress(NotFound):
        return memory.knowledge.entity("雪", "novel")


def _clear_learned(memory: Memory) -> Any:
    try:
        return memory.entries.clear_learned("novel")
    except ClearConfirmRequired as asked:
        return memory.entries.clear_learned("novel", token=str(asked.details["confirmToken"]))


_FRESH = count(1)


def _add_rule(memory: Memory, text: str = TEXT) -> str:
    """One that nobody has added before."""
    fresh = f"{memory.new_id('way')} {next(_FRESH)} {text}"  # ids begin anew with each memory
    return memory.rules.add(fresh, scope="project", project_id="novel").rule.id


def _rules(memory: Memory) -> list[str]:
    return [each.rule.id for each in memory.rules.list("novel", scope="project").items]


def _talks(memory: Memory) -> list[str]:
    return [each.id for each in memory.compaction.list("novel").items]


def _hear(memory: Memory) -> Heard:
    said = Message(role=Role.USER, text=f"{memory.new_id('said')} {TEXT}")
    return memory.conversations.hear("novel", "s", [said])


def _put(memory: Memory) -> Document:
    return memory.documents.put("novel", ("notes",), "k", {"text": TEXT})


def _sweep(memory: Memory) -> int:
    """Of something that has expired."""
    memory.documents.put("novel", ("notes",), "gone", {"text": TEXT}, ttl_ms=1)
    return memory.documents.sweep()


def _a_talk(memory: Memory) -> str:
    turns = [Turn("user", TEXT)]
    return memory.compaction.save(memory.new_id("talk"), turns, "novel").compact.id


def _a_rule(memory: Memory) -> str:
    return next(iter(_rules(memory)), None) or _add_rule(memory)


def _edit_rule(memory: Memory) -> Any:
    id = _a_rule(memory)
    version = memory.rules.why(id, project_id="novel").shown.rule.version
    return memory.rules.update(
        id, version, Patch(text=f"{memory.new_id('way')} {TEXT}"), project_id="novel"
    )


def _begin_skill(memory: Memory) -> None:
    """Written into a project's folder and into no database; this one has no folder."""
    with suppress(NotFound):
        memory.skills.create(memory.new_id("tighten").replace("_", "-"), "novel")


def _session(memory: Memory) -> str:
    return memory.session.begin("novel", session_id="s").working.session_id


def _end_session(memory: Memory) -> Settled:
    """With something to settle: what cannot be written is said, and the session is over."""
    for _ in range(memory.policy.settings.learning_threshold_max):
        memory.session.note(_session(memory), Kind.SIGNAL, TEXT, project_id="novel")
    return memory.session.end("s", project_id="novel")


def _decide(memory: Memory) -> Any:
    """Between two rules that cannot both hold; they are made if there are none."""
    waiting = memory.rules.conflicts("novel")
    if not waiting:
        scene = memory.new_id("scene")
        for text in (f"「{scene}」场景不使用感叹号", f"「{scene}」场景多用感叹号"):
            memory.rules.add(text, scope="project", project_id="novel")
        detect(memory)
        waiting = memory.rules.conflicts("novel")
    return memory.rules.resolve(waiting[0].id, waiting[0].rule_ids[0], project_id="novel")


def _bind(memory: Memory) -> Any:
    return memory.projects.bind("novel", tempfile.mkdtemp())


def _begin_project(memory: Memory) -> Any:
    """One that nobody has begun."""
    above = tempfile.mkdtemp()
    return memory.projects.create(memory.new_id("novel"), str(Path(above, "folder")))


def _load_sample(memory: Memory) -> Any:
    """A story that is told to both files, week by week."""
    try:
        return memory.sample.load("en", reset=True)
    except EpisodeWriteFailed as error:  # by whichever file fails first
        raise error.__cause__ or error from None


def _remove_sample(memory: Memory) -> Any:
    with suppress(NotFound):
        return memory.sample.remove("en")


def _chapters(memory: Memory) -> list[tuple[str, str]]:
    """(project, reference) of all there are."""
    return [
        (project.id, each.file.ref)
        for project, there in memory.projects.list()
        if there
        for each in memory.chapters.list(project.id).chapters
    ]


def _begin_chapter(memory: Memory) -> tuple[str, str, str]:
    _bind(memory)
    file = memory.chapters.create("novel", TEXT).file
    return "novel", file.ref, file.version


def _write_chapter(memory: Memory) -> Any:
    project, ref, version = _begin_chapter(memory)
    written = memory.chapters.write(project, ref, f"{TEXT}。", version).file
    assert memory.chapters.read(project, ref).file.text == f"{TEXT}。" == written.text
    return written


def _an_agent(memory: Memory) -> Any:
    memory.agents.init(agent_id="claw")
    return memory.agents.update("claw", sees=["*"])


def _consolidate(memory: Memory) -> Any:
    memory.agents.init(agent_id="claw")
    return memory.consolidation.run("claw", force=True)


def _detect(memory: Memory) -> None:
    with suppress(InvalidArgument):
        memory.agents.detect(str(memory.home / "no such folder"))


def _hear_transcript(memory: Memory) -> Heard:
    """A session of its own, so that there is something to hear each time."""
    name = memory.new_id("session")
    said = {"type": "user", "message": {"role": "user", "content": f"{name} {TEXT}"}, "uuid": name}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"{name}.jsonl")
        file.write_text(json.dumps({**said, "sessionId": name}) + "\n", "utf-8")
        return memory.agents.hear("claw", Source(SourceKind.CLAUDE_CODE, str(file)))


def _list_nobody(memory: Memory) -> None:
    with suppress(ModelError):
        memory.models.models(NOBODY)


def _try_nobody(memory: Memory) -> None:
    with suppress(ModelError):
        memory.models.try_out(ModelConfig(kind="openai", model="m", base_url=NOBODY))


def _keep_a_key(memory: Memory) -> None:
    """In a file of its own, as far as one can be written; it goes again."""
    with suppress(IoFailed):
        memory.models.put_key("sk-12345678", NOBODY)
    memory.models.drop_key(NOBODY)


def _nowhere(act: str, **more: Any) -> Callable[[Memory], None]:
    """What asks for a model that nobody has."""

    def run(memory: Memory) -> None:
        with suppress(NotFound, ModelError):
            getattr(memory.local_models, act)("nothing-known", **more)
            memory.local_models.close()  # nothing goes on in the background

    return run


def _run_skill(memory: Memory) -> str:
    """The author always gets what was written, whatever the memory can keep of it (R93)."""
    result = memory.skills.run(Request(skill_id="continue", project_id="novel", text=TEXT))
    assert result.candidates
    assert (result.episode_id is None) <= result.memory_degraded
    keeps_quiet(repr(result.warnings), memory)
    return result.run_id


def _trace(memory: Memory) -> str:
    """One that nobody has judged, of a prompt that held a rule."""
    parts = inside(memory)
    made = Generation(
        id=memory.new_id("gen"),
        project_id="novel",
        skill_id="continue",
        model="offline",
        at=memory.now(),
        scene_type="action",
        stable_prefix_hash="p1:",
        prompt_hash="p1:",
        tokens=10,
        references=(Reference("rule_x", TraceKind.SEMANTIC, 1.0, 5, weight=1.0),),
    )
    try:
        parts.mind_db.write(lambda tx: parts.trace_store.add(tx, made))
    except StoreError as error:
        raise EpisodeWriteFailed.because(error, what="the trace") from error
    return made.id


def _explain(memory: Memory) -> Any:
    """The newest trace there is, if any."""
    found = inside(memory).trace_store.page("novel", limit=1)
    with suppress(TraceMismatch):
        return memory.traces.get(found[0].id if found else "gen_x", project_id="novel")


def _without(memory: Memory) -> Any:
    request = Request(skill_id="continue", project_id="novel", text=TEXT)
    with suppress(InvalidArgument):
        return memory.traces.without(request, FIRST)


def _assemble(memory: Memory) -> Any:
    made = memory.context.assemble(Request(skill_id="continue", project_id="novel", text=TEXT))
    assert TEXT in made.user
    keeps_quiet(repr(made.warnings), memory)
    return made


def _inspect(memory: Memory) -> Any:
    with suppress(InspectForbidden):
        return memory.context.inspect(Request(skill_id="continue", project_id="novel"))


def _a_person(memory: Memory, name: str = "林远") -> str:
    return memory.story.put_entity("novel", name, EntityType.CHARACTER).id


def _a_bond(memory: Memory) -> Any:
    ends = _a_person(memory), _a_person(memory, "苏晴")
    return memory.story.put_relation("novel", ends[0], "朋友", ends[1], Said())


def _story_path(memory: Memory) -> Any:
    with suppress(NotFound):
        return memory.story.path("novel", "林远", "苏晴")


def _exempt(memory: Memory) -> Any:
    """A contradiction that the user's own words make."""
    for eyes in ("蓝", "绿"):
        memory.story.put_state("novel", _a_person(memory), "眼睛", eyes, Said(since=eyes))
    return memory.story.exempt("novel", memory.story.check("novel").findings[0].id)


OPERATIONS: dict[str, Operation] = {
    "episodes.get": Operation(lambda m: m.episodes.get("novel", FIRST), of_what_was=True),
    "episodes.list": Operation(lambda m: m.episodes.list("novel", limit=200)),
    "episodes.query": Operation(_query(), always_answers=True),
    "episodes.query by scene": Operation(_query(scene_type="action"), always_answers=True),
    "episodes.query by words": Operation(_query(query_text=TEXT), always_answers=True),
    "episodes.record": Operation(
        lambda m: m.episodes.record(draft(input_context=TEXT)), writes=True
    ),
    "episodes.record_all": Operation(
        lambda m: m.episodes.record_all([draft(input_context=TEXT)] * 2), writes=True
    ),
    "episodes.undo": Operation(
        lambda m: m.episodes.undo("novel", episode_id=FIRST), writes=True, of_what_was=True
    ),
    "episodes.undo by generation": Operation(
        lambda m: m.episodes.undo("novel", generation_id="g1"), writes=True, of_what_was=True
    ),
    "entries.create": Operation(
        lambda m: m.entries.create("note", TEXT, scope="project", project_id="novel"), writes=True
    ),
    "entries.list": Operation(lambda m: m.entries.list("novel")),
    "entries.update": Operation(
        lambda m: m.entries.update(_noted(m), "novel", content=TEXT), writes=True
    ),
    "entries.delete": Operation(lambda m: m.entries.delete(_noted(m), "novel"), writes=True),
    "entries.ingest": Operation(
        lambda m: m.entries.ingest(Action.ACCEPT, TEXT, skill_id="continue", project_id="novel"),
        writes=True,
    ),
    "entries.clear_learned": Operation(_clear_learned, writes=True),
    "entries.preview": Operation(lambda m: m.entries.preview("novel"), always_answers=True),
    "entries.preview by words": Operation(
        lambda m: m.entries.preview("novel", query_text=TEXT), always_answers=True
    ),
    "compaction.save": Operation(
        lambda m: m.compaction.save(m.new_id("talk"), [Turn("user", TEXT)], "novel"),
        writes=True,
    ),
    "compaction.get": Operation(lambda m: [m.compaction.get(id, "novel") for id in _talks(m)]),
    "compaction.expand": Operation(
        lambda m: [m.compaction.expand(id, "novel") for id in _talks(m)]
    ),
    "compaction.list": Operation(lambda m: m.compaction.list("novel")),
    "compaction.delete": Operation(lambda m: m.compaction.delete(_a_talk(m), "novel"), writes=True),
    "rules.add": Operation(_add_rule, writes=True),
    "rules.list": Operation(lambda m: m.rules.list("novel")),
    "rules.update": Operation(_edit_rule, writes=True),
    "rules.why": Operation(lambda m: [m.rules.why(id, project_id="novel") for id in _rules(m)]),
    "rules.history": Operation(lambda m: m.rules.history("novel")),
    "rules.watching": Operation(lambda m: m.rules.watching("novel")),
    "rules.conflicts": Operation(lambda m: m.rules.conflicts("novel")),
    "rules.resolve": Operation(_decide, writes=True),
    "rules.rank": Operation(
        lambda m: m.rules.rank(["He ran.", "He ran, and did not stop."], project_id="novel"),
        always_answers=True,
    ),
    "rules.pause": Operation(lambda m: m.rules.pause("elsewhere"), writes=True),
    "rules.resume": Operation(lambda m: m.rules.resume("elsewhere"), writes=True),
    "rules.promote": Operation(
        lambda m: m.rules.promote(_a_rule(m), project_id="novel"), writes=True
    ),
    "rules.distill": Operation(lambda m: m.rules.distill("novel"), writes=True),
    "rules.delete": Operation(
        lambda m: m.rules.delete(_a_rule(m), project_id="novel"), writes=True
    ),
    "session.begin": Operation(_session, always_answers=True),
    "session.focus": Operation(
        lambda m: m.session.focus(_session(m), text=TEXT, project_id="novel"), always_answers=True
    ),
    "session.note": Operation(
        lambda m: m.session.note(_session(m), Kind.SIGNAL, TEXT, project_id="novel"),
        always_answers=True,
    ),
    "session.state": Operation(
        lambda m: m.session.state(_session(m), project_id="novel"), always_answers=True
    ),
    "session.end": Operation(_end_session, always_answers=True),
    "upkeep.forget": Operation(
        lambda m: confirmed(m.upkeep.forget)("elsewhere", Target(query_text=TEXT)), writes=True
    ),
    "upkeep.forget dry run": Operation(
        lambda m: m.upkeep.forget("novel", Target(query_text=TEXT), dry_run=True)
    ),
    "upkeep.clear_project": Operation(
        lambda m: confirmed(m.upkeep.clear_project)("elsewhere"), writes=True
    ),
    "upkeep.clear_all": Operation(_ask_to_clear),
    "upkeep.cleanup": Operation(lambda m: m.upkeep.cleanup(), writes=True),
    "upkeep.cleanup dry run": Operation(lambda m: m.upkeep.cleanup(dry_run=True)),
    "held_orders.list": Operation(lambda m: m.held_orders.list("novel")),
    "held_orders.accept": Operation(_accept_held),
    "upkeep.clock": Operation(lambda m: m.upkeep.clock(), always_answers=True),
    "upkeep.answer_clock": Operation(_answer_clock),
    "upkeep.audit": Operation(lambda m: m.upkeep.audit()),
    "projects.bind": Operation(_bind, writes=True),
    "projects.create": Operation(_begin_project, writes=True),
    "projects.known": Operation(lambda m: m.projects.known()),
    "chapters.list": Operation(_chapters),
    "chapters.read": Operation(
        lambda m: [m.chapters.read(project, ref) for project, ref in _chapters(m)]
    ),
    "chapters.create": Operation(_begin_chapter, writes=True),
    "chapters.write": Operation(_write_chapter, writes=True),
    "progress.strength": Operation(lambda m: m.progress.strength("novel", FIRST), of_what_was=True),
    "progress.edit_cost": Operation(lambda m: m.progress.edit_cost("novel")),
    "projects.list": Operation(lambda m: m.projects.list()),
    "projects.files": Operation(lambda m: [m.projects.files(p.id) for p, _ in m.projects.list()]),
    "projects.unbind": Operation(lambda m: m.projects.unbind("elsewhere"), writes=True),
    "agents.init": Operation(lambda m: m.agents.init(agent_id="claw"), writes=True),
    "agents.list": Operation(lambda m: m.agents.list()),
    "agents.find": Operation(lambda m: m.agents.find(tempfile.gettempdir())),
    "agents.hear": Operation(_hear_transcript, writes=True),
    "agents.update": Operation(_an_agent, writes=True),
    "agents.remove": Operation(lambda m: m.agents.remove("nobody"), writes=True),
    "agents.detect": Operation(_detect, always_answers=True),
    "transfer.export": Operation(lambda m: m.transfer.export("novel")),
    "transfer.take": Operation(_import_lines, writes=True),
    "transfer.review": Operation(lambda m: m.transfer.review("novel")),
    "sample.load": Operation(_load_sample, writes=True),
    "sample.remove": Operation(_remove_sample, writes=True),
    "snapshot.current": Operation(lambda m: m.snapshot.current("novel")),
    "snapshot.write_files": Operation(lambda m: m.snapshot.write_files("novel")),
    "snapshot.validate": Operation(lambda m: m.snapshot.validate("novel")),
    "knowledge.capture": Operation(
        lambda m: m.knowledge.capture(TEXT, "novel", source="s:1"), writes=True
    ),
    "knowledge.get": Operation(lambda m: [m.knowledge.get(id, "novel") for id in _known(m)]),
    "knowledge.page": Operation(lambda m: m.knowledge.page("novel")),
    "knowledge.history": Operation(
        lambda m: [m.knowledge.history(id, "novel") for id in _known(m)]
    ),
    "knowledge.stats": Operation(lambda m: m.knowledge.stats("novel")),
    "knowledge.entities": Operation(lambda m: m.knowledge.entities("novel")),
    "knowledge.entity": Operation(_entity),
    "knowledge.graph": Operation(lambda m: m.knowledge.graph("novel")),
    "knowledge.update": Operation(
        lambda m: m.knowledge.update(_noted(m), "novel", KnowledgePatch(content=f"{TEXT}化了")),
        writes=True,
    ),
    "knowledge.archive": Operation(lambda m: m.knowledge.archive(_noted(m), "novel"), writes=True),
    "knowledge.restore": Operation(lambda m: m.knowledge.restore(_noted(m), "novel"), writes=True),
    "knowledge.retract": Operation(lambda m: m.knowledge.retract("novel", "s", 1), writes=True),
    "conversations.hear": Operation(_hear, writes=True),
    "documents.put": Operation(_put, writes=True),
    "documents.get": Operation(lambda m: m.documents.get("novel", ("notes",), "k")),
    "documents.delete": Operation(
        lambda m: _put(m) and m.documents.delete("novel", ("notes",), "k"), writes=True
    ),
    "documents.clear": Operation(lambda m: _put(m) and m.documents.clear("novel"), writes=True),
    "documents.search": Operation(lambda m: m.documents.search("novel", filter={"text": TEXT})),
    "documents.namespaces": Operation(lambda m: m.documents.namespaces("novel")),
    "documents.batch": Operation(
        lambda m: m.documents.batch("novel", [Put(namespace=("notes",), key="b", value=TEXT)]),
        writes=True,
    ),
    "documents.sweep": Operation(_sweep, writes=True),
    "conversations.search": Operation(lambda m: m.conversations.search("novel", TEXT), apart=True),
    "conversations.sessions": Operation(lambda m: m.conversations.sessions("novel"), apart=True),
    "conversations.read": Operation(lambda m: m.conversations.read("novel", "s"), apart=True),
    "consolidation.run": Operation(_consolidate, writes=True),
    "consolidation.begin": Operation(lambda m: m.consolidation.begin()),
    "consolidation.status": Operation(lambda m: m.consolidation.status()),
    "story.query": Operation(lambda m: m.story.query("novel")),
    "story.path": Operation(_story_path),
    "story.export": Operation(lambda m: m.story.export("novel")),
    "story.refresh": Operation(lambda m: m.story.refresh("novel")),
    "story.check": Operation(lambda m: m.story.check("novel")),
    "story.check_folder": Operation(
        lambda m: m.story.check_folder(str(m.home / "no such folder")), always_answers=True
    ),
    "story.exempt": Operation(_exempt, writes=True),
    "story.unexempt": Operation(lambda m: m.story.unexempt("novel", "find_1"), writes=True),
    "story.put_entity": Operation(_a_person, writes=True),
    "story.put_relation": Operation(_a_bond, writes=True),
    "story.put_state": Operation(
        lambda m: m.story.put_state("novel", _a_person(m), "年龄", "32", Said()), writes=True
    ),
    "story.delete": Operation(lambda m: m.story.delete("novel", _a_person(m)), writes=True),
    "models.offers": Operation(lambda m: m.models.offers(), always_answers=True),
    "models.find": Operation(lambda m: m.models.find(), always_answers=True),
    "models.models": Operation(_list_nobody, always_answers=True),
    "models.try_out": Operation(_try_nobody),
    "models.key": Operation(lambda m: m.models.key(NOBODY), always_answers=True),
    "models.put_key": Operation(_keep_a_key, always_answers=True),
    "models.drop_key": Operation(lambda m: m.models.drop_key(NOBODY), always_answers=True),
    "local_models.overview": Operation(lambda m: m.local_models.overview()),
    "local_models.look": Operation(_nowhere("look", via="hub"), always_answers=True),
    "local_models.get": Operation(_nowhere("get", via="hub"), writes=True),
    "local_models.start": Operation(_nowhere("start", via="hub"), always_answers=True),
    "local_models.cancel": Operation(lambda m: m.local_models.cancel(), always_answers=True),
    "local_models.remove": Operation(_nowhere("remove"), writes=True),
    "local_models.child": Operation(_nowhere("child", port=0), always_answers=True),
    "local_models.config": Operation(
        lambda m: m.local_models.config(FOUND_NOWHERE), always_answers=True
    ),
    "local_models.warm": Operation(lambda m: m.local_models.warm(), always_answers=True),
    "local_models.close": Operation(lambda m: m.local_models.close(), always_answers=True),
    "settings.get": Operation(lambda m: m.settings.get()),
    "settings.update": Operation(
        lambda m: m.settings.update(preference_learning_threshold=5), writes=True
    ),
    "skills.list": Operation(lambda m: m.skills.list("novel", "action"), always_answers=True),
    "skills.get": Operation(lambda m: m.skills.get("continue", "novel"), always_answers=True),
    "skills.check": Operation(lambda m: m.skills.check(SKILL_MD), always_answers=True),
    "skills.create": Operation(_begin_skill),
    "skills.run": Operation(_run_skill, always_answers=True),
    "skills.feedback": Operation(
        lambda m: m.skills.feedback(
            _run_skill(m), Response(action=Action.REJECT), project_id="novel"
        ),
        writes=True,
    ),
    "skills.open": Operation(lambda m: m.skills.open("novel", run_ids=[_run_skill(m)])),
    "skills.cancel": Operation(
        lambda m: m.skills.cancel(_run_skill(m), project_id="novel"), always_answers=True
    ),
    "traces.get": Operation(_explain),
    "traces.feedback": Operation(
        lambda m: m.traces.feedback(_trace(m), Verdict.INCORRECT, reason=TEXT, project_id="novel"),
        writes=True,
    ),
    "context.assemble": Operation(_assemble, always_answers=True),
    "context.inspect": Operation(_inspect),
    "context.cache_report": Operation(lambda memory: memory.context.cache_report("novel")),
    "traces.without": Operation(_without),
    "knowledge.recollect": Operation(
        lambda m: m.knowledge.recollect(Wish(project_id="novel", text=TEXT)), always_answers=True
    ),
    "knowledge.search": Operation(
        lambda m: m.knowledge.search(Query(project_id="novel", text=TEXT)), always_answers=True
    ),
    "knowledge.inject": Operation(
        lambda m: m.knowledge.inject(f"你还记得{TEXT}吗", "novel"), always_answers=True
    ),
    "index.rebuild": Operation(lambda m: m.index.rebuild(), writes=True),
    "status": Operation(lambda m: m.status(), always_answers=True),
    "status of a project": Operation(lambda m: m.status("novel"), always_answers=True),
    "doctor": Operation(lambda m: m.doctor(), always_answers=True),
    "degraded": Operation(lambda m: m.degraded(), always_answers=True),
    "leave_out_damage": Operation(lambda m: m.leave_out_damage(), always_answers=True),
    "mend": Operation(lambda m: m.mend()),  # writes only where something is to be mended
}

WITHOUT_FILES = {"now", "new_id", "listen", "push", "drain", "close", "stop_runs"}


@dataclass(frozen=True)
class Outcome:
    """What came of asking: an answer, or a typed error and all it says."""

    value: Any = None
    error: MohenError | None = None
    degraded: list[str] = field(default_factory=list)

    @property
    def reason(self) -> object:
        return None if self.error is None else self.error.details.get("reason")


def ask(memory: Memory, name: str) -> Outcome:
    """Ask, and hold what comes of it to the law; anything but a typed error goes through."""
    operation = OPERATIONS[name]
    try:
        value = operation.run(memory)
    except MohenError as error:
        raised = error
    else:
        return _answered(memory, name, value)
    assert not operation.always_answers, f"{name} raised {raised!r}"
    assert isinstance(raised, StoreError | EpisodeWriteFailed | CleanupFailed), repr(raised)
    own = {
        "episodes.record": "MEMORY_EPISODE_WRITE_FAILED",
        "episodes.record_all": "MEMORY_EPISODE_WRITE_FAILED",
        "episodes.undo": "MEMORY_EPISODE_WRITE_FAILED",
        "skills.feedback": "MEMORY_EPISODE_WRITE_FAILED",
        "traces.feedback": "MEMORY_EPISODE_WRITE_FAILED",
        "upkeep.cleanup": "MEMORY_CLEANUP_FAILED",
        "upkeep.cleanup dry run": "DB_ERROR",
    }
    assert raised.code == own.get(name, own.get(name.split(" ")[0], "DB_ERROR"))
    assert "reason" in raised.details
    keeps_quiet(f"{raised} {raised.message} {dict(raised.details)}", memory)
    return Outcome(error=raised)


def _answered(memory: Memory, name: str, value: Any) -> Outcome:
    if name == "doctor":
        keeps_quiet(repr(value), memory)
    if not isinstance(value, Answer):
        return Outcome(value)
    keeps_quiet(repr(value.degradations), memory)
    degraded = [each.code for each in value.degradations]
    if "MEMORY_DEGRADE_EPISODES_UNREADABLE" in degraded:
        assert value.items == ()
        assert value.fallback_rules
    return Outcome(value, degraded=degraded)


def keeps_quiet(said: str, memory: Memory) -> None:
    assert str(memory.home) not in said
    assert str(memory.home.parent) not in said
    assert TEXT not in said
    assert TEXT[:4] not in said
