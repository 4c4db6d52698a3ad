"""Ten tests of the client, each in a world of its own: they may run at the same time."""

import pytest

from rebalance_client import RebalanceClient, ServiceError, WebhookInbox

SAP = "DE0007164600"
WORLD_ETF = "IE00B4L5Y983"
HALVES = {SAP: 0.5, WORLD_ETF: 0.5}


@pytest.fixture
def client(ballast_world):
    return RebalanceClient(ballast_world.form_a_url, ballast_world.api_key)


@pytest.fixture
def portfolio(ballast_world):
    return ballast_world.create_portfolio(form="A", name="Pension")["portfolio_id"]


def test_rebalances_to_the_end(ballast_world, client, portfolio):
    rebalance = client.rebalance(portfolio, HALVES, "order-1")
    assert client.status(rebalance["rebalance_id"]) == "executing"
    ballast_world.until_complete(rebalance["rebalance_id"])
    assert client.status(rebalance["rebalance_id"]) == "complete"


def test_tries_again_when_the_service_fails(ballast_world, client, portfolio):
    ballast_world.fault({"kind": "api_error", "code": "internal_error", "match": {"operation": "startRebalance"}, "count": 2})
    client.rebalance(portfolio, HALVES, "order-2")
    ballast_world.verify(operation="startRebalance", body={"/idempotency_key": "order-2"}, count=3)


def test_does_not_trade_twice_when_the_answer_is_lost(ballast_world, client, portfolio):
    match = {"operation": "startRebalance"}
    ballast_world.fault({"kind": "api_connection_reset", "after_processing": True, "match": match, "count": 1})
    client.rebalance(portfolio, HALVES, "order-3")
    assert len(ballast_world.events("rebalance.executing")) == 1


def test_gives_up_what_will_not_get_better(ballast_world, client, portfolio):
    with pytest.raises(ServiceError, match="400 invalid_request"):
        client.rebalance(portfolio, {SAP: 0.5}, "order-4")
    ballast_world.verify(operation="startRebalance", count=1)


def test_gives_up_after_four_attempts(ballast_world, client, portfolio):
    ballast_world.fault({"kind": "api_error", "code": "internal_error", "match": {"operation": "startRebalance"}})
    with pytest.raises(ServiceError, match="500 internal_error"):
        client.rebalance(portfolio, HALVES, "order-5")
    ballast_world.verify(operation="startRebalance", count=4)


def test_survives_a_gateway_that_answers_html(ballast_world, client, portfolio):
    answer = {"status": 503, "headers": {"Content-Type": "text/html"}, "text": "<h1>Service Unavailable</h1>"}
    ballast_world.stub({"match": {"operation": "startRebalance"}, "answer": answer, "count": 1})
    client.rebalance(portfolio, HALVES, "order-6")
    ballast_world.verify(operation="startRebalance", count=2)


def test_waits_out_a_rate_limit(ballast_world, client, portfolio):
    ballast_world.fault({"kind": "api_error", "code": "rate_limit", "match": {"operation": "startRebalance"}, "count": 1})
    client.rebalance(portfolio, HALVES, "order-7")
    ballast_world.verify(operation="startRebalance", status=429, count=1)


def test_hears_of_every_step_and_of_each_once(ballast_world, client, portfolio):
    inbox = ballast_world.sink("inbox")
    receiver = WebhookInbox(inbox.listen()["secret"])
    ballast_world.fault({"kind": "webhook_duplicate", "match": {"types": ["rebalance.complete"]}})
    rebalance = client.rebalance(portfolio, HALVES, "order-8")
    ballast_world.until_complete(rebalance["rebalance_id"])
    ballast_world.until_settled()
    assert all(receiver.take(each["headers"], each["body"]) for each in inbox.received())
    assert [event["type"] for event in receiver.events].count("rebalance.complete") == 1
    assert receiver.events[-1]["type"] == "rebalance.complete"


def test_refuses_a_signature_that_is_wrong(ballast_world, client, portfolio):
    inbox = ballast_world.sink("inbox")
    receiver = WebhookInbox(inbox.listen("rebalance.complete")["secret"])
    ballast_world.fault({"kind": "webhook_bad_signature", "count": 1})
    rebalance = client.rebalance(portfolio, HALVES, "order-9")
    ballast_world.until_complete(rebalance["rebalance_id"])
    ballast_world.until_settled()
    assert not receiver.take(inbox.received()[0]["headers"], inbox.received()[0]["body"])
    assert receiver.events == []


def test_has_a_clock_of_its_own(ballast_world):
    ballast_world.advance("36h")
    assert ballast_world.clock()["now"] == "2026-03-03T21:30:00.000Z"
