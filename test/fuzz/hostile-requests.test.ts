/**
 * Thousands of hostile requests to a real server on disk, eight at once. `BALLAST_FUZZ_REQUESTS=100000` sends that
 * many; a failure shrinks, and its last line repeats it.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { fc } from '../support/draws.ts';
import { callerOf } from '../support/start-ballast.ts';
import { checkResponses, isAccepted } from './check-responses.ts';
import { type FuzzChild, startFuzzChild } from './fuzz-child.ts';
import { FUZZ_KEY } from './fuzz-server.ts';
import { goodRequests } from './good-requests.ts';
import { type HostileRequest, hostileRequest } from './hostile-requests.ts';
import { reportFailure } from './report-failure.ts';
import { sendBytes } from './send-bytes.ts';

const AT_ONCE = 8;
const DEFAULT_REQUESTS = 8_000;
const requests = Number(process.env.BALLAST_FUZZ_REQUESTS ?? DEFAULT_REQUESTS);
/** Accepted portfolios and plans may stay in memory; responses, bodies and refused requests may not. */
const MAX_GROWTH_BYTES = 24 * 1_048_576;
const WARM_UP = 0.2;

let child: FuzzChild;
beforeAll(async () => {
  child = await startFuzzChild();
});
afterAll(() => child.stop());

const counts = new Map<string, number>();

test('no bytes get a response outside the specification, change a world that refused them, or stay in memory', {
  tags: ['deep'],
}, async () => {
  const hostile = await hostileRequests();
  const batch = fc.array(hostile, { minLength: AT_ONCE, maxLength: AT_ONCE });
  let before = await child.state();
  let sent = 0;
  let warmBytes = 0;
  await fc.assert(
    fc.asyncProperty(batch, async (attack) => {
      const accepted = await Promise.all(attack.map(sendAttack));
      const after = await child.state();
      const was = before;
      before = after;
      if (!accepted.includes(true) && after !== was) {
        throw new Error(`nothing was accepted, but the world went from\n${was}\nto\n${after}`);
      }
      sent += attack.length;
      if (warmBytes === 0 && sent >= requests * WARM_UP) warmBytes = await child.heapBytes();
    }),
    { numRuns: Math.ceil(requests / AT_ONCE), reporter: reportFailure },
  );
  const grownBytes = (await child.heapBytes()) - warmBytes;
  process.stderr.write(`${sent} requests; ${formatCounts(counts)}; the heap grew by ${grownBytes} bytes\n`);
  expect(warmBytes === 0 || grownBytes < MAX_GROWTH_BYTES, `the heap grew by ${grownBytes} bytes`).toBe(true);
  expect(child.stderr()).toBe('');
});

/** True if the request was accepted. */
async function sendAttack(request: HostileRequest): Promise<boolean> {
  const responses = await sendBytes(child.port, request);
  checkResponses(request, responses);
  for (const status of responses.length === 0 ? ['none'] : responses.map((each) => String(each.status))) {
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return isAccepted(request, responses);
}

/** Hostile requests about portfolios and rebalances of both forms that exist in this world. */
async function hostileRequests(): Promise<fc.Arbitrary<HostileRequest>> {
  const a = callerOf(`${child.origin}/form-a/v1`, FUZZ_KEY);
  const b = callerOf(`${child.origin}/form-b/v1`, FUZZ_KEY);
  const pfA = idOf(
    await a.post('/portfolios', { name: 'Fuzz', currency: 'EUR', tax_jurisdiction: 'DE' }),
    'portfolio_id',
  );
  const start = { target_weights: { DE0007164600: 0.4, IE00B4L5Y983: 0.6 } };
  const rbA = idOf(await a.post(`/portfolios/${pfA}/rebalance`, start), 'rebalance_id');
  const targets = [{ isin: 'DE0007164600', weight: 0.5 }];
  const portfolio = { external_id: 'fuzz', currency: 'EUR', tax_wrapper: 'Depot', targets, cash: 1e5 };
  const created = await b.post('/portfolios', portfolio);
  const pfB = idOf(created, 'portfolio_id');
  const pfGone = idOf(await b.post('/portfolios', portfolio), 'portfolio_id');
  const rbB = idOf(await b.post('/rebalance', { portfolio_id: pfB }), 'rebalance_id');
  const rbGone = idOf(await b.post('/rebalance', { portfolio_id: pfB }), 'rebalance_id');
  return hostileRequest([
    ...goodRequests(['form-a', 'both'], { pf: [pfA], rb: [rbA] }),
    ...goodRequests(['form-b', 'both', 'control'], { pf: [pfB, pfGone], rb: [rbB, rbGone] }),
  ]);
}

function idOf({ text }: { readonly text: string }, name: string): string {
  return String((JSON.parse(text) as Record<string, unknown>)[name]);
}

function formatCounts(all: ReadonlyMap<string, number>): string {
  return [...all]
    .sort()
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
}
