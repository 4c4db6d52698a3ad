/** The tooltip of the row under the pointer, or the row that the arrow keys selected. */
import type { PropsWithChildren, ReactNode } from 'react';
import { Tooltip, useActiveTooltipCoordinate, useXAxisInverseScale } from 'recharts';
import classes from './charts.module.css';

interface ChartTooltipProps<Row> {
  readonly card: (row: Row) => ReactNode;
  /** Marks the place; omitted: a line. */
  readonly cursor?: false | { readonly fill: string };
}

export function ChartTooltip<Row>({ card, cursor }: ChartTooltipProps<Row>) {
  return (
    <Tooltip
      isAnimationActive={false}
      cursor={cursor ?? { stroke: 'var(--ink-3)', strokeDasharray: '3 3' }}
      content={({ payload }) => {
        const row: Row | undefined = payload[0]?.payload;
        return row === undefined ? null : card(row);
      }}
    />
  );
}

/**
 * For a chart whose axis has one place for each row: the row under the pointer. Recharts remembers its index, which
 * after a zoom belongs to another row.
 */
export function useRowAtPointer<Row extends { readonly at: string }>(rows: readonly Row[], reported: Row): Row {
  const x = useActiveTooltipCoordinate()?.x;
  const at = useXAxisInverseScale()?.(x ?? Number.NaN);
  return rows.find((row) => row.at === at) ?? reported;
}

export type ChartCardProps = PropsWithChildren<{
  title: string;
  /** Names and their values. */
  values?: readonly (readonly [string, string])[];
}>;

export function ChartCard({ title, values = [], children }: ChartCardProps) {
  return (
    <div className={classes.card}>
      <strong>{title}</strong>
      <dl>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  );
}
