"""What another system signed, and whether it may be believed."""
