/** What two runs came to differently, as their logs tell it: statuses, fills, costs, cash, holdings, deliveries. */
import type { RunComparison } from '../../../../src-server/contract/control/scenarios/run-comparison.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { differenceText } from './figure-text.ts';
import { SIDE_COLUMNS } from './side-columns.ts';

type Difference = RunComparison['differences'][number];

export function DifferencesPanel({ comparison }: { readonly comparison: RunComparison }) {
  const { differences, first } = comparison;
  return (
    <Panel
      title="What both came to differently"
      side={
        <>
          {formatCount(differences.length)} <CopyTableButton rows={differences} columns={DIFFERENCE_COLUMNS} />
        </>
      }
    >
      <DataTable
        label="What both came to differently"
        columns={DIFFERENCE_COLUMNS}
        rows={differences}
        rowKey={({ area, subject, unit }) => `${area} ${subject} ${unit}`}
        empty={
          <>
            <strong>Nothing.</strong>
            What both came to is the same{first.scenario_run_id === null ? ', as far as a log can say' : ''}.
          </>
        }
      />
    </Panel>
  );
}

const DIFFERENCE_COLUMNS: readonly Column<Difference>[] = [
  { id: 'area', header: 'Of', accessor: ({ area }) => area, cell: ({ area }) => area },
  {
    id: 'subject',
    header: 'What',
    overflow: 'wrap',
    accessor: ({ subject }) => subject,
    cell: ({ subject }) => subject,
  },
  ...SIDE_COLUMNS,
  {
    id: 'difference',
    header: 'Difference',
    align: 'right',
    hint: 'The second less the first',
    cell: ({ first, second, unit }) => differenceText(first, second, unit),
  },
];
