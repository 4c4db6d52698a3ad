/** Groups of measures in the table of policies, which has no room for all of them. */
import type { LabMeasureName } from '../../../../src-server/contract/control/lab/lab-measures.ts';

export const MEASURE_GROUPS: Readonly<Record<'main' | 'drift' | 'costs' | 'outcome', readonly LabMeasureName[]>> = {
  main: [
    'mean_drift',
    'tracking_error',
    'total_costs_bps',
    'rebalances_a_year',
    'turnover_a_year',
    'return_after_liquidation',
    'max_drawdown',
  ],
  drift: ['mean_drift', 'max_drift', 'days_outside', 'tracking_error'],
  costs: [
    'rebalances_a_year',
    'orders_a_year',
    'turnover_a_year',
    'explicit_costs_bps',
    'implicit_costs_bps',
    'taxes_bps',
    'total_costs_bps',
  ],
  outcome: [
    'return_a_year',
    'return_after_liquidation',
    'max_drawdown',
    'value_at_end',
    'value_after_liquidation',
    'refused_flows',
  ],
};
