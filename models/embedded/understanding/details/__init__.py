"""Details: time, degree, side, course and values, and the complaint each belongs to."""
