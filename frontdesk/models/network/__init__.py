"""Small networks over a sentence's vector and its words, without anything but numpy."""

from frontdesk.models.network.network import Network, chances_of, load, store

__all__ = ["Network", "chances_of", "load", "store"]
