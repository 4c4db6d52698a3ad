/** The service refuses requests beyond the limit: the client has to wait at least as long as `Retry-After` says. */
import { type Ballast, startBallast } from 'ballast/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let ballast: Ballast;
beforeAll(async () => {
  ballast = await startBallast({ seed: 42, rateLimit: 3 });
});
afterAll(() => ballast.stop());

/** Your client in miniature. Its wait function is a parameter, so that a test can advance the clock instead of waiting. */
async function readPrice(isin: string, wait: (seconds: number) => Promise<unknown>): Promise<number> {
  const response = await ballast.fetch(`/form-b/v1/prices/${isin}`);
  if (response.status !== 429) return response.status;
  await wait(Number(response.headers.get('retry-after')));
  return readPrice(isin, wait);
}

test('the client waits as long as Retry-After says, and then gets its response', async () => {
  const waits: number[] = [];
  const wait = async (seconds: number) => {
    waits.push(seconds);
    // Limits use virtual time here, so nobody waits for a minute.
    await ballast.advance(`${seconds}s`);
  };
  for (let sent = 0; sent < 3; sent += 1) expect(await readPrice('DE0007164600', wait)).toBe(200);
  expect(waits).toEqual([]);

  expect(await readPrice('DE0007164600', wait)).toBe(200);
  expect(waits).toEqual([60]);
});
