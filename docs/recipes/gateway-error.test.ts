/** A gateway responds with 503 and an HTML page: the client must neither parse it as JSON nor give up. */
import { type Ballast, startBallast } from 'ballast/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let ballast: Ballast;
beforeAll(async () => {
  ballast = await startBallast({ seed: 42 });
});
beforeEach(() => ballast.reset());
afterAll(() => ballast.stop());

/** Your client in miniature: it checks the status before it parses the body, and sends at most `most` requests. */
async function readMid(isin: string, most: number): Promise<number | null> {
  for (let attempt = 1; attempt <= most; attempt += 1) {
    const response = await ballast.fetch(`/form-b/v1/prices/${isin}`);
    if (response.ok) return ((await response.json()) as { prices: { mid_eur: number }[] }).prices[0]?.mid_eur ?? null;
  }
  return null;
}

const unavailable = (count: number) =>
  ballast.stub({
    match: { operation: 'getPrices' },
    answer: {
      status: 503,
      headers: { 'Content-Type': 'text/html' },
      text: '<html><body><h1>503 Service Unavailable</h1></body></html>',
    },
    count,
  });

test('the client gets its price once the gateway is back', async () => {
  const stub = await unavailable(2);
  expect(await readMid('DE0007164600', 3)).toBeGreaterThan(0);
  expect((await stub.view()).hits).toBe(2);
  await ballast.verify({ operation: 'getPrices', status: 503, count: 2 });
});

test('the client gives up if the gateway stays down', async () => {
  await unavailable(10);
  expect(await readMid('DE0007164600', 3)).toBeNull();
  await ballast.verify({ operation: 'getPrices', count: 3 });
});
