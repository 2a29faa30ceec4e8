"""A package, so that `benchmarks/team.py` is not taken for it."""
