"""Places of the body and what is felt there."""
