"""A small client of the rebalancing API (Form A) that retries, and a receiver of its webhooks."""

import base64
import hashlib
import hmac
import http.client
import json
import time
import urllib.error
import urllib.request


class ServiceError(Exception):
    def __init__(self, status, code, message, retry_after_s=0):
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code, self.retry_after_s = status, code, retry_after_s


class RebalanceClient:
    """Retries what may get better: with the same key, the service does it once."""

    def __init__(self, base_url, api_key, attempts=4, pause_s=0.01, timeout_s=2):
        self.base_url, self.api_key = base_url, api_key
        self.attempts, self.pause_s, self.timeout_s = attempts, pause_s, timeout_s

    def rebalance(self, portfolio_id, target_weights, order_id):
        body = {"target_weights": target_weights, "idempotency_key": order_id}
        return self._ask("POST", f"/portfolios/{portfolio_id}/rebalance", body)

    def status(self, rebalance_id):
        return self._ask("GET", f"/rebalances/{rebalance_id}")["status"]

    def _ask(self, method, path, body=None):
        for attempt in range(1, self.attempts + 1):
            wait_s = self.pause_s * 2**attempt
            try:
                return self._ask_once(method, path, body)
            except ServiceError as error:
                if error.status < 500 and error.status != 429 or attempt == self.attempts:
                    raise
                # Never sooner than the service allows.
                wait_s = max(wait_s, error.retry_after_s)
            except (OSError, http.client.HTTPException, ValueError):
                # No whole answer came in time, or none that can be read.
                if attempt == self.attempts:
                    raise
            time.sleep(wait_s)

    def _ask_once(self, method, path, body):
        headers = {"Authorization": f"Bearer {self.api_key}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base_url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout_s) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                text = error.read().decode("utf-8", "replace")
            try:
                said = json.loads(text)["error"]
            except (ValueError, KeyError, TypeError):
                said = {"code": "no_json", "message": text[:100]}
            retry_after_s = float(error.headers.get("Retry-After", 0))
            raise ServiceError(error.code, said["code"], said["message"], retry_after_s) from None


class WebhookInbox:
    """Takes each event once, and only what is signed with the secret (Standard Webhooks)."""

    def __init__(self, secret):
        self.secret = secret
        self.events, self._known = [], set()

    def take(self, headers, body):
        """Whether it is accepted; an event that came before is accepted and not handled again."""
        if not self._is_signed(headers, body):
            return False
        if headers["webhook-id"] not in self._known:
            self._known.add(headers["webhook-id"])
            self.events.append(json.loads(body))
        return True

    def _is_signed(self, headers, body):
        key = base64.b64decode(self.secret.removeprefix("whsec_"))
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}".encode()
        expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        return any(hmac.compare_digest(expected, each) for each in headers["webhook-signature"].split())
