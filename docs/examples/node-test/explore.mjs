// What `ballast explore` runs: the client rebalances a portfolio and waits for the end. Exit code 0 reports success,
// 75 that it gave up; anything else is a crash.
import { createRebalanceClient } from './src/rebalance-client.js';

const { BALLAST_FORM_A_URL: baseUrl, BALLAST_API_KEY: apiKey, BALLAST_PORTFOLIO_PENSION: portfolioId } = process.env;
const client = createRebalanceClient({ baseUrl, apiKey });
const FINAL = ['complete', 'failed', 'cancelled'];
const deadlineMs = Date.now() + 15_000;

const { rebalance_id: id } = await client.rebalance(portfolioId, { DE0007164600: 0.5, IE00B4L5Y983: 0.5 }, 'order-1');
let status = await client.status(id);
while (!FINAL.includes(status) && Date.now() < deadlineMs) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  status = await client.status(id);
}
if (status !== 'complete') {
  console.error(`gave up: the rebalance is ${status}`);
  process.exitCode = 75;
}
