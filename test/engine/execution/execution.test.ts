import { afterEach, describe, expect, it } from 'vitest';
import {
  createPortfolioB,
  type PortfolioRequestB,
} from '../../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { setCash } from '../../../src-server/engine/commands/portfolios/set-cash.ts';
import { setPositions } from '../../../src-server/engine/commands/portfolios/set-positions.ts';
import { createPlan } from '../../../src-server/engine/commands/rebalances/create-plan.ts';
import { executePlan } from '../../../src-server/engine/commands/rebalances/execute-plan.ts';
import type { Outcome } from '../../../src-server/engine/outcome.ts';
import { DEFAULT_ACCOUNT } from '../../../src-server/engine/world.ts';
import { proves } from '../../conformance/proves.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
import { makeWorld, type TestWorld } from '../../support/make-world.ts';

const SAP = 'DE0007164600';
const ALLIANZ = 'DE0008404005';
const SHELL = 'GB00BP6MXD84';
const DAY_MS = 86_400_000;

const open = new Set<TestWorld>();
afterEach(() => {
  for (const world of open) world.close();
  open.clear();
});

describe('executing a plan', () => {
  it('sends sells at once and delays buys until proceeds cover them', proves('G29'), () => {
    const test = start({
      cash: 0,
      holdings: [{ isin: SAP, exchange: 'XETR', quantity: 100 }],
      targets: half(SAP, ALLIANZ),
    });
    const rebalanceId = planAndExecute(test);
    expect(statuses(test, rebalanceId)).toEqual(['sell sent', 'buy new']);
    test.advanceTo(TEST_START_MS + DAY_MS);
    expect(statuses(test, rebalanceId)).toEqual(['sell filled', 'buy filled']);
    expect(test.world.rebalances.find(rebalanceId)?.status).toBe('complete');
  });

  it('never sells more than the present holding, however old the plan is', proves('G28'), () => {
    const test = start({
      cash: 1000,
      holdings: [{ isin: SAP, exchange: 'XETR', quantity: 100 }],
      targets: half(SAP, ALLIANZ),
    });
    const rebalanceId = plan(test);
    const planned = test.world.rebalances.orders(rebalanceId)[0]?.quantityMicro ?? 0;
    expect(planned).toBeGreaterThan(10e6);
    accept(setPositions(test.world, test.portfolioId, [{ isin: SAP, exchange: 'XETR', quantity: 10 }]));
    accept(executePlan(test.world, DEFAULT_ACCOUNT, rebalanceId));
    test.advanceTo(TEST_START_MS + DAY_MS);
    const [sell] = test.world.rebalances.orders(rebalanceId);
    expect([sell?.quantityMicro, sell?.filledMicro]).toEqual([10e6, 10e6]);
    expect(sell?.lastSubmission?.plannedMicro).toBe(planned);
    expect(test.world.portfolios.positions(test.portfolioId).some(({ isin }) => isin === SAP)).toBe(false);
    const warnings = test.world.rebalances.find(rebalanceId)?.warnings.map(({ code }) => code);
    expect(warnings).toContain('order_reduced');
  });

  it(
    'reduces a buy to the available cash, says so, and ends complete with the cash not overdrawn',
    proves('G31'),
    () => {
      const test = start({ cash: 50_000, holdings: [], targets: [{ isin: ALLIANZ, weight: 0.9 }] });
      const rebalanceId = plan(test);
      const [planned] = test.world.rebalances.orders(rebalanceId);
      accept(setCash(test.world, test.portfolioId, 20_000));
      accept(executePlan(test.world, DEFAULT_ACCOUNT, rebalanceId));
      test.advanceTo(TEST_START_MS + DAY_MS);
      const rebalance = test.world.rebalances.find(rebalanceId);
      const [buy] = test.world.rebalances.orders(rebalanceId);
      const cashMinor = test.world.portfolios.find(test.portfolioId)?.cashMinor ?? Number.NaN;
      expect(rebalance?.status).toBe('complete');
      expect(rebalance?.warnings.at(-1)?.message).toMatch(
        /^Order 1 \(buy DE0008404005\) was reduced from .* cash ran short\.$/,
      );
      expect(buy?.quantityMicro).toBe(buy?.filledMicro);
      expect(buy?.lastSubmission?.plannedMicro).toBe(planned?.quantityMicro);
      // The rest is less than a share's smallest part, and the reserve of a limit of 0.1 % above the ask.
      expect(cashMinor).toBeGreaterThanOrEqual(0);
      expect(cashMinor).toBeLessThanOrEqual(20);
    },
  );

  it('fails, with its reason, if there is no cash for a buy at all', proves('G31'), () => {
    const test = start({ cash: 50_000, holdings: [], targets: [{ isin: ALLIANZ, weight: 0.9 }] });
    const rebalanceId = plan(test);
    accept(setCash(test.world, test.portfolioId, 0));
    accept(executePlan(test.world, DEFAULT_ACCOUNT, rebalanceId));
    expect(statuses(test, rebalanceId)).toEqual(['buy cancelled']);
    const { status, failure } = test.world.rebalances.find(rebalanceId) ?? {};
    expect(status).toBe('failed');
    expect(failure).toEqual({
      code: 'orders_unfilled',
      message: '1 of 1 orders were not filled: 1 (buy DE0008404005) cancelled: Cash ran short.',
    });
  });

  it('waits for the next opening if the exchange is closed', () => {
    // Saturday 7 March 2026, noon UTC; Xetra opens on Monday 9 March at 09:00 Berlin, which is 08:00 UTC.
    const saturdayMs = Date.UTC(2026, 2, 7, 12);
    const test = start({ cash: 10_000, holdings: [], targets: [{ isin: ALLIANZ, weight: 0.9 }] }, saturdayMs);
    const rebalanceId = planAndExecute(test);
    test.advanceTo(Date.UTC(2026, 2, 9, 8));
    expect(test.world.rebalances.fills(rebalanceId)).toEqual([]);
    test.advanceTo(Date.UTC(2026, 2, 9, 9));
    expect(test.world.rebalances.find(rebalanceId)?.status).toBe('complete');
  });

  it('measures FX drift from the last completed rebalance on', proves('G32', 'G9'), () => {
    const test = start({ cash: 20_000, holdings: [], targets: [{ isin: SHELL, weight: 0.9 }] });
    const before = test.world.portfolios.find(test.portfolioId)?.referenceRates;
    test.advanceTo(TEST_START_MS + DAY_MS);
    const rebalanceId = planAndExecute(test);
    test.advanceTo(TEST_START_MS + 2 * DAY_MS);
    const completedMs = test.world.rebalances.find(rebalanceId)?.completedMs ?? 0;
    const after = test.world.portfolios.find(test.portfolioId)?.referenceRates;
    expect(after?.GBP).toBe(test.world.prices.perEurMicro('GBP', completedMs));
    expect(after?.GBP).not.toBe(before?.GBP);
  });

  it(
    'charges half a percent of stamp duty on a British share, once and to the penny over all its fills',
    proves('G16'),
    () => {
      const test = start({ currency: 'GBP', cash: 200_000, holdings: [], targets: [{ isin: SHELL, weight: 0.95 }] });
      const rebalanceId = planAndExecute(test);
      test.advanceTo(TEST_START_MS + DAY_MS);
      const [order] = test.world.rebalances.orders(rebalanceId);
      const fills = test.world.rebalances.fills(rebalanceId);
      const taxMinor = fills.reduce((sum, { costs }) => sum + costs.transactionTaxMinor, 0);
      expect(fills.length).toBeGreaterThan(10);
      // 0.5 % of the consideration in pence, half up.
      expect(taxMinor).toBe(Math.floor((order?.considerationLocalMinor ?? 0) * 0.005 + 0.5));
    },
  );
});

interface StartedWorld extends TestWorld {
  readonly portfolioId: string;
}

function start(portfolio: Partial<PortfolioRequestB>, startAt = TEST_START_MS): StartedWorld {
  const test = makeWorld({ seed: 3, startAt });
  open.add(test);
  const created = createPortfolioB(test.world, DEFAULT_ACCOUNT, {
    external_id: 'test',
    currency: 'EUR',
    tax_wrapper: 'Depot',
    holdings: [],
    targets: [],
    cash: 0,
    ...portfolio,
  });
  return { ...test, portfolioId: accept(created).portfolioId };
}

function plan({ world, portfolioId }: StartedWorld): string {
  const outcome = createPlan(world, DEFAULT_ACCOUNT, {
    portfolio_id: portfolioId,
    drift_threshold: 0.01,
    band_type: 'absolute',
    rebalance_trigger: 'any_position',
    simulation: false,
    fractional_precision: 4,
    fx_overlay: false,
  });
  return accept(outcome).rebalanceId;
}

function planAndExecute(test: StartedWorld): string {
  const rebalanceId = plan(test);
  accept(executePlan(test.world, DEFAULT_ACCOUNT, rebalanceId));
  return rebalanceId;
}

function statuses({ world }: StartedWorld, rebalanceId: string): string[] {
  return world.rebalances.orders(rebalanceId).map(({ side, status }) => `${side} ${status}`);
}

function half(first: string, second: string) {
  return [
    { isin: first, weight: 0.49 },
    { isin: second, weight: 0.49 },
  ];
}

function accept<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome.value;
}
