/** What the chosen figure comes to for each combination of varied values. */
import type { SweepWire } from '../../src-server/contract/control/scenarios/sweeps.ts';
import { DataTable } from '../shared/data-table.tsx';
import { formatCount } from '../shared/format-number.ts';
import { Panel } from '../shared/panel.tsx';
import type { Column } from '../shared/table-column.ts';
import { figureTitle, varyWords } from './figure-words.ts';
import { statisticsColumns } from './statistics-columns.tsx';

type Variation = SweepWire['variations'][number];

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
        rowKey={({ vary }) => varyWords(vary)}
        empty="Nothing is varied."
      />
    </Panel>
  );
}

const VARIATION_COLUMNS: readonly Column<Variation>[] = [
  {
    id: 'vary',
    header: 'With',
    className: 'clip',
    value: ({ vary }) => varyWords(vary),
    render: ({ vary }) => (
      <span className="mono" title={varyWords(vary)}>
        {varyWords(vary)}
      </span>
    ),
  },
  {
    id: 'passed',
    header: 'Passed',
    align: 'right',
    value: ({ passed }) => passed,
    render: ({ passed }) => formatCount(passed),
  },
  {
    id: 'failed',
    header: 'Failed',
    align: 'right',
    value: ({ failed }) => failed,
    render: ({ failed }) => <span className={failed > 0 ? 'fail' : ''}>{formatCount(failed)}</span>,
  },
  ...statisticsColumns<Variation>(({ figure }) => figure),
];
