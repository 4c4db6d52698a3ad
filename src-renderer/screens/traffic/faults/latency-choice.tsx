/** How long an answer is held back: always the same, evenly within a span, or around a median. */
import { NativeSelect } from '@mantine/core';
import { LATENCY_CHOICES, LATENCY_NUMBERS, type LatencyShape } from '../../../components/forms/latency-shapes.ts';
import { NumberField } from '../../../components/forms/number-field.tsx';
import type { WireFaultFieldsProps } from './wire-fault-fields-props.ts';

export function LatencyChoice({ draft, errors, set }: WireFaultFieldsProps) {
  const numbers = LATENCY_NUMBERS[draft.shape];
  const own = numbers.map(({ key }) => errors.at(`/latency_ms/${key}`));
  // What is wrong with the latency as a whole shows at its shape.
  const whole = own.some((error) => error !== null) ? null : errors.at('/latency_ms');
  return (
    <>
      <NativeSelect
        label="Latency (real time)"
        description="Up to ten minutes."
        data={LATENCY_CHOICES}
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
