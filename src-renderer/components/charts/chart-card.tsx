/** What the curves say at the instant under the pointer. */
import { formatMoney } from '../format/format-number.ts';
import { formatEpoch } from '../format/format-time.ts';
import type { ChartRow } from './chart-rows.ts';

interface ChartCardProps {
  readonly row: ChartRow | undefined;
  readonly lines: readonly string[];
  readonly unit: string;
}

export function ChartCard({ row, lines, unit }: ChartCardProps) {
  if (row === undefined) return null;
  return (
    <div className="chart-card">
      <strong>{formatEpoch(row.atMs)}</strong>
      <dl>
        {lines.map((label, index) => {
          const value = row.values[index] ?? null;
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value === null ? '–' : `${unit === '' ? value : formatMoney(value)} ${unit}`}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
