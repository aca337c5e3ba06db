"""What a run says on the terminal: one line a step, in the step's own words, and none of Dagster's events."""

import logging
import sys

import dagster as dg


class _StepLines(logging.Handler):
    """Prints what assets said themselves; Dagster keeps its own events in its own store."""

    def emit(self, record: logging.LogRecord) -> None:
        meta = getattr(record, "dagster_meta", None) or {}
        if meta.get("dagster_event") is None and record.levelno >= logging.INFO:
            print(
                f"  {meta.get('step_key') or 'run'}: {meta.get('orig_message', record.getMessage())}", file=sys.stderr
            )


@dg.logger(None, description="One line a step, for people.")
def terse_logger(context: dg.InitLoggerContext) -> logging.Logger:
    logger = logging.Logger("oddchip.nightly")
    logger.addHandler(_StepLines())
    return logger
