/** Drift snapshots in the terms of the API (decision G2). */

import type { DriftSnapshotWire } from '../../../contract/service/form-b.ts';
import { fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { DriftSnapshot } from '../../../domain/valuation/drift.ts';
import type { CurrencyFxDrift } from '../../../domain/valuation/fx-drift.ts';

/** `fx` is empty if FX drift was not measured. */
export function viewDrift(drift: DriftSnapshot, fx: readonly CurrencyFxDrift[]): DriftSnapshotWire {
  return {
    as_of: formatInstant(drift.asOf),
    total_value: fromMinor(drift.totalMinor),
    max_drift: drift.maxDrift,
    portfolio_drift: drift.portfolioDrift,
    positions: drift.positions.map((row) => ({
      isin: row.isin,
      current_weight: row.currentWeight,
      target_weight: row.targetWeight,
      drift: row.drift,
      relative_drift: row.relativeDrift,
    })),
    fx: viewFxDrift(fx),
  };
}

export function viewFxDrift(fx: readonly CurrencyFxDrift[]): DriftSnapshotWire['fx'] {
  return fx.map(({ currency, weight, fxDrift }) => ({ currency, weight, fx_drift: fxDrift }));
}
