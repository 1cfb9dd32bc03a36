"""Medicines and what is not borne: which they are and how they are taken."""
