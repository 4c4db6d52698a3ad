/** The fans of one or two policies: the median, the middle half of all paths, and nine tenths of them. */
import { Area, ComposedChart, Line } from 'recharts';
import type { LabPolicyResult } from '../../../../src-server/contract/control/lab/lab-runs.ts';
import { TimeAxis, ValueAxis } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, LINE, NO_ANIMATION } from '../../../components/charts/chart-figure.tsx';
import { ChartLegend, lineLook } from '../../../components/charts/chart-legend.tsx';
import { chartLines } from '../../../components/charts/chart-lines.ts';
import { compactTicks, scaleAround, scaleFromZero } from '../../../components/charts/chart-scales.ts';
import { ChartCard, ChartTooltip } from '../../../components/charts/chart-tooltip.tsx';
import { rowsInRange } from '../../../components/charts/chart-zoom.ts';
import { useChartZoom } from '../../../components/charts/use-chart-zoom.ts';
import { formatCount, formatDecimals } from '../../../components/format/format-number.ts';
import { formatDay } from '../../../components/format/format-time.ts';
import { type FanRow, fanRows, fanSeries } from './fan-rows.ts';
import { withUnit } from './measure-format.ts';

interface FanChartProps {
  readonly what: 'drift' | 'value';
  readonly chosen: readonly LabPolicyResult[];
  readonly currency: string;
}

export function FanChart({ what, chosen, currency }: FanChartProps) {
  const unit = what === 'drift' ? '%' : currency;
  const all = fanRows(chosen, what);
  const zoom = useChartZoom({ from: all[0]?.atMs ?? 0, to: all.at(-1)?.atMs ?? 1 });
  const rows = rowsInRange(all, zoom.shown);
  const drawn = rows.flatMap(({ fans }) => fans.flatMap((fan) => (fan === null ? [] : [fan.p5, fan.p95])));
  const scale =
    what === 'drift' ? scaleFromZero(Math.max(...drawn)) : scaleAround(Math.min(...drawn), Math.max(...drawn));
  const name = what === 'drift' ? 'Portfolio drift over time' : 'Value over time';
  return (
    <ChartFigure label={name} zoom={zoom} csv={() => chartLines(all, fanSeries(chosen, unit), zoom.shown)}>
      <ComposedChart {...chartFrame(280)} data={rows} aria-label={`${name}. Arrow keys go from point to point.`}>
        <TimeAxis zoom={zoom} />
        <ValueAxis scale={scale} format={compactTicks} width={72} title={unit} />
        <ChartTooltip
          card={(row: FanRow) => (
            <ChartCard
              title={formatDay(new Date(row.atMs).toISOString())}
              values={chosen.flatMap(({ policy }, index) => cardValues(policy, row.fans[index] ?? null, unit))}
            />
          )}
        />
        {chosen.flatMap(({ policy }, index) => fanParts(policy, index))}
      </ComposedChart>
      <ChartLegend lines={chosen.map(({ policy }, index) => ({ name: policy, ...lineLook(index) }))}>
        <span>Line: median of the paths. Dark: 25th to 75th percentile. Light: 5th to 95th percentile.</span>
      </ChartLegend>
    </ChartFigure>
  );
}

/** Recharts identifies its parts by their type, so they cannot be components of their own. */
function fanParts(policy: string, index: number) {
  const look = lineLook(index);
  const area = { ...NO_ANIMATION, stroke: 'none', fill: look.stroke, activeDot: false, legendType: 'none' } as const;
  const between = (low: 'p5' | 'p25', high: 'p75' | 'p95') => (row: FanRow) => {
    const fan = row.fans[index] ?? null;
    return fan === null ? null : [fan[low], fan[high]];
  };
  return [
    <Area key={`${policy} 90`} {...area} dataKey={between('p5', 'p95')} fillOpacity={0.1} />,
    <Area key={`${policy} 50`} {...area} dataKey={between('p25', 'p75')} fillOpacity={0.18} />,
    <Line key={policy} {...LINE} {...look} name={policy} dataKey={({ fans }: FanRow) => fans[index]?.median ?? null} />,
  ];
}

function cardValues(policy: string, fan: FanRow['fans'][number], unit: string): [string, string][] {
  if (fan === null) return [[policy, '–']];
  const write = (value: number) => (unit === '%' ? formatDecimals(value, 2) : formatCount(value));
  return [
    [`${policy}, median`, withUnit(write(fan.median), unit)],
    ['middle half', withUnit(`${write(fan.p25)} to ${write(fan.p75)}`, unit)],
    ['5 to 95 %', withUnit(`${write(fan.p5)} to ${write(fan.p95)}`, unit)],
  ];
}
