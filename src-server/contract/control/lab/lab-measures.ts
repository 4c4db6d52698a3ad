/**
 * The measures of a lab run (decision P2): name, unit, meaning, and which end is better. Without schemas, so that a
 * page need not load them. `docs/lab.md` has the formulas.
 */

export interface LabMeasure {
  readonly name: string;
  readonly title: string;
  /** `share`: a fraction of one; `bps`: basis points of the average value per year; `money`: in the base currency. */
  readonly unit: 'share' | 'bps' | 'count' | 'money';
  readonly better: 'lower' | 'higher' | null;
  readonly meaning: string;
  /** The bounds of its possible values. */
  readonly range: MeasureRange;
}

/** `null`: unbounded. */
export interface MeasureRange {
  readonly least: number | null;
  readonly most: number | null;
}

const PART: MeasureRange = { least: 0, most: 1 };
const FALL: MeasureRange = { least: -1, most: 0 };
const POSITIVE: MeasureRange = { least: 0, most: null };
const RETURN: MeasureRange = { least: -1, most: null };

const measure = (
  name: string,
  title: string,
  unit: LabMeasure['unit'],
  better: LabMeasure['better'],
  meaning: string,
  range: MeasureRange = POSITIVE,
): LabMeasure => ({ name, title, unit, better, meaning, range });

/** A fact about prices that a reader of simulated returns needs. */
export const PRICES_WITHOUT_TREND =
  'Simulated prices have no trend: the returns of policies differ by their costs and by chance, and none of them is a forecast.';

export const LAB_MEASURES = [
  measure(
    'tracking_error',
    'Tracking error',
    'share',
    'lower',
    'Annualised standard deviation of the return of the portfolio minus that of the target mix, between checks.',
  ),
  measure(
    'mean_drift',
    'Mean portfolio drift',
    'share',
    'lower',
    'Half the sum of all absolute drifts, including cash, averaged over all checks, before trades.',
    PART,
  ),
  measure(
    'max_drift',
    'Maximum position drift',
    'share',
    'lower',
    'Largest distance of any single position from its target; cash is not counted. It may be below the mean ' +
      'portfolio drift, which adds up all positions and cash.',
    PART,
  ),
  measure(
    'days_outside',
    'Share of days outside the band',
    'share',
    'lower',
    'Share of the checks at which the drift was outside the band.',
    PART,
  ),
  measure(
    'rebalances_a_year',
    'Rebalances per year',
    'count',
    'lower',
    'Number of rebalances with at least one order, per year.',
  ),
  measure('orders_a_year', 'Orders per year', 'count', 'lower', 'Number of orders of all rebalances, per year.'),
  measure(
    'turnover_a_year',
    'One-sided turnover per year',
    'share',
    'lower',
    'Half of sells plus buys, as a share of the average value, per year.',
  ),
  measure('explicit_costs_bps', 'Explicit costs', 'bps', 'lower', 'Commissions, FX conversion and transaction taxes.'),
  measure('implicit_costs_bps', 'Implicit costs', 'bps', 'lower', 'Half-spread and market impact.'),
  measure('taxes_bps', 'Gains tax', 'bps', 'lower', 'Tax on realised gains; 0 if taxes are off.'),
  measure(
    'total_costs_bps',
    'Costs and gains tax',
    'bps',
    'lower',
    'Explicit and implicit costs, and tax on realised gains.',
  ),
  measure(
    'return_a_year',
    'Return per year',
    'share',
    'higher',
    'Time-weighted return after costs and taxes paid, per year.',
    RETURN,
  ),
  measure(
    'return_after_liquidation',
    'Return after liquidation',
    'share',
    'higher',
    'Return per year once everything is sold at the end and its gains are taxed.',
    RETURN,
  ),
  measure('max_drawdown', 'Worst drawdown', 'share', 'higher', 'Deepest fall from a peak, excluding flows.', FALL),
  measure('value_at_end', 'Value at the end', 'money', 'higher', 'Value at mid, minus tax due.'),
  measure(
    'value_after_liquidation',
    'Value after liquidation',
    'money',
    'higher',
    'Cash once everything is sold at the end and its gains are taxed.',
  ),
  measure('refused_flows', 'Refused withdrawals', 'count', 'lower', 'Withdrawals that the cash did not cover.'),
] as const satisfies readonly LabMeasure[];

export type LabMeasureName = (typeof LAB_MEASURES)[number]['name'];
