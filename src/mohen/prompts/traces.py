"""`memory.traces`: what an output was based on, and the author's verdict on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.prompts.leave_one_out import LeaveOneOut
    from mohen.prompts.provenance import Provenance
    from mohen.prompts.verdict import Verdicts


class Traces:
    """Why something was written, whether that was right, and what it would be without."""

    def __init__(
        self, *, leave_one_out: LeaveOneOut, provenance: Provenance, verdicts: Verdicts
    ) -> None:
        self.get = provenance.get
        self.feedback = verdicts.judge
        self.without = leave_one_out.without
