"""What was before: illnesses, operations, habits, and when."""
