"""Moves prices, exchange rates and exchanges."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from .arguments import checked, member_of
from .control import ControlPlane, part

_ACTIONS = "/market/corporate-actions"


@checked
class Market:
    """The market of a world (decisions L, O2, O3)."""

    def __init__(self, plane: ControlPlane) -> None:
        self._plane = plane

    def jump(self, isin: str, size: float, at: Optional[str] = None) -> Dict[str, Any]:
        """Multiplies the price once: ``jump(isin, -0.08)`` lowers it by 8 %. Now, unless an instant is given."""
        return self.add_event({"kind": "jump", "isin": isin, "size": size, **({} if at is None else {"at": at})})

    def add_event(self, event: Dict[str, Any]) -> Dict[str, Any]:
        """Any event: ``{"kind": "trend", "isin": …, "rate_per_day": 0.01, "until": …}``."""
        return self._plane.ask("POST", "/market/events", event)

    def end_event(self, market_event_id: str) -> Dict[str, Any]:
        """Ends an event now: its effect so far stays."""
        return self._plane.ask("DELETE", f"/market/events/{part(market_event_id)}")

    def pin(self, isin: str, mid: float, currency: str) -> Dict[str, Any]:
        """Pins the mid of every listing until ``unpin``."""
        return self._plane.ask("POST", "/market/pins", {"isin": isin, "mid": mid, "currency": currency})

    def pin_rate(self, currency: str, per_eur: float) -> Dict[str, Any]:
        """Pins an exchange rate, in units for one EUR, until ``unpin``."""
        return self._plane.ask("POST", "/market/pins", {"currency": currency, "per_eur": per_eur})

    def unpin(self, subject: str) -> None:
        """Ends the pin of an ISIN or a currency."""
        self._plane.ask("DELETE", f"/market/pins/{part(subject)}")

    def corporate_action(self, action: Dict[str, Any]) -> Dict[str, Any]:
        """A split, a change of an ISIN, a delisting or a dividend, at ``ex_at`` (O2, O3)."""
        return self._plane.ask("POST", _ACTIONS, action)

    def corporate_actions(self) -> List[Dict[str, Any]]:
        """The latest 1000, newest first."""
        return self._plane.ask("GET", f"{_ACTIONS}?limit=1000")["corporate_actions"]

    def cancel_corporate_action(self, action: Dict[str, Any]) -> Dict[str, Any]:
        """Only before it is applied."""
        name = member_of("cancel_corporate_action: action", action, "corporate_action_id")
        return self._plane.ask("DELETE", f"{_ACTIONS}/{part(name)}")

    def exchange(self, mic: str) -> Dict[str, Any]:
        """State and settings of an exchange, by MIC."""
        return self._plane.ask("GET", f"/exchanges/{part(mic)}")

    def set_exchange(self, mic: str, change: Dict[str, Any]) -> Dict[str, Any]:
        """Changes the given settings: connection, commission, latency, participation, lot size."""
        return self._plane.ask("PATCH", f"/exchanges/{part(mic)}", change)
