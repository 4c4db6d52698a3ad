"""Requests to a control plane or to the service, over the standard library."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, Iterator, Mapping, Optional

from .errors import BallastRequestError, BallastStoppedError

PAGE_LIMIT = 1000
TIMEOUT_S = 120.0


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """An answer with another address is an answer: nothing is sent there, least of all a token."""

    def redirect_request(self, *_: Any) -> None:
        return None


# A proxy of the machine has nothing to do with a server on it.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirects())


class Response:
    """An answer of the service, whatever its status."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        return json.loads(self.body)


def send(
    method: str,
    url: str,
    token: Optional[str],
    body: Any = None,
    headers: Optional[Mapping[str, str]] = None,
    timeout_s: float = TIMEOUT_S,
) -> Response:
    """Any status is a response; ``OSError`` where there is none."""
    try:
        data = None if body is None else json.dumps(body).encode()
    except (TypeError, ValueError) as cause:
        raise TypeError(f"{method} {urllib.parse.urlsplit(url).path}: the body cannot be written as JSON: {cause}.") from cause
    sent = {} if data is None else {"Content-Type": "application/json"}
    if token is not None:
        sent["Authorization"] = f"Bearer {token}"
    sent.update(headers or {})
    request = urllib.request.Request(url, data, sent, method=method)
    try:
        with _OPENER.open(request, timeout=timeout_s) as answer:
            return Response(answer.status, dict(answer.headers), answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return Response(error.code, dict(error.headers), error.read())


class ControlPlane:
    """The control plane of a world. Refusals become errors."""

    def __init__(self, control_url: str, admin_token: str) -> None:
        self.control_url = control_url
        self.admin_token = admin_token
        self.is_closed = False

    def ask(self, method: str, path: str, body: Any = None, timeout_s: float = TIMEOUT_S) -> Any:
        """The body of an answer below 300; ``path`` is below ``/sim``. Raises ``BallastRequestError``."""
        return self.ask_at(method, f"{self.control_url}{path}", self.admin_token, body, timeout_s)

    def ask_at(self, method: str, url: str, token: str, body: Any = None, timeout_s: float = TIMEOUT_S) -> Any:
        if self.is_closed:
            raise BallastStoppedError(f"{method} {url}: this Ballast was stopped")
        try:
            answer = send(method, url, token, body, timeout_s=timeout_s)
        except OSError as cause:
            raise BallastStoppedError(f"{method} {url} got no response: {cause}") from cause
        is_json = answer.headers.get("Content-Type", "").startswith("application/json")
        content = _json_or_text(answer) if is_json else answer.text
        if answer.status >= 300:
            raise BallastRequestError(f"{method} {urllib.parse.urlsplit(url).path}", answer.status, content)
        return content

    def ask_all(self, path: str, name: str, query: Optional[Mapping[str, Any]] = None) -> Iterator[Dict[str, Any]]:
        """The rows of every page of a list, in its order."""
        cursor = None
        while True:
            asked = {**(query or {}), "limit": PAGE_LIMIT, "cursor": cursor}
            page = self.ask("GET", f"{path}{query_of(asked)}")
            yield from page[name]
            cursor = page.get("next")
            if cursor is None:
                return


def _json_or_text(answer: Response) -> Any:
    try:
        return answer.json()
    except ValueError:
        return answer.text


def query_of(said: Mapping[str, Any]) -> str:
    pairs = {name: _text_of(value) for name, value in said.items() if value is not None}
    return f"?{urllib.parse.urlencode(pairs)}" if pairs else ""


def _text_of(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def part(identifier: str) -> str:
    """An identifier as a part of a path."""
    return urllib.parse.quote(identifier, safe="")
