/** The service refuses what comes too fast: the client has to wait as long as `Retry-After` says, and no shorter. */
import { type Ballast, startBallast } from 'ballast/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let ballast: Ballast;
beforeAll(async () => {
  ballast = await startBallast({ seed: 42, rateLimit: 3 });
});
afterAll(() => ballast.stop());

/** Stands for your client. How it waits is given to it, so that a test can look at the time instead of spending it. */
async function readPrice(isin: string, wait: (seconds: number) => Promise<unknown>): Promise<number> {
  const answer = await ballast.fetch(`/form-b/v1/prices/${isin}`);
  if (answer.status !== 429) return answer.status;
  await wait(Number(answer.headers.get('retry-after')));
  return readPrice(isin, wait);
}

test('the client waits as long as it is told, and then gets its answer', async () => {
  const waits: number[] = [];
  const wait = async (seconds: number) => {
    waits.push(seconds);
    // Limits count virtual time here, as everything else: nobody waits for a minute.
    await ballast.advance(`${seconds}s`);
  };
  for (let sent = 0; sent < 3; sent += 1) expect(await readPrice('DE0007164600', wait)).toBe(200);
  expect(waits).toEqual([]);

  expect(await readPrice('DE0007164600', wait)).toBe(200);
  expect(waits).toEqual([60]);
});
