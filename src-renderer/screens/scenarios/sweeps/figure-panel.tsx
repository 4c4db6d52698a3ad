/** One figure over all runs: its histogram, or the same bars as a table. To be loaded when needed, because it brings Recharts. */

import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../api/api-client.ts';
import { formatCount, formatPercent } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { figureFormat, figureTitle, formatFigure } from './format-figure.ts';
import { Histogram } from './histogram.tsx';
import { formatBin } from './histogram-bars.ts';
import classes from './sweeps.module.css';

interface FigurePanelProps {
  readonly figure: Schemas['SweepFigure'];
  readonly side: ReactNode;
}

type Bin = Schemas['SweepFigure']['histogram'][number];

export function FigurePanel({ figure, side }: FigurePanelProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <Panel
      title={figureTitle(figure.name)}
      side={
        <span className={classes.sweepFigureSide}>
          {side}
          <SegmentedControl
            size="xs"
            aria-label="How it is shown"
            data={[
              { value: 'chart', label: 'Histogram' },
              { value: 'table', label: 'Table' },
            ]}
            value={isTable ? 'table' : 'chart'}
            onChange={(value) => setIsTable(value === 'table')}
          />
        </span>
      }
    >
      {isTable ? <Bins figure={figure} /> : <Histogram figure={figure} />}
    </Panel>
  );
}

function Bins({ figure }: { readonly figure: Schemas['SweepFigure'] }) {
  return (
    <DataTable
      label="Runs by value"
      columns={binColumns(figure)}
      rows={figure.histogram}
      rowKey={({ from }) => String(from)}
      empty="No run has passed yet."
    />
  );
}

function binColumns(figure: Schemas['SweepFigure']): Column<Bin>[] {
  const { unit } = formatFigure(figure.name);
  const format = figureFormat(figure);
  const runs = figure.count;
  return [
    {
      id: 'value',
      header: 'Value',
      ...(unit === '' ? {} : { unit }),
      align: 'right',
      accessor: ({ from }) => from,
      cell: (bin) => formatBin(bin, figure, format),
    },
    {
      id: 'count',
      header: 'Runs',
      align: 'right',
      accessor: ({ count }) => count,
      cell: ({ count }) => formatCount(count),
    },
    {
      id: 'share',
      header: 'Share',
      align: 'right',
      accessor: ({ count }) => count / runs,
      cell: ({ count }) => formatPercent(count / runs),
    },
  ];
}
