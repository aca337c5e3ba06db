"""Audits: files straight to findings without a lake, a room day of the lake, and the id that says what was audited."""
