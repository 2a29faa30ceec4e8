"""What a user types in or approves of: entries and threshold learning (seed 003)."""

from __future__ import annotations
