"""What an operator has to know of an installation: one look after another, each telling its state and what to do."""
