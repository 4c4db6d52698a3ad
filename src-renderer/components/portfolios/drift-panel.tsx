/** The drift of a portfolio, largest first, cash last: cash alone never triggers a rebalance. */
import { EmptyState } from '@mantine/core';
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { paths } from '../../paths.ts';
import { type DriftRowData, type DriftTrigger, outsideBand } from '../charts/drift-band.ts';
import { DriftBars } from '../charts/drift-bars.tsx';
import { NextStep } from '../layout/next-step.tsx';
import { Panel } from '../layout/panel.tsx';
import { useIsPrinted } from '../paper/use-is-printed.ts';
import { whyNoPlan } from './portfolio-actions.ts';

export function DriftPanel({ portfolio }: { readonly portfolio: PortfolioView }) {
  const isPrinted = useIsPrinted();
  if (!portfolio.has_targets) {
    return (
      <Panel title="Drift">
        <EmptyState>
          <strong>This portfolio has no targets yet.</strong>
          Drift is measured against target weights. The first rebalance of this portfolio sets them.
          {whyNoPlan(portfolio) === null && (
            <NextStep to={paths.plan(portfolio.portfolio_id)}>Plan a rebalance</NextStep>
          )}
        </EmptyState>
      </Panel>
    );
  }
  const trigger = watchedTrigger(portfolio);
  const rows = driftRows(portfolio);
  const positions = rows.filter(({ isCash }) => isCash !== true);
  const outside = positions.filter((row) => outsideBand(row, trigger) !== null);
  const side = `${outside.length} of ${positions.length} positions outside the band`;
  return (
    <Panel title="Drift" layoutKey="portfolio/drift" side={side}>
      <DriftBars rows={isPrinted ? named(rows, portfolio) : rows} trigger={trigger} />
    </Panel>
  );
}

/** With the names of the instruments in place of their symbols, for paper. */
function named(rows: readonly DriftRowData[], { allocation }: PortfolioView): DriftRowData[] {
  const names = new Map(allocation.map(({ isin, name }) => [isin, name]));
  return rows.map((row) => ({ ...row, label: names.get(row.key) ?? row.label }));
}

/** The band that applies to a portfolio without a plan (decision H3): every position, all of its drift. */
export function watchedTrigger({ band }: PortfolioView): DriftTrigger {
  return { ...band, trigger: 'any_position', fxOverlay: false };
}

/**
 * Rows of the drift bars for a portfolio's current state; with the FX overlay, drift from exchange rates does not
 * count.
 */
export function driftRows(portfolio: PortfolioView, fxOverlay = false): DriftRowData[] {
  const positions = [...portfolio.allocation]
    .sort((left, right) => Math.abs(right.drift) - Math.abs(left.drift))
    .map((row) => ({
      key: row.isin,
      label: row.symbol,
      name: `${row.name} · ${row.isin}`,
      current: row.current_weight,
      target: row.target_weight,
      compared: fxOverlay ? row.local_drift : undefined,
      delistedAt: row.delisted_at,
    }));
  const { weight: current, target_weight: target } = portfolio.cash_row;
  return [...positions, cashRow({ current, target }, positions)];
}

type CashWeights = Pick<DriftRowData, 'current' | 'target' | 'after'>;

/** The positions leave the rest to cash, so its drift without exchange rates is the negative sum of theirs. */
export function cashRow(weights: CashWeights, positions: readonly DriftRowData[]): DriftRowData {
  const locals = positions.flatMap(({ compared }) => compared ?? []);
  const compared = locals.length === 0 ? undefined : -locals.reduce((sum, drift) => sum + drift, 0);
  return { key: 'cash', label: 'Cash', name: 'Cash', isCash: true, compared, ...weights };
}
