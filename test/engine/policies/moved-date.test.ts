/** A policy acts on an open day of the exchanges that its portfolio has now, not of those that it had. */
import { expect, test } from 'vitest';
import { pinPrice } from '../../../src-server/engine/commands/market/pin-price.ts';
import { createPortfolioA } from '../../../src-server/engine/commands/portfolios/create-portfolio-a.ts';
import { removePolicy, setPolicy } from '../../../src-server/engine/commands/portfolios/manage-policy.ts';
import { setPositions } from '../../../src-server/engine/commands/portfolios/set-positions.ts';
import { setTargets } from '../../../src-server/engine/commands/portfolios/set-targets.ts';
import { describePolicy } from '../../../src-server/engine/policies/describe-policy.ts';
import type { World } from '../../../src-server/engine/world.ts';
import { proves } from '../../conformance/proves.ts';
import { findingsOf } from '../../doctor/examined.ts';
import {
  ALLIANZ,
  accept,
  addPortfolio,
  closeWorldsAfterEach,
  eventsOf,
  SAP,
  type StartedWorld,
  start,
} from '../execution/exchange-world.ts';

closeWorldsAfterEach();

/** Of an instrument at home in Stockholm, which is closed at Epiphany. */
function stockholmIsin({ market }: World): string {
  const found = [...market.instruments.values()].find(({ primaryExchange }) => primaryExchange === 'XSTO');
  if (found === undefined) throw new Error('no instrument is at home in Stockholm');
  return found.isin;
}

test.each([
  [
    'targets',
    ({ world, portfolioId }: StartedWorld) => {
      accept(setTargets(world, portfolioId, [{ isin: SAP, weight: 0.9 }]));
    },
  ],
  [
    'positions',
    ({ world, portfolioId }: StartedWorld) => {
      accept(setPositions(world, portfolioId, [{ isin: SAP, exchange: 'XETR', quantity: 300 }]));
    },
  ],
])('its date moves with the %s', proves('O6.3'), (what, change) => {
  const started = start({}, { startAt: Date.UTC(2026, 11, 10, 9, 30) });
  const { world, portfolioId } = started;
  const isin = stockholmIsin(world);
  if (what === 'targets') accept(setTargets(world, portfolioId, [{ isin, weight: 0.9 }]));
  else accept(setPositions(world, portfolioId, [{ isin, exchange: 'XSTO', quantity: 10 }]));
  const when = [{ calendar: { every: 'month', day: 6, at: 'open+30m' } }] as const;
  accept(setPolicy(world, portfolioId, { when, to: 'target', band_5_25: false, execute: false }));
  const due = () => new Date(world.policies.find(portfolioId)?.state.calendar?.dueMs ?? 0).toISOString().slice(0, 10);
  expect(due()).toBe('2027-01-07');
  change(started);
  expect(due()).toBe('2027-01-06');
  const policy = world.policies.find(portfolioId);
  expect(policy && describePolicy(world, policy)).toContain('6 January 2027');
  started.advanceTo(Date.UTC(2027, 0, 6, 12));
  expect(world.policies.find(portfolioId)?.state.triggered).toBe(1);
});

test.each([
  ['moves to an earlier day that has passed', 'Stockholm', ['2027-01-07']],
  ['comes a day later in its period only once it has come', 'Frankfurt', ['2027-01-06']],
])('no date is lost or doubled if it %s', proves('O6.3'), (_, first, days) => {
  const started = start({ holdings: [], targets: [] }, { startAt: Date.UTC(2026, 11, 10, 9, 30) });
  const { world, portfolioId } = started;
  const stockholm = [{ isin: stockholmIsin(world), weight: 0.5 }];
  const frankfurt = [{ isin: SAP, weight: 0.5 }];
  const [before, after] = first === 'Stockholm' ? [stockholm, frankfurt] : [frankfurt, stockholm];
  accept(setTargets(world, portfolioId, before));
  const when = [{ calendar: { every: 'month', day: 6, at: 'open+30m' } }] as const;
  accept(setPolicy(world, portfolioId, { when, to: 'target', band_5_25: false, execute: false }));
  started.advanceTo(Date.UTC(2027, 0, 6, 12));
  accept(setTargets(world, portfolioId, after));
  started.advanceTo(Date.UTC(2027, 0, 20));
  const acted = ['policy.triggered', 'policy.skipped'].flatMap((type) => eventsOf(started, type));
  expect(acted.map(({ atMs }) => new Date(atMs).toISOString().slice(0, 10))).toEqual(days);
});

test('a rebalance of Form A moves the date of its policy', proves('O6.3'), () => {
  const started = start({}, { startAt: Date.UTC(2026, 11, 8, 9, 30) });
  const { world } = started;
  const form = { name: 'a', currency: 'EUR', tax_jurisdiction: 'DE', account_type: 'Depot', metadata: {} } as const;
  const { portfolioId } = accept(createPortfolioA(world, 'default', form));
  accept(setPositions(world, portfolioId, [{ isin: stockholmIsin(world), exchange: 'XSTO', quantity: 100 }]));
  const targets = [
    { isin: SAP, weight: 0.7 },
    { isin: ALLIANZ, weight: 0.3 },
  ];
  accept(setTargets(world, portfolioId, targets));
  const when = [{ drift: { threshold: 0.02 } }, { calendar: { every: 'month', day: 6, at: 'open+30m' } }] as const;
  accept(setPolicy(world, portfolioId, { when, to: 'target', band_5_25: false, execute: true }));
  started.advanceTo(Date.UTC(2026, 11, 10, 12));
  accept(pinPrice(world, { isin: SAP, mid: 20, currency: 'EUR' }));
  started.advanceTo(Date.UTC(2026, 11, 16, 12));
  expect(world.policies.find(portfolioId)?.state.triggered).toBe(2);
  const findings = findingsOf(started).filter(({ table }) => table === 'policies' || table === 'timers');
  expect(findings).toEqual([]);
  accept(removePolicy(world, portfolioId));
  started.advanceTo(Date.UTC(2027, 0, 8, 12));
  expect(eventsOf(started, 'policy.triggered')).toHaveLength(2);
});

test('a date that has come is not moved by a change at its instant', proves('O6.3'), () => {
  const started = start({}, { startAt: Date.UTC(2026, 11, 10, 9, 30) });
  const { world } = started;
  const when = [{ calendar: { every: 'month', day: 15, at: 'open+30m' } }] as const;
  const ids = [started.portfolioId, addPortfolio(started, { external_id: 'second' })];
  for (const id of ids) accept(setPolicy(world, id, { when, to: 'target', band_5_25: false, execute: false }));
  const dueMs = world.policies.find(started.portfolioId)?.state.calendar?.dueMs ?? 0;
  started.advanceTo(dueMs - 1);
  // One timer at a time: an advance may end in the middle of an instant.
  while (world.kernel.nowMs < dueMs) world.kernel.runUntil(dueMs, 1, new Set());
  const waiting = ids.filter((id) => world.policies.find(id)?.state.calendar?.dueMs === dueMs);
  expect(waiting.length).toBeGreaterThan(0);
  for (const id of waiting) accept(setTargets(world, id, [{ isin: SAP, weight: 0.9 }]));
  started.advanceTo(dueMs + 60_000);
  for (const id of waiting) expect(world.policies.find(id)?.state.triggered).toBe(1);
});
