"""What helpers give back to be used further: faults, sinks and snapshots."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from .arguments import checked
from .control import ControlPlane, part, query_of
from .errors import BallastError

_PAGE = 1000


@checked
class Fault:
    """A fault or a stub that was set. As a context manager it ends with the block."""

    def __init__(self, plane: ControlPlane, view: Dict[str, Any]) -> None:
        self._plane = plane
        self.id: str = view["fault_id"]
        #: Stubs that no request reaches because of it, or why none reaches it (L40).
        self.warnings: List[str] = view.get("warnings", [])

    def view(self) -> Dict[str, Any]:
        """Its state now, with ``hits``."""
        for fault in self._plane.ask_all("/faults", "faults"):
            if fault["fault_id"] == self.id:
                return fault
        raise BallastError(f"There is no fault {self.id} any more: the world was reset or restored.")

    def remove(self) -> Dict[str, Any]:
        """Ends the fault; does nothing where it has ended."""
        return self._plane.ask("DELETE", f"/faults/{self.id}")

    def __enter__(self) -> "Fault":
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()


@checked
class Sink:
    """A built-in receiver of webhooks (decisions L3, L46)."""

    def __init__(self, plane: ControlPlane, origin: str, name: str) -> None:
        self._plane = plane
        self._view = f"/sinks/{part(name)}"
        self.name = name
        #: Valid as the address of an endpoint of this world.
        self.path = f"/sim/sink/{part(name)}"
        self.url = f"{origin}{self.path}"

    def listen(self, *types: str) -> Dict[str, Any]:
        """Registers it as an endpoint, for these types of events or for all."""
        return self._plane.ask("POST", "/webhooks", {"url": self.path, **({"events": list(types)} if types else {})})

    def answer(self, answers: List[Dict[str, Any]], afterwards: Optional[str] = None) -> None:
        """Sets its answers from now on, in this order. The last one repeats unless ``afterwards`` is given:
        ``answer([{"status": 503, "times": 2}], "accept")`` refuses two deliveries and accepts all others."""
        self._plane.ask("PUT", self._view, {"answers": answers, **({"afterwards": afterwards} if afterwards else {})})

    def accept(self) -> None:
        """Makes it answer 200 again."""
        self._plane.ask("DELETE", f"{self._view}/answers")

    def received(self) -> List[Dict[str, Any]]:
        """The received requests, oldest first, with the check of each signature and the answer."""
        pages: List[List[Dict[str, Any]]] = []
        cursor = None
        while True:
            page = self._plane.ask("GET", f"{self._view}{query_of({'cursor': cursor, 'limit': _PAGE})}")
            pages.insert(0, page["requests"])
            cursor = page.get("next")
            if cursor is None:
                return [request for each in pages for request in each]

    def forget(self) -> None:
        """Deletes the received requests."""
        self._plane.ask("DELETE", self._view)


@checked
class Snapshot(Dict[str, Any]):
    """A saved state of a world, with what the control plane says of it."""

    def __init__(self, plane: ControlPlane, facts: Dict[str, Any]) -> None:
        super().__init__(facts)
        self._plane = plane

    def restore(self) -> Dict[str, Any]:
        """The world goes on from here. Returns its fingerprint."""
        return self._plane.ask("POST", f"/snapshots/{part(self['name'])}/restore")
