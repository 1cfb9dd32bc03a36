"""The written words: one plain form, clauses, numbers, slips of ear and keyboard."""
