"""Connections to the database and its migrations, below everything that keeps tables in it."""
