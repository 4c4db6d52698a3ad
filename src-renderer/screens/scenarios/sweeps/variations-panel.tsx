/** What the chosen figure comes to for each combination of varied values. */
import { Code, Text } from '@mantine/core';
import type { Schemas } from '../../../api/api-client.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { figureTitle, formatVary } from './format-figure.ts';
import { statisticsColumns } from './statistics-columns.tsx';

type Variation = Schemas['Sweep']['variations'][number];

interface VariationsPanelProps {
  readonly variations: readonly Variation[];
  readonly figure: string;
}

export function VariationsPanel({ variations, figure }: VariationsPanelProps) {
  return (
    <Panel title="By varied values" side={figureTitle(figure)}>
      <DataTable
        label="Varied values"
        columns={VARIATION_COLUMNS}
        rows={variations}
        rowKey={({ vary }) => formatVary(vary)}
        empty="Nothing is varied."
      />
    </Panel>
  );
}

const VARIATION_COLUMNS: readonly Column<Variation>[] = [
  {
    id: 'vary',
    header: 'With',
    overflow: 'clip',
    accessor: ({ vary }) => formatVary(vary),
    cell: ({ vary }) => <Code title={formatVary(vary)}>{formatVary(vary)}</Code>,
  },
  {
    id: 'passed',
    header: 'Passed',
    align: 'right',
    accessor: ({ passed }) => passed,
    cell: ({ passed }) => formatCount(passed),
  },
  {
    id: 'failed',
    header: 'Failed',
    align: 'right',
    accessor: ({ failed }) => failed,
    cell: ({ failed }) => (
      <Text span c={failed > 0 ? 'fail' : 'inherit'}>
        {formatCount(failed)}
      </Text>
    ),
  },
  ...statisticsColumns<Variation>(({ figure }) => figure),
];
