"""Dagster definitions and the command line: thin glue over the packages below."""
