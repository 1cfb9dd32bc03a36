"""People: who is ill, who speaks, whose kin, and how old they are."""
