/**
 * Tests that readers of a log report entries that do not match their type, instead of leaving them out (decision K139).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toProblem } from '../../../src-server/api/http/problem.ts';
import { eventTitle } from '../../../src-server/api/trace/trace-titles.ts';
import { BrokenEvent } from '../../../src-server/domain/events/read-event.ts';
import type { LoggedEvent } from '../../../src-server/kernel/event-chain.ts';
import { readGolden } from '../../../src-server/scenario/compare/golden-log.ts';
import { type ComparedRun, compareTwoRuns } from '../../../src-server/scenario/history/compare-past.ts';
import { viewPastEvent } from '../../../src-server/scenario/history/view-past-event.ts';
import { applyToProjection, emptyWorldProjection } from '../../../src-server/scenario/history/world-projection.ts';
import { portfolioActivity } from '../../../src-server/scenario/ledger/portfolio-activity.ts';
import { ledgerOf } from '../../../src-server/scenario/ledger/portfolio-ledger.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { proves } from '../../conformance/proves.ts';

const golden = join(packageRoot(), 'fixtures/scenarios/rebalancing/first-rebalance.golden.ndjson');
const { events } = readGolden(readFileSync(golden, 'utf8'));
const filled = events.find(({ type }) => type === 'order.filled') as LoggedEvent;
const broken = events.map((event) => (event === filled ? { ...event, data: renamed(event.data) } : event));
const message = `event ${filled.seq}: order.filled has no /fill/price`;

/** Renames the price of a fill. */
function renamed(data: LoggedEvent['data']): LoggedEvent['data'] {
  const { price = 0, ...fill } = data.fill as Record<string, number>;
  return { ...data, fill: { ...fill, unit_price: price } };
}

function runOf(log: readonly LoggedEvent[]): ComparedRun {
  return { runId: 'run', seed: 1, events: log, steps: [], again: 'again', deliveries: null };
}

test('a broken entry is reported by a ledger', proves('K139.5'), () => {
  expect(() => ledgerOf(broken)).toThrow(new BrokenEvent(message));
});

test('a broken entry is reported by the history of a world', proves('K139.5'), () => {
  const projection = emptyWorldProjection();
  expect(() => {
    for (const event of broken) applyToProjection(projection, event);
  }).toThrow(message);
});

test('a broken entry is reported by the activity of a portfolio', proves('K139.5'), async () => {
  const log = {
    catchUp: () => true,
    entriesOf: () => [],
    executed: () => [],
    allEntriesOf: () => broken.filter(({ seq }) => seq === filled.seq),
    read: () => broken.filter(({ seq }) => seq === filled.seq),
    ordersOf: () => new Map(),
  };
  const question = { kind: undefined, beforeSeq: undefined, limit: 10 };
  await expect(portfolioActivity({ log, breathe: async () => {} }, 'pf', question)).rejects.toThrow(message);
});

test('a broken entry is reported in a list of events, at its place', proves('K139.4'), () => {
  const rows = broken.map(viewPastEvent).filter(({ summary: text }) => text.startsWith('cannot be read'));
  expect(rows).toEqual([
    expect.objectContaining({ seq: filled.seq, summary: 'cannot be read: order.filled has no /fill/price' }),
  ]);
});

test('a broken entry is reported in a trace, at its place', proves('K139.4'), () => {
  const entry = broken.find(({ seq }) => seq === filled.seq) as LoggedEvent;
  expect(eventTitle({ instruments: new Map() }, entry)).toBe(
    `Entry ${filled.seq} cannot be read: order.filled has no /fill/price.`,
  );
});

test('a broken entry is reported in a comparison, with the divergence of the logs', proves('K139.4'), () => {
  const comparison = compareTwoRuns(runOf(broken), runOf(events));
  expect(comparison.divergence?.event).toBe(filled.seq);
  expect(comparison.divergence?.remarks).toContain(
    `the results are not compared, because the first run cannot be read: ${message}`,
  );
  expect(comparison.differences).toEqual([]);
});

test('a broken entry is reported in a response, as an error of the server', proves('K139.5'), () => {
  const problem = toProblem(new BrokenEvent(message));
  expect([problem.status, problem.message]).toEqual([
    500,
    `The event log cannot be read: ${message}. npx ballast doctor examines it.`,
  ]);
});
