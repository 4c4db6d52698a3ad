/** The drift of a portfolio, largest first, cash last: cash alone never triggers a rebalance. */
import { EmptyState } from '@mantine/core';
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { type DriftRowData, outsideBand } from '../charts/drift-band.ts';
import { DriftBars } from '../charts/drift-bars.tsx';
import { Panel } from '../layout/panel.tsx';

export function DriftPanel({ portfolio }: { readonly portfolio: PortfolioView }) {
  if (!portfolio.has_targets) {
    return (
      <Panel title="Drift">
        <EmptyState>
          <strong>No targets yet.</strong>
          Drift is measured against target weights. A Form A portfolio takes them from its rebalance: plan one with the
          button at the top right.
        </EmptyState>
      </Panel>
    );
  }
  const { allocation, band } = portfolio;
  const outside = allocation.filter((row) => outsideBand(row.current_weight, row.target_weight, band) !== null);
  const side = `${outside.length} of ${allocation.length} positions outside the band`;
  return (
    <Panel title="Drift" layoutKey="portfolio/drift" side={side}>
      <DriftBars rows={driftRows(portfolio)} band={band} />
    </Panel>
  );
}

/** Rows of the drift bars for a portfolio as it stands. */
export function driftRows(portfolio: PortfolioView): DriftRowData[] {
  const positions = [...portfolio.allocation]
    .sort((left, right) => Math.abs(right.drift) - Math.abs(left.drift))
    .map((row) => ({
      key: row.isin,
      label: row.symbol,
      name: `${row.name} · ${row.isin}`,
      current: row.current_weight,
      target: row.target_weight,
    }));
  const cash = portfolio.cash_row;
  return [
    ...positions,
    { key: 'cash', label: 'Cash', name: 'Cash', isCash: true, current: cash.weight, target: cash.target_weight },
  ];
}
