/** Fills and events of the market drawn over the bars: triangles that lead to the rebalance, and broken lines. */

import { Link } from 'react-router';
import { ReferenceDot, ReferenceLine } from 'recharts';
import { EVENT_KINDS, formatMarketEvent } from '../../../components/market/format-market-event.ts';
import { paths } from '../../../paths.ts';
import type { EventMark, FillMark } from './chart-marks.ts';
import { formatFillMark } from './format-fill.ts';

interface MarkLayerProps {
  readonly fills: readonly FillMark[];
  readonly events: readonly EventMark[];
}

const SIZE_PX = 5;

export function ChartAnnotations({ fills, events }: MarkLayerProps) {
  return (
    <>
      {events.map(({ at, isRight, event }) => (
        <ReferenceLine
          key={event.market_event_id}
          yAxisId="price"
          x={at}
          stroke="var(--warn)"
          strokeDasharray="4 3"
          label={{
            value: `${EVENT_KINDS[event.kind].label}: ${formatMarketEvent(event)}`,
            position: isRight ? 'insideTopRight' : 'insideTopLeft',
            fill: 'var(--warn)',
            fontSize: 11,
          }}
        />
      ))}
      {fills.map((mark) => (
        <ReferenceDot
          key={mark.key}
          yAxisId="price"
          x={mark.at}
          y={mark.price}
          ifOverflow="hidden"
          shape={({ cx = 0, cy = 0 }) => <Triangle mark={mark} x={cx} y={cy} />}
        />
      ))}
    </>
  );
}

/** Points at its price from below for a buy, from above for a sell; hollow for another exchange. The table has it for the keyboard. */
function Triangle({ mark, x, y }: { readonly mark: FillMark; readonly x: number; readonly y: number }) {
  const down = mark.side === 'buy' ? 1 : -1;
  const base = y + down * SIZE_PX * 2;
  const colour = mark.side === 'buy' ? 'var(--buy)' : 'var(--sell)';
  return (
    <Link to={paths.rebalance(mark.fills[0]?.rebalance_id ?? '')} tabIndex={-1} aria-label={formatFillMark(mark)}>
      <path
        className="fill-mark"
        d={`M${x},${y} L${x - SIZE_PX},${base} L${x + SIZE_PX},${base} Z`}
        fill={mark.isElsewhere ? 'var(--panel)' : colour}
        stroke={colour}
        strokeWidth={1.5}
      />
    </Link>
  );
}
