/** Cost to the right, remaining drift upwards. The line joins the plans with the least drift for their cost. */

import { LabelList, Scatter, ScatterChart } from 'recharts';
import { BottomAxis, ValueAxis } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, STILL } from '../../../components/charts/chart-figure.tsx';
import { scaleFromZero, WANTED_TICKS } from '../../../components/charts/chart-scales.ts';
import type { Column } from '../../../components/tables/table-column.ts';
import { PERCENT } from '../../../components/tables/table-column.ts';
import { tableLines } from '../../../components/tables/table-text.ts';
import type { FrontierPoint } from './frontier-points.ts';

const LABEL = 'Cost in bps against remaining drift in %; the same numbers are in the table beside it';

const COLUMNS: readonly Column<FrontierPoint>[] = [
  { id: 'label', header: 'Plan', accessor: ({ label }) => label },
  { id: 'cost', header: 'Cost', unit: 'bps', accessor: ({ costBps }) => costBps },
  { id: 'drift', header: 'Drift left', ...PERCENT, accessor: ({ drift }) => drift },
];

export function FrontierChart({ points }: { readonly points: readonly FrontierPoint[] }) {
  const costs = scaleFromZero(Math.max(...points.map(({ costBps }) => costBps)));
  const drifts = scaleFromZero(Math.max(...points.map(({ drift }) => drift * 100)));
  return (
    <ChartFigure label={LABEL} name="Cost against remaining drift" csv={() => tableLines(points, COLUMNS, 'full')}>
      <ScatterChart
        {...chartFrame(300)}
        margin={{ top: 22, right: 36, bottom: 14, left: 8 }}
        accessibilityLayer={false}
      >
        <BottomAxis
          type="number"
          dataKey="costBps"
          domain={costs.domain()}
          ticks={costs.ticks(WANTED_TICKS)}
          title="Cost, bps of the portfolio value"
        />
        <ValueAxis
          dataKey={(point: FrontierPoint) => point.drift * 100}
          scale={drifts}
          width={56}
          title="Drift left, %"
        />
        <Points points={points} isOnFrontier={false} />
        <Points points={points} isOnFrontier />
      </ScatterChart>
      <figcaption>
        The line joins the plans that no other plan beats in both cost and drift. Grey: another plan leaves less drift
        at a lower cost.
      </figcaption>
    </ChartFigure>
  );
}

/** Those on the frontier are joined. Each label is above and to the right of its point, clear of the falling line. */
function Points({ points, isOnFrontier }: Readonly<{ points: readonly FrontierPoint[]; isOnFrontier: boolean }>) {
  const colour = isOnFrontier ? 'var(--brand)' : 'var(--ink-3)';
  const data = points.filter((point) => point.isOnFrontier === isOnFrontier);
  return (
    <Scatter {...STILL} data={data} fill={colour} line={isOnFrontier && { stroke: colour }}>
      <LabelList
        dataKey="label"
        content={({ x, y, value }) => (
          <text x={Number(x ?? 0) + 8} y={Number(y ?? 0) - 4} fill={colour} fontSize={12} fontWeight={600}>
            {value}
          </text>
        )}
      />
    </Scatter>
  );
}
