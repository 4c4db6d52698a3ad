/**
 * The drift monitor: reports once, then nothing until the drift is back inside half the band, and equals an exact
 * check.
 */

import { afterEach, describe, expect, it } from 'vitest';
import type { BallastOptions } from '../../../src-server/app/ballast-options.ts';
import { createPortfolioB } from '../../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { deletePortfolio } from '../../../src-server/engine/commands/portfolios/delete-portfolio.ts';
import { setPositions } from '../../../src-server/engine/commands/portfolios/set-positions.ts';
import { setTargets } from '../../../src-server/engine/commands/portfolios/set-targets.ts';
import { valuePortfolioAt } from '../../../src-server/engine/planning/value-portfolio.ts';
import { DEFAULT_ACCOUNT } from '../../../src-server/engine/world.ts';
import { proves } from '../../conformance/proves.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
import { fc } from '../../support/draws.ts';
import { makeWorld, type TestWorld } from '../../support/make-world.ts';

const SAP = 'DE0007164600';
const ALLIANZ = 'DE0008404005';
const EQUINOR = 'NO0010096985';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const open = new Set<TestWorld>();
afterEach(() => {
  for (const world of open) world.close();
  open.clear();
});

describe('the drift monitor', () => {
  it('reports a crossing at the next quarter of an hour, once', proves('H5', 'H3'), () => {
    const test = start();
    create(test, 100, 10);
    test.advanceTo(TEST_START_MS + 14 * MINUTE_MS);
    expect(crossings(test)).toEqual([]);
    test.advanceTo(TEST_START_MS + 5 * DAY_MS);
    expect(crossings(test).map(({ atMs }) => atMs)).toEqual([TEST_START_MS + 15 * MINUTE_MS]);
  });

  it('reports again only after the portfolio came back inside half the band', proves('H5'), () => {
    const test = start();
    const portfolioId = create(test, 100, 10);
    const hold = (sap: number, allianz: number) =>
      setPositions(test.world, portfolioId, [
        { isin: SAP, exchange: 'XETR', quantity: sap },
        { isin: ALLIANZ, exchange: 'XETR', quantity: allianz },
      ]);
    // At about 231 and 352 EUR: 100 and 65.7 are even; 100 and 56 are 4 points off, inside the band but not half of it.
    for (const [index, quantities] of [
      [100, 56],
      [100, 10],
      [100, 65.7],
      [100, 10],
    ].entries()) {
      test.advanceTo(TEST_START_MS + (20 + index * 15) * MINUTE_MS);
      hold(quantities[0] as number, quantities[1] as number);
    }
    test.advanceTo(TEST_START_MS + 2 * 60 * MINUTE_MS);
    const minutes = crossings(test).map(({ atMs }) => (atMs - TEST_START_MS) / MINUTE_MS);
    // First at creation; 4 points off does not re-arm it, so the second crossing is the one after the even state.
    expect(minutes).toEqual([15, 75]);
  });

  it('checks only while an exchange of the portfolio trades', () => {
    // Oslo closes at 16:20, which is 15:20 UTC in March; Frankfurt continues until 16:30 UTC.
    const test = start(Date.UTC(2026, 2, 2, 15, 25));
    create(test, 0, 0, EQUINOR);
    test.advanceTo(Date.UTC(2026, 2, 3, 7, 59));
    expect(crossings(test)).toEqual([]);
    test.advanceTo(Date.UTC(2026, 2, 3, 8, 30));
    expect(crossings(test).map(({ atMs }) => atMs)).toEqual([Date.UTC(2026, 2, 3, 8, 0)]);
  });

  it('covers every day of trading if it checks once a day, at the midnight after it', proves('H5'), () => {
    const test = start(TEST_START_MS, { driftCheckMs: DAY_MS });
    const midnights = [3, 4, 5, 6, 7, 10].map((day) => Date.UTC(2026, 2, day));
    const lookedAt = midnights.map((midnightMs) => {
      // A large drift is reported at the very next check.
      create(test, 100, 10);
      test.advanceTo(midnightMs + MINUTE_MS);
      return crossings(test).at(-1)?.atMs;
    });
    expect(lookedAt).toEqual(midnights);
    expect(crossings(test)).toHaveLength(midnights.length);
  });

  it('checks an all-cash portfolio in the hours of its target instruments', () => {
    const test = start();
    const created = createPortfolioB(test.world, DEFAULT_ACCOUNT, {
      external_id: 'all cash',
      currency: 'EUR',
      tax_wrapper: 'Depot',
      holdings: [],
      targets: [{ isin: SAP, weight: 0.9 }],
      cash: 10_000,
    });
    expect(created.ok).toBe(true);
    test.advanceTo(TEST_START_MS + DAY_MS);
    expect(crossings(test).map(({ atMs }) => atMs)).toEqual([TEST_START_MS + 15 * MINUTE_MS]);
  });

  it('reports several at one check in the order of their creation, as after a restart', proves('H5'), () => {
    const test = start();
    const older = createPortfolioB(test.world, DEFAULT_ACCOUNT, {
      external_id: 'older',
      currency: 'EUR',
      tax_wrapper: 'Depot',
      targets: [],
      cash: 0,
      holdings: [{ isin: SAP, exchange: 'XETR', quantity: 100 }],
    });
    if (!older.ok) throw new Error(JSON.stringify(older));
    const younger = create(test, 100, 65.7);
    test.advanceTo(TEST_START_MS + 20 * MINUTE_MS);
    setTargets(test.world, older.value.portfolioId, [{ isin: ALLIANZ, weight: 1 }]);
    setPositions(test.world, younger, [{ isin: SAP, exchange: 'XETR', quantity: 100 }]);
    test.advanceTo(TEST_START_MS + 40 * MINUTE_MS);
    expect(crossings(test).map(({ portfolioId }) => portfolioId)).toEqual([older.value.portfolioId, younger]);
  });

  it('stops when the last portfolio is deleted, and leaves nothing pending', proves('H5', '1.8 deletion'), () => {
    const test = start();
    const portfolioId = create(test, 100, 10);
    deletePortfolio(test.world, DEFAULT_ACCOUNT, portfolioId);
    test.advanceTo(TEST_START_MS + DAY_MS);
    expect(crossings(test)).toEqual([]);
    expect(test.world.kernel.nextDueMs).toBeNull();
  });

  it('finds exactly the crossings that an exact check of every portfolio at every tick finds', () => {
    let compared = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 }),
        fc.array(fc.integer({ min: 40, max: 90 }), { minLength: 1, maxLength: 6 }),
        (seed, holdings) => {
          const test = start(TEST_START_MS, { seed });
          const ids = holdings.map((allianz) => create(test, 100, allianz));
          const expected: string[] = [];
          const outside = new Set<string>();
          for (let tick = 1; tick <= 60 * 96; tick += 1) {
            const nowMs = TEST_START_MS + tick * 15 * MINUTE_MS;
            // Every position is on Xetra, so its hours are theirs.
            if (!test.world.calendars.get('XETR')?.isOpen(nowMs)) continue;
            for (const id of ids) {
              const record = test.world.portfolios.find(id);
              if (record === null) throw new Error(id);
              const { maxDrift } = valuePortfolioAt(test.world, record, nowMs).drift;
              if (!outside.has(id) && maxDrift > 0.05) {
                outside.add(id);
                expected.push(`${nowMs} ${id}`);
              } else if (outside.has(id) && maxDrift <= 0.025) outside.delete(id);
            }
          }
          compared += expected.length;
          test.advanceTo(TEST_START_MS + 60 * DAY_MS);
          expect(crossings(test).map(({ atMs, portfolioId }) => `${atMs} ${portfolioId}`)).toEqual(expected);
          test.close();
          open.delete(test);
        },
      ),
      { numRuns: 5 },
    );
    expect(compared).toBeGreaterThan(0);
  });
});

function start(startAt = TEST_START_MS, options: Partial<BallastOptions> = {}): TestWorld {
  const test = makeWorld({ seed: 3, startAt, ...options });
  open.add(test);
  return test;
}

/** Half SAP and half Allianz by target, or all of one other instrument at its primary exchange. */
function create({ world }: TestWorld, sap: number, allianz: number, other?: string): string {
  const holdings =
    other === undefined
      ? [
          { isin: SAP, exchange: 'XETR', quantity: sap },
          { isin: ALLIANZ, exchange: 'XETR', quantity: allianz },
        ]
      : [{ isin: other, exchange: 'XOSL', quantity: 1000 }];
  const targets =
    other === undefined ? [SAP, ALLIANZ].map((isin) => ({ isin, weight: 0.5 })) : [{ isin: other, weight: 0.5 }];
  const created = createPortfolioB(world, DEFAULT_ACCOUNT, {
    external_id: 'watched',
    currency: 'EUR',
    tax_wrapper: 'Depot',
    holdings,
    targets,
    cash: 0,
  });
  if (!created.ok) throw new Error(JSON.stringify(created));
  return created.value.portfolioId;
}

function crossings({ world, events }: TestWorld): { atMs: number; portfolioId: string }[] {
  return events
    .after(0, world.kernel.eventCount)
    .filter(({ type }) => type === 'portfolio.drift_exceeded')
    .map(({ atMs, data }) => ({ atMs, portfolioId: String(data.portfolio_id) }));
}
