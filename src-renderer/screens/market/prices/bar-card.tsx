/** What a bar says under the pointer: its four prices, its volume, and what was filled in it. */

import { Text } from '@mantine/core';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import type { FillMark } from './chart-marks.ts';
import type { PriceBar } from './chart-scale.ts';
import { formatFill } from './format-fill.ts';

interface BarCardProps {
  readonly bar: PriceBar | undefined;
  readonly price: (value: number) => string;
  readonly marks: readonly FillMark[];
}

/** More would hide the chart; the table beneath has them all. */
const MOST_FILLS = 4;

export function BarCard({ bar, price, marks }: BarCardProps) {
  if (bar === undefined) return null;
  const fills = marks.filter(({ at }) => at === bar.at).flatMap((mark) => mark.fills);
  const rows = [
    ['Open', price(bar.open)],
    ['High', price(bar.high)],
    ['Low', price(bar.low)],
    ['Close', price(bar.close)],
    ['Volume', formatCount(bar.volume)],
  ] as const;
  return (
    <div className="chart-card">
      <strong>{formatInstant(bar.at)}</strong>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {fills.length > 0 && (
        <ul>
          {fills.slice(0, MOST_FILLS).map((fill) => (
            <li key={fill.fill_id}>{formatFill(fill)}</li>
          ))}
          {fills.length > MOST_FILLS && (
            <Text component="li" c="dimmed">
              and {fills.length - MOST_FILLS} more, in the table
            </Text>
          )}
        </ul>
      )}
    </div>
  );
}
