"""Speech synthesis: text to audio by one of several engines, in a process of its own."""
