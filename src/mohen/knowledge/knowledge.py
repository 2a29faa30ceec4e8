"""`memory.knowledge`: what is known from conversations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from mohen.knowledge.model import Drawn

if TYPE_CHECKING:
    from mohen.knowledge.browse import KnowledgeBrowser
    from mohen.knowledge.capture import Capture
    from mohen.knowledge.edit import KnowledgeEditor
    from mohen.knowledge.inject import Injector
    from mohen.knowledge.retract import Retractor
    from mohen.knowledge.search import KnowledgeSearch
    from mohen.knowledge.together import SearchTogether


class Draws(Protocol):
    def draw(self, project_id: str | None = None) -> Drawn:
        """All that is known, and the story, as entities and what ties them."""
        ...


class Knowledge:
    """What is known from conversations: captured, found, faded, corrected, forgotten."""

    def __init__(
        self,
        *,
        capture: Capture,
        graph_data: Draws,
        injector: Injector,
        knowledge_browser: KnowledgeBrowser,
        knowledge_editor: KnowledgeEditor,
        knowledge_search: KnowledgeSearch,
        retractor: Retractor,
        search_together: SearchTogether,
    ) -> None:
        self.search = knowledge_search.search
        self.recollect = search_together.search
        self.inject = injector.inject
        self.capture = capture.capture
        self.get = knowledge_browser.get
        self.history = knowledge_browser.history
        self.stats = knowledge_browser.stats
        self.entities = knowledge_browser.entities
        self.entity = knowledge_browser.profile
        self.page = knowledge_browser.page
        self.archive = knowledge_editor.archive
        self.restore = knowledge_editor.restore
        self.update = knowledge_editor.update
        self.retract = retractor.take_back
        self.graph = graph_data.draw
