"""How a question becomes steps: what it names (`slots`), and the plans for what it may want (`embedded`)."""
