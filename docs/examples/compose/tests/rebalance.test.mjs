/** A client and a receiver of webhooks against the service of compose.yaml, which says where it is by variables. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';

const { BALLAST_URL, BALLAST_API_KEY, BALLAST_ADMIN_TOKEN, WEBHOOK_HOST } = process.env;
const SAP = 'DE0007164600';
const ATTEMPTS = 3;

let events = [];
let receiver;
let portfolioId;

async function send(method, path, token, body) {
  const response = await fetch(`${BALLAST_URL}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) throw Object.assign(new Error(`${method} ${path}: ${answer}`), { status: response.status });
  return answer === '' ? null : JSON.parse(answer);
}

const api = (method, path, body) => send(method, `/form-a/v1${path}`, BALLAST_API_KEY, body);
const control = (method, path, body) => send(method, `/sim${path}`, BALLAST_ADMIN_TOKEN, body);

/** In its place: your own client. The same key never trades twice, so the request can be sent again. */
async function rebalance(orderId, attempt = 1) {
  try {
    return await api('POST', `/portfolios/${portfolioId}/rebalance`, {
      target_weights: { [SAP]: 1 },
      idempotency_key: orderId,
    });
  } catch (error) {
    if (error.status !== 500 || attempt === ATTEMPTS) throw error;
    return rebalance(orderId, attempt + 1);
  }
}

before(async () => {
  receiver = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    events.push(JSON.parse(Buffer.concat(parts).toString('utf8')));
    response.writeHead(204).end();
  });
  // On every address of this container, because the service is in another one.
  await once(receiver.listen(0), 'listening');
});

beforeEach(async () => {
  await control('POST', '/reset');
  events = [];
  await control('POST', '/webhooks', { url: `http://${WEBHOOK_HOST}:${receiver.address().port}/webhooks` });
  const portfolio = { name: 'Pension', currency: 'EUR', tax_jurisdiction: 'DE' };
  ({ portfolio_id: portfolioId } = await api('POST', '/portfolios', portfolio));
});

after(() => {
  receiver.close();
  receiver.closeAllConnections();
});

test('the client tries again when the service fails, as the same order', async () => {
  await control('POST', '/faults', { kind: 'api_error', code: 'internal_error', count: 1 });
  await rebalance('order-1');
  const match = { operation: 'startRebalance', body: { '/idempotency_key': 'order-1' } };
  const { satisfied, explanation } = await control('POST', '/journal/verify', { match, count: 2 });
  assert.ok(satisfied, explanation);
});

test('the receiver hears of every step of a rebalance', async () => {
  const { rebalance_id: rebalanceId } = await rebalance('order-2');
  // Minutes of the market pass here at once, and no webhook is on its way when this is answered.
  await control('POST', '/clock/advance', { until: { rebalance: rebalanceId }, wait: true });
  await control('POST', '/clock/advance', { until: 'settled', wait: true });
  assert.equal((await api('GET', `/rebalances/${rebalanceId}`)).status, 'complete');
  assert.equal(events.at(-1)?.type, 'rebalance.complete');
  assert.ok(events.some(({ type }) => type === 'order.filled'));
});
