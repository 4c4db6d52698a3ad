// A client of Form A that polls: it puts cash into a portfolio, rebalances it, and waits for the end. `--bug NAME` plants
// one mistake. It exits with 0 where all is well, and with 75 where it gave up.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';

const { bug } = parseArgs({ options: { bug: { type: 'string' } } }).values;
const { BALLAST_FORM_A_URL: service, BALLAST_CONTROL_URL: control } = process.env;
const { BALLAST_API_KEY: apiKey, BALLAST_ADMIN_TOKEN: adminToken } = process.env;

class GaveUp extends Error {}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function ask(method, path, body) {
  const response = await fetch(`${service}${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(1500),
    ...(body === undefined ? {} : { body: JSON.stringify(typeof body === 'function' ? body() : body) }),
  });
  const { status, headers } = response;
  return { status, retryAfterS: Number(headers.get('retry-after') ?? 0), value: JSON.parse(await response.text()) };
}

const MAY_PASS = (status) => status === 429 || status >= 500;

/** Sends a request until it is answered for good. */
async function send(method, path, body) {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const answer = await ask(method, path, body).catch((error) => {
      if (bug === 'no-retry') throw error;
      return null;
    });
    if (answer !== null && !MAY_PASS(answer.status)) return answer;
    if (bug === 'no-retry') throw new Error(`${method} ${path} was answered with ${answer.status}`);
    const waitMs = bug === 'ignores-retry-after' ? 20 : Math.max(20 * 2 ** attempt, (answer?.retryAfterS ?? 0) * 1000);
    if (bug === 'storm')
      for (let count = 0; count < 60; count += 1) await ask('GET', '/rebalances/rb_0').catch(() => null);
    await pause(waitMs);
  }
  throw new GaveUp(`${method} ${path} was not answered`);
}

async function rebalance(portfolioId) {
  const key = randomUUID();
  const body = () => ({
    target_weights: { DE0007164600: 0.6, DE0007236101: 0.4 },
    ...(bug === 'no-key' ? {} : { idempotency_key: bug === 'new-key' ? randomUUID() : key }),
  });
  const started = await send('POST', `/portfolios/${portfolioId}/rebalance`, body);
  if (started.status !== 202) throw new GaveUp(`the rebalance was refused: ${started.value.error.message}`);
  return started.value.rebalance_id;
}

const FINAL = ['complete', 'failed', 'cancelled', ...(bug === 'partial-is-complete' ? ['partially_filled'] : [])];

async function waitFor(rebalanceId) {
  for (let count = 0; bug === 'polls-for-ever' || count < 2000; count += 1) {
    const { value } = await send('GET', `/rebalances/${rebalanceId}`);
    const isFinal = bug === 'polls-for-ever' ? value.status === 'complete' : FINAL.includes(value.status);
    if (isFinal) return value.status;
    await pause(60);
  }
  throw new GaveUp('the rebalance takes too long');
}

try {
  const portfolio = await send('POST', '/portfolios', { name: 'pension', currency: 'EUR', tax_jurisdiction: 'DE' });
  const id = portfolio.value.portfolio_id;
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
  await fetch(`${control}/portfolios/${id}/cash`, { method: 'POST', headers, body: '{"amount":50000}' });
  const status = await waitFor(await rebalance(id));
  if (status === 'failed' || status === 'cancelled') throw new GaveUp(`the rebalance is ${status}`);
} catch (error) {
  if (!(error instanceof GaveUp)) throw error;
  console.error(error.message);
  process.exitCode = 75;
}
