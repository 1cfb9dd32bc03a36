"""How good a reception nurse is: simulated patients from held-out records meet her, and what came of it is counted."""
