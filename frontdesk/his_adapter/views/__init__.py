"""A hospital that shows its own database as views, and takes records in a table."""
