"""Phase 4: what was said meets what is known (R196).

Statements are taken in the order they were made, a few hundred in one transaction with the place
to go on, so that a kill loses nothing and doubles nothing. Then a model is asked what rules could
not tell, and what has enough facts is summed up. Each step looks at what is there, so that doing
it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mohen.core.database import Database, Tx
from mohen.core.scope import Scope
from mohen.core.values import dataclass
from mohen.knowledge import identities
from mohen.knowledge import vetoes as rules_vetoes
from mohen.knowledge.consolidation import chains, reconcile_rules
from mohen.knowledge.consolidation.beliefs import Held
from mohen.knowledge.consolidation.chains import Chains, Desk, Placed
from mohen.knowledge.consolidation.model import Act, Change, Done, Stated, Statement
from mohen.knowledge.identities import NOBODY_KNOWN, Identities
from mohen.knowledge.model import AGENT, BELIEF, FACT, USER, Item, State
from mohen.knowledge.understanding import similarity
from mohen.knowledge.understanding.extraction import is_plan_of
from mohen.knowledge.understanding.workplace import WORKPLACE
from mohen.text import normalize

if TYPE_CHECKING:
    from mohen.core.ports import Clock
    from mohen.core.settings import UserSettings
    from mohen.knowledge.agents.model import Config
    from mohen.knowledge.consolidation.confirm_beliefs import BeliefConfirmer
    from mohen.knowledge.consolidation.store import FragmentStore
    from mohen.knowledge.consolidation.summaries import Summarizer
    from mohen.knowledge.history_store import HistoryStore
    from mohen.knowledge.policy import Reconciling
    from mohen.knowledge.retract import Retractor
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.vetoes import Vetoes
    from mohen.policy import Policy
    from mohen.rules.store import RuleStore


# -- Some statements are heard: each meets what is known, in one transaction (R196).


_TAKEN_BACK = "the user took it back"
_TYPED = "what was typed says otherwise"


@dataclass(slots=True)
class Hearing:
    """Some statements in one transaction. `held` is looked at and changed only afterwards."""

    chains: Chains
    belief_confirmer: BeliefConfirmer
    retractor: Retractor
    vetoes: Vetoes
    rule_store: RuleStore
    knowledge_store: KnowledgeStore
    history_store: HistoryStore
    policy: Reconciling
    desk: Desk
    held: Held
    key: bytes
    doubts: list[list[str]]
    changes: list[Change] = field(default_factory=list)
    believed: dict[str, Item] = field(default_factory=dict)
    fresh: Held = field(default_factory=Held)  # those of this transaction
    vetoed: frozenset[str] = frozenset()
    who: Identities = NOBODY_KNOWN

    def take(self, batch: Sequence[Stated]) -> None:
        sealed = {
            each
            for stated in batch
            if stated.statement.content
            for each in rules_vetoes.hashes(self.key, stated.statement)
        }
        desk = self.desk
        self.vetoed = frozenset(self.rule_store.vetoed(desk.project_id, sealed, reader=desk.tx))
        self._meet()
        for stated in batch:
            self._take(stated)
        self.chains.index(desk)

    def settle(self) -> None:
        for belief in self.believed.values():
            self.held.add(belief)

    def _take(self, stated: Stated) -> None:
        act = stated.statement.act
        if act is Act.TAKES_BACK:
            self._take_back(stated)
            return
        if self._is_heard(stated):
            return
        corrects = act is Act.CORRECTS or reconcile_rules.is_put_off(stated.statement)
        wrong = self._wrong(stated) if corrects else None
        if act is Act.CORRECTS and not stated.statement.attribute:
            if wrong is None:
                return  # of what, nobody can tell
            stated = replace(stated, statement=reconcile_rules.put_right(stated.statement, wrong))
        if not stated.statement.content or self._is_vetoed(stated):
            return
        named = self._named(stated)
        if named is not stated and self._is_vetoed(named, anew=True):
            return
        said = named.statement
        if said.type == BELIEF:
            self._guess(named)
        elif said.attribute:
            self._tell(named, wrong)
        else:
            self._note(named)

    # -- of whom

    def _meet(self) -> None:
        """Who is who, as far as is known."""
        self.who = self.knowledge_store.identities(Scope(self.desk.project_id), reader=self.desk.tx)

    def _named(self, stated: Stated) -> Stated:
        """Of somebody whose name is known it is kept under that: whoever comes after her is
        another."""
        said = stated.statement
        name = self.who.one(said.subject, stated.at)
        if name == said.subject:
            return stated
        return replace(stated, statement=replace(said, subject=name))

    def _live(self, said: Statement, attribute: str) -> list[Item]:
        """What holds of one attribute, said under whichever name."""
        desk = self.desk
        spans = self.who.spans(said.subject, 0) if self.who.roles else ()
        names = dict.fromkeys((said.subject, *(each.name for each in spans)))
        found = [
            each
            for name in names
            for each in self.knowledge_store.of_attribute(desk.tx, desk.project_id, name, attribute)
        ]
        return [each for each in found if self.who.subject(each) == said.subject]

    def _is_heard(self, stated: Stated) -> bool:
        """Whether its message was read before: then all that it does is done, and what was taken
        back or denied since is not said anew."""
        desk, said = self.desk, stated.statement
        only_value = said.act is Act.CORRECTS and not said.attribute
        return self.history_store.is_heard(
            desk.tx,
            desk.project_id,
            stated.session,
            stated.line,
            stated.at,
            mark=normalize.mark(said.content),
            value=said.value if only_value else "",
        )

    def _is_vetoed(self, stated: Stated, *, anew: bool = False) -> bool:
        """What was forgotten is not learned again (C64). `anew`: it was put right since, or is
        known to be of somebody else."""
        if anew or stated.statement.act is Act.CORRECTS:
            desk = self.desk
            return self.vetoes.vetoed(desk.tx, self.key, desk.project_id, stated.statement)
        return bool(self.vetoed) and not self.vetoed.isdisjoint(
            rules_vetoes.hashes(self.key, stated.statement)
        )

    # -- facts

    def _tell(self, stated: Stated, wrong: Item | None) -> None:
        desk, said = self.desk, stated.statement
        live = self._live(said, said.attribute)
        if reconcile_rules.works_elsewhere(said, live):
            said = replace(said, attribute=WORKPLACE)
            stated = replace(stated, statement=said)
            live = self._live(said, said.attribute)
        live = reconcile_rules.in_its_place(said, live)
        facts = [each for each in live if each.type == FACT]
        guesses = [each for each in live if each.type == BELIEF]
        typed = reconcile_rules.holding(facts, stated.at)
        if reconcile_rules.contests(stated, typed) and not self._insists(stated, guesses):
            self._contest(stated, typed)
            return
        why = chains.CORRECTED if said.act is Act.CORRECTS else ""
        placed = self.chains.place(desk, stated, facts, why=why)
        self.changes += placed.changes
        if placed.item is None:
            return
        about = (placed.item.subject, placed.item.attribute)
        if wrong is not None and (wrong.subject, wrong.attribute) != about:
            self.changes.append(self.chains.supersede(desk, wrong, placed.item, stated.at, why))
        if said.ended:
            self._end(stated, placed.item)
        if placed.new:
            self._confront(placed.item, guesses)
        if reconcile_rules.family(said.attribute) in identities.FAMILIES:
            self._meet()

    def _end(self, stated: Stated, end: Item) -> None:
        """What ends with it: a firm with the job there, a girlfriend with her name."""
        desk, said = self.desk, stated.statement
        knowledge, policy = self.knowledge_store, self.policy
        near = knowledge.sharing(
            desk.tx, desk.project_id, reconcile_rules.telling_names(said), types=(FACT,),
            limit=policy.alike_most,
        )  # fmt: skip
        over = [each for each in near if reconcile_rules.is_ended_by(each, said)]
        for attribute in reconcile_rules.ending_with(said.attribute) if not said.value else ():
            live = self._live(said, attribute)
            over += [each for each in live if each.type == FACT]
        for each in over:
            if each.began <= stated.at and not reconcile_rules.is_typed(each):
                self.changes.append(self.chains.supersede(desk, each, end, stated.at))

    def _insists(self, stated: Stated, guesses: Sequence[Item]) -> bool:
        """Whether it was said before, in another message, against what was typed."""
        desk = self.desk
        return any(
            reconcile_rules.is_said_again(each, stated.statement)
            and not self.history_store.is_said(desk.tx, each.id, stated.session, stated.line)
            for each in guesses
        )

    def _contest(self, stated: Stated, typed: Item | None) -> None:
        belief = reconcile_rules.contested(stated, typed, self.policy)
        self._guess(belief, why=_TYPED)

    def _note(self, stated: Stated) -> None:
        """Of nothing that has one value at a time: is it said already?"""
        known = self._same_words(stated)
        if known is not None and known.type == FACT:
            self.changes += self.chains.repeat(self.desk, known, stated).changes
            return
        new = self.chains.add(self.desk, stated)
        self.changes.append(Change(Done.ADDED, new.id, new.type, new.content))
        self._confront(new, () if known is None else (known,))

    def _same_words(self, stated: Stated) -> Item | None:
        desk, said = self.desk, stated.statement
        knowledge, policy = self.knowledge_store, self.policy
        known = knowledge.with_mark(desk.tx, desk.project_id, normalize.mark(said.content))
        if known is not None:
            return known
        names = reconcile_rules.telling_names(said)
        if not names:
            return None
        near = knowledge.sharing(
            desk.tx, desk.project_id, names, types=(FACT,), limit=policy.alike_most
        )
        return next(
            (
                each
                for each in near
                if set(each.entities) == {name.name for name in said.entities}
                and similarity.alike(each.content, said.content, policy)
            ),
            None,
        )

    # -- beliefs

    def _guess(self, stated: Stated, *, why: str = "") -> None:
        desk, said = self.desk, stated.statement
        live = self._live(said, said.attribute) if said.attribute else []
        facts = [each for each in live if each.type == FACT]
        if any(reconcile_rules.is_said_again(each, said) for each in facts):
            return  # it is known for sure
        placed = self._believed(stated, [each for each in live if each.type == BELIEF])
        self.changes += [replace(each, why=each.why or why) for each in placed.changes]
        if placed.item is None:
            return
        self.believed[placed.item.id] = placed.item
        self.fresh.add(placed.item)
        for fact in facts if placed.new else ():
            self.changes += self.belief_confirmer.weigh(desk, fact, placed.item, self.doubts)

    def _believed(self, stated: Stated, live: Sequence[Item]) -> Placed:
        """A newer guess takes the place of an older one, as facts do."""
        desk, said = self.desk, stated.statement
        if said.attribute:
            return self.chains.place(desk, stated, live)
        known = self.knowledge_store.with_mark(
            desk.tx, desk.project_id, normalize.mark(said.content)
        )
        if known is None:
            new = self.chains.add(desk, stated)
            return Placed(new, True, [Change(Done.ADDED, new.id, new.type, new.content)])
        if known.type != BELIEF:
            return Placed(None, False, [])
        return self.chains.repeat(desk, known, stated)

    def _confront(self, fact: Item, guesses: Sequence[Item]) -> None:
        """A new fact against every belief that is held and speaks of the same."""
        desk, policy = self.desk, self.policy
        asked = similarity.content_terms(fact.content)
        near = dict.fromkeys(
            (
                *(each.id for each in guesses if each.type == BELIEF),
                *self.held.near(fact, asked, policy),
                *self.fresh.near(fact, asked, policy),
            )
        )
        for id in near:
            belief = self.knowledge_store.find(desk.tx, id)
            held = belief is not None and belief.state in (State.ACTIVE, State.ARCHIVED)
            if belief is not None and held and not belief.put_away:
                self._say(fact, self.belief_confirmer.weigh(desk, fact, belief, self.doubts))

    def _say(self, fact: Item, changes: Sequence[Change]) -> None:
        """A belief that became a fact is not told as a new fact too."""
        if any(each.done is Done.PROMOTED for each in changes):
            added = Change(Done.ADDED, fact.id, fact.type, fact.content)
            self.changes = [each for each in self.changes if each != added]
        self.changes += changes

    # -- what the speaker does with what was said before

    def _wrong(self, stated: Stated) -> Item | None:
        lately = self._lately(stated, self.policy.reach_lines)
        return reconcile_rules.target_of(stated.statement, [each for _, each in lately])

    def _lately(self, stated: Stated, lines: int) -> list[tuple[int, Item]]:
        """What was said in the session shortly before, the latest first."""
        desk = self.desk
        said = self.history_store.said_before(
            desk.tx,
            desk.project_id,
            stated.session,
            stated.line,
            from_line=stated.line - lines,
            since=stated.at - self.policy.reach_ms,
        )
        return [each for each in said if _may_mean(stated.statement, each[1])]

    def _take_back(self, stated: Stated) -> None:
        """The last message; or, where it is named, whatever was said of it, in whichever session:
        who asks to forget something does not mean a conversation. Where the last message left
        nothing to take back, the one before it is none of a joke's."""
        said = stated.statement
        if said.value:
            self._disown(stated)
            return
        # Hosts write much between two messages: lines are counted only where the last is unknown.
        back = stated.line - stated.previous
        lines = back if stated.previous else self.policy.joke_lines
        lately = self._lately(stated, lines)
        if stated.previous:  # not what somebody else said in between
            lately = [each for each in lately if each[0] == stated.previous]
        if what := said.basis:  # 算了不考了
            lately = [
                each for each in lately if is_plan_of(each[1].attribute, each[1].content, what)
            ]
        if lately:
            line = lately[0][0]
            gone = [item for where, item in lately if where == line]
            self._leave(gone, [(stated.session, line)])

    def _disown(self, stated: Stated) -> None:
        desk, name = self.desk, stated.statement.value
        told = self.history_store.told_of(desk.tx, desk.project_id, name, until=stated.at)
        told = [each for each in told if _may_mean(stated.statement, each[1])]
        spoken = reconcile_rules.spoken_of(name, told)
        self._leave([item for _, item in spoken], [place for place, _ in spoken])

    def _leave(self, items: Sequence[Item], places: Sequence[tuple[str, int]]) -> None:
        """What stands on nothing but these places is withdrawn, and still knows where it was
        said: a message that is read again does not bring it back."""
        desk, knowledge = self.desk, self.knowledge_store
        for item in {each.id: each for each in items}.values():
            said = {(session, line) for session, line, _ in knowledge.said(desk.tx, item.id)}
            if said <= set(places) and not reconcile_rules.is_typed(item):
                self.changes += self.retractor.withdraw(desk.tx, item.id, _TAKEN_BACK)
                continue
            for session, line in places:
                knowledge.drop_source(desk.tx, item.id, session, line)


def _may_mean(said: Statement, item: Item) -> bool:
    """Who is not the user corrects and takes back what is known of themselves alone."""
    whose = said.subject
    if said.attribute or whose in (USER, AGENT, ""):
        return True
    return item.subject == whose or item.subject.startswith(f"{whose} ")


Keep = Callable[[Tx, Mapping[str, Any]], None]

_AFTER, _DOUBTS, _STAGE = "after", "doubts", "stage"
_STATEMENTS, _BELIEFS, _SUMMARIES = "statements", "beliefs", "summaries"


class Reconciler:
    """Phase 4: what was said meets what is known."""

    def __init__(
        self,
        *,
        belief_confirmer: BeliefConfirmer,
        chains: Chains,
        clock: Clock,
        fragment_store: FragmentStore,
        history_store: HistoryStore,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
        retractor: Retractor,
        rule_store: RuleStore,
        settings: UserSettings,
        summarizer: Summarizer,
        vetoes: Vetoes,
    ) -> None:
        self._belief_confirmer = belief_confirmer
        self._chains = chains
        self._clock = clock
        self._fragment_store = fragment_store
        self._history_store = history_store
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy
        self._retractor = retractor
        self._rule_store = rule_store
        self._settings = settings
        self._summarizer = summarizer
        self._vetoes = vetoes

    def reconcile(
        self,
        project_id: str,
        config: Config,
        *,
        resume: Mapping[str, Any],
        keep: Keep,
        kept: Callable[[], object] = lambda: None,
        sum_up: bool = True,
    ) -> Iterator[Change]:
        """All that is left of the phase, done step by step as the changes are asked for: there may
        be very many. `resume` is what `keep` stored last; empty to begin with. `kept`: that is on
        disk."""
        cursor = {_STAGE: _STATEMENTS, _AFTER: None, _DOUBTS: [], **resume}
        if cursor[_STAGE] == _STATEMENTS:
            for heard in self._statements(project_id, config, cursor, keep):
                kept()
                yield from heard
            self._next(cursor, _BELIEFS, keep)
            kept()
        if cursor[_STAGE] == _BELIEFS:
            settled = self._doubts(project_id, config, cursor, keep)
            kept()
            yield from settled
        if sum_up:
            yield from self._summarizer.refresh(project_id, config)

    def _next(self, cursor: dict[str, Any], stage: str, keep: Keep) -> None:
        cursor[_STAGE] = stage
        self._mind_db.write(lambda tx: keep(tx, cursor))

    def _doubts(
        self, project_id: str, config: Config, cursor: dict[str, Any], keep: Keep
    ) -> list[Change]:
        doubts = [(b, f) for b, f in cursor[_DOUBTS]]
        judged = self._belief_confirmer.ask(project_id, doubts, config)
        cursor[_STAGE] = _SUMMARIES

        def write(tx: Tx) -> list[Change]:
            changes = self._belief_confirmer.settle(tx, judged)
            keep(tx, cursor)
            return changes

        return self._mind_db.write(write).value

    def _statements(
        self, project_id: str, config: Config, cursor: dict[str, Any], keep: Keep
    ) -> Iterator[Sequence[Change]]:
        """What each step of it changed."""
        policy = self._policy.reconciling
        held = Held.of(self._held(project_id))
        key = self._settings.redaction_key()
        while True:
            after = cursor[_AFTER] and tuple(cursor[_AFTER])
            batch = self._fragment_store.statements(project_id, after=after, limit=policy.batch)
            if not batch:
                return
            heard, cursor_then = self._mind_db.write(
                partial(self._hear, project_id, config, held, key, batch, dict(cursor), keep)
            ).value
            heard.settle()  # only now: a transaction may have had to be done again
            cursor.update(cursor_then)
            yield heard.changes

    def _hear(
        self,
        project_id: str,
        config: Config,
        held: Held,
        key: bytes,
        batch: Sequence[Stated],
        cursor: Mapping[str, Any],
        keep: Keep,
        tx: Tx,
    ) -> tuple[Hearing, Mapping[str, Any]]:
        heard = Hearing(
            chains=self._chains,
            belief_confirmer=self._belief_confirmer,
            retractor=self._retractor,
            vetoes=self._vetoes,
            rule_store=self._rule_store,
            knowledge_store=self._knowledge_store,
            history_store=self._history_store,
            policy=self._policy.reconciling,
            desk=Desk(tx, project_id, config, self._clock.now()),
            held=held,
            key=key,
            doubts=list(cursor[_DOUBTS]),
        )
        heard.take(batch)
        now = {**cursor, _AFTER: list(batch[-1].place), _DOUBTS: heard.doubts}
        keep(tx, now)
        return heard, now

    def _held(self, project_id: str) -> Iterator[Item]:
        """Every belief that is held (B17)."""
        scope, after, size = Scope(project_id), "", self._policy.reconciling.batch
        while page := self._knowledge_store.page(
            scope, states=(State.ACTIVE,), types=(BELIEF,), after=after, limit=size
        ):
            yield from page
            after = page[-1].id
