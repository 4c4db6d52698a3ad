"""Test a client of a portfolio rebalancing API against Ballast (decision R7).

``BallastServer.start()`` starts the simulated service, ``BallastServer.connect()`` uses one that runs; each world has
every helper. With pytest, the fixtures ``ballast`` and ``ballast_world`` are there once the package is installed.
"""

from .errors import (
    BallastError,
    BallastRequestError,
    BallastStartError,
    BallastStoppedError,
    BallastUnmetError,
    BallastVerificationError,
    BallastWaitError,
)
from .server import BallastServer
from .world import BallastWorld, Fault, Response, Sink, Snapshot

__all__ = [
    "BallastError",
    "BallastRequestError",
    "BallastServer",
    "BallastStartError",
    "BallastStoppedError",
    "BallastUnmetError",
    "BallastVerificationError",
    "BallastWaitError",
    "BallastWorld",
    "Fault",
    "Response",
    "Sink",
    "Snapshot",
]
