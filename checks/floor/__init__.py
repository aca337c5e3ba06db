"""What the floor records beside the hands: down cards, pushes, shufflers, clocks, calls for time."""
