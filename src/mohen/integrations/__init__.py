"""Doors of other people's making: one file a host."""
