"""Replays hands: Numba kernels, plain functions over arrays. Facts out, no rule numbers in."""
