"""Speech: what is said as audio, and audio as what was said. Nothing here is loaded before somebody speaks."""
