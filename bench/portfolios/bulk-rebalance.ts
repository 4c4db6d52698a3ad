/**
 * Measures a bulk rebalance of a thousand portfolios in a data folder, over HTTP, with webhooks off: how long planning
 * and complete execution take, how long a read waits meanwhile, and how much memory the server takes.
 */
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { type Ask, askOf } from '../ask-server.ts';
import { startBuiltServer } from '../built-server.ts';
import { type Figure, percentile } from '../figure.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { manyPortfolios } from './many-portfolios.ts';

const PORTFOLIOS = 1000;
const GOAL_PLAN_S = 2;
const GOAL_EXECUTE_S = 60;
const GOAL_MEMORY_MB = 400;
const PAUSE_MS = 50;
const FLAGS = ['--rate-limit', 'off', '--clock-mode', 'manual', '--tier', 'enterprise'];

const portfolioResponse = z.object({ portfolio_id: z.string() });
const bulkResponse = z.object({
  bulk_id: z.string(),
  status: z.string(),
  portfolios: z.object({ planned: z.number(), complete: z.number() }),
});

export function benchBulkRebalance(): Promise<Figure[]> {
  return withTempFolder(async (dataDir) => {
    const server = await startBuiltServer([...FLAGS, '--data', dataDir]);
    try {
      const ask = askOf(server.origin);
      const portfolio_ids: string[] = [];
      for (const portfolio of manyPortfolios(PORTFOLIOS)) {
        portfolio_ids.push(portfolioResponse.parse(await ask('POST', '/form-b/v1/portfolios', portfolio)).portfolio_id);
      }
      const body = { portfolio_ids, settings: { drift_threshold: 0.01, band_type: 'relative' } };
      const planned = await planAll(ask, body, `/form-b/v1/portfolios/${portfolio_ids[0]}`);
      const executeS = await executeAll(ask, planned.bulkId);
      const memoryMb = server.residentMb();
      return figuresOf({ ...planned, executeS, memoryMb });
    } finally {
      await server.stop();
    }
  });
}

/** Reads now and then, as a user who watches would. */
async function planAll(ask: Ask, body: object, readPath: string) {
  const startedMs = performance.now();
  let isOver = false;
  const planning = ask('POST', '/sim/bulk-rebalances', { ...body, wait: true }).finally(() => {
    isOver = true;
  });
  const readsMs: number[] = [];
  while (!isOver) {
    const readMs = performance.now();
    await ask('GET', readPath);
    readsMs.push(performance.now() - readMs);
    await setTimeout(PAUSE_MS);
  }
  const { bulk_id: bulkId, status, portfolios } = bulkResponse.parse(await planning);
  if (portfolios.planned !== PORTFOLIOS) throw new Error(`${bulkId} is ${status} with ${portfolios.planned} planned`);
  return { bulkId, planS: (performance.now() - startedMs) / 1000, readsMs };
}

/** Two days of trading: a thousand at 60 a minute are started in 17 minutes. */
async function executeAll(ask: Ask, bulkId: string): Promise<number> {
  const startedMs = performance.now();
  await ask('POST', `/sim/bulk-rebalances/${bulkId}/execute`, {});
  await ask('POST', '/sim/clock/advance', { by: '2d', snapshot: false, wait: true, wait_ms: 600_000 });
  const { status, portfolios } = bulkResponse.parse(await ask('GET', `/sim/bulk-rebalances/${bulkId}?limit=1`));
  if (status !== 'complete' || portfolios.complete !== PORTFOLIOS) {
    throw new Error(`the bulk is ${status} with ${portfolios.complete} of ${PORTFOLIOS} complete after two days`);
  }
  return (performance.now() - startedMs) / 1000;
}

interface Measured {
  readonly planS: number;
  readonly readsMs: readonly number[];
  readonly executeS: number;
  readonly memoryMb: number;
}

function figuresOf({ planS, readsMs, executeS, memoryMb }: Measured): Figure[] {
  const figure = (name: string, value: number, unit: string, goal: number): Figure => ({
    name,
    value,
    unit,
    reference: null,
    goal: { text: `≤ ${goal} ${unit}`, met: value <= goal },
  });
  const what = `${PORTFOLIOS.toLocaleString('en')} portfolios`;
  return [
    figure(`a bulk rebalance of ${what}, planned`, planS, 's', GOAL_PLAN_S),
    {
      name: 'a read while it plans, p99',
      value: percentile(readsMs, 0.99),
      unit: 'ms',
      reference: null,
      goal: null,
    },
    figure('the same, executed to the end', executeS, 's', GOAL_EXECUTE_S),
    figure('memory of the server then', memoryMb, 'MB', GOAL_MEMORY_MB),
  ];
}
