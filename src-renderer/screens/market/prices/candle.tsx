/** One candle: a wick from low to high and a body from open to close, hollow where the price rose. */
import type { PriceBar } from './chart-scale.ts';

/** What Recharts says of the bar from low to high: its place in pixels, and the row it stands for. */
interface CandleProps {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly payload?: PriceBar;
}

const LEAST_BODY_PX = 1;
const MOST_WIDTH_PX = 11;

export function Candle({ x = 0, y = 0, width = 0, height = 0, payload }: CandleProps) {
  if (payload === undefined) return null;
  const { open, high, low, close } = payload;
  const perPrice = high > low ? height / (high - low) : 0;
  const top = y + (high - Math.max(open, close)) * perPrice;
  const bodyHeight = Math.max(LEAST_BODY_PX, Math.abs(open - close) * perPrice);
  const bodyWidth = Math.max(1, Math.min(MOST_WIDTH_PX, width - 2));
  const middle = x + width / 2;
  return (
    <g stroke="var(--brand)" strokeWidth={1}>
      <line x1={middle} x2={middle} y1={y} y2={y + height} />
      <rect
        x={middle - bodyWidth / 2}
        y={top}
        width={bodyWidth}
        height={bodyHeight}
        fill={close >= open ? 'var(--panel)' : 'var(--brand)'}
      />
    </g>
  );
}
