"""What the assets are given: the room's data folder. And what they are not given: a place to pickle things."""

from __future__ import annotations

import dagster as dg

from pipelines.auditing.engine_names import LOCAL
from pipelines.folders import Folders, folders


class RoomData(dg.ConfigurableResource):  # type: ignore[type-arg]
    """The data folder, and where its days are audited; empty fields mean what the environment says."""

    data: str = ""
    house: str = ""
    engine: str = LOCAL

    def folders(self) -> Folders:
        return folders(self.data or None, self.house or None)


class NoPickling(dg.IOManager):
    """Assets read and write the lake themselves; a value handed from step to step is a mistake."""

    def handle_output(self, context: dg.OutputContext, obj: object) -> None:
        if obj is not None:
            raise dg.DagsterInvariantViolationError(
                f"{context.step_key} returned a value; write it to the lake and return a MaterializeResult"
            )

    def load_input(self, context: dg.InputContext) -> object:
        raise dg.DagsterInvariantViolationError(f"{context.name} is loaded as a value; read it from the lake")
