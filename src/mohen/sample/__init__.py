"""The sample projects, one folder a language: what stands in a project's folder, and what its
author did with the AI in eight weeks. Texts only; the rules are learned from them."""
