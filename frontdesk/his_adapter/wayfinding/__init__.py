"""The way from the kiosk to a door: one walk, from which words, arrows and maps are made."""
