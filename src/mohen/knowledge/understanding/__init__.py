"""Understands what people say: finds, reads and judges statements. Pure functions over values."""
