/** The figures of two runs side by side with their differences, those that are the same included. */
import { Text } from '@mantine/core';
import type { Schemas } from '../../../api/api-client.ts';
import { useScenarioRun } from '../../../api/scenarios-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { differenceText } from './figure-text.ts';
import { SIDE_COLUMNS } from './side-columns.ts';

type Report = NonNullable<Schemas['ScenarioRun']['report']>;

interface FigureRow {
  readonly name: string;
  readonly unit: string;
  readonly first: number | null;
  readonly second: number | null;
}

export function ComparedFigures({ first, second }: { readonly first: string; readonly second: string }) {
  const [one, other] = [useScenarioRun(first), useScenarioRun(second)];
  return (
    <QueryBoundary read={one} doing="Reading the first run">
      {({ report }) =>
        report !== null &&
        other.data?.report && (
          <Panel title="Figures" side="the second less the first">
            <DataTable
              label="Figures of both"
              columns={FIGURE_COLUMNS}
              rows={figureRows(report, other.data.report)}
              rowKey={({ name }) => name}
              empty="Neither run has figures."
            />
          </Panel>
        )
      }
    </QueryBoundary>
  );
}

const FIGURE_COLUMNS: readonly Column<FigureRow>[] = [
  { id: 'name', header: 'Figure', overflow: 'wrap', accessor: ({ name }) => name, cell: ({ name }) => name },
  ...SIDE_COLUMNS,
  {
    id: 'difference',
    header: 'Difference',
    align: 'right',
    cell: ({ first, second, unit }) => {
      const isSame = first === second;
      return (
        <Text span c={isSame ? 'dimmed' : 'inherit'}>
          {isSame ? '–' : differenceText(first, second, unit)}
        </Text>
      );
    },
  },
];

/** By name, in the order of the first run; what only the second has behind it. */
function figureRows(first: Report, second: Report): FigureRow[] {
  const [left, right] = [figuresOf(first), figuresOf(second)];
  return [...new Map([...left, ...right]).values()].map(({ name, unit }) => {
    return { name, unit, first: left.get(name)?.value ?? null, second: right.get(name)?.value ?? null };
  });
}

interface Named {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
}

function figuresOf({ events, simulated_ms: simulatedMs, figures }: Report): ReadonlyMap<string, Named> {
  const rows: Named[] = [
    { name: 'Events', unit: '', value: events },
    { name: 'Virtual time, s', unit: '', value: Math.round(simulatedMs / 1000) },
  ];
  if (figures !== null) {
    const { traded_eur: traded, costs_eur: costs, portfolios } = figures;
    rows.push(
      { name: 'Fills', unit: '', value: figures.fills },
      { name: 'Traded', unit: 'EUR', value: traded },
      { name: 'Costs', unit: 'EUR', value: costs.total },
      { name: 'Attempts to deliver', unit: '', value: figures.attempts },
      ...portfolios.flatMap(({ alias, portfolio_id: id, currency, nav, max_drift_bps: drift }) => [
        { name: `NAV of ${alias ?? id}`, unit: currency, value: nav },
        { name: `Max. drift of ${alias ?? id}, bps`, unit: '', value: drift },
      ]),
      ...Object.entries(figures.measures).map(([name, value]) => ({ name, unit: '', value })),
    );
  }
  return new Map(rows.map((row) => [row.name, row]));
}
