/**
 * `npm run bench [-- --json] [-- NAME…]`: runs the benchmarks, prints one table, writes it to `bench/results` and names
 * what is worse than the last time on this machine. Takes a few minutes and connects to loopback only (`peers` contacts
 * npm once). A missed goal is not a failure.
 */
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFirstScreen } from './app/first-screen.ts';
import { benchInteractions } from './app/interactions.ts';
import { benchLiveFills } from './app/live-fills.ts';
import { benchLongJournal } from './app/long-journal.ts';
import { benchPageHour, benchPageMemory } from './app/page-memory.ts';
import type { Figure } from './figure.ts';
import { benchExplorer } from './jobs/explorer.ts';
import { benchSweep } from './jobs/sweep.ts';
import { benchJournal } from './journal.ts';
import { benchKernelEvents } from './kernel/kernel-events.ts';
import { benchKernelTimers } from './kernel/kernel-timers.ts';
import { benchLargeImage } from './large-image.ts';
import { benchLongTimeline } from './long-timeline.ts';
import { benchManyWorlds } from './many-worlds.ts';
import { benchMixedLoad, benchMixedMinute } from './mixed-load.ts';
import { benchPlanRate } from './plan-rate.ts';
import { benchBulkRebalance } from './portfolios/bulk-rebalance.ts';
import { benchDriftMonitor } from './portfolios/drift-monitor.ts';
import { benchManyPortfolios } from './portfolios/many-portfolios.ts';
import { benchLab } from './portfolios/policy-lab.ts';
import { benchPolicyYears } from './portfolios/policy-years.ts';
import { benchPricePath } from './price-path.ts';
import { printFigures } from './print-figures.ts';
import { benchRebalanceLatency } from './rebalance-latency.ts';
import { benchRequestRate } from './request-rate.ts';
import { benchResetTime } from './reset-time.ts';
import { benchResponsiveness } from './responsiveness.ts';
import { machineName, readResults, resultsOf, saveResults, worseThan } from './results.ts';
import { benchStartupTime } from './startup-time.ts';
import { benchTesting } from './testing.ts';
import { benchWebhookRate } from './webhooks/webhook-rate.ts';
import { benchYear } from './year/year.ts';

/** Beside the benchmarks and not in version control: figures of another machine cannot be compared. */
const RESULTS = join(import.meta.dirname, 'results');

const benchmarks: Readonly<Record<string, () => Promise<Figure[]>>> = {
  requests: benchRequestRate,
  startup: benchStartupTime,
  prices: benchPricePath,
  plans: benchPlanRate,
  kernel: async () => [...(await benchKernelEvents()), ...(await benchKernelTimers())],
  rebalance: benchRebalanceLatency,
  monitor: benchDriftMonitor,
  mixed: benchMixedLoad,
  journal: benchJournal,
  reset: benchResetTime,
  image: benchLargeImage,
  webhooks: benchWebhookRate,
  responsiveness: benchResponsiveness,
  testing: benchTesting,
};

/** Slow benchmarks, and those that need an installation: only if requested by name. */
const onRequest: typeof benchmarks = {
  sweep: benchSweep,
  lab: benchLab,
  many: benchManyPortfolios,
  worlds: benchManyWorlds,
  explorer: benchExplorer,
  bulk: benchBulkRebalance,
  policies: benchPolicyYears,
  timeline: benchLongTimeline,
  'mixed-minute': benchMixedMinute,
  app: async () => [
    ...(await benchFirstScreen()),
    ...(await benchInteractions()),
    ...(await benchLongJournal()),
    ...(await benchLiveFills()),
    ...(await benchPageMemory()),
  ],
  'app-hour': benchPageHour,
  year: benchYear,
  peers: async () => (await import('./peers/compare-peers.ts')).benchPeers(),
};

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const chosen = positionals.length > 0 ? positionals : Object.keys(benchmarks);
const figures: Figure[] = [];
for (const name of chosen) {
  const bench = benchmarks[name] ?? onRequest[name];
  if (bench === undefined) {
    throw new Error(`no benchmark ${name}; there are ${Object.keys({ ...benchmarks, ...onRequest }).join(', ')}`);
  }
  process.stderr.write(`${name} …\n`);
  figures.push(...(await bench()));
}
printFigures(figures, values.json ?? false);

const now = resultsOf(figures, machineName());
const earlier = readResults(RESULTS, now.machine);
process.stderr.write(`\nwritten to ${relative(process.cwd(), saveResults(RESULTS, now))}\n`);
for (const { name, now: value, before, spread } of worseThan(earlier, now)) {
  const [is, was] = [value, before].map((each) => each.toPrecision(3));
  process.stderr.write(
    `WORSE than the last time: ${name}: ${is}, was ${was} (spreads by ${Math.round(spread * 100)} %)\n`,
  );
}
