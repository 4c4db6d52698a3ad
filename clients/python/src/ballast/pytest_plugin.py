"""Fixtures of pytest: ``ballast``, one server for the session, and ``ballast_world``, a world for each test."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterator

import pytest

from .errors import BallastError, BallastStartError
from .server import BallastServer
from .world import BallastWorld

_SHOWN = 15


@pytest.fixture(scope="session")
def ballast_options() -> Dict[str, Any]:
    """What the server is started with; override it in your ``conftest.py``."""
    return {}


@pytest.fixture(scope="session")
def ballast(ballast_options: Dict[str, Any]) -> Iterator[BallastServer]:
    """One server for the session. Connects where ``BALLAST_URL`` is set, with ``BALLAST_ADMIN_TOKEN``."""
    url, token = os.environ.get("BALLAST_URL"), os.environ.get("BALLAST_ADMIN_TOKEN")
    if url:
        server = BallastServer.connect(_control_url(url), token or "")
    else:
        server = BallastServer.start(**ballast_options)
    yield server
    server.stop()


def _control_url(url: str) -> str:
    """Of the server's own address; addresses below it that the ready line has, too, are refused with a reason."""
    origin = url.rstrip("/")
    if origin.endswith(("/v1", "/sim")):
        raise BallastStartError(f"BALLAST_URL is '{url}': it is the address of the server, such as http://127.0.0.1:4710")
    return f"{origin}/sim"


@pytest.fixture
def ballast_world(ballast: BallastServer, request: pytest.FixtureRequest) -> Iterator[BallastWorld]:
    """A world of its own for each test, which ends with it. A test that fails shows its latest requests."""
    with ballast.world(expires_after="1h") as world:
        request.node.stash[_WORLD] = world
        yield world


_WORLD = pytest.StashKey[BallastWorld]()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: "pytest.CallInfo[None]") -> Iterator[None]:
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]
    world = item.stash.get(_WORLD, None)
    if call.when != "call" or not report.failed or world is None:
        return
    try:
        entries = world.journal()[-_SHOWN:]
        print_ = world.fingerprint()
    except BallastError as error:
        report.sections.append(("Ballast", f"The world cannot be read: {error}"))
        return
    lines = [f"{entry['at']} {entry['method']} {entry['path']} → {entry['status']}" for entry in entries]
    lines.append(f"World {world.name}: seed {print_['seed']}, at {print_['now']}, {print_['events']} events")
    report.sections.append(("Ballast: latest requests", "\n".join(lines)))
