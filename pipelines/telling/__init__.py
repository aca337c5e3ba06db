"""Findings as a person or another program reads them: which are asked for, and in what form they are told."""
