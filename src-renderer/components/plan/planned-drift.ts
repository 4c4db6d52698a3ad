/** The drift of every position before and after a plan, largest first, cash last. Pure. */
import type { RebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import type { DriftRowData } from '../charts/drift-band.ts';
import type { InstrumentsByIsin } from '../orders/order-columns.tsx';
import { cashRow } from '../portfolios/drift-panel.tsx';

export function plannedDriftRows(
  { rebalance: plan, explanation }: RebalanceView,
  instruments: InstrumentsByIsin,
): DriftRowData[] {
  const { drift_before: before, drift_after: after } = plan;
  const compared = new Map(explanation?.breach?.positions.map(({ isin, drift }) => [isin, drift]));
  const weightsAfter = new Map(after.positions.map((row) => [row.isin, row.current_weight]));
  const positions = [...before.positions]
    .sort((left, right) => Math.abs(right.drift) - Math.abs(left.drift))
    .map(({ isin, current_weight: current, target_weight: target }) => {
      const { symbol = isin, name = isin } = instruments.get(isin) ?? {};
      const row = { key: isin, label: symbol, name, current, target };
      return { ...row, after: weightsAfter.get(isin), compared: compared.get(isin) };
    });
  // The targets of the plan leave the rest for cash.
  const targets = before.positions.reduce((total, { target_weight: weight }) => total + weight, 0);
  const cash = {
    current: before.total_value > 0 ? plan.cash_before / before.total_value : 0,
    target: Math.max(0, Number((1 - targets).toFixed(10))),
    after: after.total_value > 0 ? plan.cash_after / after.total_value : 0,
  };
  return [...positions, cashRow(cash, positions)];
}
