"""Hands in other formats: what was read, written so that other programs read it. One module a format."""
