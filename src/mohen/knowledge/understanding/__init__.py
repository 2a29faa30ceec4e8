"""How knowledge is got from what people say, and judged: pure functions over values."""
