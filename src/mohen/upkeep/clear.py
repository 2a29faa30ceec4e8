"""A whole scope goes, because the user says so twice (R88, R117, C40).

mind.db first: whoever dies in between leaves episodes without rules, never a rule whose author
believes its episodes gone. Clearing again finishes the work.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from mohen.compaction import compaction
from mohen.core import confirmation_token, paging, secure_wipe
from mohen.core.database import Tx
from mohen.core.erasure import OPERATOR, Acts, Receipt
from mohen.core.leases import Hold, alone
from mohen.episodes import validate
from mohen.knowledge import index_items
from mohen.knowledge.consolidation import schedule
from mohen.knowledge.workspace import refresh_files
from mohen.rules import distill, pause
from mohen.session import session

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)

_ONE_AT_A_TIME = threading.Lock()


def clear_project(
    parts: Parts, project_id: str, *, token: str | None = None, operator: str | None = None
) -> Receipt:
    """Everything of one project, its vetoes too: it learns anew (C93). Global rules and other
    projects are untouched."""
    validate.check_ids(parts.policy.recording, projectId=project_id, operator=operator)
    number = parts.retention.number(project_id)
    seqs = [] if number is None else parts.retention.seqs(number)
    would = parts.holdings.weigh(project_id)
    would.update(parts.retention.weigh_up(seqs))
    confirmation_token.require(
        parts, act="clear:project", scope=project_id, token=token, would=would
    )
    with undisturbed(parts, project_id) as hold:
        parts.unkept.settle()
        session.drop(parts, project_id)
        parts.running.drop(project_id)
        left = _clear_files(parts, [project_id]) + refresh_files.delete_files(parts, [project_id])
        lost = parts.mind_db.write(
            lambda tx: _clear_mind(parts, tx, project_id, operator or OPERATOR, would)
        ).value
        if number is not None:
            lost += delete_episodes(parts, hold, number, seqs)
            parts.episodes_db.write(lambda tx: parts.retention.drop_project(tx, number))
    log.info("project cleared: %d episodes, %d rules", lost["episodes"], lost["rules"])
    return receipt(parts, lost, left)


def clear_all(parts: Parts, *, token: str | None = None, operator: str | None = None) -> Receipt:
    """As a new user finds it; only the audit stays (R119)."""
    validate.check_ids(parts.policy.recording, operator=operator)
    would = parts.holdings.weigh(None)
    would.update(parts.retention.weigh_everything())
    would["files"] = len(parts.home.aside())
    confirmation_token.require(parts, act="clear:all", scope="", token=token, would=would)
    who = operator or OPERATOR
    log.warning("everything is cleared by %r", who)  # R119
    agents = [each.project_id for each in parts.agents.all()]
    with undisturbed(parts, *agents):
        parts.unkept.settle()
        session.drop(parts)
        parts.running.drop()
        left = _clear_files(parts, [each.id for each in parts.folders.all()])
        left += refresh_files.delete_files(parts, agents)
        lost = parts.mind_db.write(lambda tx: _clear_mind(parts, tx, None, who, would)).value
        lost += parts.episodes_db.write(parts.retention.empty).value
    lost["files"] = parts.home.delete_aside()
    parts.marks.folders.clear()
    return receipt(parts, lost, left)


def _clear_files(parts: Parts, project_ids: Iterable[str]) -> int:
    """Conversations that lie in projects' folders, before their rows go: whoever dies in between
    can clear again. Answers how many could not be deleted."""
    return sum(
        compaction.delete_files(parts, each, compaction.files_of(parts, each))
        for each in project_ids
    )


@contextmanager
def undisturbed(parts: Parts, *agents: str | None) -> Iterator[Hold]:
    """While something goes for good nobody learns from it: a distillation that has read it
    already, or a consolidation of one of these agents, would write down what must be gone.
    Deletions of this process wait for each other."""
    refusal = "a distillation or another deletion is at work: wait for it to end"
    listening = "a consolidation is at work: wait for it to end"
    with _ONE_AT_A_TIME, ExitStack() as held:
        hold = held.enter_context(alone(parts, distill.LEASE, refusal))
        for each in agents:
            held.enter_context(alone(parts, f"{schedule.LEASE} {each or ''}", listening))
        yield hold


def acts(parts: Parts, *, before: int | None = None, limit: int | None = None) -> Acts:
    """A page of the audit (C99)."""
    bounds = parts.policy.paging
    size = paging.size(limit, default=bounds.list_default, most=bounds.list_max)
    found = parts.audit.page(before, size + 1)
    items = tuple(found[:size])
    return Acts(items, size, items[-1].id if len(found) > size else None)


def delete_episodes(parts: Parts, hold: Hold, project: int, seqs: list[int]) -> Counter[str]:
    """In batches, so that no write waits long. A rule that outlives them keeps their count."""
    lost: Counter[str] = Counter()
    size = parts.policy.upkeep.batch
    for batch in (seqs[at : at + size] for at in range(0, len(seqs), size)):
        hold.keep()
        ids = parts.retention.names(batch)
        parts.mind_db.write(partial(parts.rules.retire_links, episode_ids=ids))
        lost += parts.episodes_db.write(
            partial(parts.retention.delete, project=project, seqs=batch)
        ).value
    return lost


def receipt(parts: Parts, lost: Counter[str], left: int = 0) -> Receipt:
    """What went, and whether it is gone from disk. Files that were set aside, or that could not
    be deleted (`left`), may still hold it."""
    left += len(parts.home.aside())
    wiped = secure_wipe.wipe(parts, episodes=True, mind=True, words=True)
    return Receipt(counts=lost, wiped=wiped and not left, left_files=left)


def _clear_mind(
    parts: Parts, tx: Tx, project_id: str | None, operator: str, would: Counter[str]
) -> Counter[str]:
    if project_id is None:
        parts.knowledge_index.recreate(tx)
        lost = parts.holdings.clear_all(tx)
    else:
        for id in parts.knowledge.ids(tx, project_id):
            index_items.unindex(parts, tx, id)
        lost = parts.holdings.clear_project(tx, project_id)
        pause.lift(parts, tx, project_id)
    secure_wipe.owe(parts, tx, episodes=True, words=True)
    parts.audit.add(
        tx,
        at=parts.clock.now(),
        operator=operator,
        act="clear:all" if project_id is None else "clear:project",
        project_id=project_id,
        subject=None,
        counts=would,
    )
    return lost
