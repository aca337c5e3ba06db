"""The published site: what a gaming day's audit found, as pages that open from a disk, without a network."""
