"""What recording asks of features that come after it: of rules, prompts and skills."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from mohen.episodes.model import Draft, Texts
    from mohen.policy import Policy


class KnowsOwnVoice(Protocol):
    def unechoed(self, draft: Draft) -> Draft:
        """The draft without sentences that we put into its prompt ourselves."""
        ...

    def measurable(self, generation_id: str | None, project_id: str, texts: Texts) -> Texts:
        """The texts without them."""
        ...


class CompletesTraces(Protocol):
    def complete(
        self,
        generation_id: str,
        outputs: Sequence[str],
        *,
        project_id: str | None,
        episode_id: str | None = None,
        text: str = "",
    ) -> bool:
        """A trace learns what came of its prompt."""
        ...


class LearnsLater(Protocol):
    def after_record(self, project_id: str) -> None:
        """Something was recorded: there may be enough to learn from."""
        ...


class Offered(Protocol):
    @property
    def generation_id(self) -> str: ...


class KnowsRuns(Protocol):
    def offered(self, run_id: str, now: int, policy: Policy) -> Offered | None:
        """What a run of this process offered lately."""
        ...


class Traced(Protocol):
    @property
    def id(self) -> str: ...


class FindsTraces(Protocol):
    def by_run(self, run_id: str) -> Traced | None: ...
