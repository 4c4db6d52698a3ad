"""What `ballast explore` runs: the client rebalances a portfolio and waits for the end.

Exit code 0 reports success, 75 that it gave up; anything else is a crash.
"""

import os
import sys
import time

from rebalance_client import RebalanceClient

client = RebalanceClient(os.environ["BALLAST_FORM_A_URL"], os.environ["BALLAST_API_KEY"])
portfolio = os.environ["BALLAST_PORTFOLIO_PENSION"]
deadline = time.monotonic() + 15

started = client.rebalance(portfolio, {"DE0007164600": 0.5, "IE00B4L5Y983": 0.5}, "order-1")
status = client.status(started["rebalance_id"])
while status not in ("complete", "failed", "cancelled") and time.monotonic() < deadline:
    time.sleep(0.1)
    status = client.status(started["rebalance_id"])
if status != "complete":
    print(f"gave up: the rebalance is {status}", file=sys.stderr)
    sys.exit(75)
