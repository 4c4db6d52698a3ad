/** From the lowest to the highest price of a day, and where between them it stands. */
import type { QuoteRow } from '../../../api/quote-queries.ts';

interface DayRangeProps {
  readonly row: QuoteRow;
  readonly price: (value: number) => string;
}

export function DayRange({ row: { low, high, mid }, price }: DayRangeProps) {
  const place = high > low ? (mid - low) / (high - low) : 0.5;
  return (
    <span className="day-range">
      <span>{price(low)}</span>
      <span className="day-range-bar" aria-hidden>
        <span style={{ left: `${place * 100}%` }} />
      </span>
      <span className="sr-only"> to </span>
      <span>{price(high)}</span>
    </span>
  );
}
