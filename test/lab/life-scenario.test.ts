/**
 * Tests a life of the lab as a scenario: in full execution it rebalances at the same times and for the same reasons.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { playScenario } from '../../src-server/app.ts';
import { type LifeCash, type LifeTrade, liveThrough } from '../../src-server/lab/live-through.ts';
import { lifeScenario } from '../../src-server/runner/lab/life-scenario.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { failuresOf, folderOf, jobOf } from '../scenario/replay/play-text.ts';
import { labContextOf, solver } from './lab-context-of.ts';

const demo = parse(readFileSync(join(packageRoot(), 'fixtures/worlds/demo.yaml'), 'utf8'));
const [ofFormB, ofFormA] = [demo.portfolios[0], demo.portfolios.find(({ form }: { form: string }) => form === 'A')];
const TO = '2026-09-02T00:00:00Z';
const TARGETS = [
  { isin: 'IE00B4L5Y983', weight: 0.6 },
  { isin: 'DE0007164600', weight: 0.4 },
];

/** Returns the events of one life in full execution, and the lab's record of it. */
async function replayed(contents: object, terms: object, more: Parameters<typeof labContextOf>[2] = {}) {
  const context = await labContextOf({ portfolios: [contents] }, { to: TO, paths: { seeds: '1..9' }, ...terms }, more);
  const [life] = context.lives;
  if (life === undefined) throw new Error('no life');
  const [trades, cash]: [LifeTrade[], LifeCash[]] = [[], []];
  liveThrough(
    life,
    context.pathOf(7),
    solver,
    (trade) => trades.push(trade),
    (each) => cash.push(each),
  );
  const root = folderOf({ 'life.yaml': await lifeScenario(life, context.pathOf(7), solver) });
  const outcome = await playScenario(jobOf(join(root, 'life.yaml'), root, { retain: 'all' }), {});
  expect(failuresOf(outcome)).toEqual([]);
  const { events } = outcome;
  const started = events.filter(({ type }) => type === 'rebalance.executing');
  const flows = events.filter(({ type }) => type === 'cash_flow.booked');
  expect(trades.length).toBeGreaterThan(0);
  expect(started.map(({ atMs }) => atMs)).toEqual(trades.map(({ atMs }) => atMs));
  return { trades, cash, events, started, flows };
}

test('a breached band is traded back to its edge, under tax and with savings', proves('P3.4'), async () => {
  const { trades, cash, events, flows } = await replayed(ofFormB, {
    policies: [{ name: 'To the edge', when: [{ drift: {} }, { cash_flow: {} }], band_5_25: true, to: 'band_edge' }],
    taxes: true,
    cash_flow: { amount: 900, every: 'quarter' },
  });
  expect(cash.map(({ reason }) => reason)).toContain('flow');
  expect(flows).toHaveLength(cash.length);
  const planned = events.find(({ type }) => type === 'rebalance.created')?.data as { orders: { isin: string }[] };
  expect(isinsOf(planned.orders)).toEqual(isinsOf(trades[0]?.plan.orders ?? []));
});

test('calendar dates of a Form A portfolio are the same', proves('P3.4'), async () => {
  await replayed(
    ofFormA,
    {
      policies: [
        { name: 'Quarterly', when: [{ calendar: { every: 'quarter' } }], settings: { drift_threshold: 0.01 } },
      ],
    },
    { targets: TARGETS },
  );
});

function isinsOf(orders: readonly { readonly isin: string }[]): string[] {
  return orders.map(({ isin }) => isin).sort();
}
