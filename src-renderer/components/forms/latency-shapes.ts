/** The ways in which a latency is told, and the numbers that each of them takes. */

export type LatencyShape = 'fixed' | 'span' | 'median';

export const LATENCY_CHOICES: { value: LatencyShape; label: string }[] = [
  { value: 'fixed', label: 'always the same' },
  { value: 'span', label: 'within a span' },
  { value: 'median', label: 'around a median' },
];

export const LATENCY_NUMBERS: Readonly<
  Record<LatencyShape, readonly { key: 'fixed' | 'min' | 'max' | 'median' | 'sigma'; label: string }[]>
> = {
  fixed: [{ key: 'fixed', label: 'Always (ms)' }],
  span: [
    { key: 'min', label: 'From (ms)' },
    { key: 'max', label: 'To (ms)' },
  ],
  median: [
    { key: 'median', label: 'Median (ms)' },
    { key: 'sigma', label: 'Sigma (0 to 3)' },
    { key: 'max', label: 'At most (ms)' },
  ],
};
