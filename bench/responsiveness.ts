/**
 * Measures how long a client waits for a read while another one advances five years in which a thousand portfolios are
 * monitored, and whether the clock reports its progress. The reference is the same read while time is paused.
 */
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { type Ask, askOf } from './ask-server.ts';
import type { ServerSettings } from './ballast-server.ts';
import { startChild } from './child-server.ts';
import { type Figure, percentile } from './figure.ts';
import { withTempFolder } from './with-temp-folder.ts';

const PORTFOLIOS = 1000;
const FIVE_YEARS = '1826d';
const READS_AT_REST = 200;
const GOAL_MS = 50;
const PAUSE_MS = 2;
const LISTINGS = [
  ['DE0007164600', 'XETR'],
  ['DE0007236101', 'XETR'],
  ['FR0000120271', 'XPAR'],
  ['NL0010273215', 'XAMS'],
  ['IT0003128367', 'XMIL'],
] as const;
const SETTINGS: ServerSettings = { rateLimitPerMinute: null, clockMode: 'manual' };

const clock = z.object({ status: z.string(), progress: z.object({ now: z.string() }).nullable() });

export function benchResponsiveness(): Promise<Figure[]> {
  return withTempFolder(async (dataDir) => {
    const server = await startChild('ballast-server.ts', { ...SETTINGS, dataDir });
    try {
      const ask = askOf(server.origin);
      const portfolioId = await populate(ask);
      const read = async () => {
        const startedMs = performance.now();
        await ask('GET', `/form-b/v1/portfolios/${portfolioId}`);
        return performance.now() - startedMs;
      };
      const atRest: number[] = [];
      for (let count = 0; count < READS_AT_REST; count += 1) atRest.push(await read());
      const advancing: number[] = [];
      const reported = new Set<string>();
      const startedMs = performance.now();
      await ask('POST', '/sim/clock/advance', { by: FIVE_YEARS, max_events: 100_000_000 });
      for (;;) {
        advancing.push(await read());
        const { status, progress } = clock.parse(await ask('GET', '/sim/clock'));
        if (status === 'ready') break;
        if (progress !== null) reported.add(progress.now);
        await setTimeout(PAUSE_MS);
      }
      const tookS = (performance.now() - startedMs) / 1000;
      const value = percentile(advancing, 0.99);
      const reference = { what: 'while time stands', value: percentile(atRest, 0.99) };
      return [
        {
          name: 'a read while five years pass, p99',
          value,
          unit: 'ms',
          reference,
          goal: { text: `≤ ${GOAL_MS} ms`, met: value <= GOAL_MS },
        },
        { name: 'the five years, with the reads', value: tookS, unit: 's', reference: null, goal: null },
        {
          name: 'instants that the clock told on the way',
          value: reported.size,
          unit: 'instants',
          reference: null,
          goal: null,
        },
      ];
    } finally {
      await server.stop();
    }
  });
}

/** Returns the identifier of one of them. */
async function populate(ask: Ask): Promise<string> {
  let created: unknown = null;
  for (let count = 0; count < PORTFOLIOS; count += 1) {
    created = await ask('POST', '/form-b/v1/portfolios', {
      external_id: `watched-${count}`,
      currency: 'EUR',
      tax_wrapper: 'Depot',
      cash: 1000,
      holdings: LISTINGS.map(([isin, exchange], index) => ({ isin, exchange, quantity: 100 + ((count + index) % 50) })),
      targets: LISTINGS.map(([isin]) => ({ isin, weight: 0.19 })),
    });
  }
  return z.object({ portfolio_id: z.string() }).parse(created).portfolio_id;
}
