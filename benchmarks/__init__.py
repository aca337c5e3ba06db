"""Measured figures: run `make bench`."""
