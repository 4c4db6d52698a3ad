/** How long a bar of the chart is. */
import { SegmentedControl } from '@mantine/core';
import type { BAR_INTERVALS, BarList } from '../../../../src-server/contract/control/market/market-prices.ts';

export type BarInterval = BarList['interval'];

// Held to the contract by its type, without bringing its schemas here.
const INTERVALS: typeof BAR_INTERVALS = ['1s', '5s', '15s', '1m', '5m', '15m', '30m', '1h', '1d', '1w'];

interface IntervalChoiceProps {
  readonly value: BarInterval;
  readonly onChange: (interval: BarInterval) => void;
}

export function IntervalChoice({ value, onChange }: IntervalChoiceProps) {
  return (
    <SegmentedControl<BarInterval>
      aria-label="Length of a bar"
      data={[...INTERVALS]}
      value={value}
      onChange={onChange}
    />
  );
}

/** The interval that an address names, or five minutes. */
export function barInterval(text: string | null): BarInterval {
  return INTERVALS.find((interval) => interval === text) ?? '5m';
}
