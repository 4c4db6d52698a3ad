/** Tests lives of the lab against formulas: the result of buy and hold, and how far two assets drift apart. */
import { describe, expect, test } from 'vitest';
import { liveThrough } from '../../src-server/lab/live-through.ts';
import { createVarianceClock, TAU_PER_DAY } from '../../src-server/market/calendar/variance-clock.ts';
import { DAYS_PER_YEAR } from '../../src-server/market/prices/factor-paths.ts';
import { factorLoads } from '../../src-server/market/prices/listing-price.ts';
import type { LabContext } from '../../src-server/runner/lab/lab-context.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../src-server/world/market-facts.ts';
import { proves } from '../conformance/proves.ts';
import { labContextOf } from './lab-context-of.ts';

const PATHS = 400;
const VOLATILITY = 0.3;
const instrument = (isin: string, name: string) => ({
  isin,
  name,
  sector: 'Lab',
  currency: 'EUR',
  reference_price: 100,
  annual_volatility: VOLATILITY,
  market_beta: 1,
  average_daily_volume: 1_000_000,
  spread_bps: 4,
  listings: ['XETR'],
});
const [ONE, OTHER] = ['DE000A1EWWW0', 'DE0005140008'];
/** Two equal instruments, half of the money each, 100 000.00 EUR together. */
const TWO_ASSETS = {
  replace_instruments: true,
  instruments: [instrument(ONE, 'One'), instrument(OTHER, 'Other')],
  portfolios: [
    {
      form: 'B',
      request: {
        external_id: 'two',
        currency: 'EUR',
        tax_wrapper: 'Depot',
        cash: 0,
        targets: [ONE, OTHER].map((isin) => ({ isin, weight: 0.5 })),
        holdings: [ONE, OTHER].map((isin) => ({ isin, exchange: 'XETR', quantity: 500 })),
      },
    },
  ],
};
const HOLD = { to: '2029-03-02T12:00:00Z', paths: { seeds: '1' }, policies: [{ name: 'hold' }] };

describe('on four hundred paths of three years', () => {
  test('buy and hold ends at its initial value on average, because prices have no trend', proves('P2.1'), async () => {
    const values = figuresOf(await labContextOf(TWO_ASSETS, HOLD), 'value_at_end');
    expect(inErrors(values, 100_000)).toBeLessThan(3);
  });

  test('two equal assets drift apart like the normal logarithm of their ratio', proves('P2.1'), async () => {
    const context = await labContextOf(TWO_ASSETS, HOLD);
    const drifts = figuresOf(context, 'drift_over_time.39');
    const { schedule } = context.lives[0] ?? { schedule: [] };
    const lastMs = schedule.at(-1)?.atMs ?? 0;
    expect(inErrors(drifts, expectedDrift(context.task.fromMs, lastMs))).toBeLessThan(3);
  });
});

test('a policy that never trades ends with its initial holdings, to the cent', proves('P3.1'), async () => {
  const context = await labContextOf(TWO_ASSETS, HOLD);
  const [life] = context.lives;
  if (life === undefined) throw new Error('no life');
  const path = context.pathOf(1);
  const view = life.viewAt(path, context.task.toMs);
  const worth = [ONE, OTHER].reduce((sum, isin) => {
    const [listing] = view.instruments.get(isin)?.listings ?? [];
    return sum + Math.round(500 * ((listing?.midMicro ?? 0) / 1e6) * 100) / 100;
  }, 0);
  const figures = liveThrough(life, path, null);
  expect(figures.value_at_end).toBeCloseTo(worth, 2);
  expect(figures).toMatchObject({ rebalances_a_year: 0, total_costs_bps: 0, turnover_a_year: 0 });
});

function figuresOf(context: LabContext, name: string): number[] {
  const [life] = context.lives;
  if (life === undefined) throw new Error('no life');
  return Array.from({ length: PATHS }, (_, index) => liveThrough(life, context.pathOf(index + 1), null)[name] ?? 0);
}

/** Number of standard errors between the mean and its expected value. */
function inErrors(values: readonly number[], expected: number): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.abs(mean - expected) / Math.sqrt(squares / (values.length - 1) / values.length);
}

/**
 * The weight of one asset is 1 / (1 + e^−L) with L = ln(one / other), normal around 0 with variance s²: their own
 * factors differ, those of market and sector do not. So portfolio drift is E|1/(1 + e^−L) − ½| = 2 ∫₀^∞ (1/(1 + e^−l) −
 * ½) φ(l / s) / s dl.
 */
function expectedDrift(fromMs: number, toMs: number): number {
  const { simulation } = readMarketFacts(packageRoot()).market;
  const clock = createVarianceClock(simulation.overnightVarianceShare);
  const years = (clock.tauAt(toMs) - clock.tauAt(fromMs)) / TAU_PER_DAY / DAYS_PER_YEAR;
  const { own } = factorLoads({ annualVolatility: VOLATILITY, marketBeta: 1 } as never, simulation);
  const s = own * Math.sqrt(2 * years);
  const step = s / 2_000;
  let sum = 0;
  for (let l = step / 2; l < 8 * s; l += step) {
    sum += (1 / (1 + Math.exp(-l)) - 0.5) * Math.exp(-0.5 * (l / s) ** 2) * step;
  }
  return (2 * sum) / (s * Math.sqrt(2 * Math.PI));
}
