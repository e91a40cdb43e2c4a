"""What one player keeps: where files lie, settings."""
