"""Injections of our own, played against the whole application by a model that obeys every one it sees."""
