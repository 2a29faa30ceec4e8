"""Real writers who chose among an AI's suggestions, and what the learner makes of them."""
