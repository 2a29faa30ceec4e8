"""The shapes of every channel's payload and answer, and how answers are made of values."""
