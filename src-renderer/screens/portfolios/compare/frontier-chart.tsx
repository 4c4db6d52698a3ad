/** Cost to the right, remaining drift upwards: what lies on the line is the least drift for its money, the rest is grey. */

import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { CartesianGrid, LabelList, Scatter, ScatterChart, XAxis, YAxis } from 'recharts';
import { roundTicks } from '../../../components/charts/round-ticks.ts';
import classes from './compare.module.css';
import type { FrontierPoint } from './frontier-points.ts';

const HEIGHT_PX = 300;
const TICK = { fill: 'var(--ink-3)', fontSize: 11 };

export function FrontierChart({ points }: { readonly points: readonly FrontierPoint[] }) {
  const { ref, width } = useElementSize();
  const costs = roundTicks(Math.max(...points.map(({ costBps }) => costBps)));
  const drifts = roundTicks(Math.max(...points.map(({ drift }) => drift * 100)));
  return (
    <figure
      className={classes.frontierChart}
      data-chart="frontier"
      aria-label="Cost in bps against remaining drift in percent; the same numbers are in the table beside it"
      ref={ref}
    >
      {width > 0 && (
        <ScatterChart
          width={width - 24}
          height={HEIGHT_PX}
          margin={{ top: 22, right: 36, bottom: 16, left: 8 }}
          accessibilityLayer={false}
        >
          <CartesianGrid stroke="var(--line)" />
          <XAxis
            type="number"
            dataKey="costBps"
            domain={endsOf(costs)}
            ticks={costs}
            tick={TICK}
            stroke="var(--line-strong)"
            label={{ ...TICK, value: 'Cost, bps of the portfolio value', position: 'insideBottom', offset: -12 }}
          />
          <YAxis
            type="number"
            dataKey={(point: FrontierPoint) => point.drift * 100}
            domain={endsOf(drifts)}
            ticks={drifts}
            tick={TICK}
            width={56}
            stroke="var(--line-strong)"
            label={{ ...TICK, value: 'Drift left, %', angle: -90, position: 'insideLeft', offset: 8 }}
          />
          <Points points={points.filter(({ isOnFrontier }) => !isOnFrontier)} colour="var(--ink-3)" />
          <Points points={points.filter(({ isOnFrontier }) => isOnFrontier)} colour="var(--brand)" isJoined />
        </ScatterChart>
      )}
      <Text component="figcaption" c="dimmed">
        The line joins the plans that no other beats in both. Grey: another one leaves less drift for less money.
      </Text>
    </figure>
  );
}

function endsOf(ticks: readonly number[]): [number, number] {
  return [0, ticks.at(-1) ?? 1];
}

interface PointsProps {
  readonly points: readonly FrontierPoint[];
  readonly colour: string;
  readonly isJoined?: boolean;
}

function Points({ points, colour, isJoined = false }: PointsProps) {
  return (
    <Scatter data={[...points]} fill={colour} line={isJoined && { stroke: colour }} isAnimationActive={false}>
      <LabelList dataKey="label" content={(label) => <PointLabel {...(label as LabelPlace)} colour={colour} />} />
    </Scatter>
  );
}

/** What Recharts says of a label: the box of its point in pixels, and its text. */
interface LabelPlace {
  readonly x?: number | string;
  readonly y?: number | string;
  readonly value?: string | number;
}

/** Up and to the right of its point, where no line that falls comes by; in one line, however many letters share the point. */
function PointLabel({ x = 0, y = 0, value = '', colour }: LabelPlace & { readonly colour: string }) {
  return (
    <text x={Number(x) + 8} y={Number(y) - 4} fill={colour} fontSize={12} fontWeight={600}>
      {value}
    </text>
  );
}
