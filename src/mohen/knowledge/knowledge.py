"""`memory.knowledge`: what is known from conversations."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.knowledge.browse import KnowledgeBrowser
    from mohen.knowledge.capture import Capture
    from mohen.knowledge.edit import KnowledgeEditor
    from mohen.knowledge.graph_data import GraphData
    from mohen.knowledge.inject import Injector
    from mohen.knowledge.retract import Retractor
    from mohen.knowledge.search import KnowledgeSearch


class Knowledge:
    """What is known from conversations: captured, found, faded, corrected, forgotten."""

    def __init__(
        self,
        *,
        capture: Capture,
        graph_data: GraphData,
        injector: Injector,
        knowledge_browser: KnowledgeBrowser,
        knowledge_editor: KnowledgeEditor,
        knowledge_search: KnowledgeSearch,
        retractor: Retractor,
    ) -> None:
        self.search = knowledge_search.search
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
