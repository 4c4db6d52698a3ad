/** A recording turns a session with a server into a scenario file, which repeats it whenever it is needed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ballast, playScenario, startBallast } from 'ballast/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRebalanceClient } from '../examples/vitest/src/rebalance-client.ts';

let ballast: Ballast;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recipe-'));
  ballast = await startBallast({ seed: 42 });
});
afterAll(async () => {
  await ballast.stop();
  rmSync(folder, { recursive: true });
});

test('a recording of the bug plays as a scenario with the same event log', async () => {
  const { recording_id: id } = await ballast.control<{ recording_id: string }>('POST', '/recordings', {
    name: 'Orders are rejected at XETR',
    from: 'beginning',
  });

  // The bug: here, an exchange that rejects orders. On a running server, this is what its clients did.
  const client = createRebalanceClient({ baseUrl: ballast.formAUrl, apiKey: ballast.apiKey });
  const { portfolio_id } = await ballast.createPortfolio({ form: 'A' });
  await ballast.fault({ kind: 'reject_orders', exchange: 'XETR' });
  await client.rebalance(portfolio_id, { DE0007164600: 1 }, 'order-1');
  await ballast.advance('2h');

  const { head } = await ballast.control<{ head: string }>('POST', `/recordings/${id}/stop`);
  const response = await fetch(`${ballast.controlUrl}/recordings/${id}/scenario.yaml`, {
    headers: { authorization: `Bearer ${ballast.adminToken}` },
  });
  const file = join(folder, 'rejected.yaml');
  writeFileSync(file, await response.text());

  const played = await playScenario(file);
  expect(played.status).toBe('passed');
  expect(played.head).toBe(head);
});
