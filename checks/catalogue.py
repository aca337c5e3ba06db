"""All checks, by code."""

import checks.rules  # noqa: F401  (fills the catalogue)
from checks.model import CHECKS as _REGISTERED
from checks.model import LIMBS as LIMBS
from checks.model import Check

CHECKS: dict[str, Check] = dict(sorted(_REGISTERED.items()))
