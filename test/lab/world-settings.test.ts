/** Tests which settings of a world the lab uses (decision P1), in both executions. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { PlannedOrder } from '../../src-server/domain/plan/plan.ts';
import { liveThrough } from '../../src-server/lab/live-through.ts';
import { lifeScenario } from '../../src-server/runner/lab/life-scenario.ts';
import { simulateInFull } from '../../src-server/runner/lab/simulate-in-full.ts';
import { proves } from '../conformance/proves.ts';
import { labContextOf, solver } from './lab-context-of.ts';

const SAP = 'DE0007164600';
const WORLD_ETF = 'IE00B4L5Y983';

/** Traded in euros, without conversion and without transaction taxes. */
const portfolio = (quantity = 300, terms = { currency: 'EUR', tax_wrapper: 'Depot' }) => ({
  form: 'B',
  request: {
    external_id: 'own',
    cash: 0,
    ...terms,
    holdings: [
      { isin: SAP, exchange: 'XETR', quantity },
      { isin: WORLD_ETF, exchange: 'XETR', quantity: 2 * quantity },
    ],
    targets: [
      { isin: SAP, weight: 0.5 },
      { isin: WORLD_ETF, weight: 0.5 },
    ],
  },
});
const TERMS = {
  to: '2026-09-02T00:00:00Z',
  paths: { seeds: '1' },
  policies: [{ name: 'monthly', when: [{ calendar: { every: 'month' } }], settings: { drift_threshold: 0.01 } }],
};
const MICS = ['XETR', 'XLON', 'XPAR', 'XAMS', 'XMIL', 'XSWX', 'XSTO', 'XCSE', 'XOSL'];
const everywhere = (settings: object) => ({ exchanges: Object.fromEntries(MICS.map((mic) => [mic, settings])) });

async function lifeOf(settings: object, entry = portfolio()) {
  const context = await labContextOf({ portfolios: [entry], ...settings }, TERMS);
  const [life] = context.lives;
  if (life === undefined) throw new Error('no life');
  const orders: PlannedOrder[] = [];
  const figures = liveThrough(life, context.pathOf(1), solver, ({ plan }) => void orders.push(...plan.orders));
  return { context, life, orders, figures };
}

describe('the settings of a world', () => {
  test.each([0, 3, 100])(
    'charge %i bps if the exchanges of the world do, in both executions',
    proves('P1.4', 'P3.1', 'P3.2'),
    async (bps) => {
      const commission = { bps, minimum: 0, cap: 1_000_000 };
      const { context, life, figures } = await lifeOf(everywhere({ commission }));
      expect(figures.rebalances_a_year).toBeGreaterThan(0);
      // Commission is the only explicit cost here: that many bps of the traded value, which is twice the turnover.
      expect(figures.explicit_costs_bps).toBeCloseTo(2 * bps * (figures.turnover_a_year ?? 0), 2);
      const full = (await simulateInFull(life, context.pathOf(1), solver)).figures;
      expect(full.explicit_costs_bps).toBeCloseTo(2 * bps * (full.turnover_a_year ?? 0), 2);
      const written = parse(await lifeScenario(life, context.pathOf(1), solver));
      expect(written.world.exchanges.XETR.commission).toEqual(commission);
    },
  );

  test('have lots of whole shares if its exchanges have them', proves('P1.4'), async () => {
    const fractions = async (lot_size: number) =>
      (await lifeOf(everywhere({ lot_size }))).orders.map(({ quantityMicro }) => quantityMicro % 1_000_000);
    expect(new Set(await fractions(1))).toEqual(new Set([0]));
    expect((await fractions(0.0001)).some((fraction) => fraction !== 0)).toBe(true);
  });

  test('make orders expire in full if its exchanges are slow', proves('P1.4', 'P3.2'), async () => {
    // One share every ten minutes until the day ends, of hundreds that are planned.
    const slow = { participation: 0.000001, lot_size: 1, slice_interval_ms: 600_000, day_end: 'expire' };
    const { context, life, figures } = await lifeOf(everywhere(slow), portfolio(20_000));
    const { figures: full } = await simulateInFull(life, context.pathOf(1), solver);
    expect(full.turnover_a_year).toBeGreaterThan(0);
    expect(full.turnover_a_year).toBeLessThan(0.5 * (figures.turnover_a_year ?? 0));
    const written = parse(await lifeScenario(life, context.pathOf(1), solver));
    expect(written.world.exchanges.XETR).toMatchObject(slow);
  });

  test('let orders take days in full, whose fills all count', {
    ...proves('P3.2', 'P3.3'),
    tags: ['deep'],
  }, async () => {
    const carried = { participation: 0.000001, lot_size: 1, slice_interval_ms: 600_000, day_end: 'carry' };
    const turnover = async (check: string) => {
      const terms = { ...TERMS, check, policies: TERMS.policies };
      const context = await labContextOf({ portfolios: [portfolio(4_000)], ...everywhere(carried) }, terms);
      const [life] = context.lives;
      if (life === undefined) throw new Error('no life');
      let lastMs = 0;
      const { figures } = await simulateInFull(life, context.pathOf(1), solver, ({ atMs }) => (lastMs = atMs));
      return { turnover: figures.turnover_a_year ?? 0, costs: figures.total_costs_bps ?? 0, lastMs };
    };
    const [daily, monthly] = [await turnover('day'), await turnover('month')];
    // The trades are the same; turnover is a share of the average value at the checks.
    expect(daily.lastMs).toBe(monthly.lastMs);
    expect(monthly.turnover).toBeGreaterThan(0);
    expect(Math.abs(daily.turnover / monthly.turnover - 1)).toBeLessThan(0.05);
    expect(Math.abs(daily.costs / monthly.costs - 1)).toBeLessThan(0.05);
  });

  test('have its trading days and its exchange rates', proves('P1.3', 'P1.4', 'L59'), async () => {
    const daysOf = async (settings: object) =>
      (await lifeOf(settings)).life.schedule.map(({ atMs }) => new Date(atMs).toISOString().slice(0, 10));
    expect(await daysOf({})).toContain('2026-04-01');
    // 1 April is closed, and so 2 April is the first day of the month.
    const closed = await daysOf({ calendars: { XETR: { closed: ['2026-04-01'] } } });
    expect([closed.includes('2026-04-01'), closed.includes('2026-04-02')]).toEqual([false, true]);
    const inPounds = portfolio(300, { currency: 'GBP', tax_wrapper: 'GIA' });
    const endValue = async (settings: object) => (await lifeOf(settings, inPounds)).figures.value_at_end ?? 0;
    // Eight pounds for a euro instead of less than one.
    expect((await endValue({ fx: { GBP: { per_eur: 8 } } })) / (await endValue({}))).toBeGreaterThan(8);
  });
});
