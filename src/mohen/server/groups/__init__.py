"""The channels, one noun a file. Handlers hold no logic."""
