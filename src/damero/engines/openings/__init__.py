"""Opening moves and their results, counted over games between engines."""
