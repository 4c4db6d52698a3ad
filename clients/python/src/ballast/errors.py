"""What helpers raise: every message is complete in a test report."""

from __future__ import annotations

from typing import Any, Dict, List, Optional


# A page of another server may be long.
_LONGEST_SHOWN = 200


class BallastError(Exception):
    """The base class of all of them."""


class BallastStartError(BallastError):
    """The server could not be started, or not be reached."""


class BallastStoppedError(BallastError):
    """The server was stopped, or does not answer any more."""


class BallastRequestError(BallastError):
    """A request of a helper was refused. ``code`` and ``details`` are those of the answer (decision C)."""

    def __init__(self, asked: str, status: int, body: Any) -> None:
        said = body.get("error") if isinstance(body, dict) else None
        error = said if isinstance(said, dict) else {}
        self.status = status
        self.code: str = error.get("code", "unknown")
        self.details: List[Dict[str, str]] = error.get("details", [])
        answered = f"{status} {self.code}" if error else f"{status}, and not as Ballast does"
        shown = str(error.get("message", "")) if error else str(body).strip()[:_LONGEST_SHOWN]
        lines = [f"{asked} answered {answered}: {shown}" if shown else f"{asked} answered {answered}"]
        lines += [f"  - {detail['path']}: {detail['issue']}" for detail in self.details]
        super().__init__("\n".join(lines))


class BallastWaitError(BallastError):
    """A wait ended without its goal. ``trace`` says what happened, where there is one."""

    def __init__(self, message: str, expected: str, got: str, trace: Optional[Dict[str, Any]]) -> None:
        super().__init__(message)
        self.expected = expected
        self.got = got
        self.trace = trace


class BallastUnmetError(BallastError):
    """Faults or stubs were set in vain. ``unmet``: each of them, with what came closest."""

    def __init__(self, unmet: List[Dict[str, Any]]) -> None:
        count = "One fault or stub was" if len(unmet) == 1 else f"{len(unmet)} faults and stubs were"
        super().__init__("\n".join([f"{count} set in vain:", *(f"  - {each['explanation']}" for each in unmet)]))
        self.unmet = unmet


class BallastVerificationError(BallastError):
    """The client did not send what it was expected to send. ``verification`` is the answer of the server."""

    def __init__(self, message: str, verification: Dict[str, Any]) -> None:
        super().__init__(message)
        self.verification = verification
