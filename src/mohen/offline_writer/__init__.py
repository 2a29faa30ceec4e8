"""A writer without a language model: clauses from a stock, shaped until a prompt's rules hold.

It understands nothing of a story. What it does do, and does for certain, is keep the rules it can
read, in Chinese and English, so that what Mohen has learned can be seen to change a text on a
machine without any model. Real prose needs a real model.
"""
