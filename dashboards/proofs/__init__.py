"""The proof on a flagged hand's page: its sums line by line, the hand step by step, and the log's own words."""
