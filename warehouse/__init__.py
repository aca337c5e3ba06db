"""The lake: content-addressed ingest, the ledger, the quality gate, and the DuckDB file built from it all."""
