/**
 * Tests the history of a world from its log: the projection after any entry, however long the log, while the log grows.
 */
import { describe, expect, test } from 'vitest';
import type { LoggedEvent } from '../../../src-server/kernel/event-chain.ts';
import { createWorldHistory, type HistorySource } from '../../../src-server/scenario/history/world-history.ts';
import { proves } from '../../conformance/proves.ts';

const LENGTH = 90_000;

/** Entry n sets the cash of one portfolio to n; the first one creates it. */
function entryOf(seq: number): LoggedEvent {
  const made = {
    portfolio_id: 'pf_1',
    form: 'B',
    external_id: 'one',
    currency: 'EUR',
    tax_wrapper: 'Depot',
    holdings: [],
    targets: [],
    cash: 1,
  };
  const set = { portfolio_id: 'pf_1', amount: seq };
  return {
    seq,
    atMs: seq * 10,
    hash: '',
    ...(seq === 1 ? { type: 'portfolio.created', data: made } : { type: 'portfolio.cash_set', data: set }),
  };
}

function growingLog() {
  const log = { length: LENGTH, read: 0, typesRead: 0, breaths: 0 };
  const source: HistorySource = {
    // Projections need no prices.
    world: {} as HistorySource['world'],
    events: {
      after(seq, limit) {
        const count = Math.max(0, Math.min(limit, log.length - seq));
        log.read += count;
        return Array.from({ length: count }, (_, index) => entryOf(seq + index + 1));
      },
      typesAfter(seq, limit) {
        const count = Math.max(0, Math.min(limit, log.length - seq));
        log.typesRead += count;
        return Array.from({ length: count }, (_, index) => {
          const { type, atMs } = entryOf(seq + index + 1);
          return [type, atMs];
        });
      },
    },
    eventCount: () => log.length,
    async breathe() {
      log.breaths += 1;
    },
  };
  return { log, history: createWorldHistory(source) };
}

const cashOf = (projection: Awaited<ReturnType<ReturnType<typeof createWorldHistory>['projectionAfter']>>) =>
  projection.logged.portfolios.get('pf_1')?.cashMinor;

describe('a long log', () => {
  test('is read once, and every later jump reads little of it', proves('K81'), async () => {
    const { log, history } = growingLog();
    await history.projectionAfter(LENGTH);
    expect(log.read).toBeLessThan(LENGTH + 5_000);
    expect(log.breaths).toBeGreaterThan(100);
    for (const seq of [1, 2, 999, 1_000, 1_001, 45_678, 89_999, LENGTH, 3]) {
      const before = log.read;
      expect(cashOf(await history.projectionAfter(seq))).toBe(seq * 100);
      expect(log.read - before).toBeLessThan(5_000);
    }
    expect(cashOf(await history.projectionAfter(0))).toBeUndefined();
  });

  test('is indexed without reading its entries', proves('K81'), async () => {
    const { log, history } = growingLog();
    const { kinds } = await history.index();
    expect([kinds.length, log.read, log.typesRead]).toEqual([LENGTH, 0, LENGTH]);
    await history.index();
    expect(log.typesRead).toBe(LENGTH);
  });

  test('is read only up to the requested entry', proves('K81'), async () => {
    const { log, history } = growingLog();
    expect(cashOf(await history.projectionAfter(1_200))).toBe(120_000);
    expect(log.read).toBeLessThan(2_000);
  });

  test('includes new entries, however many requests are concurrent', proves('K81'), async () => {
    const { log, history } = growingLog();
    const requested = [history.projectionAfter(70_000), history.projectionAfter(5), history.index()] as const;
    log.length += 2_500;
    const [late, early] = await Promise.all(requested);
    expect([cashOf(late), cashOf(early)]).toEqual([7_000_000, 500]);
    expect((await history.index()).instantsMs.at(-1)).toBe((LENGTH + 2_500) * 10);
    expect(cashOf(await history.projectionAfter(LENGTH + 2_400))).toBe((LENGTH + 2_400) * 100);
  });
});
