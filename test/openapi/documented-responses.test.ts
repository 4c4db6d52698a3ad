/** The check of every response in the test suite accepts real responses and nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSample } from '../api/service/sample-portfolio.ts';
import { type Exchanged, expectDocumented } from '../support/documents/documented-responses.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';

let server: TestServer;
let real: Exchanged;

beforeAll(async () => {
  server = await startBallast();
  const url = `${server.ballast.formBUrl}/portfolios/${await createSample(server)}`;
  const { status, headers, text } = await server.b.get(url.slice(server.ballast.formBUrl.length));
  real = { method: 'GET', url, status, headers, text };
});
afterAll(stopAll);

function withHeaders(change: (headers: Headers) => void): Exchanged {
  const headers = new Headers(real.headers);
  change(headers);
  return { ...real, headers };
}

function withBody(change: (body: Record<string, unknown>) => void): Exchanged {
  const body = JSON.parse(real.text) as Record<string, unknown>;
  change(body);
  return { ...real, text: JSON.stringify(body) };
}

test('accepts a real response', () => {
  expect(() => expectDocumented(real)).not.toThrow();
});

test.each<[string, () => Exchanged, RegExp]>([
  ['another status', () => ({ ...real, status: 204 }), /no documented response 204/],
  ['a missing header', () => withHeaders((headers) => headers.delete('x-request-id')), /X-Request-Id is missing/],
  ['a malformed header', () => withHeaders((headers) => headers.set('x-request-id', 'rq_1')), /X-Request-Id/],
  ['an undocumented header', () => withHeaders((headers) => headers.set('x-powered-by', 'luck')), /x-powered-by/],
  ['another content type', () => withHeaders((headers) => headers.set('content-type', 'text/html')), /text\/html/],
  ['a missing property', () => withBody((body) => delete body.cash), /required property 'cash'/],
  ['an additional property', () => withBody((body) => Object.assign(body, { name: 'B' })), /additional properties/],
  ['a wrong type', () => withBody((body) => Object.assign(body, { currency: 7 })), /\/currency/],
  ['an id of another kind', () => withBody((body) => Object.assign(body, { portfolio_id: 'rb_1' })), /portfolio_id/],
  ['a time that is none', () => withBody((body) => Object.assign(body, { created_at: 'noon' })), /created_at/],
  ['an error with a foreign code', () => ({ ...real, status: 404, text: real.text }), /\/components|body/],
  ['an unknown operation', () => ({ ...real, url: `${server.ballast.formBUrl}/orders` }), /does not know/],
  ['the answer of the other form', () => ({ ...real, url: `${server.ballast.formAUrl}/rebalances/rb_1` }), /body/],
])('refuses %s', (_what, exchanged, reason) => {
  expect(() => expectDocumented(exchanged())).toThrow(reason);
});

test('refuses a response that accepts a request which the document refuses', () => {
  const sent = JSON.stringify({ portfolio_id: 'pf', drift_threshold: 0.5 });
  const url = `${server.ballast.formBUrl}/rebalance`;
  expect(() => expectDocumented({ ...real, method: 'POST', url, status: 201, sent })).toThrow(
    /request\/drift_threshold/,
  );
});
