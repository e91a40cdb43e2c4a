"""What one player keeps: settings, purse, statistics, the shelf of deals, and where all of it lies."""
