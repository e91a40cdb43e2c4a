"""Computer players: see one seat's view, answer with one command. Import the engine only."""
