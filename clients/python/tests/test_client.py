"""The client against a real server: helpers, errors, worlds, fixtures."""

import inspect
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from ballast import (
    BallastError,
    BallastRequestError,
    BallastServer,
    BallastStartError,
    BallastStoppedError,
    BallastUnmetError,
    BallastVerificationError,
    BallastWaitError,
    BallastWorld,
    Fault,
    Sink,
)
from ballast.control import ControlPlane, send
from ballast.market import Market

SAP = "DE0007164600"
WORLD_ETF = "IE00B4L5Y983"
HALVES = [{"isin": SAP, "weight": 0.5}, {"isin": WORLD_ETF, "weight": 0.5}]


def planned(world, **said):
    portfolio = world.create_portfolio(targets=HALVES, **said)
    answer = world.fetch("/rebalance", json={"portfolio_id": portfolio["portfolio_id"]})
    assert answer.status == 201, answer.text
    return portfolio["portfolio_id"], answer.json()["rebalance_id"]


def executed(world):
    _, rebalance = planned(world)
    assert world.fetch(f"/form-b/v1/rebalance/{rebalance}/execute", json={"confirm": True}).status < 300
    return rebalance


def test_the_helpers_are_those_of_the_package_for_javascript():
    helpers = json.loads(os.environ["BALLAST_HELPERS"])
    for kind, names in (
        (BallastWorld, helpers["handle"]),
        (Market, helpers["market"]),
        (Sink, helpers["sink"]),
        (Fault, helpers["fault"]),
    ):
        own = set(vars(kind)) | set(vars(kind).get("__annotations__", {})) | set(helpers_of(kind))
        assert [name for name in names if name not in own] == []


def helpers_of(kind):
    source = inspect.getsource(kind.__init__)
    return [word[5:] for word in source.replace(":", " ").split() if word.startswith("self.")]


def test_time_faults_webhooks_and_records(ballast_world):
    world = ballast_world
    inbox = world.sink("inbox")
    inbox.listen("rebalance.complete")
    inbox.answer([{"status": 503, "times": 1}], "accept")
    with world.fault({"kind": "api_error", "code": "internal_error", "count": 1}) as fault:
        portfolio = None
        with pytest.raises(BallastRequestError) as refused:
            world.create_portfolio()
        assert (refused.value.status, refused.value.code) == (500, "internal_error")
        assert fault.view()["hits"] == 1
    rebalance = executed(world)
    complete = world.until_complete(rebalance)
    assert complete["status"] == "complete"
    world.until_settled()
    assert [json.loads(each["body"])["type"] for each in inbox.received()] == ["rebalance.complete"] * 2
    assert [(each["status"], each["attempts"]) for each in world.deliveries(type="rebalance.complete")] == [("succeeded", 2)]
    assert world.verify(operation="createPlan", count=1)["matched"] == 1
    world.assert_all_met()
    with world.stub({"match": {"path": "/nowhere"}, "answer": {"status": 503}}):
        with pytest.raises(BallastUnmetError, match="One fault or stub was set in vain:\n  - The fault api_stub"):
            world.assert_all_met()
    assert world.verify(operation="createPlan", status=["2xx", 503], within="1m", within_virtual="1h")["matched"] == 1
    with pytest.raises(BallastVerificationError, match="Expected exactly 4 requests of this kind within 5ms;"):
        world.verify(operation="createPlan", count=4, within="5ms")
    with pytest.raises(BallastVerificationError, match="Expected exactly 5 requests"):
        world.verify(operation="createPlan", count=5)
    assert len(world.journal(operation="createPortfolio")) == 2
    assert world.events("rebalance.complete")[0]["data"]["rebalance_id"] == rebalance
    assert "rebalance" in world.trace(rebalance)["text"]
    assert portfolio is None


def test_what_waits_for_nothing_says_so(ballast_world):
    _, rebalance = planned(ballast_world)
    with pytest.raises(BallastWaitError, match="nobody has executed it; its status is plan_ready") as failed:
        ballast_world.until_complete(rebalance)
    assert "the same seed and the same calls make it again" in str(failed.value)
    assert failed.value.trace["nodes"]


def test_money_market_and_snapshots(ballast_world):
    world = ballast_world
    portfolio, _ = planned(world, holdings=[{"isin": SAP, "exchange": "XETR", "quantity": 10}])
    before = world.snapshot()
    assert world.cash_flow(portfolio, {"kind": "deposit", "amount": 500})["booked"] == 1
    assert len(world.cash_flows(portfolio)) == 1
    assert world.set_constraints(portfolio, {"whole_shares": True}) == {"whole_shares": True} == world.constraints(portfolio)
    world.set_policy(portfolio, {"when": [{"drift": {"threshold": 0.05}}], "execute": True})
    assert world.policy(portfolio)["execute"] is True
    world.remove_policy(portfolio)
    world.market.jump(SAP, -0.1)
    world.market.pin(WORLD_ETF, 100, "EUR")
    world.market.pin_rate("CHF", 0.9)
    world.market.unpin("CHF")
    assert world.market.exchange("XETR")["mic"] == "XETR"
    action = world.market.corporate_action({"kind": "split", "isin": SAP, "ex_at": "2026-03-04T07:00:00Z", "ratio": {"new": 2, "old": 1}})
    assert world.market.corporate_actions()[0]["corporate_action_id"] == action["corporate_action_id"]
    world.market.cancel_corporate_action(action)
    assert world.settlements(portfolio) == [] == world.dividends(portfolio)
    world.advance("1h")
    assert world.clock()["now"] == "2026-03-02T10:30:00.000Z"
    assert before.restore()["head"] == before["head"] == world.fingerprint()["head"]
    world.advance(to="2026-03-02T12:00:00Z")
    assert world.reset()["events"] == 1


def test_a_stub_answers_in_place_of_the_service(ballast_world):
    ballast_world.stub({"match": {"operation": "getPrices"}, "answer": {"status": 503, "text": "no"}, "count": 1})
    assert [ballast_world.fetch(f"/prices/{SAP}").status for _ in range(2)] == [503, 200]
    assert len(ballast_world.faults()) == 1
    ballast_world.remove_faults()


def test_worlds_are_made_forked_and_ended(ballast):
    contents = {"portfolios": [{"form": "A", "as": "saver", "request": {"name": "x", "currency": "EUR", "tax_jurisdiction": "DE"}}]}
    with ballast.world(name="mine", seed=7, world=contents) as world:
        assert (world.name, world.seed, world.origin) == ("mine", 7, f"{ballast.origin}/worlds/mine")
        with world.fork() as copy:
            assert copy.portfolio_id("saver") == world.portfolio_id("saver")
            copy.advance("3h")
            assert world.clock()["now"] == "2026-03-02T09:30:00.000Z"
        assert "mine" in [each["name"] for each in ballast.worlds()]
        with pytest.raises(BallastRequestError, match="/name: is taken"):
            ballast.world(name="mine")
        with pytest.raises(BallastError, match="name no portfolio nobody; names there are: saver"):
            world.portfolio_id("nobody")
        connected = BallastServer.connect(world.control_url, world.admin_token)
        assert connected.api_key == world.api_key
        connected.stop()
    with pytest.raises(BallastStoppedError):
        world.clock()
    assert "mine" not in [each["name"] for each in ballast.worlds()]


def test_a_server_that_cannot_be_started_says_why():
    with pytest.raises(BallastStartError, match="--seed: 'x' is not a whole number"):
        BallastServer.start(seed="x")
    with pytest.raises(BallastStartError, match="'sed' is no option"):
        BallastServer.start(sed=1)
    with pytest.raises(BallastStartError, match="cannot be run"):
        BallastServer.start(command=["/nowhere/ballast"])
    with pytest.raises(BallastStartError, match="was not answered"):
        BallastServer.connect("http://127.0.0.1:9/sim", "x")


def test_a_failing_test_shows_its_latest_requests(pytester, monkeypatch, ballast):
    monkeypatch.setenv("BALLAST_URL", ballast.origin)
    monkeypatch.setenv("BALLAST_ADMIN_TOKEN", ballast.admin_token)
    pytester.makepyfile(
        """
        def test_it(ballast_world):
            ballast_world.fetch("/prices/DE0007164600")
            assert False
        """
    )
    source = Path(__file__).resolve().parents[1] / "src"
    monkeypatch.setenv("PYTHONPATH", str(source))
    result = pytester.runpytest_subprocess("-p", "ballast.pytest_plugin")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*Ballast: latest requests*", "*GET /v1/prices/DE0007164600*200*", "World *: seed 1,*"])


def test_keys_and_tokens_are_no_arguments_of_a_process(tmp_path):
    said = tmp_path / "said"
    program = tmp_path / "program.py"
    program.write_text(
        "import json, os, sys\n"
        f"open({str(said)!r}, 'w').write(json.dumps([sys.argv, [os.environ.get('BALLAST_API_KEY'),"
        " os.environ.get('BALLAST_ADMIN_TOKEN')]]))\n"
    )
    with pytest.raises(BallastStartError):
        BallastServer.start([sys.executable, str(program)], api_key="sk_secret-key", admin_token="secret-token", seed=7)
    words, environment = json.loads(said.read_text())
    assert environment == ["sk_secret-key", "secret-token"]
    assert [word for word in words if "secret" in word] == []
    assert "--seed" in words


def test_a_server_has_the_key_and_the_token_that_it_was_given():
    server = BallastServer.start(api_key="sk_of-the-test-0123", admin_token="token-of-the-test")
    try:
        assert (server.api_key, server.admin_token) == ("sk_of-the-test-0123", "token-of-the-test")
    finally:
        server.stop()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_a_redirect_is_not_followed_and_takes_no_token_along(status, method):
    asked = []

    class Answers(BaseHTTPRequestHandler):
        def answer(self):
            asked.append((self.server.server_port, self.headers.get("Authorization")))
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            is_first = self.server is servers[0]
            self.send_response(status if is_first else 200)
            if is_first:
                self.send_header("Location", f"http://127.0.0.1:{servers[1].server_port}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_POST = do_DELETE = answer

        def log_message(self, *_):
            pass

    servers = [HTTPServer(("127.0.0.1", 0), Answers) for _ in range(2)]
    for each in servers:
        Thread(target=each.serve_forever, daemon=True).start()
    try:
        origin = f"http://127.0.0.1:{servers[0].server_port}"
        answer = send(method, f"{origin}/here", "secret-token", None if method == "GET" else {})
        assert answer.status == status
        with pytest.raises(BallastRequestError):
            ControlPlane(f"{origin}/sim", "secret-token").ask(method, "/clock")
        assert {port for port, _ in asked} == {servers[0].server_port}
    finally:
        for each in servers:
            each.shutdown()
            each.server_close()
