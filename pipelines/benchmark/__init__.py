"""The benchmark behind `oddchip bench`: our stages and a peer's, on the same file, in one process on one core."""
