/** From the lowest to the highest price of a day, and where between them it stands. */

import { VisuallyHidden } from '@mantine/core';
import type { QuoteRow } from '../../../api/prices-api.ts';
import classes from './watch.module.css';

interface DayRangeProps {
  readonly row: QuoteRow;
  readonly price: (value: number) => string;
}

export function DayRange({ row: { low, high, mid }, price }: DayRangeProps) {
  const place = high > low ? (mid - low) / (high - low) : 0.5;
  return (
    <span className={classes.dayRange}>
      <span>{price(low)}</span>
      <span className={classes.dayRangeBar} aria-hidden>
        <span style={{ left: `${place * 100}%` }} />
      </span>
      <VisuallyHidden> to </VisuallyHidden>
      <span>{price(high)}</span>
    </span>
  );
}
