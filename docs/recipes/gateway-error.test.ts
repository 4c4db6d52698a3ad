/** A gateway before the service answers 503 with a page of HTML: the client must neither read it as JSON nor give up. */
import { type Ballast, startBallast } from 'ballast/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let ballast: Ballast;
beforeAll(async () => {
  ballast = await startBallast({ seed: 42 });
});
beforeEach(() => ballast.reset());
afterAll(() => ballast.stop());

/** Stands for your client: it looks at the status before it reads the body, and asks at most `most` times. */
async function readMid(isin: string, most: number): Promise<number | null> {
  for (let attempt = 1; attempt <= most; attempt += 1) {
    const answer = await ballast.fetch(`/form-b/v1/prices/${isin}`);
    if (answer.ok) return ((await answer.json()) as { prices: { mid_eur: number }[] }).prices[0]?.mid_eur ?? null;
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

test('the client gives up where the gateway stays away', async () => {
  await unavailable(10);
  expect(await readMid('DE0007164600', 3)).toBeNull();
  await ballast.verify({ operation: 'getPrices', count: 3 });
});
