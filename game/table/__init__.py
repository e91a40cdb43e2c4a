"""One running table: the match, its journal, pace and time limits, the runner thread, sessions."""
