"""The phases of a consolidation that lead from transcripts to statements, one file each."""
