"""Bytes to Arrow tables, and quarantine: one module a format; `schemas` is the contract."""

from parsers.kernel_cache import use_kernel_cache

# Before any module that holds a kernel is imported: Numba looks for its cache when a function is decorated.
use_kernel_cache()
