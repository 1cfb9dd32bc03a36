"""How long a spoken answer takes, whether who pauses is cut off, and what ten who speak at once cost the others."""
