"""An example of every helper, by its name: ``test_market_jump`` shows ``market.jump``. The reference of helpers shows them."""

import pytest

from ballast import BallastServer, BallastWorld, Fault, Sink, Snapshot
from ballast.market import Market

SAP = "DE0007164600"
TARGETS = [{"isin": SAP, "weight": 0.5}, {"isin": "IE00B4L5Y983", "weight": 0.5}]
HELPERS = {"server": BallastServer, "world": BallastWorld, "fault": Fault, "market": Market, "sink": Sink, "snapshot": Snapshot}


@pytest.fixture
def world(ballast_world):
    return ballast_world


@pytest.fixture
def portfolio(world):
    holdings = [{"isin": SAP, "exchange": "XETR", "quantity": 100}]
    return world.create_portfolio(holdings=holdings, cash=1000, targets=TARGETS)["portfolio_id"]


@pytest.fixture
def rebalance(world, portfolio):
    planned = world.fetch("/rebalance", json={"portfolio_id": portfolio}).json()["rebalance_id"]
    assert world.fetch(f"/form-b/v1/rebalance/{planned}/execute", json={"confirm": True}).status < 300
    world.advance("1s")
    return planned


@pytest.fixture
def order(world, rebalance):
    return world.events("order.acknowledged")[0]["data"]["order_id"]


@pytest.mark.parametrize("kind", HELPERS)
def test_every_helper_has_an_example(kind):
    own = [name for name, member in vars(HELPERS[kind]).items() if callable(getattr(member, "__func__", member))]
    assert [name for name in own if not name.startswith("_") and f"test_{kind}_{name}" not in globals()] == []


# What follows is shown: nothing but the body of each function, which needs nothing but its arguments.


def test_server_start():
    with BallastServer.start(seed=42, clock="2026-03-02T09:30:00Z") as ballast:
        assert ballast.seed == 42


def test_server_connect(world):
    same = BallastServer.connect(world.control_url, world.admin_token)
    same.advance("1h")


def test_world_headers(world):
    assert world.headers({"Accept": "application/json"})["Authorization"] == f"Bearer {world.api_key}"


def test_world_fetch(world, portfolio):
    answer = world.fetch("/rebalance", json={"portfolio_id": portfolio, "simulation": True})
    assert (answer.status, answer.json()["status"]) == (201, "plan_ready")


def test_world_control(world):
    key = world.control("POST", "/keys", {"account_id": "default", "name": "second"})
    assert key["secret"].startswith("sk_")


def test_world_clock(world):
    assert world.clock()["now"] == "2026-03-02T09:30:00.000Z"


def test_world_set_clock(world):
    world.set_clock(mode="realtime", rate=60, paused=True)


def test_world_advance(world):
    world.advance("90m")
    world.advance(to="2026-03-03T09:00:00Z")


def test_world_until_complete(world, rebalance):
    assert world.until_complete(rebalance, within="2d")["status"] == "complete"


def test_world_until_settled(world):
    world.until_settled(within="3d")


def test_world_fault(world):
    world.fault({"kind": "api_error", "code": "internal_error", "match": {"operation": "createPortfolio"}, "count": 2})
    world.fault({"kind": "exchange_down", "exchange": "XETR", "for": "2h"})


def test_world_stub(world):
    answer = {"status": 503, "headers": {"Retry-After": "30"}, "text": "The gateway is busy."}
    world.stub({"match": {"path": "/v1/prices/DE0007164600"}, "answer": answer, "count": 1})


def test_world_faults(world):
    world.fault({"kind": "exchange_down", "exchange": "XETR", "for": "2h"})
    assert [fault["hits"] for fault in world.faults()] == [0]


def test_world_assert_all_met(world):
    world.fault({"kind": "api_error", "code": "internal_error", "count": 1})
    world.fetch("/prices/DE0007164600")
    world.assert_all_met()


def test_world_remove_faults(world):
    world.remove_faults()


def test_world_sink(world):
    world.sink("inbox").listen()


def test_world_add_webhook(world):
    world.add_webhook({"url": "http://127.0.0.1:8080/hooks", "events": ["rebalance.complete"], "timeout_ms": 200})


def test_world_deliveries(world, rebalance):
    world.sink().listen()
    world.until_settled()
    assert world.deliveries(type="order.filled", status="succeeded")[0]["attempts"] == 1


def test_world_delivery(world, rebalance):
    world.sink().listen()
    world.until_settled()
    first = world.deliveries(status="succeeded")[0]
    assert world.delivery(first["delivery_id"])["attempts"] == 1


def test_world_verify(world, rebalance, portfolio):
    world.verify(operation="createPlan", body={"/portfolio_id": portfolio}, count=1)
    world.verify(operation="executePlan", status="2xx", within="5s")


def test_world_journal(world, rebalance):
    assert len(world.journal(operation="createPlan", status="2xx")) == 1


def test_world_events(world, rebalance):
    assert world.events("order.sent") != []


def test_world_trace(world, rebalance):
    assert rebalance in world.trace(rebalance)["text"]


def test_world_create_portfolio(world):
    world.create_portfolio(form="A", cash=5000)
    holdings = [{"isin": "DE0007164600", "exchange": "XETR", "quantity": 10}]
    world.create_portfolio(form="B", holdings=holdings, targets=[{"isin": "IE00B4L5Y983", "weight": 1}])


def test_world_portfolio_id(ballast):
    request = {"name": "Savings", "currency": "EUR", "tax_jurisdiction": "DE"}
    with ballast.world(world={"portfolios": [{"form": "A", "as": "saver", "request": request}]}) as world:
        assert world.portfolio_id("saver").startswith("pf_")


def test_world_cash_flow(world, portfolio):
    world.cash_flow(portfolio, {"kind": "deposit", "amount": 500, "every": "month"})


def test_world_cash_flows(world, portfolio):
    world.cash_flow(portfolio, {"kind": "deposit", "amount": 500})
    assert world.cash_flows(portfolio)[0]["amount"] == 500


def test_world_end_cash_flow(world, portfolio):
    flow = world.cash_flow(portfolio, {"kind": "fee", "amount": 5, "every": "quarter"})
    world.end_cash_flow(flow)


def test_world_settlements(world, portfolio):
    assert world.settlements(portfolio, status="pending") == []


def test_world_set_constraints(world, portfolio):
    world.set_constraints(portfolio, {"max_turnover": 0.2, "do_not_sell": ["DE0007164600"]})


def test_world_constraints(world, portfolio):
    assert world.constraints(portfolio) == {}


def test_world_set_policy(world, portfolio):
    world.set_policy(portfolio, {"when": [{"drift": {"threshold": 0.05}}], "execute": True, "cooldown": "7d"})


def test_world_policy(world, portfolio):
    world.set_policy(portfolio, {"when": [{"drift": {"threshold": 0.05}}], "execute": False})
    assert world.policy(portfolio)["execute"] is False


def test_world_remove_policy(world, portfolio):
    world.set_policy(portfolio, {"when": [{"drift": {"threshold": 0.05}}], "execute": True})
    world.remove_policy(portfolio)


def test_world_act_on_order(world, order):
    world.act_on_order(order, {"action": "partial_fill", "quantity": 1})


def test_world_dividends(world, portfolio):
    assert world.dividends(portfolio) == []


def test_world_fingerprint(world):
    head = world.fingerprint()["head"]
    assert world.fingerprint()["head"] == head


def test_world_snapshot(world):
    before = world.snapshot("before")
    world.advance("1d")
    before.restore()


def test_world_restore(world):
    world.snapshot("before")
    world.restore("before")


def test_world_reset(world):
    assert world.reset()["events"] == 1


def test_world_world(ballast):
    with ballast.world(seed=7, clock="2026-06-01T09:00:00Z", expires_after="10m") as world:
        assert world.seed == 7


def test_world_fork(world):
    with world.fork() as what_if:
        what_if.market.jump("DE0007164600", -0.2)


def test_world_worlds(world):
    assert world.worlds()[0]["name"] == "default"


def test_world_stop(ballast):
    world = ballast.world()
    world.stop()


def test_fault_view(world):
    fault = world.fault({"kind": "api_error", "code": "internal_error", "count": 1})
    assert fault.view()["hits"] == 0


def test_fault_remove(world):
    fault = world.fault({"kind": "webhook_duplicate"})
    fault.remove()


def test_market_jump(world):
    world.market.jump("DE0007164600", -0.08)
    world.market.jump("IE00B4L5Y983", 0.02, "2026-03-02T14:00:00Z")


def test_market_add_event(world):
    trend = {"kind": "trend", "isin": "DE0007164600", "rate_per_day": 0.01, "until": "2026-03-06T16:00:00Z"}
    world.market.add_event(trend)


def test_market_end_event(world):
    storm = {"kind": "volatility", "isin": "DE0007164600", "factor": 3, "until": "2026-03-06T16:00:00Z"}
    event = world.market.add_event(storm)
    world.market.end_event(event["market_event_id"])


def test_market_pin(world):
    world.market.pin("DE0007164600", 180.5, "EUR")


def test_market_pin_rate(world):
    world.market.pin_rate("CHF", 0.95)


def test_market_unpin(world):
    world.market.pin("DE0007164600", 180.5, "EUR")
    world.market.unpin("DE0007164600")


def test_market_corporate_action(world):
    split = {"kind": "split", "isin": "DE0007164600", "ex_at": "2026-03-04T07:00:00Z", "ratio": {"new": 2, "old": 1}}
    world.market.corporate_action(split)


def test_market_corporate_actions(world):
    assert world.market.corporate_actions() == []


def test_market_cancel_corporate_action(world):
    delisting = {"kind": "delisting", "isin": "DE0007164600", "ex_at": "2026-03-04T07:00:00Z"}
    action = world.market.corporate_action(delisting)
    world.market.cancel_corporate_action(action)


def test_market_exchange(world):
    assert world.market.exchange("XETR")["connected"] is True


def test_market_set_exchange(world):
    world.market.set_exchange("XETR", {"participation": 0.05, "day_end": "carry"})


def test_sink_listen(world):
    world.sink("inbox").listen("rebalance.complete", "rebalance.failed")


def test_sink_answer(world):
    world.sink("inbox").answer([{"status": 503, "times": 2}, {"status": 200}], "repeat_last")


def test_sink_accept(world):
    world.sink("inbox").accept()


def test_sink_received(world, rebalance):
    inbox = world.sink("inbox")
    inbox.listen("rebalance.complete")
    world.until_complete(rebalance)
    assert rebalance in inbox.received()[0]["body"]


def test_sink_forget(world):
    world.sink("inbox").forget()


def test_snapshot_restore(world):
    before = world.snapshot()
    world.market.jump("DE0007164600", -0.2)
    assert before.restore()["head"] == before["head"]
