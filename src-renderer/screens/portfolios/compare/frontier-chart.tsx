/**
 * Cost or gains tax to the right, remaining drift upwards. The line joins the plans with the least drift for the
 * amount.
 */
import { LabelList, Scatter, ScatterChart } from 'recharts';
import { BottomAxis, ValueAxis } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, NO_ANIMATION } from '../../../components/charts/chart-figure.tsx';
import { compactTicks, scaleFromZero, WANTED_TICKS } from '../../../components/charts/chart-scales.ts';
import type { Against } from '../../../components/plan/comparison-state.ts';
import { type Column, PERCENT } from '../../../components/tables/table-column.ts';
import { tableLines } from '../../../components/tables/table-text.ts';
import type { FrontierPoint } from './frontier-points.ts';
import { AT_MOST } from './tax-curve.ts';

/** The texts of the horizontal axis. */
const PAID = {
  cost: { title: 'Cost', lower: 'at a lower cost' },
  tax: { title: 'Gains tax', lower: 'for less gains tax' },
} as const;

interface FrontierChartProps {
  readonly points: readonly FrontierPoint[];
  readonly against: Against;
  readonly currency: string;
}

export function FrontierChart({ points, against, currency }: FrontierChartProps) {
  const { title, lower } = PAID[against];
  const unit = against === 'cost' ? 'bps' : currency;
  const paid = scaleFromZero(Math.max(...points.map((point) => point.paid)));
  const drifts = scaleFromZero(Math.max(...points.map(({ drift }) => drift * 100)));
  return (
    <ChartFigure
      label={`${title} in ${unit} against remaining drift in %; the same numbers are in the table beside it`}
      name={`${title} against remaining drift`}
      csv={() => tableLines(points, chartColumns(title, unit), 'full')}
    >
      <ScatterChart
        {...chartFrame(300)}
        margin={{ top: 22, right: 36, bottom: 14, left: 8 }}
        accessibilityLayer={false}
      >
        <BottomAxis
          type="number"
          dataKey="paid"
          domain={paid.domain()}
          ticks={paid.ticks(WANTED_TICKS)}
          {...(against === 'tax' && { tickFormatter: compactTicks(paid.ticks(WANTED_TICKS)) })}
          title={against === 'cost' ? 'Cost, bps of the portfolio value' : `Gains tax, ${currency}`}
        />
        <ValueAxis
          dataKey={(point: FrontierPoint) => point.drift * 100}
          scale={drifts}
          width={56}
          title="Remaining drift, %"
        />
        <Points points={points} isOnFrontier={false} />
        <Points points={points} isOnFrontier />
      </ScatterChart>
      <figcaption>
        The line joins the plans that no other plan beats in both {title.toLowerCase()} and drift. Grey: another plan
        leaves less drift {lower}.{against === 'tax' && CURVE_NOTE}
      </figcaption>
    </ChartFigure>
  );
}

const CURVE_NOTE = ' “≤ 500” is the plan with the least drift that causes at most 500 of gains tax, at any cost.';

function chartColumns(title: string, unit: string): readonly Column<FrontierPoint>[] {
  return [
    { id: 'label', header: 'Plan', accessor: ({ label }) => label },
    { id: 'paid', header: title, unit, accessor: ({ paid }) => paid },
    { id: 'drift', header: 'Remaining drift', ...PERCENT, accessor: ({ drift }) => drift },
  ];
}

/**
 * Those on the frontier are joined. Each label is above and to the right of its point, clear of the falling line; on
 * the gains tax curve it is below and to the left, clear of the letters.
 */
function Points({ points, isOnFrontier }: Readonly<{ points: readonly FrontierPoint[]; isOnFrontier: boolean }>) {
  const colour = isOnFrontier ? 'var(--brand)' : 'var(--ink-3)';
  const data = points.filter((point) => point.isOnFrontier === isOnFrontier);
  return (
    <Scatter {...NO_ANIMATION} data={data} fill={colour} line={isOnFrontier && { stroke: colour }}>
      <LabelList
        dataKey="label"
        content={({ x, y, value }) => <PointLabel {...{ colour, value }} x={Number(x ?? 0)} y={Number(y ?? 0)} />}
      />
    </Scatter>
  );
}

function PointLabel({ x, y, value, colour }: Readonly<{ x: number; y: number; value: unknown; colour: string }>) {
  const label = String(value);
  if (!label.startsWith(AT_MOST)) {
    return (
      <text x={x + 8} y={y - (label === 'now' ? 12 : 4)} fill={colour} fontSize={12} fontWeight={600}>
        {label}
      </text>
    );
  }
  // There is no room beside the axis, which has the number itself.
  if (x < CURVE_LABELS_FROM) return null;
  return (
    <text x={x - 6} y={y + 14} fill="var(--ink-3)" fontSize={11} textAnchor="end">
      {label}
    </text>
  );
}

const CURVE_LABELS_FROM = 130;
