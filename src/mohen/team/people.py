"""Who may come in, put together: authors, their tokens and their browsers over one store."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mohen.core.system import TimeOrderedIds
from mohen.team.authors import Authors
from mohen.team.browsers import TeamBrowsers
from mohen.team.store import TeamStore
from mohen.team.tokens import Tokens

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.ports import Clock
    from mohen.policy import Policy


class People(NamedTuple):
    store: TeamStore
    authors: Authors
    tokens: Tokens
    browsers: TeamBrowsers


def people(database: Database, policy: Policy, clock: Clock) -> People:
    """Over whichever engine the database is of."""
    store = TeamStore(database)
    tokens = Tokens(
        clock=clock, database=database, ids=TimeOrderedIds(), policy=policy.team, store=store
    )
    return People(
        store,
        Authors(clock=clock, database=database, store=store),
        tokens,
        TeamBrowsers(
            clock=clock,
            database=database,
            doors=policy.doors,
            holds=tokens.holds,
            store=store,
        ),
    )
