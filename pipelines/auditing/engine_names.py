"""The engines by name, for the command line, which loads nothing that an engine needs."""

from __future__ import annotations

from typing import Final

LOCAL: Final = "local"
SPARK: Final = "spark"
ENGINES: Final = (LOCAL, SPARK)
