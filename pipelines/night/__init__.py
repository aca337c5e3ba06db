"""The nightly run in plain functions, without Dagster: steps, checks, open days, the morning's files and mail."""
