/** A number with its label, what it may be and what is wrong with it. Bounds are the service's to hold, so nothing is clamped. */
import { NumberInput } from '@mantine/core';
import type { NumberText } from '../faults/fault-draft.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: NumberText;
  readonly step?: number;
  readonly error: string | null;
  readonly onChange: (value: NumberText) => void;
}

export function NumberField({ label, description, value, step = 1, error, onChange }: NumberFieldProps) {
  return (
    <NumberInput
      label={label}
      description={description}
      value={value}
      step={step}
      clampBehavior="none"
      decimalScale={6}
      error={error}
      onChange={onChange}
    />
  );
}
