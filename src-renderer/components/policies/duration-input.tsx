/** A field for a duration: a number, and a choice of unit. */

import { Group, Input, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../../src-server/contract/fields/number-bounds.ts';
import { fieldBounds } from '../forms/number-text.ts';
import { NumericInput } from '../forms/numeric-input.tsx';
import { type DurationUnit, durationParts, durationText, unitMs, unitName } from './duration-text.ts';
import { useNumberInText } from './use-number-in-text.ts';

interface DurationInputProps {
  readonly label: string;
  readonly description: string;
  readonly units: readonly DurationUnit[];
  /** `30d`; empty: none. */
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

export function DurationInput({ label, description, units, value, error, onChange }: DurationInputProps) {
  const { unit } = durationParts(value);
  // While the field is empty, the chosen unit.
  const [chosen, setChosen] = useState(unit);
  const shown = value.trim() === '' ? chosen : unit;
  const [amount, setAmount] = useNumberInText(value, onChange, {
    read: (text) => durationParts(text).amount,
    write: (typed) => durationText({ amount: typed, unit: shown }),
  });
  const choices = units.includes(shown) ? units : [...units, shown];
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <Group gap="xs" mt="xs" wrap="nowrap" align="start" role="group" aria-label={label}>
        <NumericInput
          w={90}
          styles={{ error: { whiteSpace: 'nowrap' } }}
          aria-label={`${label}, number`}
          aria-invalid={error !== null || undefined}
          {...fieldBounds(BOUNDS.durationMs, { wirePerUnit: unitMs(shown), decimals: 2 })}
          value={amount}
          onChange={setAmount}
        />
        <NativeSelect
          w={110}
          aria-label={`${label}, unit`}
          data={choices.map((each) => ({ value: each, label: unitName(each, amount) }))}
          value={shown}
          onChange={(event) => {
            const next = choices.find((each) => each === event.currentTarget.value) ?? shown;
            setChosen(next);
            onChange(durationText({ amount, unit: next }));
          }}
        />
      </Group>
    </Input.Wrapper>
  );
}
