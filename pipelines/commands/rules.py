"""`oddchip rules`: all checks."""

from __future__ import annotations

import argparse

SUMMARY = "every check by code"
EXAMPLE = "oddchip rules"


def configure(parser: argparse.ArgumentParser) -> None:
    del parser  # takes no arguments


def run(args: argparse.Namespace) -> int:
    del args
    from checks.catalogue import CHECKS

    for code in sorted(CHECKS):
        check = CHECKS[code]
        print(f"{code}  {check.severity.value:<9}  {check.title}")
    return 0
