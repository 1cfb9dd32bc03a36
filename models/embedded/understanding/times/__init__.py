"""Spans of time and beginnings."""
