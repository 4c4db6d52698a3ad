"""A world of a server, with every helper of a test. Bodies and answers are those of the control plane."""

from __future__ import annotations

import re
import time
from typing import Any, Callable, Dict, List, Mapping, Optional

from .arguments import checked, member_of
from .control import TIMEOUT_S, ControlPlane, Response, part, send
from .errors import (
    BallastError,
    BallastRequestError,
    BallastStartError,
    BallastStoppedError,
    BallastUnmetError,
    BallastVerificationError,
    BallastWaitError,
)
from .handles import Fault, Sink, Snapshot
from .market import Market
from .texts import reproduce_text, trace_text, verification_text

__all__ = ["BallastWorld", "Fault", "Response", "Sink", "Snapshot"]

_USUAL_WAIT = "7d"
_PAUSE_S = 0.1
_BOUNDS = ("count", "at_least", "at_most", "since", "within", "within_virtual")
# The server waits for ten minutes at most.
_LONGEST_WAIT_S = 620.0
_SINK_NAME = re.compile(r"[A-Za-z0-9._~-]{1,64}")
_SERVICE_PATH = re.compile(r"^/(?:form-[ab]/)?v1(?:/|$)")


def _session_of(plane: ControlPlane) -> Dict[str, Any]:
    """Raises ``BallastStartError`` where something else answers."""
    foreign = f"The server at {plane.control_url} is not a Ballast control plane."
    try:
        session = plane.ask("GET", "/session")
    except BallastRequestError as error:
        if error.code == "unknown":
            raise BallastStartError(foreign) from error
        raise
    if not isinstance(session, dict) or not {"world", "api_key", "seed", "control_url"} <= session.keys():
        raise BallastStartError(foreign)
    return session


@checked
class BallastWorld:
    """The addresses of a world, its keys, and the helpers of a test (decisions K72, N6, R7)."""

    def __init__(
        self,
        control_url: str,
        admin_token: str,
        aliases: Optional[Mapping[str, str]] = None,
        stop: Optional[Callable[[], None]] = None,
        server: Optional[ControlPlane] = None,
    ) -> None:
        """Reads the session, so it raises where the token is wrong. ``server``: the plane that makes other worlds."""
        plane = ControlPlane(control_url.rstrip("/"), admin_token)
        session = _session_of(plane)
        self._plane = plane
        self._server = server or plane
        self._stop = stop
        self._is_stopped = False
        self._aliases = dict(aliases or {})
        self._named = 0
        self._saved = 0
        self.name: str = session["world"]
        self.control_url = plane.control_url
        # By the host of the given address: a server on another machine calls itself by loopback.
        self.origin = re.sub(r"/sim$", "", plane.control_url)
        self.base_url = f"{self.origin}/v1"
        self.form_a_url = f"{self.origin}/form-a/v1"
        self.form_b_url = f"{self.origin}/form-b/v1"
        self.api_key: str = session["api_key"]
        self.admin_token = admin_token
        self.seed: int = session["seed"]
        self.market = Market(plane)

    # Requests

    def headers(self, others: Optional[Mapping[str, str]] = None) -> Dict[str, str]:
        """``Authorization`` with the API key, and the given headers."""
        return {"Authorization": f"Bearer {self.api_key}", **(others or {})}

    def fetch(
        self,
        path: str,
        json: Any = None,
        method: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        timeout_s: float = 120.0,
    ) -> Response:
        """A request with the API key: ``/prices/DE0007164600`` below ``base_url``, ``/form-a/v1/…`` below its own base.

        ``OSError`` only where the connection breaks.
        """
        _need_path(path)
        url = f"{self.origin}{path}" if _SERVICE_PATH.match(path) else f"{self.base_url}{path}"
        usual = "GET" if json is None else "POST"
        return send(method or usual, url, self.api_key, json, headers, timeout_s)

    def control(self, method: str, path: str, body: Any = None) -> Any:
        """Any operation of the control plane: ``control("POST", "/keys", {…})``."""
        _need_path(path)
        return self._plane.ask(method, path, body)

    # Time

    def clock(self) -> Dict[str, Any]:
        """The virtual clock: ``now``, ``mode``, ``rate``, whether it is ``paused``."""
        return self._plane.ask("GET", "/clock")

    def set_clock(self, **change: Any) -> Dict[str, Any]:
        """Sets ``mode``, ``rate`` or ``paused``."""
        return self._plane.ask("POST", "/clock/mode", change)

    def advance(self, by: Optional[str] = None, *, to: Optional[str] = None) -> Dict[str, Any]:
        """Advances by a duration (``"90m"``) or to an instant; returns when every due webhook was answered."""
        if (by is None) == (to is None):
            raise BallastError("advance takes a duration, or to=…, and not both.")
        return self._advance({"by": by} if to is None else {"to": to})

    def until_complete(self, rebalance_id: str, within: str = _USUAL_WAIT) -> Dict[str, Any]:
        """Advances until a rebalance of either form is complete, and returns it in the shape of Form B.

        ``BallastWaitError`` where it failed, was cancelled or never executed, or is not final ``within`` that time.
        """
        rebalance = self._rebalance(rebalance_id)
        if rebalance["status"] == "plan_ready":
            why = "it is a dry run, which cannot be executed" if rebalance["simulation"] else "it has not been executed"
            raise self._wait_error(
                f"{rebalance_id} to become complete", f"{why}; its status is plan_ready", rebalance_id
            )
        self._advance({"until": {"rebalance": rebalance_id}, "within": within})
        rebalance = self._rebalance(rebalance_id)
        if rebalance["status"] == "complete":
            return rebalance
        failure = rebalance.get("failure")
        reason = "" if failure is None else f" ({failure['code']}: {failure['message']})"
        lines = [f"it is {rebalance['status']}{reason}"]
        lines += [
            f"  - {order['side']} {order['quantity']} {order['isin']} at {order['exchange']}:"
            f" {order['status']}, {order['filled_quantity']} filled"
            for order in rebalance["orders"]
            if order["status"] != "filled"
        ]
        raise self._wait_error(f"{rebalance_id} to become complete within {within}", "\n".join(lines), rebalance_id)

    def until_settled(self, within: str = _USUAL_WAIT) -> Dict[str, Any]:
        """Advances until nothing is under way: no order, no message, no webhook or retry."""
        clock = self._advance({"until": "settled", "within": within})
        if clock["last_advance"]["ended"] == "reached":
            return clock
        rebalances = self._plane.ask("GET", "/rebalances")["rebalances"]
        working = [each for each in rebalances if each["status"] in ("executing", "partially_filled")]
        pending = self._plane.ask("GET", "/deliveries?status=pending&limit=10")["deliveries"]
        lines = [f"at {clock['now']} the following is still under way"]
        lines += [f"  - rebalance {each['rebalance_id']} is {each['status']}" for each in working[:10]]
        lines += [f"  - delivery {each['delivery_id']} of {each['type']} to {each['url']} is pending" for each in pending]
        traced = working[0]["rebalance_id"] if working else None
        raise self._wait_error(f"everything to settle within {within}", "\n".join(lines), traced)

    # Faults

    def fault(self, fault: Dict[str, Any]) -> Fault:
        """``fault({"kind": "api_error", "code": "internal_error", "count": 2})``: breaks what is said (L17, L39)."""
        return Fault(self._plane, self._plane.ask("POST", "/faults", fault))

    def stub(self, stub: Dict[str, Any]) -> Fault:
        """Answers in place of the service (R1, L40): ``stub({"match": {…}, "answer": {"status": 503, "text": "no"}})``.

        Of several that match, that of the highest ``priority`` answers, and then the newest.
        """
        return Fault(self._plane, self._plane.ask("POST", "/stubs", stub))

    def faults(self) -> List[Dict[str, Any]]:
        """All faults and stubs, by scope, oldest first."""
        return list(self._plane.ask_all("/faults", "faults"))

    def assert_all_met(self) -> None:
        """``BallastUnmetError`` where a fault or stub was never met, with what came closest to each.

        ``exchange_down``, ``halt_instrument``, ``stale_prices``, ``wide_spread`` and ``crossed_quotes`` are met once they
        have begun, whether or not an order or price was affected (L45).
        """
        unmet = list(self._plane.ask_all("/faults", "unmet", {"unmet": True}))
        if unmet:
            raise BallastUnmetError(unmet)

    def remove_faults(self) -> None:
        """Ends all of them."""
        self._plane.ask("DELETE", "/faults")

    # Webhooks and records

    def sink(self, name: str = "default") -> Sink:
        """A built-in receiver of webhooks, which is there once something is done with it."""
        if not _SINK_NAME.fullmatch(name) or name in (".", ".."):
            raise BallastError(f"'{name}' is not the name of a sink: it has 1 to 64 of A-Z, a-z, 0-9, '.', '_', '~' and '-'.")
        return Sink(self._plane, self.origin, name)

    def add_webhook(self, endpoint: Dict[str, Any]) -> Dict[str, Any]:
        """Registers any endpoint: ``{"url": …, "events": […], "timeout_ms": 200, "tls": {"ca": pem}}``."""
        return self._plane.ask("POST", "/webhooks", endpoint)

    def deliveries(self, **query: Any) -> List[Dict[str, Any]]:
        """Deliveries of events to endpoints, oldest first; by ``type``, ``status``, ``webhook_id``, ``event_id``."""
        return list(self._plane.ask_all("/deliveries", "deliveries", query))[::-1]

    def delivery(self, delivery_id: str) -> Dict[str, Any]:
        """A delivery with its payload and every attempt."""
        return self._plane.ask("GET", f"/deliveries/{part(delivery_id)}")

    def verify(self, **expectation: Any) -> Dict[str, Any]:
        """``verify(operation="createPlan", body={"/portfolio_id": pf}, count=1)``: what the client sent (L36).

        ``within="5s"`` (host time) and ``within_virtual="1h"`` wait until enough have come.
        ``BallastVerificationError`` says what was expected, which request came closest, and how it differs.
        """
        bounds = {name: expectation.pop(name) for name in _BOUNDS if name in expectation}
        is_waiting = "within" in bounds or "within_virtual" in bounds
        timeout_s = _LONGEST_WAIT_S if is_waiting else TIMEOUT_S
        verification = self._plane.ask("POST", "/journal/verify", {"match": expectation, **bounds}, timeout_s)
        if verification["satisfied"]:
            return verification
        lines = [verification_text(verification), f"Requests with {expectation} were expected.", self._reproduce()]
        raise BallastVerificationError("\n".join(lines), verification)

    def journal(self, **query: Any) -> List[Dict[str, Any]]:
        """Requests of clients with headers and bodies, oldest first; secrets are left out."""
        return list(self._plane.ask_all("/journal", "entries", {**query, "full": True}))[::-1]

    def events(self, type: Optional[str] = None) -> List[Dict[str, Any]]:
        """The event log, oldest first: all entries, or those of one type."""
        return list(self._plane.ask_all("/events", "events", {"type": type}))

    def trace(self, identifier: str) -> Dict[str, Any]:
        """What led to a request, rebalance, order, fill, event or delivery; ``text`` is for people."""
        trace = self._plane.ask("GET", f"/trace/{part(identifier)}")
        return {**trace, "text": trace_text(trace["nodes"], len(trace["nodes"]))}

    # Contents

    def create_portfolio(self, form: str = "B", **said: Any) -> Dict[str, Any]:
        """Creates it as a client with the default key would; everything but the form may be left out.

        Form B: ``external_id``, ``currency``, ``tax_wrapper``, ``holdings``, ``targets``, ``cash``. Form A: ``name``,
        ``currency``, ``tax_jurisdiction``, and ``positions`` and ``cash``, which the control plane sets.
        """
        self._named += 1
        name = f"test-{self._named}"
        if form == "B":
            isins = _isins_of(said.get("holdings"))
            targets = [{"isin": isin, "weight": 1 / len(isins)} for isin in isins]
            usual = {
                "external_id": name,
                "currency": "EUR",
                "tax_wrapper": "Depot",
                "cash": 0 if "holdings" in said else 100_000,
                "targets": targets or [{"isin": "DE0007164600", "weight": 1}],
            }
            return self._service("POST", f"{self.form_b_url}/portfolios", {**usual, **said})
        if form != "A":
            raise BallastError(f"'{form}' is no form: A or B.")
        positions, cash = said.pop("positions", None), said.pop("cash", None)
        body = {"name": name, "currency": "EUR", "tax_jurisdiction": "DE", **said}
        made = self._service("POST", f"{self.form_a_url}/portfolios", body)
        if positions is not None:
            self._plane.ask("POST", f"/portfolios/{made['portfolio_id']}/positions", {"positions": positions})
        if cash is not None:
            self._plane.ask("POST", f"/portfolios/{made['portfolio_id']}/cash", {"amount": cash})
        return made

    def portfolio_id(self, alias: str) -> str:
        """The id of a portfolio that the contents of the world named with ``as``."""
        if alias in self._aliases:
            return self._aliases[alias]
        known = ", ".join(self._aliases) or "none"
        raise BallastError(f"The world's contents name no portfolio {alias}; names there are: {known}.")

    def cash_flow(self, portfolio_id: str, flow: Dict[str, Any]) -> Dict[str, Any]:
        """Adds or takes cash, now or later, once or again and again (O1)."""
        return self._plane.ask("POST", f"/portfolios/{part(portfolio_id)}/cash-flows", flow)

    def cash_flows(self, portfolio_id: str) -> List[Dict[str, Any]]:
        """The latest 1000 of a portfolio, newest first."""
        return self._plane.ask("GET", f"/portfolios/{part(portfolio_id)}/cash-flows?limit=1000")["cash_flows"]

    def end_cash_flow(self, flow: Dict[str, Any]) -> Dict[str, Any]:
        """Nothing more of it is booked."""
        portfolio, name = (member_of("end_cash_flow: flow", flow, each) for each in ("portfolio_id", "cash_flow_id"))
        return self._plane.ask("DELETE", f"/portfolios/{part(portfolio)}/cash-flows/{part(name)}")

    def settlements(self, portfolio_id: str, status: Optional[str] = None) -> List[Dict[str, Any]]:
        """Trades and when they settle (O4); ``status``: ``pending`` or ``settled``."""
        query = "" if status is None else f"&status={status}"
        return self._plane.ask("GET", f"/portfolios/{part(portfolio_id)}/settlements?limit=1000{query}")["settlements"]

    def set_constraints(self, portfolio_id: str, constraints: Dict[str, Any]) -> Dict[str, Any]:
        """Replaces what every plan of a portfolio keeps (O5); ``{}`` removes it."""
        return self._plane.ask("PUT", f"/portfolios/{part(portfolio_id)}/constraints", constraints)["constraints"]

    def constraints(self, portfolio_id: str) -> Dict[str, Any]:
        """What is set; ``{}`` where nothing is constrained."""
        return self._plane.ask("GET", f"/portfolios/{part(portfolio_id)}/constraints")["constraints"]

    def set_policy(self, portfolio_id: str, policy: Dict[str, Any]) -> Dict[str, Any]:
        """Has a portfolio rebalanced by itself (O6)."""
        return self._plane.ask("PUT", f"/portfolios/{part(portfolio_id)}/policy", policy)

    def policy(self, portfolio_id: str) -> Dict[str, Any]:
        """With what it did last, and what it would do next."""
        return self._plane.ask("GET", f"/portfolios/{part(portfolio_id)}/policy")

    def remove_policy(self, portfolio_id: str) -> None:
        """What it began goes on."""
        self._plane.ask("DELETE", f"/portfolios/{part(portfolio_id)}/policy")

    def act_on_order(self, order_id: str, action: Dict[str, Any]) -> Dict[str, Any]:
        """The exchange does exactly this with one of its working orders, next (O7)."""
        return self._plane.ask("POST", f"/orders/{part(order_id)}/actions", action)

    def dividends(self, portfolio_id: str) -> List[Dict[str, Any]]:
        """The latest 1000 dividends of a portfolio, accrued and paid, newest first (O2)."""
        return self._plane.ask("GET", f"/portfolios/{part(portfolio_id)}/dividends?limit=1000")["dividends"]

    # The world as a whole

    def fingerprint(self) -> Dict[str, Any]:
        """What the world is: ``seed``, ``now``, ``events``, ``head`` (the hash of its log), ``chain``."""
        return self._plane.ask("GET", "/fingerprint")

    def snapshot(self, name: Optional[str] = None) -> Snapshot:
        """Saves the whole world, under a generated name by default. Replaces a snapshot of the same name."""
        if name is None:
            self._saved += 1
        body = {"name": name or f"test-{self._saved}", "replace": True}
        return Snapshot(self._plane, self._plane.ask("POST", "/snapshots", body))

    def restore(self, name: str) -> Dict[str, Any]:
        """The world goes on from a snapshot. Returns its fingerprint."""
        return self._plane.ask("POST", f"/snapshots/{part(name)}/restore")

    def reset(self) -> Dict[str, Any]:
        """Resets the world to its beginning."""
        self._named = 0
        return self._plane.ask("POST", "/reset")

    # Other worlds

    def world(self, **options: Any) -> "BallastWorld":
        """Makes a world on the same server (N1, N6): ``name``, ``seed``, ``clock``, ``world``, ``snapshot``, ``fork_of`` …

        Only the test moves its clock and no limit holds, unless the options say otherwise. ``stop`` ends it alone.
        """
        is_copy = "fork_of" in options or "snapshot" in options
        usual = {} if is_copy else {"clock_mode": "manual", "rate_limit": "off"}
        if not is_copy:
            usual["rate_limit_clock"] = "virtual" if options.get("clock_mode", "manual") == "manual" else "real"
        return self._made({**usual, **options}, None)

    def fork(self, **options: Any) -> "BallastWorld":
        """A world that begins as an exact copy of this one, and goes its own way."""
        return self._made({**options, "fork_of": self.name}, self._aliases)

    def worlds(self) -> List[Dict[str, Any]]:
        """All worlds of the server, the first one first."""
        return self._server.ask("GET", "/worlds")["worlds"]

    def stop(self) -> None:
        """Stops the server, or ends the world that was made on it; a second call does nothing."""
        if self._is_stopped:
            return
        self._is_stopped = True
        try:
            if self._stop is not None:
                self._stop()
        finally:
            self._plane.is_closed = True

    def __enter__(self) -> "BallastWorld":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _made(self, body: Dict[str, Any], aliases: Optional[Mapping[str, str]]) -> "BallastWorld":
        server = self._server
        made = server.ask("POST", "/worlds", body)
        name = made["name"]

        def stop() -> None:
            try:
                server.ask("DELETE", f"/worlds/{name}")
            except BallastStoppedError:
                pass  # It ended with its server.
            except BallastRequestError as error:
                if error.status != 404:
                    raise

        control_url = f"{re.sub(r'/sim$', '', server.control_url)}/worlds/{name}/sim"
        known = made["aliases"] if aliases is None else aliases
        return BallastWorld(control_url, made["admin_token"], known, stop, server)

    def _service(self, method: str, url: str, body: Any) -> Dict[str, Any]:
        return self._plane.ask_at(method, url, self.api_key, body)

    def _advance(self, goal: Dict[str, Any]) -> Dict[str, Any]:
        clock = self._plane.ask("POST", "/clock/advance", {**goal, "wait": True, "snapshot": False})
        while clock["status"] != "ready":
            time.sleep(_PAUSE_S)
            clock = self.clock()
        last = clock["last_advance"]
        if last is not None and last["ended"] == "event_limit":
            raise BallastError(f"The clock stopped at {clock['now']} after a million timers; go there in smaller steps.")
        return clock

    def _rebalance(self, rebalance_id: str) -> Dict[str, Any]:
        return self._plane.ask("GET", f"/rebalances/{part(rebalance_id)}")["rebalance"]

    def _reproduce(self) -> str:
        return reproduce_text(self.fingerprint())

    def _wait_error(self, expected: str, got: str, traced: Optional[str]) -> BallastWaitError:
        trace = None
        if traced is not None:
            try:
                trace = self._plane.ask("GET", f"/trace/{part(traced)}")
            except BallastRequestError:
                trace = None  # There is nothing to be traced.
        lines = [f"Expected {expected}, but {got}"]
        if trace is not None:
            lines += ["What happened:", trace_text(trace["nodes"])]
        return BallastWaitError("\n".join([*lines, self._reproduce()]), expected, got, trace)


def _need_path(path: str) -> None:
    if not path.startswith("/"):
        raise BallastError(f"'{path}' is not a path: it has to begin with a slash.")


def _isins_of(holdings: Any) -> List[str]:
    """What the default targets are made of; the service says what is wrong with holdings."""
    rows = holdings if isinstance(holdings, (list, tuple)) else []
    isins = [row.get("isin") for row in rows if isinstance(row, dict)]
    return list(dict.fromkeys(isin for isin in isins if isinstance(isin, str)))
