"""The client against a real server: helpers, errors, worlds, fixtures."""

import inspect
import json
import re
import typing
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
from ballast import pytest_plugin, server
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
        with pytest.raises(BallastUnmetError, match="One fault or stub was set in vain:\n  - The stub \\(ft_"):
            world.assert_all_met()
    assert world.verify(operation="createPlan", status=["2xx", 503], within="1m", within_virtual="1h")["matched"] == 1
    with pytest.raises(BallastVerificationError, match="Expected exactly 4 requests of this kind within 5ms;"):
        world.verify(operation="createPlan", count=4, within="5ms")
    latest = r"No other request comes close.\nThe latest requests:\n  1\. GET /form-b/v1/nowhere → 404 at [^,]*\n  2\. POST "
    world.fetch("/form-b/v1/nowhere")
    with pytest.raises(BallastVerificationError, match=latest):
        world.verify(operation="getPortfolio", method="PUT")
    with pytest.raises(BallastError, match="'my inbox' is not the name of a sink: it has 1 to 64 of A-Z, a-z, 0-9, '.', '_', '~' and '-'"):
        world.sink("my inbox")
    with pytest.raises(BallastVerificationError, match="Expected exactly 5 requests"):
        world.verify(operation="createPlan", count=5)
    assert len(world.journal(operation="createPortfolio")) == 2
    assert world.events("rebalance.complete")[0]["data"]["rebalance_id"] == rebalance
    assert "rebalance" in world.trace(rebalance)["text"]
    assert portfolio is None


def test_what_waits_for_nothing_says_so(ballast_world):
    _, rebalance = planned(ballast_world)
    with pytest.raises(BallastWaitError, match="it has not been executed; its status is plan_ready") as failed:
        ballast_world.until_complete(rebalance)
    assert "the same seed and the same calls reproduce it" in str(failed.value)
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
    with pytest.raises(BallastStartError, match=r"webhooks is 'http://127.0.0.1:1/' \(str\), and has to be a list of texts"):
        BallastServer.start(webhooks="http://127.0.0.1:1/")
    with pytest.raises(BallastStartError, match="command is 'ballast'"):
        BallastServer.start(command="ballast")
    with pytest.raises(BallastStartError, match="world is 7 "):
        BallastServer.start(world=7)
    with pytest.raises(BallastStartError, match="seed is True "):
        BallastServer.start(seed=True)
    with pytest.raises(BallastStartError, match="--webhook-ca: .*nowhere"):
        BallastServer.start(webhook_ca="/nowhere/ca.pem")
    with pytest.raises(BallastStartError, match="cannot be run"):
        BallastServer.start(command=["/nowhere/ballast"])
    with pytest.raises(BallastStartError, match="got no response"):
        BallastServer.connect("http://127.0.0.1:9/sim", "x")


def test_every_option_of_a_server_is_accepted_or_named_as_not_accepted():
    helpers = json.loads(os.environ["BALLAST_HELPERS"])
    text = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
    start = text.index("- Options of `start`")
    parts = text[start : text.index("\n- ", start)].split("Not accepted:")
    named, not_accepted = (set(re.findall(r"`([a-z_]+)`", part)) for part in parts)
    with pytest.raises(BallastStartError) as refused:
        BallastServer.start(no_option=1)
    accepted = set(str(refused.value).split("there are: ")[1].split(", "))
    assert accepted - named == set()
    assert accepted & (not_accepted - {"data"}) == set()
    assert set(helpers["options"]) | set(helpers["flags"]) <= accepted | not_accepted


def test_a_world_may_be_the_path_of_a_file(tmp_path):
    request = {"name": "x", "currency": "EUR", "tax_jurisdiction": "DE"}
    file = tmp_path / "world.json"
    file.write_text(json.dumps({"portfolios": [{"form": "A", "as": "saver", "request": request}]}))
    with BallastServer.start(world=file, seed=None, port=None) as server:
        assert server.portfolio_id("saver").startswith("pf_")


@pytest.mark.parametrize(
    ("url", "token", "reason"),
    [
        ("http://127.0.0.1:9/v1", "x", "'http://127.0.0.1:9/v1' does not end in /sim: the control plane of that server is http://127.0.0.1:9/sim"),
        ("127.0.0.1:9", "x", "control_url '127.0.0.1:9' is not an address such as http://127.0.0.1:4710/sim"),
        ("http://[", "x", "is not an address such as"),
        (None, "x", "control_url is None: the control plane, such as http://127.0.0.1:4710/sim"),
        ("http://127.0.0.1:9/sim", None, "admin_token is None: the token of the control plane"),
        ("http://127.0.0.1:9/sim", "", "admin_token is '': the token of the control plane"),
    ],
)
def test_what_cannot_be_connected_to_is_refused_with_the_reason(url, token, reason):
    with pytest.raises(BallastStartError, match=f"(?s)^Ballast could not be reached:.*{re.escape(reason)}"):
        BallastServer.connect(url, token)


JSON = "application/json; charset=utf-8"


@pytest.mark.parametrize(
    ("status", "content_type", "body"),
    [
        (200, "text/html", b"<title>Hello</title>"),
        (200, JSON, b"{}"),
        (200, JSON, b"null"),
        (200, JSON, b'{"world": "def'),
        (204, JSON, b""),
        (302, "text/html", b""),
        (404, "text/html", b"<title>Not found</title>"),
        (401, "text/html", b"<title>Who are you?</title>"),
        (500, JSON, b'{"error": "down"}'),
    ],
)
def test_what_is_no_control_plane_is_called_so(status, content_type, body):
    class Stranger(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Location", "/elsewhere")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Stranger) as stranger:
        Thread(target=stranger.serve_forever, args=(0.01,), daemon=True).start()
        url = f"http://127.0.0.1:{stranger.server_address[1]}/sim"
        with pytest.raises(BallastStartError) as refused:
            BallastServer.connect(url, "x")
        stranger.shutdown()
    assert str(refused.value) == f"The server at {url} is not a Ballast control plane."


WRONG = {str: (None, 7, b"x", "", True), float: (None, "1", True), dict: (None, "x", [1]), list: (None, "x", {})}


def checked_arguments():
    """Every argument with a type, of every helper, with values that it cannot have."""
    for kind in (BallastWorld, Market, Sink, Fault):
        for name, member in vars(kind).items():
            if name.startswith("_") or not callable(member):
                continue
            hints = typing.get_type_hints(member)
            for argument, parameter in inspect.signature(member).parameters.items():
                hint = hints.get(argument)
                is_optional = type(None) in typing.get_args(hint)
                needed = typing.get_args(hint)[0] if is_optional else hint
                needed = typing.get_origin(needed) or needed
                needed = dict if getattr(needed, "__name__", "") == "Mapping" else needed
                if parameter.kind is not parameter.VAR_KEYWORD:
                    for value in WRONG.get(needed, ()):
                        if not (is_optional and value is None):
                            yield pytest.param(kind, name, argument, value, id=f"{kind.__name__}.{name}-{argument}-{value!r}")


@pytest.mark.parametrize(("kind", "name", "argument", "value"), checked_arguments())
def test_arguments_are_checked_before_anything_is_asked(kind, name, argument, value):
    helper = getattr(kind, name)
    parameters = inspect.signature(helper).parameters
    good = {"json": None, "method": "GET", "size": 0.1, "mid": 1.0, "per_eur": 1.0, "answers": []}
    dictionaries = {"change", "event", "action", "flow", "constraints", "policy", "fault", "stub", "endpoint"}
    needed = [each for each, said in parameters.items() if said.default is said.empty and said.kind is not said.VAR_KEYWORD]
    named = {each: good.get(each, {} if each in dictionaries else "x") for each in needed if each not in ("self", argument)}
    nothing = object.__new__(kind)  # Whatever it is asked for fails otherwise.
    is_last = parameters[argument].kind is inspect.Parameter.VAR_POSITIONAL
    words = [value] if is_last else []
    named.update({} if is_last else {argument: value})
    with pytest.raises((TypeError, ValueError), match=rf"^{name}: {argument} is "):
        helper(nothing, *words, **named)


def test_checked_arguments_are_found():
    assert len(list(checked_arguments())) > 150


def test_dictionaries_of_helpers_and_bodies_are_checked(ballast_world):
    with pytest.raises(ValueError, match="end_cash_flow: flow has no 'portfolio_id'"):
        ballast_world.end_cash_flow({})
    with pytest.raises(ValueError, match="cancel_corporate_action: action has no 'corporate_action_id'"):
        ballast_world.market.cancel_corporate_action({"kind": "split"})
    with pytest.raises(TypeError, match="POST .*/sim/faults: the body cannot be written as JSON: .*bytes"):
        ballast_world.fault({"kind": b"x"})
    with pytest.raises(BallastError, match="'clock' is not a path"):
        ballast_world.control("GET", "clock")
    for holdings in (None, [{}], [7], "x"):
        with pytest.raises(BallastRequestError, match="/holdings"):
            ballast_world.create_portfolio(holdings=holdings)


def test_the_command_is_that_of_an_installed_package_and_never_of_a_registry(tmp_path, monkeypatch):
    monkeypatch.delenv("BALLAST_COMMAND")
    monkeypatch.setattr(server, "__file__", str(tmp_path / "a/b/c/d/e/server.py"))
    below = tmp_path / "project/tests/unit"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    monkeypatch.setenv("PATH", str(nothing))
    with pytest.raises(BallastStartError, match="Ballast is not installed: .*BALLAST_COMMAND=/path/node_modules/.bin/ballast"):
        BallastServer.start()
    told = {}
    for place in (nothing, tmp_path / "project/node_modules/.bin"):
        place.mkdir(parents=True, exist_ok=True)
        program = place / "ballast"
        program.write_text(f"#!/bin/sh\necho run from {place} >&2\nexit 1\n")
        program.chmod(0o755)
        with pytest.raises(BallastStartError) as refused:
            BallastServer.start()
        told[place] = str(refused.value)
    assert [f"run from {place}" in text for place, text in told.items()] == [True, True]


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1", "http://127.0.0.1:9/sim/", "http://127.0.0.1:9/form-a/v1"])
def test_the_fixture_refuses_an_address_below_that_of_the_server(url):
    with pytest.raises(BallastStartError, match="it is the address of the server"):
        pytest_plugin._control_url(url)


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
        Thread(target=each.serve_forever, args=(0.01,), daemon=True).start()
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
