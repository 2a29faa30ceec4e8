"""A proxy that remembers: between a front-end and its model, with no more than a base address."""
