"""The table across PCs: discovery, room code and encryption, wire messages, host, peer."""
