/** Formats the results of a lab run for a terminal: one table for each portfolio, and the significant differences. */
import { labStart } from '../../contract/control/lab/lab-assumptions.ts';
import { LAB_MEASURES, type LabMeasureName, PRICES_WITHOUT_TREND } from '../../contract/control/lab/lab-measures.ts';
import type { LabPortfolioResult, LabRunWire } from '../../contract/control/lab/lab-runs.ts';
import { formatCount } from '../../sweep/format-figure.ts';
import { formatMeasure, LAB_WRITERS } from './lab-format.ts';

const SHOWN: readonly LabMeasureName[] = [
  'tracking_error',
  'mean_drift',
  'days_outside',
  'rebalances_a_year',
  'turnover_a_year',
  'total_costs_bps',
  'return_after_liquidation',
];
const MAX_FAILURES = 20;

export function labText(run: LabRunWire, folder: string): string[] {
  const { name, from, to, check, paths, done, lives, failed, results, failures, unproven } = run;
  const kind = run.seeds === null ? 'loaded prices' : `${formatCount(paths)} paths`;
  return [
    `${name}: ${from.slice(0, 10)} to ${to.slice(0, 10)}, checked every ${check}, ${kind}, ${formatCount(done)} of ${formatCount(lives)} simulations`,
    ...(run.seeds === null ? [] : [PRICES_WITHOUT_TREND]),
    ...run.portfolios.map((each) => labStart(each, run, LAB_WRITERS)),
    ...results.flatMap(portfolioTable),
    ...failures.slice(0, MAX_FAILURES).map((each) => `failed: seed ${each.seed}, ${each.policy}: ${each.failure}`),
    ...(failed > MAX_FAILURES ? [`and ${formatCount(failed - MAX_FAILURES)} more`] : []),
    ...(unproven === null ? [] : ['', `the run is inconclusive: ${unproven}`]),
    '',
    `results: ${folder} (results.csv, results.json, report.html)`,
  ];
}

function portfolioTable({ portfolio, currency, policies }: LabPortfolioResult): string[] {
  const measures = LAB_MEASURES.filter(({ name }) => SHOWN.includes(name));
  const rows = [
    [portfolio, ...measures.map(({ title }) => title), 'Frontier'],
    ...policies.map((policy) => [
      policy.policy,
      ...measures.map((measure) => {
        const found = policy.measures.find(({ name }) => name === measure.name);
        return found === undefined ? '–' : formatMeasure(found.mean, measure, currency);
      }),
      policy.on_frontier ? 'yes' : '',
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return [
    '',
    ...rows.map((row) =>
      row
        .map((cell, column) => padded(cell, widths[column] ?? 0, column))
        .join('  ')
        .trimEnd(),
    ),
  ];
}

function padded(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
