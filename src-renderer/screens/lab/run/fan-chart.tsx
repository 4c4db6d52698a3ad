/** The fans of one or two policies: the median, the middle half of all paths, and nine tenths of them. */
import { Area } from 'recharts';
import type { LabPolicyResult } from '../../../../src-server/contract/control/lab/lab-runs.ts';
import { ChartFigure, NO_ANIMATION } from '../../../components/charts/chart-figure.tsx';
import { ChartLegend, lineLook } from '../../../components/charts/chart-legend.tsx';
import { chartLines } from '../../../components/charts/chart-lines.ts';
import { compactTicks, scaleAround, scaleFromZero, type ValueScale } from '../../../components/charts/chart-scales.ts';
import { TimeChart, type TimeLine } from '../../../components/charts/time-chart.tsx';
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
  const rows = fanRows(chosen, what);
  const zoom = useChartZoom({ from: rows[0]?.atMs ?? 0, to: rows.at(-1)?.atMs ?? 1 });
  const label = what === 'drift' ? 'Portfolio drift over time' : 'Value over time';
  const looks = chosen.map(({ policy }, index) => ({ name: policy, ...lineLook(index) }));
  const lines = looks.map(
    (look, index): TimeLine<FanRow> => ({
      ...look,
      value: ({ fans }) => fans[index]?.median ?? null,
    }),
  );
  return (
    <ChartFigure label={label} zoom={zoom} csv={() => chartLines(rows, fanSeries(chosen, unit), zoom.shown)}>
      <TimeChart
        {...{ label, zoom, rows, lines }}
        heightPx={280}
        width={72}
        title={unit}
        scale={(_, shown) => scaleOf(what, shown)}
        format={compactTicks}
        card={({ atMs, fans }) => ({
          title: formatDay(new Date(atMs).toISOString()),
          values: chosen.flatMap(({ policy }, index) => cardValues(policy, fans[index] ?? null, unit)),
        })}
      >
        {looks.flatMap(({ name, stroke }, index) => [
          <Area key={`${name} 90`} {...area(stroke)} dataKey={between('p5', 'p95', index)} fillOpacity={0.1} />,
          <Area key={`${name} 50`} {...area(stroke)} dataKey={between('p25', 'p75', index)} fillOpacity={0.18} />,
        ])}
      </TimeChart>
      <ChartLegend lines={looks}>
        <span>Line: median of the paths. Dark: 25th to 75th percentile. Light: 5th to 95th percentile.</span>
      </ChartLegend>
    </ChartFigure>
  );
}

function scaleOf(what: FanChartProps['what'], rows: readonly FanRow[]): ValueScale {
  const drawn = rows.flatMap(({ fans }) => fans.flatMap((fan) => (fan === null ? [] : [fan.p5, fan.p95])));
  return what === 'drift' ? scaleFromZero(Math.max(...drawn)) : scaleAround(Math.min(...drawn), Math.max(...drawn));
}

const area = (fill: string) =>
  ({ ...NO_ANIMATION, stroke: 'none', fill, activeDot: false, legendType: 'none' }) as const;

function between(low: 'p5' | 'p25', high: 'p75' | 'p95', index: number) {
  return ({ fans }: FanRow) => {
    const fan = fans[index] ?? null;
    return fan === null ? null : [fan[low], fan[high]];
  };
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
