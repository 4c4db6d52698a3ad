/**
 * A bulk rebalance resumes in the server that starts after a kill -9, with the log of one that was never killed.
 * @module-tag deep
 */
import { afterEach, expect, test } from 'vitest';
import { bulkRebalance, bulkRebalanceView } from '../../src-server/contract/control/portfolios/bulk-rebalances.ts';
import { clock } from '../../src-server/contract/control/world/clock.ts';
import { fingerprint } from '../../src-server/contract/control/world/session.ts';
import { portfolioB } from '../../src-server/contract/service/form-b.ts';
import { samplePortfolio } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { type RunningProcess, runBallast } from '../support/run-process.ts';
import { type Caller, callerOf, newFolder, stopAll } from '../support/start-ballast.ts';
import { untilOver } from '../support/until-over.ts';

const PORTFOLIOS = 64;
const TOKEN = 'bulk-killed';
const running = new Set<RunningProcess>();

afterEach(async () => {
  for (const server of running) await kill(server);
  await stopAll();
});

test('a bulk rebalance that is killed while it plans and while it executes ends the same', proves('P6.7'), async () => {
  const undisturbed = await rebalanceAll(false);
  expect(await rebalanceAll(true)).toEqual(undisturbed);
  expect(undisturbed.counts).toMatchObject({ total: PORTFOLIOS, complete: PORTFOLIOS });
});

async function rebalanceAll(isKilled: boolean) {
  const folder = newFolder();
  let server = await start(folder);
  const ids: string[] = [];
  for (let index = 0; index < PORTFOLIOS; index += 1) {
    const made = await server.both.post('/portfolios', samplePortfolio({ external_id: `killed-${index}` }));
    ids.push(made.as(portfolioB).portfolio_id);
  }
  const made = await server.sim.post('/bulk-rebalances', { portfolio_ids: ids, execute: true });
  const { bulk_id: id } = made.as(bulkRebalance);
  const bulk = async () => (await server.sim.get(`/bulk-rebalances/${id}?limit=1`)).as(bulkRebalanceView);
  if (isKilled) {
    await untilOver(bulk, ({ portfolios }) => portfolios.planned > 0);
    server = await restart(server.process, folder);
  }
  // It resumes by itself.
  await untilOver(bulk, ({ status }) => status === 'executing');
  expect((await server.sim.post('/clock/advance', { by: '1d', snapshot: false })).status).toBe(202);
  if (isKilled) {
    await untilOver(bulk, ({ portfolios }) => portfolios.planned < PORTFOLIOS - 8);
    server = await restart(server.process, folder);
  }
  await untilOver(
    async () => (await server.sim.get('/clock')).as(clock),
    ({ status }) => status === 'ready',
  );
  const { status, portfolios: counts, planned, traded } = await bulk();
  const { head } = (await server.sim.get('/fingerprint')).as(fingerprint);
  await kill(server.process);
  return { status, counts, planned, traded, head };
}

interface Started {
  readonly process: RunningProcess;
  readonly sim: Caller;
  readonly both: Caller;
}

async function start(folder: string): Promise<Started> {
  const args = ['serve', '--port', '0', '--json', '--data', folder, '--seed', '7', '--clock-mode', 'manual'];
  const process = runBallast([...args, '--admin-token', TOKEN, '--api-key', TOKEN, '--rate-limit', 'off']);
  running.add(process);
  const ready = JSON.parse(await process.firstLine) as { control_url: string; base_url: string };
  return { process, sim: callerOf(ready.control_url, TOKEN), both: callerOf(ready.base_url, TOKEN) };
}

async function restart(process: RunningProcess, folder: string): Promise<Started> {
  await kill(process);
  return start(folder);
}

async function kill(process: RunningProcess): Promise<void> {
  process.child.kill('SIGKILL');
  await process.ended;
  running.delete(process);
}
