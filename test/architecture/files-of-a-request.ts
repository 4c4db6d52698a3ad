/**
 * Prints the files of `src-server` whose functions run during one rebalance request, from the HTTP server to the
 * response, and during one fill, from the exchange's timer to the commit: `node
 * test/architecture/files-of-a-request.ts`. It counts calls with V8's precise coverage; calls while a module loads do
 * not count.
 */

import { Session } from 'node:inspector/promises';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPortfolioB } from '../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { createPlan } from '../../src-server/engine/commands/rebalances/create-plan.ts';
import { executePlan } from '../../src-server/engine/commands/rebalances/execute-plan.ts';
import type { Outcome } from '../../src-server/engine/outcome.ts';
import { DEFAULT_ACCOUNT } from '../../src-server/engine/world.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { makeWorld } from '../support/make-world.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';

const SAP = 'DE0007164600';
const PORTFOLIO = {
  external_id: 'measured',
  currency: 'EUR',
  tax_wrapper: 'Depot' as const,
  holdings: [],
  targets: [{ isin: SAP, weight: 0.9 }],
  cash: 5_000_000,
};

const root = packageRoot();
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
print('POST /v1/rebalance', await filesOfRequest());
print('one fill', await filesOfFill());
session.disconnect();

async function filesOfRequest(): Promise<string[]> {
  const server = await startBallast();
  const { portfolio_id } = JSON.parse((await server.both.post('/portfolios', PORTFOLIO)).text);
  const plan = () => server.both.post('/rebalance', { portfolio_id });
  await plan();
  await calledFiles();
  const { status } = await plan();
  const files = await calledFiles();
  if (status !== 201) throw new Error(`the request was answered with ${status}`);
  await stopAll();
  return files;
}

/** The second fill of an order, so that nothing is loaded or opened for the first time. */
async function filesOfFill(): Promise<string[]> {
  const { world, close } = makeWorld();
  const { portfolioId } = accept(createPortfolioB(world, DEFAULT_ACCOUNT, PORTFOLIO));
  const { rebalanceId } = accept(
    createPlan(world, DEFAULT_ACCOUNT, {
      portfolio_id: portfolioId,
      drift_threshold: 0.01,
      band_type: 'absolute',
      rebalance_trigger: 'any_position',
      simulation: false,
      fractional_precision: 4,
      fx_overlay: false,
    }),
  );
  accept(executePlan(world, DEFAULT_ACCOUNT, rebalanceId));
  const fillCount = () => world.rebalances.fills(rebalanceId).length;
  const runToFill = (count: number) => {
    while (fillCount() < count) world.kernel.runUntil(Number.MAX_SAFE_INTEGER, 1, new Set());
  };
  runToFill(1);
  await calledFiles();
  runToFill(2);
  const files = await calledFiles();
  close();
  return files;
}

/** The files with a function that was called since the last time, without those that only loaded. */
async function calledFiles(): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.startsWith('file:') && url.includes('/src-server/'))
    .filter(({ functions }) =>
      functions.some(({ ranges: [range] }) => range !== undefined && range.startOffset > 0 && range.count > 0),
    )
    .map(({ url }) => relative(root, fileURLToPath(url)).split(sep).join('/'))
    .toSorted();
}

function accept<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

function print(title: string, files: readonly string[]): void {
  console.log(`${title}: ${files.length} files\n${files.map((file) => `  ${file}`).join('\n')}\n`);
}
