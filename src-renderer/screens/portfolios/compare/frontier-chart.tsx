/** Cost to the right, remaining drift upwards. The line joins the plans with the least drift for their cost. */
import type { ReactNode } from 'react';
import { LabelList, Scatter, ScatterChart } from 'recharts';
import { BottomAxis, ValueAxis } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, STILL } from '../../../components/charts/chart-figure.tsx';
import { scaleFromZero, WANTED_TICKS } from '../../../components/charts/chart-scales.ts';
import type { FrontierPoint } from './frontier-points.ts';

const LABEL = 'Cost in bps against remaining drift in percent; the same numbers are in the table beside it';

export function FrontierChart({ points }: { readonly points: readonly FrontierPoint[] }) {
  const costs = scaleFromZero(Math.max(...points.map(({ costBps }) => costBps)));
  const drifts = scaleFromZero(Math.max(...points.map(({ drift }) => drift * 100)));
  return (
    <ChartFigure label={LABEL}>
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
        <Points points={points.filter(({ isOnFrontier }) => !isOnFrontier)} colour="var(--ink-3)" />
        <Points points={points.filter(({ isOnFrontier }) => isOnFrontier)} colour="var(--brand)" isJoined />
      </ScatterChart>
      <figcaption>
        The line joins the plans that no other beats in both. Grey: another one leaves less drift for less money.
      </figcaption>
    </ChartFigure>
  );
}

interface PointsProps {
  readonly points: readonly FrontierPoint[];
  readonly colour: string;
  readonly isJoined?: boolean;
}

function Points({ points, colour, isJoined = false }: PointsProps) {
  return (
    <Scatter {...STILL} data={[...points]} fill={colour} line={isJoined && { stroke: colour }}>
      <LabelList
        dataKey="label"
        content={({ x, y, value }) => (
          <PointLabel x={Number(x ?? 0)} y={Number(y ?? 0)} label={value} colour={colour} />
        )}
      />
    </Scatter>
  );
}

interface PointLabelProps {
  /** Pixels. */
  readonly x: number;
  readonly y: number;
  readonly label: ReactNode;
  readonly colour: string;
}

/** Up and to the right of its point, where the falling line does not cross it. */
function PointLabel({ x, y, label, colour }: PointLabelProps) {
  return (
    <text x={x + 8} y={y - 4} fill={colour} fontSize={12} fontWeight={600}>
      {label}
    </text>
  );
}
