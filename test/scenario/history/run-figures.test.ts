/** Tests that the figures and curves of a run agree with the event log and the tables. */
import { describe, expect, it } from 'vitest';
import { playScenario } from '../../../src-server/app.ts';
import { addCosts, NO_COSTS } from '../../../src-server/domain/costs/cost-parts.ts';
import { ledgerOf } from '../../../src-server/scenario/ledger/portfolio-ledger.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { fixture } from '../../support/replay.ts';

describe.each(['exchanges/exchange-down', 'rebalancing/first-rebalance', 'rebalancing/form-a'])(
  'the run of %s',
  (name) => {
    it('has equal results from its log, its tables and its curves', async () => {
      const nothing = { seed: null, vary: {}, dataDir: null, untilMs: null, restoreAfterStep: null };
      const outcome = await playScenario({ ...nothing, file: fixture(name), root: packageRoot(), retain: 'all' });
      const { figures, series } = outcome;
      if (figures === null || series === null) throw new Error(outcome.faults.join('\n'));
      const ledger = ledgerOf(outcome.events);
      expect(figures.fills).toBe(ledger.fills.length);
      expect(figures.costsEurMinor).toEqual(ledger.fills.reduce((sum, { costs }) => addCosts(sum, costs), NO_COSTS));
      expect(figures.tradedEurMinor).toBe(ledger.fills.reduce((sum, { valueMinor }) => sum + valueMinor, 0));
      const statuses = [...ledger.rebalances.values()];
      for (const [status, count] of Object.entries(figures.rebalances)) {
        expect(statuses.filter((one) => one === status)).toHaveLength(count);
      }
      for (const portfolio of figures.portfolios) {
        const booked = ledger.portfolios.get(portfolio.portfolioId);
        expect(portfolio.cashMinor).toBe(booked?.cashMinor);
        const held = portfolio.holdings.map(({ isin, mic, quantityMicro }) => [`${isin} ${mic}`, quantityMicro]);
        expect(new Map(held as [string, number][])).toEqual(booked?.positions);
        const drawn = series.portfolios.find(({ portfolioId }) => portfolioId === portfolio.portfolioId);
        expect(drawn?.navMinor.at(-1)).toEqual({ atMs: series.toMs, value: portfolio.navMinor });
        if (portfolio.maxDriftBps === null) expect(drawn?.maxDriftBps).toEqual([]);
        else expect(drawn?.maxDriftBps.at(-1)?.value).toBeCloseTo(portfolio.maxDriftBps, 1);
      }
      expect(series.fills.at(-1)?.value).toBe(figures.fills);
      expect(series.costsEurMinor.commission.at(-1)?.value).toBe(figures.costsEurMinor.commissionMinor);
      expect(series.deliveries.succeeded.at(-1)?.value).toBe(figures.attempts);
    });
  },
);
