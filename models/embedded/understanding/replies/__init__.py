"""Replies: what is said in the light of the question just put."""
