/** How long an answer is held back: always the same, evenly within a span, or around a median. */
import { NativeSelect } from '@mantine/core';
import { NumberField } from '../market/number-field.tsx';
import type { LatencyShape } from './wire-fault-draft.ts';
import type { WireFaultFieldsProps } from './wire-fault-fields.tsx';

const SHAPES: readonly { readonly value: LatencyShape; readonly label: string }[] = [
  { value: 'fixed', label: 'always the same' },
  { value: 'span', label: 'within a span' },
  { value: 'median', label: 'around a median' },
];
const NUMBERS: Readonly<
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

export function LatencyChoice({ draft, errors, set }: WireFaultFieldsProps) {
  const numbers = NUMBERS[draft.shape];
  const own = numbers.map(({ key }) => errors.at(`/latency_ms/${key}`));
  // What is wrong with the latency as a whole shows at its shape.
  const whole = own.some((error) => error !== null) ? null : errors.at('/latency_ms');
  return (
    <>
      <NativeSelect
        label="Latency (real time)"
        description="Up to ten minutes."
        data={[...SHAPES]}
        value={draft.shape}
        error={whole}
        onChange={(event) => set({ shape: event.currentTarget.value as LatencyShape })}
      />
      <div className="wire-fault-row">
        {numbers.map(({ key, label }, position) => (
          <NumberField
            key={key}
            label={label}
            step={key === 'sigma' ? 0.1 : 100}
            value={draft[key]}
            error={own[position] ?? null}
            onChange={(value) => set({ [key]: value })}
          />
        ))}
      </div>
    </>
  );
}
