"""Some statements are heard: each meets what is known, in one transaction (R196)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from mohen.flows import beliefs, chains, retract, vetoes
from mohen.flows.chains import Desk, Placed
from mohen.logic.knowing import gist, marks
from mohen.logic.knowing import reconcile as judged
from mohen.logic.knowing.beliefs import Held
from mohen.model.consolidation import Act, Change, Done, Stated
from mohen.model.knowledge import BELIEF, FACT, Item, State

_TAKEN_BACK = "the user took it back"
_TYPED = "what was typed says otherwise"


@dataclass(slots=True)
class Hearing:
    """Some statements in one transaction. `held` is looked at and changed only afterwards."""

    desk: Desk
    held: Held
    key: bytes
    doubts: list[list[str]]
    changes: list[Change] = field(default_factory=list)
    believed: dict[str, Item] = field(default_factory=dict)
    fresh: Held = field(default_factory=Held)  # those of this transaction
    vetoed: frozenset[str] = frozenset()

    def take(self, batch: Sequence[Stated]) -> None:
        sealed = {
            each
            for stated in batch
            if stated.statement.content
            for each in vetoes.hashes(self.key, stated.statement)
        }
        desk = self.desk
        self.vetoed = frozenset(desk.parts.rules.vetoed(desk.project_id, sealed, reader=desk.tx))
        for stated in batch:
            self._take(stated)
        desk.index()

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
        wrong = self._wrong(stated) if act is Act.CORRECTS else None
        if act is Act.CORRECTS and not stated.statement.attribute:
            if wrong is None:
                return  # of what, nobody can tell
            stated = replace(stated, statement=judged.put_right(stated.statement, wrong))
        said = stated.statement
        if not said.content or self._is_vetoed(stated):
            return
        if said.type == BELIEF:
            self._guess(stated)
        elif said.attribute:
            self._tell(stated, wrong)
        else:
            self._note(stated)

    def _is_heard(self, stated: Stated) -> bool:
        """Whether its message was read before: then all that it does is done, and what was taken
        back or denied since is not said anew."""
        desk, said = self.desk, stated.statement
        only_value = said.act is Act.CORRECTS and not said.attribute
        return desk.parts.evidence.is_heard(
            desk.tx,
            desk.project_id,
            stated.session,
            stated.line,
            stated.at,
            mark=marks.mark(said.content),
            value=said.value if only_value else "",
        )

    def _is_vetoed(self, stated: Stated) -> bool:
        """What was forgotten is not learned again (C64)."""
        if stated.statement.act is Act.CORRECTS:  # it may have been put right since
            desk = self.desk
            return vetoes.vetoed(desk.parts, desk.tx, self.key, desk.project_id, stated.statement)
        return bool(self.vetoed) and not self.vetoed.isdisjoint(
            vetoes.hashes(self.key, stated.statement)
        )

    # -- facts

    def _tell(self, stated: Stated, wrong: Item | None) -> None:
        desk, said = self.desk, stated.statement
        live = desk.parts.knowledge.of_attribute(
            desk.tx, desk.project_id, said.subject, said.attribute
        )
        facts = [each for each in live if each.type == FACT]
        guesses = [each for each in live if each.type == BELIEF]
        typed = judged.holding(facts, stated.at)
        if judged.contests(stated, typed) and not self._insists(stated, guesses):
            self._contest(stated, typed)
            return
        why = chains.CORRECTED if said.act is Act.CORRECTS else ""
        placed = chains.place(desk, stated, facts, why=why)
        self.changes += placed.changes
        if placed.item is None:
            return
        if wrong is not None and wrong.attribute != placed.item.attribute:
            self.changes.append(chains.supersede(desk, wrong, placed.item, stated.at, why))
        if said.ended:
            self._end(stated, placed.item)
        if placed.new:
            self._confront(placed.item, guesses)

    def _end(self, stated: Stated, end: Item) -> None:
        """What ends with it: a firm with the job there, a girlfriend with her name."""
        desk, said = self.desk, stated.statement
        knowledge, policy = desk.parts.knowledge, desk.parts.policy.reconciling
        near = knowledge.sharing(
            desk.tx, desk.project_id, judged.telling_names(said), types=(FACT,),
            limit=policy.alike_most,
        )  # fmt: skip
        over = [each for each in near if judged.is_ended_by(each, said)]
        for attribute in judged.ending_with(said.attribute) if not said.value else ():
            live = knowledge.of_attribute(desk.tx, desk.project_id, said.subject, attribute)
            over += [each for each in live if each.type == FACT]
        for each in over:
            if each.began <= stated.at and not judged.is_typed(each):
                self.changes.append(chains.supersede(desk, each, end, stated.at))

    def _insists(self, stated: Stated, guesses: Sequence[Item]) -> bool:
        """Whether it was said before, in another message, against what was typed."""
        desk = self.desk
        return any(
            judged.is_said_again(each, stated.statement)
            and not desk.parts.evidence.is_said(desk.tx, each.id, stated.session, stated.line)
            for each in guesses
        )

    def _contest(self, stated: Stated, typed: Item | None) -> None:
        belief = judged.contested(stated, typed, self.desk.parts.policy.reconciling)
        self._guess(belief, why=_TYPED)

    def _note(self, stated: Stated) -> None:
        """Of nothing that has one value at a time: is it said already?"""
        known = self._same_words(stated)
        if known is not None and known.type == FACT:
            self.changes += chains.repeat(self.desk, known, stated).changes
            return
        new = chains.add(self.desk, stated)
        self.changes.append(Change(Done.ADDED, new.id, new.type, new.content))
        self._confront(new, () if known is None else (known,))

    def _same_words(self, stated: Stated) -> Item | None:
        desk, said = self.desk, stated.statement
        knowledge, policy = desk.parts.knowledge, desk.parts.policy.reconciling
        known = knowledge.with_mark(desk.tx, desk.project_id, marks.mark(said.content))
        if known is not None:
            return known
        names = judged.telling_names(said)
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
                and gist.alike(each.content, said.content, policy)
            ),
            None,
        )

    # -- beliefs

    def _guess(self, stated: Stated, *, why: str = "") -> None:
        desk, said = self.desk, stated.statement
        live = desk.parts.knowledge.of_attribute(
            desk.tx, desk.project_id, said.subject, said.attribute
        )
        facts = [each for each in live if each.type == FACT]
        if any(judged.is_said_again(each, said) for each in facts):
            return  # it is known for sure
        placed = self._believed(stated, [each for each in live if each.type == BELIEF])
        self.changes += [replace(each, why=each.why or why) for each in placed.changes]
        if placed.item is None:
            return
        self.believed[placed.item.id] = placed.item
        self.fresh.add(placed.item)
        for fact in facts if placed.new else ():
            self.changes += beliefs.weigh(desk, fact, placed.item, self.doubts)

    def _believed(self, stated: Stated, live: Sequence[Item]) -> Placed:
        """A newer guess takes the place of an older one, as facts do."""
        desk, said = self.desk, stated.statement
        if said.attribute:
            return chains.place(desk, stated, live)
        known = desk.parts.knowledge.with_mark(desk.tx, desk.project_id, marks.mark(said.content))
        if known is None:
            new = chains.add(desk, stated)
            return Placed(new, True, [Change(Done.ADDED, new.id, new.type, new.content)])
        if known.type != BELIEF:
            return Placed(None, False, [])
        return chains.repeat(desk, known, stated)

    def _confront(self, fact: Item, guesses: Sequence[Item]) -> None:
        """A new fact against every belief that is held and speaks of the same."""
        desk, policy = self.desk, self.desk.parts.policy.reconciling
        asked = gist.content_terms(fact.content)
        near = dict.fromkeys(
            (
                *(each.id for each in guesses if each.type == BELIEF),
                *self.held.near(fact, asked, policy),
                *self.fresh.near(fact, asked, policy),
            )
        )
        for id in near:
            belief = desk.parts.knowledge.find(desk.tx, id)
            if belief is not None and belief.state in (State.ACTIVE, State.ARCHIVED):
                self._say(fact, beliefs.weigh(desk, fact, belief, self.doubts))

    def _say(self, fact: Item, changes: Sequence[Change]) -> None:
        """A belief that became a fact is not told as a new fact too."""
        if any(each.done is Done.PROMOTED for each in changes):
            added = Change(Done.ADDED, fact.id, fact.type, fact.content)
            self.changes = [each for each in self.changes if each != added]
        self.changes += changes

    # -- what the speaker does with what was said before

    def _wrong(self, stated: Stated) -> Item | None:
        lately = self._lately(stated, self.desk.parts.policy.reconciling.reach_lines)
        return judged.target_of(stated.statement, [each for _, each in lately])

    def _lately(self, stated: Stated, lines: int) -> list[tuple[int, Item]]:
        """What was said in the session shortly before, the latest first."""
        desk = self.desk
        return desk.parts.evidence.said_before(
            desk.tx,
            desk.project_id,
            stated.session,
            stated.line,
            from_line=stated.line - lines,
            since=stated.at - desk.parts.policy.reconciling.reach_ms,
        )

    def _take_back(self, stated: Stated) -> None:
        """The last message; or, where it is named, whatever was said of it, in whichever session:
        who asks to forget something does not mean a conversation. Where the last message left
        nothing to take back, the one before it is none of a joke's."""
        desk, said = self.desk, stated.statement
        if said.value:
            self._disown(stated)
            return
        # Hosts write much between two messages: lines are counted only where the last is unknown.
        back = stated.line - stated.previous
        lines = back if stated.previous else desk.parts.policy.reconciling.joke_lines
        lately = self._lately(stated, lines)
        if lately:
            line = lately[0][0]
            gone = [item for where, item in lately if where == line]
            self._leave(gone, [(stated.session, line)])

    def _disown(self, stated: Stated) -> None:
        desk, name = self.desk, stated.statement.value
        told = desk.parts.evidence.told_of(desk.tx, desk.project_id, name, until=stated.at)
        spoken = judged.spoken_of(name, told)
        self._leave([item for _, item in spoken], [place for place, _ in spoken])

    def _leave(self, items: Sequence[Item], places: Sequence[tuple[str, int]]) -> None:
        """What stands on nothing but these places is withdrawn, and still knows where it was
        said: a message that is read again does not bring it back."""
        desk, knowledge = self.desk, self.desk.parts.knowledge
        for item in {each.id: each for each in items}.values():
            said = {(session, line) for session, line, _ in knowledge.said(desk.tx, item.id)}
            if said <= set(places) and not judged.is_typed(item):
                self.changes += retract.withdraw(desk.parts, desk.tx, item.id, _TAKEN_BACK)
                continue
            for session, line in places:
                knowledge.drop_source(desk.tx, item.id, session, line)
