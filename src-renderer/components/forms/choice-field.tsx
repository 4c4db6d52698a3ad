/** One of a few choices side by side; the description says what the chosen one means. */
import { Input, SegmentedControl } from '@mantine/core';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly meaning: string }[];
  readonly value: Value;
  readonly error?: string | null;
  readonly onChange: (value: Value) => void;
}

export function ChoiceField<Value extends string>({ label, choices, value, error, onChange }: ChoiceFieldProps<Value>) {
  return (
    <Input.Wrapper
      label={label}
      description={choices.find((choice) => choice.value === value)?.meaning}
      error={error ?? null}
    >
      <SegmentedControl<Value>
        fullWidth
        mt={4}
        aria-label={label}
        data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
        value={value}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
