"""Simulated days against their labels: the scores, the long run of `make scoreboard`, and `make demo`."""
