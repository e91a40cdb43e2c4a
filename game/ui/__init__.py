"""What a screen is made of. Knows nothing of tables and rules."""
