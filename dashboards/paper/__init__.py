"""Sheets of paper: what is signed, talked over or handed on, as PDF."""
