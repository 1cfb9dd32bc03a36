"""Speech recognition: sound becomes words with a confidence, in a process beside the server's."""
