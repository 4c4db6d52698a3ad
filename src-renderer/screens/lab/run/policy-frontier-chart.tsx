/** The chart of the frontier: one measure on each axis, each policy with its name and the intervals of its means. */
import { Scatter, ScatterChart, usePlotArea } from 'recharts';
import { BottomAxis, ValueAxis } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, NO_ANIMATION } from '../../../components/charts/chart-figure.tsx';
import { lineLook } from '../../../components/charts/chart-legend.tsx';
import {
  compactTicks,
  scaleAround,
  scaleFromZero,
  type ValueScale,
  WANTED_TICKS,
} from '../../../components/charts/chart-scales.ts';
import { ChartCard, ChartTooltip } from '../../../components/charts/chart-tooltip.tsx';
import { formatDecimals } from '../../../components/format/format-number.ts';
import type { Column } from '../../../components/tables/table-column.ts';
import { tableLines } from '../../../components/tables/table-text.ts';
import { type LabMeasure, unitOf, withUnit } from './measure-format.ts';
import { placeLabels, type Spot } from './place-labels.ts';
import type { PolicyPoint } from './policy-points.ts';

interface PolicyFrontierChartProps {
  readonly across: LabMeasure;
  readonly up: LabMeasure;
  readonly currency: string;
  readonly points: readonly PolicyPoint[];
  /** The policies shown below, in the order of their looks. */
  readonly chosen: readonly string[];
  readonly onToggle: (policy: string) => void;
  readonly isComparable: boolean;
}

export function PolicyFrontierChart(props: PolicyFrontierChartProps) {
  const { across, up, currency, points, chosen, onToggle, isComparable } = props;
  const titleOf = (measure: LabMeasure) => axisTitle(measure, currency);
  const scales = {
    x: scaleOf(points.flatMap(({ xRange }) => xRange)),
    y: scaleOf(points.flatMap(({ yRange }) => yRange)),
  };
  const cardOf = (point: PolicyPoint): [string, string][] => [
    [across.title, withUnit(formatDecimals(point.x, 2), unitOf(across, currency))],
    [up.title, withUnit(formatDecimals(point.y, 2), unitOf(up, currency))],
  ];
  return (
    <ChartFigure
      label={`${up.title} against ${across.title}; the same numbers are in the table of policies`}
      name={`${up.title} against ${across.title}`}
      csv={() => tableLines(points, columnsOf(across, up, currency), 'full')}
    >
      <ScatterChart {...chartFrame(500)} margin={MARGIN} accessibilityLayer={false}>
        <BottomAxis
          type="number"
          dataKey="x"
          domain={scales.x.domain()}
          ticks={scales.x.ticks(WANTED_TICKS)}
          tickFormatter={compactTicks(scales.x.ticks(WANTED_TICKS))}
          title={titleOf(across)}
          tickMargin={RING_PX}
        />
        <ValueAxis dataKey="y" scale={scales.y} format={compactTicks} width={64} title={titleOf(up)} />
        <ChartTooltip card={(point: PolicyPoint) => <ChartCard title={point.policy} values={cardOf(point)} />} />
        {[false, true].map((isOnFrontier) => (
          <Points
            key={String(isOnFrontier)}
            points={points.filter((point) => point.isOnFrontier === isOnFrontier)}
            {...{ isOnFrontier, onToggle }}
          />
        ))}
        <Names {...{ points, scales, chosen }} />
      </ScatterChart>
      <figcaption>
        {isComparable
          ? `The line joins the policies that no other policy beats in ${across.title.toLowerCase()} and ${up.title.toLowerCase()}.`
          : 'The frontier is drawn once every policy has completed a path.'}{' '}
        Thin lines: 95 % confidence intervals of the means. Rings: the policies charted and compared; click to choose.
      </figcaption>
    </ChartFigure>
  );
}

const MARGIN = { top: 16, right: 60, bottom: 20, left: 8 };
/** Radius of the ring around a chosen policy, which must not cover a tick below it. */
const RING_PX = 8;

/** From 0, unless the values are far from it, or below. */
function scaleOf(values: readonly number[]): ValueScale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low < 0 || low > high / 2 ? scaleAround(low, high) : scaleFromZero(high);
}

function axisTitle(measure: LabMeasure, currency: string): string {
  const unit = measure.unit === 'bps' ? 'bps per year' : unitOf(measure, currency);
  return unit === '' ? measure.title : `${measure.title}, ${unit}`;
}

function columnsOf(across: LabMeasure, up: LabMeasure, currency: string): readonly Column<PolicyPoint>[] {
  return [
    { id: 'policy', header: 'Policy', accessor: ({ policy }) => policy },
    { id: 'x', header: across.title, unit: unitOf(across, currency), accessor: ({ x }) => x },
    { id: 'y', header: up.title, unit: unitOf(up, currency), accessor: ({ y }) => y },
    { id: 'frontier', header: 'On the frontier', accessor: ({ isOnFrontier }) => (isOnFrontier ? 'yes' : 'no') },
  ];
}

type PointsProps = Pick<PolicyFrontierChartProps, 'points' | 'onToggle'> & { readonly isOnFrontier: boolean };

function Points({ points, isOnFrontier, onToggle }: PointsProps) {
  const colour = colourOf(isOnFrontier);
  return (
    <Scatter
      {...NO_ANIMATION}
      data={points}
      fill={colour}
      line={isOnFrontier && { stroke: colour }}
      cursor="pointer"
      onClick={({ payload }: { payload?: PolicyPoint }) => payload !== undefined && onToggle(payload.policy)}
    />
  );
}

interface NamesProps extends Pick<PolicyFrontierChartProps, 'points' | 'chosen'> {
  readonly scales: Readonly<Record<'x' | 'y', ValueScale>>;
}

/** The name of each point, and a ring around the chosen ones. */
function Names({ points, scales, chosen }: NamesProps) {
  const area = usePlotArea();
  if (area === undefined) return null;
  const x = scales.x.copy().range([area.x, area.x + area.width]);
  const y = scales.y.copy().range([area.y + area.height, area.y]);
  const spotOf = (point: PolicyPoint) => ({ x: x(point.x), y: y(point.y) });
  const labels = placeLabels(
    points.map((point) => ({ name: point.policy, ...spotOf(point) })),
    [
      points.filter(({ isOnFrontier }) => isOnFrontier).map(spotOf),
      ...points.flatMap((point) => intervalsOf(point, x, y)),
    ],
    { ...area, width: area.width + MARGIN.right - 4 },
  );
  return (
    <g pointerEvents="none">
      {points.map((point) => (
        <Intervals key={point.policy} {...{ point, x, y }} />
      ))}
      {labels.map(({ name, label, textX, textY, leader, ...at }) => {
        const index = chosen.indexOf(name);
        const colour = colourOf(points.some(({ policy, isOnFrontier }) => policy === name && isOnFrontier));
        return (
          <g key={name}>
            {index >= 0 && (
              <circle cx={at.x} cy={at.y} r={RING_PX} fill="none" strokeWidth={2} stroke={lineLook(index).stroke} />
            )}
            {leader !== null && (
              <line x1={at.x} y1={at.y} x2={leader.x} y2={leader.y} stroke={colour} strokeWidth={0.75} />
            )}
            <text x={textX} y={textY} dominantBaseline="central" fontSize={12} fontWeight={600} fill={colour}>
              {label}
            </text>
          </g>
        );
      })}
    </g>
  );
}

type IntervalsProps = Readonly<{ point: PolicyPoint; x: ValueScale; y: ValueScale }>;

function Intervals({ point, x, y }: IntervalsProps) {
  const look = { stroke: colourOf(point.isOnFrontier), strokeWidth: 1, strokeOpacity: 0.6 };
  return intervalsOf(point, x, y).map(([from, to], index) => (
    <line key={INTERVALS[index]} x1={from.x} x2={to.x} y1={from.y} y2={to.y} {...look} />
  ));
}

const INTERVALS = ['across', 'up'];

/** The ends of the horizontal and the vertical line. */
function intervalsOf(point: PolicyPoint, x: ValueScale, y: ValueScale): (readonly [Spot, Spot])[] {
  const [left, right] = point.xRange.map(x);
  const [low, high] = point.yRange.map(y);
  const [atX, atY] = [x(point.x), y(point.y)];
  return [
    [
      { x: left ?? atX, y: atY },
      { x: right ?? atX, y: atY },
    ],
    [
      { x: atX, y: low ?? atY },
      { x: atX, y: high ?? atY },
    ],
  ];
}

function colourOf(isOnFrontier: boolean): string {
  return isOnFrontier ? 'var(--brand)' : 'var(--ink-3)';
}
