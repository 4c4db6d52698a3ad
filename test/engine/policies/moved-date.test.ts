/** A policy acts on an open day of the exchanges that its portfolio has now, not of those that it had. */
import { expect, test } from 'vitest';
import { setPolicy } from '../../../src-server/engine/commands/portfolios/manage-policy.ts';
import { setPositions } from '../../../src-server/engine/commands/portfolios/set-positions.ts';
import { setTargets } from '../../../src-server/engine/commands/portfolios/set-targets.ts';
import { describePolicy } from '../../../src-server/engine/policies/describe-policy.ts';
import type { World } from '../../../src-server/engine/world.ts';
import { proves } from '../../conformance/proves.ts';
import {
  accept,
  addPortfolio,
  closeWorldsAfterEach,
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
