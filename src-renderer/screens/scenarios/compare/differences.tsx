/** The figures of two runs side by side, and the differences between their logs. */

import type { RunComparison } from '../../../../src-server/contract/control/scenarios/run-comparison.ts';
import type { ScenarioRunWire } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { useScenarioRun } from '../../../api/runs/scenarios-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import {
  formatCount,
  formatMoney,
  quantityFormatter,
  signedPoints,
  signedWeight,
} from '../../../components/format/format-number.ts';
import { DASH } from '../../../components/layout/dimmed.tsx';
import { formatStatus } from '../../../components/orders/status-badge.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { PERCENT } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';

type Report = NonNullable<ScenarioRunWire['report']>;
type Value = number | string | null;

type Sides = Readonly<{ first: Value; second: Value; unit: string }>;
type FigureRow = Sides & { readonly name: string };

const SIDE_COLUMNS = [sideColumn('first', 'First'), sideColumn('second', 'Second')];

function sideColumn(side: 'first' | 'second', header: string): Column<Sides> {
  const cell = (row: Sides) => formatValue(row[side], row);
  return { id: side, header, align: 'right', accessor: (row) => row[side], cell };
}

/** In per cent of the first; empty if that is not an amount, is a share itself, or is 0. */
const SHARE_COLUMN: Column<Sides> = {
  id: 'share',
  header: 'Difference',
  align: 'right',
  hint: 'In per cent of the first run’s value',
  ...PERCENT,
  cell: ({ first, second, unit }) =>
    typeof first !== 'number' || typeof second !== 'number' || first === 0 || first === second || unit === '%'
      ? DASH
      : signedWeight((second - first) / Math.abs(first)),
};

const DIFFERENCE_COLUMNS: readonly Column<RunComparison['differences'][number]>[] = [
  { id: 'area', header: 'Area', accessor: ({ area }) => area },
  { id: 'subject', header: 'Subject', overflow: 'wrap', accessor: (row) => row.subject },
  ...SIDE_COLUMNS,
  {
    id: 'difference',
    header: 'Difference',
    align: 'right',
    hint: 'The second minus the first',
    cell: formatDifference,
  },
  SHARE_COLUMN,
];

export function DifferencesPanel({ comparison: { differences, first } }: { readonly comparison: RunComparison }) {
  return (
    <TablePanel
      title="Figures that differ"
      side={formatCount(differences.length)}
      columns={DIFFERENCE_COLUMNS}
      rows={differences}
      rowKey={({ area, subject, unit }) => `${area} ${subject} ${unit}`}
      empty={
        <>
          <strong>There are no differences.</strong>
          All figures are the same{first.scenario_run_id === null ? ', as far as the log shows' : ''}.
        </>
      }
    />
  );
}

const FIGURE_COLUMNS: readonly Column<FigureRow>[] = [
  { id: 'name', header: 'Figure', overflow: 'wrap', accessor: ({ name }) => name },
  ...SIDE_COLUMNS,
  {
    id: 'difference',
    header: 'Difference',
    align: 'right',
    cell: (row) => (row.first === row.second ? DASH : formatDifference(row)),
  },
  SHARE_COLUMN,
];

export function ComparedFigures({ first, second }: { readonly first: string; readonly second: string }) {
  const [one, other] = [useScenarioRun(first), useScenarioRun(second)];
  return (
    <QueryBoundary query={one} doing="Loading the first run">
      {({ report: left }) => (
        <QueryBoundary query={other} doing="Loading the second run">
          {({ report: right }) =>
            left !== null &&
            right !== null && (
              <TablePanel
                title="Figures"
                label="Figures of both"
                side="the second minus the first"
                columns={FIGURE_COLUMNS}
                rows={figureRows(left, right)}
                rowKey={({ name }) => name}
                empty="Neither run has figures."
              />
            )
          }
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

/** By name, in the order of the first run; figures that only the second has come last. */
function figureRows(first: Report, second: Report): FigureRow[] {
  const [left, right] = [figuresOf(first), figuresOf(second)];
  return [...new Map([...left, ...right])].map(([name, { unit }]) => {
    return { name, unit, first: left.get(name)?.value ?? null, second: right.get(name)?.value ?? null };
  });
}

function figuresOf({ events, simulated_ms: simulatedMs, figures }: Report) {
  const rows: [string, Value, unit?: string][] = [
    ['Log entries', events],
    ['Virtual time, s', Math.round(simulatedMs / 1000)],
  ];
  if (figures !== null) {
    rows.push(
      ['Fills', figures.fills],
      ['Traded', figures.traded_eur, 'EUR'],
      ['Costs', figures.costs_eur.total, 'EUR'],
      ['Delivery attempts', figures.attempts],
    );
    for (const { alias, portfolio_id: id, currency, nav, max_drift_bps: drift } of figures.portfolios) {
      rows.push(
        [`NAV of ${alias ?? id}`, nav, currency],
        [`Max drift of ${alias ?? id}`, drift === null ? null : drift / 100, '%'],
      );
    }
    rows.push(...Object.entries(figures.measures));
  }
  return new Map(rows.map(([name, value, unit = '']) => [name, { value, unit }]));
}

/** Amounts and drifts with two decimals, quantities with as many as the more precise of the two. */
function formatValue(value: Value, { first, second, unit }: Sides): string {
  if (value === null) return 'none';
  if (typeof value === 'string') return formatStatus(value);
  if (unit !== '') return `${formatMoney(value)} ${unit}`;
  return quantityFormatter([first, second].filter((side) => typeof side === 'number'))(value);
}

/** The second minus the first, signed; empty unless both are numbers: a figure that one run does not have is not 0. */
export function formatDifference(row: Sides): string {
  const { first, second } = row;
  if (typeof first !== 'number' || typeof second !== 'number') return '';
  const change = Math.round((second - first) * 1e6) / 1e6;
  if (row.unit === '%') return signedPoints(change / 100);
  return `${change > 0 ? '+' : ''}${formatValue(change, row)}`;
}
